"""Long games: replies that give nobody the win, and the player much to think about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from goldenrules.trax import Move, Position, Trap
from goldenrules.trax.policy import can_win

#: So many replies are compared at a time.
_COMPARED = 6


def lasting(position: Position, number: int) -> Move | None:
    """Of a few legal turns the one that leaves the most candidates, if nobody has won by it nor can at once; else the
    next best, else of a few others. The number decides which few. If there is none like that, any legal turn."""
    moves = position.candidates()
    Random(number).shuffle(moves)
    for start in range(0, len(moves), _COMPARED):
        for _, move in sorted(_quiet(position, moves[start : start + _COMPARED]), reverse=True):
            position.play(*move)
            lost = can_win(position)
            position.take_back()
            if not lost:
                return move
    return next((move for move in moves if position.is_legal(*move)), None)


def _quiet(position: Position, moves: Iterable[Move]) -> Iterator[tuple[int, Move]]:
    """Those by which nobody wins, and how many candidates are there then."""
    for move in moves:
        try:
            position.play(*move)
        except Trap:
            continue
        if position.winner is None:
            yield len(position.candidates()), move
        position.take_back()
