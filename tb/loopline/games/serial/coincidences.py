"""Something comes in the very cycle of something else."""

from __future__ import annotations

from random import Random

from loopline.games.serial.script import CHOICE, GIVING, WRONG, Script, Step, line
from loopline.games.serial.sweeps import COMMANDS, swept

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
    first, stride, byte = random.choice(_AROUND), 1, 0
    if kind == GIVING and random.randrange(4):  # a search that finds a win is soon over, and as White it takes longer
        side, stride, commands = line("-W"), _STRIDE, [random.choice([line("-W"), line("-B")])]
        first = -random.randrange(_STRIDE) - _LAST * random.choice([1, 1, 1, 2])
    elif random.randrange(3) == 0:
        while_said = random.choice([-12, 0]), random.randrange(5)
        first, byte = random.choice([(-_CYCLES * random.randrange(_BACK), 0), while_said])
    cycles = range(first, first + (_CYCLES if stride == 1 else _LAST), stride)
    game = [side, *replies]
    return Script((*swept(game, commands, cycles, byte), line("-B"), *(Step(CHOICE, number=n) for n in range(4))))
