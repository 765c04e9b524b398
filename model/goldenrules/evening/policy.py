"""A simple way to choose a move, for matches: look one stone ahead."""

from __future__ import annotations

from goldenrules.evening.colours import Colour, other
from goldenrules.evening.position import Move, Position


def greedy(position: Position) -> Move | None:
    """Of the cells of the player who has the move: the one after which he has won, or else has the most cells to place
    on compared with the other player, or else has the longest list. The first of equal ones; None: he has none.
    """
    moves = [move for move in position.legal_moves() if move.colour is position.players[0]]
    return max(moves, key=lambda move: _worth(position, move), default=None)


def _worth(position: Position, move: Move) -> tuple[bool, int, list[int]]:
    position.play(move)
    worth = position.winner is move.colour, _more_cells(position, move.colour), position.sizes(move.colour)
    position.take_back()
    return worth


def _more_cells(position: Position, colour: Colour) -> int:
    return len(position.cells(colour)) - len(position.cells(other(colour)))
