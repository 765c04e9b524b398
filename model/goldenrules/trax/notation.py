"""Notation (RULES 1.4): `<column><row><symbol>`, counted from the bounding box before the turn."""

from __future__ import annotations

from typing import NamedTuple

from goldenrules.errors import NotationError
from goldenrules.trax.board import Board
from goldenrules.trax.cells import Box, Cell, cell_at, column_of, row_of
from goldenrules.trax.errors import Reason
from goldenrules.trax.scan import column_name, scan_label, scan_length, scan_letter
from goldenrules.trax.tiles import SYMBOLS, Symbol


class Move(NamedTuple):
    """The choice of a player."""

    cell: Cell
    symbol: Symbol


class Label(NamedTuple):
    """A text as far as it can be read without a board. `at_row` is where in it the row begins."""

    column: int
    row: int
    symbol: Symbol
    at_row: int


def read_label(text: str) -> Label:
    """Return what `text` says, whether the board has such a cell or not."""
    scan_length(text, "B3+")
    column, row, at_row, end = scan_label(text)
    return Label(column, row, scan_letter(text, end, "".join(SYMBOLS)), at_row)


def read_move(position: Board, text: str) -> Move:
    """Return the move that `text` means in `position`. Whether the rules allow it is for `Position.play` to say."""
    column, row, symbol, at_row = read_label(text)
    labels = labelled(position)
    if column >= labels.columns:
        expected = _up_to("@", column_name(labels.columns - 1))
        raise NotationError(Reason.OUT_OF_RANGE, text, 0, f"column {text[:at_row]}", expected)
    if row >= labels.rows:
        raise NotationError(Reason.OUT_OF_RANGE, text, at_row, f"row {row}", _up_to("0", str(labels.rows - 1)))
    return Move(cell_at(labels.left + column, labels.top + row), symbol)


def write_move(position: Board, move: Move) -> str:
    """Return the text of `move`, which has not been played yet."""
    return f"{label(position, move.cell)}{move.symbol}"


def label(position: Board, cell: Cell) -> str:
    """Return what a cell in the box, or right beside it, is called now."""
    labels = labelled(position)
    return f"{column_name(column_of(cell) - labels.left)}{row_of(cell) - labels.top}"


def labelled(position: Board) -> Box:
    """Return the cells that have a label; the first of them is `@0`.

    That is the box and one cell around it; on the empty board the one cell of the first tile. A board whose first cell
    is free to choose does not move: there `A1` is its corner, and `@` and `0` lie outside.
    """
    box = position.box
    if position.field and position.rules.first_cell_free:
        left, top, right, bottom = position.field
        return Box(left - 1, top - 1, right, bottom)
    if not position.tiles:
        return Box(0, 0, 0, 0)
    return Box(box.left - 1, box.top - 1, box.right + 1, box.bottom + 1)


def _up_to(first: str, last: str) -> str:
    return f"{first} to {last}" if first != last else f"{first}, as the board is empty"
