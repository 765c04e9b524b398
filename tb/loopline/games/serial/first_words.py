"""The first line after a reset, or after a line that was low."""

from __future__ import annotations

from random import Random

from loopline.games.serial.script import BREAK, CHOICE, FLOOD, LOW_RESET, RESET, Script, Step, line
from loopline.games.serial.sweeps import burst


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
                [Step(RESET, number=random.randrange(10), length=random.randrange(16))],
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
