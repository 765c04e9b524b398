"""The notation used before 1998 (RULES 1.4): column, row, and how the track goes on.

Its labels are the coordinates *after* the move, so a tile left of the box is in column A and one above it in row 1.
That leaves nothing to tell a new tile from the one that lay there, except that the latter is occupied; and one cell,
above the top left tile, which is written the other way round: `1A`. Boards of more than nine rows or 26 columns are
read and written with more digits and letters.
"""

from __future__ import annotations

from goldenrules.errors import NotationError
from goldenrules.trax.board import Board
from goldenrules.trax.cells import ORIGIN, Cell, cell_at, column_of, neighbour, row_of
from goldenrules.trax.errors import Reason
from goldenrules.trax.notation import Move
from goldenrules.trax.scan import column_name, scan_label, scan_length, scan_letter
from goldenrules.trax.tiles import (
    EAST,
    FITTING,
    NORTH,
    SIDES,
    SOUTH,
    WEST,
    WHITE,
    Entries,
    Side,
    Symbol,
    colour_at,
    entered,
    entry,
    joined,
    opposite,
)

_EXITS: dict[str, Side] = {"U": NORTH, "R": EAST, "D": SOUTH, "L": WEST}
_ABOVE_A1 = "1A"


def read_move(position: Board, text: str) -> Move:
    """Return the move that `text` means in `position`. Whether the rules allow it is for `Position.play` to say."""
    column, row, letter, at = _split(text)
    cell = _cell(position, text, column, row)
    if not position.tiles:
        if letter not in "SC":
            found = f"{letter}, where no track leads in"
            raise NotationError(Reason.AMBIGUOUS, text, at, found, "S or C for the first tile")
        return Move(cell, "+" if letter == "S" else "/")
    entries = position.entries.get(cell, 0)
    symbols = [symbol for symbol in FITTING if letter in _letters(entries, symbol)]
    if len(symbols) != 1 and entries:
        meant = ", ".join(symbols) or "no tile"
        ways = " ".join(_letters(entries, symbol)[0] for symbol in FITTING if FITTING[symbol][entries])
        raise NotationError(Reason.AMBIGUOUS, text, at, f"{letter}, which means {meant} here", f"one of {ways}")
    # A cell without a tile beside it has no tracks: any symbol will do, as the rules refuse the cell.
    return Move(cell, symbols[0] if symbols else "+")


def write_move(position: Board, move: Move) -> str:
    """Return the text of `move`, which is legal and has not been played yet."""
    if not position.tiles:
        return "A1" + ("S" if move.symbol == "+" else "C")
    column, row = column_of(move.cell) - position.box.left + 1, row_of(move.cell) - position.box.top + 1
    label = _ABOVE_A1 if (column, row) == (1, 0) else f"{column_name(max(column, 1))}{max(row, 1)}"
    return label + _letters(position.entries[move.cell], move.symbol)[0]


def _letters(entries: Entries, symbol: Symbol) -> str:
    """Return every letter that may stand for `symbol` there, the usual one first.

    The track is the one that leads in; if both colours do, the white one. Against two edges S and C say enough, but not
    between two opposite ones: there both curves fit, and the exit of the white track tells which.
    """
    tile = FITTING[symbol][entries]
    if not tile:
        return ""
    sides = [side for side in SIDES if entry(entries, side)]
    track = (entered(entries, WHITE) or sides)[0]
    a, b = joined(tile, colour_at(tile, track))
    leaves = b if track == a else a
    exit_letter = next(letter for letter, side in _EXITS.items() if side == leaves)
    if symbol == "+":
        return "S" + exit_letter
    between_opposite = len(sides) == 2 and sides[1] == opposite(sides[0])
    return exit_letter + "C" if len(sides) == 1 or between_opposite else "C" + exit_letter


def _split(text: str) -> tuple[int, int, str, int]:
    """Return column and row, both from 1 but for `1A`, the letter, and where it stands."""
    scan_length(text, "B3S")
    if text.startswith(_ABOVE_A1):
        column, row, end = 1, 0, len(_ABOVE_A1)
    else:
        column, row, at_row, end = scan_label(text)
        if column == 0:
            raise NotationError(Reason.BAD_COLUMN, text, 0, "@", "capital letters")
        if row == 0:
            raise NotationError(Reason.BAD_ROW, text, at_row, "0", "a row from 1")
    return column, row, scan_letter(text, end, "SCUDLR"), end


def _cell(position: Board, text: str, column: int, row: int) -> Cell:
    """Return the cell that is meant: an empty cell means itself, an occupied one its neighbour outside the box."""
    box = position.box
    if not position.tiles:
        if (column, row) != (1, 1):
            raise NotationError(Reason.OUT_OF_RANGE, text, 0, text[:-1], "A1, as the board is empty")
        return ORIGIN
    if column > box.columns + 1 or row > box.rows + 1:
        expected = f"columns to {column_name(box.columns + 1)}, rows to {box.rows + 1}"
        raise NotationError(Reason.OUT_OF_RANGE, text, 0, text[:-1], expected)
    cell = cell_at(box.left + column - 1, box.top + row - 1)
    if cell in position.tiles and column == 1:
        return neighbour(cell, WEST)
    if cell in position.tiles and row == 1:
        return neighbour(cell, NORTH)
    return cell
