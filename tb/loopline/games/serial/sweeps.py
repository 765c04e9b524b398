"""When lines come: in one cycle after the other, in the very cycle of something else, without a pause after a reset,
and more of them than a player can take at once."""

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
    """The same game again and again. How soon each answer comes is known then, so each command can be sent in each of
    these cycles, one after the other."""
    cycles = list(cycles)
    met = (one._replace(now=True, meet=cycle, byte=byte) for one in commands for cycle in cycles)
    return [*game, *chain.from_iterable((*game, *_seen(one)) for one in met)]


def _seen(step: Step) -> list[Step]:
    """Return the step and, after a command that is none of -T, -W and -B, a name: that begins no game. A lamp has some
    time, so what a mistake does to it may not be seen before the next game; and a game after a reset is another one
    than those before it."""
    return [step] if step.data in (b"-T", b"-W", b"-B") else [step, line("-T")]


def burst(
    names: int, games: int = 1, ends: Sequence[str] = ("lf",), side: str = "-B", move: Step | None = None
) -> list[Step]:
    """Lines without a pause right after a reset, when a player may be busy and they have to wait. For how long is known
    after a first reset with a single name."""
    lines = [*[line(side)] * games, *[line("-T")] * names, *([move] if move else [])]
    return [Step(RESET), *(step._replace(after=1, end=ends[n % len(ends)]) for n, step in enumerate(lines))]


#: Cycles that are tried one after the other, and how many of them come before an event whose time is known.
_CYCLES, _AROUND = 12, (-24, -12, -12, -12, 0, 0)

#: The number of sweeps that go back through a search from its answer; replies after which the player can win.
_BACK, _TO_A_WIN = 40, 2

#: Of the cycles at the end of a search every third is tried, in two halves of this many cycles.
_STRIDE, _LAST = 3, 54


def coincidences(seed: int) -> Script:
    """Commands in the cycles around an answer, in those of the search before it, and while it is said; in a game that
    goes on, or in which the player has found a win. Then a game like any other."""
    random = Random(seed)
    kind, count = random.choice([(CHOICE, 1), (CHOICE, 2), (GIVING, _TO_A_WIN)])
    replies = [Step(kind, number=random.randrange(256)) for _ in range(count)]
    side, number = random.choice([line("-W"), line("-B")]), random.randrange(100)
    commands = [one._replace(number=number if one.kind == WRONG else 0) for one in random.sample(COMMANDS, 1)]
    commands = [one._replace(lasts=random.choice(LENGTHS)) if one.kind == RESET else one for one in commands]
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
    """Games that begin at once after a reset in any line or byte, or after a line that was low for any length of
    time."""
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
    """Names are owed, and a command comes in the cycles in which one of them, or a byte of it, is passed on; or as many
    are owed as can be."""
    random = Random(seed)
    last = [line("-W"), Step(CHOICE, number=seed % 256)]
    if random.randrange(6) == 0:  # asked for a little faster than they can be sent, until no more can wait
        fast = [step._replace(baud=2 * (step.kind == LINE)) for step in [*burst(_MANY), *_extra(random)]]
        return Script((*burst(1), *fast, *last))
    if random.randrange(6) == 0:
        return Script((*burst(1), *_behind_names(random), *last))
    commands = [one for one in COMMANDS if one.kind != WRONG]
    names, command = random.randint(2, 5), random.choice((line("-T"), *commands))
    byte = random.choice([0, 2, 2, 5, random.randrange(3 * names)])
    first = random.choice([-12, 0])
    return Script((*burst(1), *swept(burst(names), [command], range(first, first + _CYCLES), byte), *last))


def _behind_names(random: Random) -> list[Step]:
    """Two commands, or mistakes, while a move that has been found waits behind names: as each byte of these, and of the
    move, is said."""
    names = random.randint(3, 5)
    commands = random.sample((*COMMANDS, line("?")), 2)
    game = burst(names, move=Step(CHOICE, number=random.randrange(256)))
    tries = (
        swept(game, [commands[byte % 2]], [random.randrange(160)], byte)[len(game) :] for byte in range(3 * names + 4)
    )
    return [*game, *chain.from_iterable(tries)]


def _extra(random: Random) -> list[Step]:
    """Names asked for beyond what can wait. A name that is missing is seen only if all are sure to come, so half
    the time there are none of these."""
    return [line("-T")._replace(after=1, extra=True)] * random.choice([0, 0, 1, random.randint(1, 3)])


#: After this many names no player has room for another, if its line is 2 % slower than the host's.
_MANY = 600


def full(seed: int) -> Script:
    """As many bytes wait as can, or more, and as many names, or a few more. Then there may be a line for whose middle
    there is no room. The game that follows must be right."""
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


#: Queues filled by such a script, and the lines for each: more than a queue holds, as a rule.
_QUEUES, _LINES = 4, 30
