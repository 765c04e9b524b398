"""A player that plays what it is told, by its command line: the moves of a whole game, of both sides, one word each.

A word with a colon is something that a player should not do, and what it does it with: `late:B2+`. Its first argument
is how it answers when asked who it is. Needs nothing but Python, so that it starts in no time.
"""

import os
import subprocess
import sys
import time


def say(text, end="\n"):
    os.write(1, (text + end).encode("latin-1"))


def sleep(text):
    time.sleep(float(os.environ.get("LATE", "2.0")))
    say(text)


def flood(text):
    try:
        while True:
            os.write(1, text.encode() * 1000)
    except OSError:
        sys.exit()


def die(text):
    say(text, end="")
    sys.stderr.write("half of it\nno \x1b[31mboard found\n")
    sys.exit(3)


def grumble(text):
    """More than any pipe holds."""
    sys.stderr.write("thinking hard\n" * 20_000)
    say(text)


def close_output(text):
    os.close(1)
    time.sleep(60)


WAYS = {
    "late": sleep,
    "half": lambda text: say(text, end=""),
    "die": die,
    "kill": lambda _: os.kill(os.getpid(), 9),
    "flood": flood,
    "lines": lambda text: flood(f"{text}\n"),
    "twice": lambda text: say(f"{text}\n{text}"),
    "grumble": grumble,
    "close": close_output,
    "silent": lambda _: None,
    "unflushed": lambda text: sys.stdout.write(f"{text}\n"),
    "escape": lambda text: say(f"\x1b[2J\x1b]0;owned\x07{text}"),
    "nul": lambda text: say(f"\0{text}"),
    "markup": lambda text: say(f"[red]{text}[/red]%s{{0}}"),
    "child": lambda text: say(f"{subprocess.Popen(['sleep', '60']).pid}{text}"),
}


def do(word):
    way, colon, text = word.partition(":")
    if colon:
        WAYS[way](text)
    else:
        say(word)


def main():
    identity, *moves = sys.argv[1:]
    answers = {"-T": identity}
    ply = 0
    for line in sys.stdin:
        word = line.strip("\n")
        if word == "-T":
            do(answers[word])
        elif word == "-B":
            ply = 1
            if moves[0].startswith("answered:"):
                say("@0/")
        else:
            ply = 0 if word == "-W" else ply
            do(moves[ply].removeprefix("answered:") if ply < len(moves) else "silent:")
            ply += 2


main()
