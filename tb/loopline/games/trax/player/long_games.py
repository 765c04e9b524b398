"""Long games: replies that give nobody the win, and the player much to think about, or columns of two letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random

from goldenrules.trax import Move, Position, Trap
from goldenrules.trax.policy import can_win

#: So many replies are compared at a time.
_FEW, _MANY = 6, 40

#: What the position is worth, after a reply.
_Value = Callable[[], tuple[int, ...]]


def lasting(position: Position, number: int) -> Move | None:
    """Of a few legal turns the one that leaves the most candidates, if nobody has won by it nor can at once; else the
    next best, else of a few others. The number decides which few. If there is none like that, any legal turn."""
    return _lasting(position, number, _FEW, lambda: (len(position.candidates()),))


def widening(position: Position, number: int) -> Move | None:
    """The same, but one that makes the board as wide as can be, and places few tiles."""
    return _lasting(position, number, _MANY, lambda: (position.box.columns, -len(position.tiles)))


def _lasting(position: Position, number: int, compared: int, value: _Value) -> Move | None:
    moves = position.candidates()
    Random(number).shuffle(moves)
    for start in range(0, len(moves), compared):
        for _, move in sorted(_quiet(position, moves[start : start + compared], value), reverse=True):
            position.play(*move)
            lost = can_win(position)
            position.take_back()
            if not lost:
                return move
    return next((move for move in moves if position.is_legal(*move)), None)


def _quiet(position: Position, moves: Iterable[Move], value: _Value) -> Iterator[tuple[tuple[int, ...], Move]]:
    """Those by which nobody wins, and what the position is worth then."""
    for move in moves:
        try:
            position.play(*move)
        except Trap:
            continue
        if position.winner is None:
            yield value(), move
        position.take_back()
