"""Every game there is, up to so many plies, as scripts; and the figures of RULES 1.5 from what the hardware answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from goldenrules.trax import CLASSIC, Position, Refused

from loopline.games.trax.protocol import Op, Reason, Response
from loopline.games.trax.script import TAKE_BACK, Script, Step, new, play

#: Games that begin with the same so many plies are one script: each turn of them is played, and taken back.
TOGETHER = 3


def every_game(plies: int) -> Iterator[Script]:
    """A won game is not continued. Classic rules, so that a trap does not end one."""
    yield from _beginnings(Position(CLASSIC), [new(CLASSIC)], min(TOGETHER, plies - 1), plies)


def _beginnings(position: Position, steps: list[Step], left: int, plies: int) -> Iterator[Script]:
    if not left:
        endings: list[Step] = []
        _endings(position, endings, plies - len(position.turns))
        yield Script((*steps, *endings))
        return
    for move in position.candidates():
        try:
            position.play(*move)
        except Refused:
            continue
        yield from _beginnings(position, [*steps, play(*move)], left - 1, plies)
        position.take_back()


def _endings(position: Position, steps: list[Step], left: int) -> None:
    for move in position.candidates():
        steps.append(play(*move))
        try:
            position.play(*move)
        except Refused:
            continue
        if left > 1:
            _endings(position, steps, left - 1)
        position.take_back()
        steps.append(TAKE_BACK)


def figures(script: Script, answers: Sequence[Sequence[int]], plies: int) -> Counter[str]:
    """What the hardware has answered to the turns that end a sequence of `plies`."""
    counts: Counter[str] = Counter()
    depth = 0
    for step, answer in zip(script.steps, answers, strict=False):
        response = Response(*answer)
        if step.op == Op.TAKE_BACK:
            depth -= 1
        elif step.op == Op.PLAY and response.reason == Reason.DONE:
            depth += 1
            if depth == plies:
                counts += Counter(sequences=1, won=response.over, forced=int(response.placed > 1))
        elif depth == plies - 1 and response.reason == Reason.TRAP:
            counts["trapped"] += 1
    return counts
