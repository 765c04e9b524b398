"""A simple way to choose a move, for matches: look one stone ahead."""

from __future__ import annotations

from goldenrules.evening.colours import other
from goldenrules.evening.notation import Move
from goldenrules.evening.position import Position

#: Has the player won, does he lead, minus the other player's cells, his own cells.
_Worth = tuple[bool, bool, int, int]


def greedy(position: Position) -> list[Move]:
    """Return the best stones of the player who has the move; empty if that player cannot place.

    The best stones win; otherwise they lead; otherwise they leave the other player the fewest cells to place on, and
    the mover the most.
    """
    moves = [move for move in position.legal_moves() if move.colour is position.players[0]]
    worth = {move: _worth(position, move) for move in moves}
    most = max(worth.values(), default=None)
    return [move for move in moves if worth[move] == most]


def _worth(position: Position, move: Move) -> _Worth:
    mover = move.colour
    position.play(move)
    left, own = len(position.cells(other(mover))), len(position.cells(mover))
    worth = position.winner is mover, position.leader is mover, -left, own
    position.take_back()
    return worth
