"""Sweeps of the moment when lines come: cycle by cycle, together with something else, without a pause after a reset.

And more lines than a player can take at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from random import Random

from loopline.games.serial.script import BREAK, CHOICE, FLOOD, GIVING, LINE, LOW_RESET, RESET, WRONG, Script, Step, line
from loopline.games.serial.waves import PAUSES
from loopline.resets import LENGTHS

#: Lines that a reset comes into.
_CUT = (b"-T\n", b"-W\n", b"-B\r\n", b"AB10/\n")

#: Idle cycles before a reset, and the most after a line: an answer is thought of and sent in them.
_IDLE, _IN_AN_ANSWER = [cycles for cycles in PAUSES if cycles <= 4097], 12.0


def any_reset(random: Random) -> Step:
    """Return a reset at any moment, of any length: in a line, which may go on in it, after a line, or after a pause."""
    reset = Step(RESET, lasts=random.choice(LENGTHS))
    data, part = random.choice(_CUT), random.randrange(16)
    bit = random.randrange(10 * len(data))
    way = random.randrange(6)
    if way < 2:
        return reset._replace(data=data, number=bit, length=part)
    if way == 2:
        return reset._replace(data=data, number=random.choice([0, bit]), through=True)
    if way == 3:
        return reset._replace(number=bit % 10, length=part)
    if way == 4:
        return reset._replace(after=int(2 ** random.uniform(0, _IN_AN_ANSWER)))
    return reset._replace(after=random.choice(_IDLE))


def resets(random: Random) -> list[Step]:
    """Return a reset, and in every other example another one soon after it."""
    again = any_reset(random)._replace(after=random.choice([1, 2, 3, random.randint(4, 60)]))
    return [any_reset(random), *([again] if random.randrange(2) else [])]


#: What may be sent in any cycle.
COMMANDS = (line("-T"), line("-W"), line("-B"), Step(WRONG, number=2), Step(RESET))


def swept(game: Sequence[Step], commands: Iterable[Step], cycles: Iterable[int], byte: int = 0) -> list[Step]:
    """Return the game once for each command and cycle, with the command sent in that cycle.

    The game is played before, so how soon each answer comes is known.

    Args:
        game: The game.
        commands: The commands to send.
        cycles: Cycles around the answer.
        byte: The byte of the answer from which cycles count.
    """
    cycles = list(cycles)
    met = (command._replace(now=True, meet=cycle, byte=byte) for command in commands for cycle in cycles)
    return [*game, *chain.from_iterable((*game, *_seen(command)) for command in met)]


def _seen(step: Step) -> list[Step]:
    """Return the step and, after a command other than -T, -W and -B, a name: that begins no game.

    A lamp has some time, so what a mistake does to it may not be seen before the next game; and a game after a reset
    differs from those before it.
    """
    return [step] if step.data in (b"-T", b"-W", b"-B") else [step, line("-T")]


def burst(
    names: int, games: int = 1, ends: Sequence[str] = ("lf",), side: str = "-B", move: Step | None = None
) -> list[Step]:
    """Return lines without a pause right after a reset, when a player may be busy and they have to wait.

    For how long is known after a first reset with a single name.

    Args:
        names: The number of names asked for.
        games: The number of games begun.
        ends: The line ends, in turn.
        side: What begins a game.
        move: A move after the names.
    """
    lines = [*[line(side)] * games, *[line("-T")] * names, *([move] if move else [])]
    return [Step(RESET), *(step._replace(after=1, end=ends[n % len(ends)]) for n, step in enumerate(lines))]


#: Cycles that are tried one after the other, and how many of them come before an event whose time is known.
_CYCLES, _AROUND = 12, (-24, -12, -12, -12, 0, 0)

#: The number of sweeps that go back through a search from its answer; replies after which the player can win.
_BACK, _TO_A_WIN = 40, 2

#: Of the cycles at the end of a search every third is tried, in two halves of this many cycles.
_STRIDE, _LAST = 3, 54


def coincidences(seed: int) -> Script:
    """Return commands in the cycles around an answer, in the search before it, and while it is said.

    The game goes on, or the player has found a win in it. Then comes a game like any other.
    """
    random = Random(seed)
    kind, count = random.choice([(CHOICE, 1), (CHOICE, 2), (GIVING, _TO_A_WIN)])
    replies = [Step(kind, number=random.randrange(256)) for _ in range(count)]
    side, number = random.choice([line("-W"), line("-B")]), random.randrange(100)
    commands = [
        command._replace(number=number if command.kind == WRONG else 0) for command in random.sample(COMMANDS, 1)
    ]
    commands = [
        command._replace(lasts=random.choice(LENGTHS)) if command.kind == RESET else command for command in commands
    ]
    first, stride, byte = random.choice(_AROUND), 1, 0
    if kind == GIVING and random.randrange(4):  # a search that finds a win is soon over, and as White it takes longer
        side, stride, commands = line("-W"), _STRIDE, [random.choice([line("-W"), line("-B")])]
        first = -random.randrange(_STRIDE) - _LAST * random.choice([1, 1, 1, 2])
    elif random.randrange(3) == 0:
        while_said = random.choice([-12, 0, random.randrange(160)]), random.randrange(5)
        first, byte = random.choice([(-_CYCLES * random.randrange(_BACK), 0), while_said])
    cycles = range(first, first + (_CYCLES if stride == 1 else _LAST), stride)
    game = [side, *replies]
    return Script((*swept(game, commands, cycles, byte), line("-B"), *(Step(CHOICE, number=n) for n in range(4))))


def first_words(seed: int) -> Script:
    """Return games that begin at once after a reset in any line or byte, or after a low line of any length."""
    random = Random(seed)
    steps: list[Step] = []
    for _ in range(_STARTS):
        before = [line("-T"), *(Step(CHOICE, number=random.randrange(256)) for _ in range(random.randrange(3)))]
        sides, pause = [line("-W"), line("-B")], random.randint(1, 24)
        waits = random.choice([line("-T"), *sides])._replace(after=pause)
        low = random.choice(
            [
                resets(random),
                [Step(FLOOD, number=random.randint(1, 30)), Step(RESET, after=1)],
                [Step(LOW_RESET, number=random.randrange(320))],
                [Step(BREAK, number=random.randint(10, 40), length=random.randrange(16))],
                [Step(BREAK, number=random.randint(10, 400), length=random.randrange(16))],
                [*burst(0), *[waits] * random.randint(1, 3), Step(RESET, after=random.randint(1, 60))],
            ]
        )
        side = random.choice([*sides, *([line("-T")] if low[-1].kind == RESET else [])])._replace(after=pause)
        steps += [*before, *low, side]
    return Script((*steps, *(Step(CHOICE, number=number) for number in range(3))))


#: Games in such a script.
_STARTS = 6


def owed(seed: int) -> Script:
    """Return a command in the cycles in which one of the owed names, or a byte of it, is passed on.

    Or the most names that can be owed.
    """
    random = Random(seed)
    last = [line("-W"), Step(CHOICE, number=seed % 256)]
    if random.randrange(6) == 0:  # asked for a little faster than they can be sent, until no more can wait
        fast = [step._replace(baud=2 * (step.kind == LINE)) for step in [*burst(_MANY), *_extra(random)]]
        return Script((*burst(1), *fast, *last))
    if random.randrange(6) == 0:
        return Script((*burst(1), *_behind_names(random), *last))
    commands = [command for command in COMMANDS if command.kind != WRONG]
    names, command = random.randint(2, 5), random.choice((line("-T"), *commands))
    byte = random.choice([0, 2, 2, 5, random.randrange(3 * names)])
    first = random.choice([-12, 0])
    return Script((*burst(1), *swept(burst(names), [command], range(first, first + _CYCLES), byte), *last))


def _behind_names(random: Random) -> list[Step]:
    """Return two commands, or mistakes, while a found move waits behind names.

    They come as each byte of the names, and of the move, is said.
    """
    names = random.randint(3, 5)
    commands = random.sample((*COMMANDS, line("?")), 2)
    game = burst(names, move=Step(CHOICE, number=random.randrange(256)))
    tries = (
        swept(game, [commands[byte % 2]], [random.randrange(160)], byte)[len(game) :] for byte in range(3 * names + 4)
    )
    return [*game, *chain.from_iterable(tries)]


def _extra(random: Random) -> list[Step]:
    """Return names asked for beyond what can wait.

    A missing name is seen only if all are sure to come, so half the time these are left out.
    """
    return [line("-T")._replace(after=1, extra=True)] * random.choice([0, 0, 1, random.randint(1, 3)])


#: After this many names every player's queue is full, if its line is 2 % slower than the host's.
_MANY = 600


def full(seed: int) -> Script:
    """Return queues with all the bytes and names that can wait, or a few more.

    Then the middle of a line may not fit into the queue. The game that follows must be right.
    """
    random = Random(seed)
    steps = burst(1)
    for _ in range(_QUEUES):
        games, names = random.choice([(1, _LINES), (random.randint(1, 8), _LINES), (_LINES, 0), (8, 16), (1, 16)])
        ends = [random.choice(["lf", "lf", "lf", "crlf"]) for _ in range(_LINES)] if random.randrange(2) else ["lf"]
        steps += [*burst(names, games, ends), *_extra(random)]
        if random.randrange(3):
            steps.append(Step(FLOOD, number=random.randint(80, 120), length=random.randrange(8), after=1))
        if random.randrange(3) == 0:  # bytes that are being lost as it is reset
            lost = Step(FLOOD, number=random.randint(1, 30), after=1)
            steps += [*burst(_LINES), lost, Step(RESET, after=random.randint(1, 320)), line("-T")]
        steps += [line("-W"), Step(CHOICE, number=random.randrange(256))]
    return Script(tuple(steps))


#: The queues filled by such a script, and the lines for each: more than a queue holds, as a rule.
_QUEUES, _LINES = 4, 30
