"""Moves as text (RULES 4.6): the player's letter, then the cell by name or number, or `-` if he declines."""

from __future__ import annotations

from typing import NamedTuple

from goldenrules.errors import NotationError
from goldenrules.evening.board import Board
from goldenrules.evening.cells import Cell, Hexagon
from goldenrules.evening.colours import BLACK, LETTERS, WHITE, Colour
from goldenrules.evening.errors import Reason

DECLINES = "-"

_COLOURS = {LETTERS[colour]: colour for colour in (WHITE, BLACK)}
#: The longest number or name of a cell. A number of a thousand digits is refused without being converted.
_LONGEST = 4


class Move(NamedTuple):
    """A player's move: he places a stone or, if `cell` is None, declines."""

    colour: Colour
    cell: Cell | None


def read_move(position: Board, text: str) -> Move:
    """Return the move of a text. Raise NotationError.

    A number beyond the board is read, too: the rules refuse it.
    """
    if not text:
        raise NotationError(Reason.EMPTY_MOVE, text, 0, "nothing", "a move, such as Wc5 or B-")
    colour = _COLOURS.get(text[0])
    if colour is None:
        raise NotationError(Reason.BAD_COLOUR, text, 0, repr(text[0]), "W or B, as in Wc5")
    return Move(colour, None if text[1:] == DECLINES else _read_cell(text, position.hexagon))


def _read_cell(text: str, board: Hexagon) -> Cell:
    word = text[1:]
    if len(word) <= _LONGEST and word.isascii() and word.isdecimal() and (word == "0" or word[0] != "0"):
        return Cell(int(word))
    cell = board.named(word)
    if cell is None:
        last, most = board.names[-1], len(board) - 1
        expected = f"a cell of side {board.side}, a1 to {last} or 0 to {most}, or {DECLINES} to decline"
        raise NotationError(Reason.BAD_CELL, text, 1, repr(word[:20]) if word else "nothing", expected)
    return cell


def write_move(position: Board, move: Move) -> str:
    """Return the text of the move, with the cell's name."""
    return LETTERS[move.colour] + (DECLINES if move.cell is None else position.hexagon.names[move.cell])
