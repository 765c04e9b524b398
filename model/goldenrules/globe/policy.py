"""Choices of the model's players: all steps that are equally good, so that chance can decide between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from goldenrules.globe.notation import Step
from goldenrules.globe.position import Position
from goldenrules.globe.sides import Side, other
from goldenrules.globe.table import worth

#: The value of a won game, less the plies that it takes. A draw is worth 0, and any piece less than a win.
_WON = 1000

#: The value of a position to a side.
Judge = Callable[[Position, Side], int]


def greedy(position: Position) -> list[Step | None]:
    """Return the steps with the best balance of pieces after the opponent's best reply; a pass without any step."""
    return _best(position, position.legal_moves(), _after_the_reply)


def perfect(position: Position) -> list[Step | None]:
    """Return the steps that win fastest, or delay the end, by the tables.

    Among equal steps, and without a table, greedy decides.
    """
    if worth(position) is None:
        return greedy(position)
    return _best(position, _best(position, position.legal_moves(), _known), _after_the_reply)


def _best(position: Position, steps: Iterable[Step | None], judge: Judge) -> list[Step | None]:
    judged = {step: _after(position, step, judge) for step in steps}
    most = max(judged.values(), default=0)
    return [step for step, value in judged.items() if value == most]


def _after(position: Position, step: Step | None, judge: Judge) -> int:
    """Return the value of this step for the player who makes it."""
    side = position.to_move
    position.play(step)
    value = (_WON if position.winner else 0) if position.over else judge(position, side)
    position.take_back()
    return value


def _more_pieces(position: Position, side: Side) -> int:
    return position.count(side) - position.count(other(side))


def _after_the_reply(position: Position, side: Side) -> int:
    replies = (-_after(position, step, _more_pieces) for step in position.legal_moves())
    return min(replies, default=_more_pieces(position, side))


def _known(position: Position, side: Side) -> int:
    """Look the value up in the tables."""
    found = worth(position)
    if found is None or not found.value:
        return 0
    mine = found.value if position.to_move == side else -found.value
    return mine * (_WON - found.plies)
