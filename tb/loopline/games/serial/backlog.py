"""More than a player can take at once: names still to be said, bytes still to be read."""

from __future__ import annotations

from itertools import chain
from random import Random

from loopline.games.serial.script import CHOICE, FLOOD, LINE, RESET, WRONG, Script, Step, line
from loopline.games.serial.sweeps import COMMANDS, burst, swept


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


#: Cycles that are tried one after the other.
_CYCLES = 12
