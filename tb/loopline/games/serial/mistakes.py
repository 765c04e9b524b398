"""What must be noticed: lines that look almost like a move, and illegal moves."""

from __future__ import annotations

from itertools import chain
from random import Random

from loopline.games.serial.script import ALIAS, CHOICE, ENDS, LONG, WRONG, Script, Step, line


def aliases(seed: int) -> Script:
    """Games in which a move comes after lines that look almost like one, and after one without a stop bit somewhere.
    What a mistake does to the lamps is seen only of the first of its kind in a game, so these are short."""
    random = Random(seed)
    steps: list[Step] = []
    for _ in range(_GAMES):
        begun = len(steps)
        steps.append(line(random.choice(["-W", "-B"])))
        steps += [Step(CHOICE, number=random.randrange(256)) for _ in range(random.randrange(_BEFORE))]
        near = [_KINDS_OF_ALIASES * random.randrange(250_000) + random.randrange(_FAR) for _ in range(_EACH)]
        steps += [Step(ALIAS, number=number, now=n > 0) for n, number in enumerate(near)]
        reply = Step(CHOICE, number=random.randrange(256), now=True)
        held = random.choice([None, None, 0, random.randrange(1, 12)])
        steps += [
            random.choice(
                [reply._replace(broken=random.randrange(4), held=held), reply._replace(torn=random.randrange(5))]
            ),
            reply,
        ]
        end = random.choice(["lf", *ENDS])
        steps[begun:] = [step._replace(end=end) for step in steps[begun:]]
    return Script(tuple(steps))


def far(number: int) -> Step:
    """An alias of the move farthest to the right."""
    return Step(ALIAS, number=_FAR + _KINDS_OF_ALIASES * number, now=True)


#: Of four numbers of aliases the last is for those.
_FAR, _KINDS_OF_ALIASES = 3, 4

#: Such games; fewer moves before the first alias; and aliases in a game.
_GAMES, _BEFORE, _EACH = 10, 4, 7


def first_fouls(seed: int) -> Script:
    """The same game again and again, and in it two illegal moves: the first of each kind in turn. A lamp that stays on
    shows only the first; the second must be as illegal as before."""
    random = Random(seed)
    kind, count = random.choice([*[(CHOICE, random.randrange(5))] * 3, (LONG, random.randint(6, 10))])
    before = [Step(kind, number=random.randrange(256)) for _ in range(count)]
    game, number = [line(random.choice(["-W", "-B"])), *before], random.randrange(1000)
    games = [[line("-B")]] * _OPENINGS + [game] * (_KINDS if kind == CHOICE else _KINDS // 2)
    seconds = (Step(WRONG, number=random.randrange(1000)) for _ in games)
    fouls = (
        [*begun, Step(WRONG, number=number + kind), second, Step(CHOICE)]
        for kind, (begun, second) in enumerate(zip(games, seconds, strict=True))
    )
    return Script(tuple(chain.from_iterable(fouls)))


#: No game has more kinds of illegal moves; and such games of which they are the first.
_KINDS, _OPENINGS = 8, 10
