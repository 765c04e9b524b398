"""The board (RULES 3.1): its cells, and the places beside their ports where stones stand."""

from __future__ import annotations

from typing import Final, NamedTuple, NewType

from goldenrules.tsolitaire.tiles import PORTS, Port

#: Row by row from the top left, 0 to 35.
Cell = NewType("Cell", int)
Stone = NewType("Stone", int)

SIZE: Final = 6
#: All cells, row by row.
CELLS = tuple(Cell(number) for number in range(SIZE * SIZE))
COLUMN_NAMES = "ABCDEF"
#: Upwards, to the right, downwards, to the left: where the ports 0 and 1, 2 and 3, 4 and 5, 6 and 7 lead.
_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


class Place(NamedTuple):
    """The place of a stone: at a port of an empty cell, outside of it. It faces this cell."""

    cell: Cell
    port: Port

    def __str__(self) -> str:
        return f"{cell_name(self.cell)}/{self.port}"


class Pass(NamedTuple):
    """A passage of a stone over a tile."""

    cell: Cell
    entry: Port
    exit: Port


class StoneRun(NamedTuple):
    """The passages of one stone after a placement, the new tile first."""

    stone: Stone
    passes: tuple[Pass, ...]
    #: The place where it comes to rest; None: it leaves the board.
    end: Place | None


def row_of(cell: Cell) -> int:
    """Return the row of a cell, counted from 0."""
    return cell // SIZE


def column_of(cell: Cell) -> int:
    """Return the column of a cell, counted from 0."""
    return cell % SIZE


def cell_at(row: int, column: int) -> Cell:
    """Return the cell in this row and column, which count from 0."""
    return Cell(row * SIZE + column)


def cell_name(cell: Cell) -> str:
    """Return the name of a cell, such as `3C`."""
    return f"{row_of(cell) + 1}{COLUMN_NAMES[column_of(cell)]}"


def _crossed(cell: Cell, port: Port) -> Place | None:
    """Return the port that this port meets beyond the cell's edge.

    Up and down port 0 meets 5 and 1 meets 4, sideways 2 meets 7 and 3 meets 6.
    """
    down, right = _STEPS[port // 2]
    row, column = row_of(cell) + down, column_of(cell) + right
    if not (0 <= row < SIZE and 0 <= column < SIZE):
        return None
    return Place(cell_at(row, column), Port((5 if down else 9) - port))


#: By cell and port: where a stone comes to that goes out there; None: it leaves the board.
CROSSED: tuple[tuple[Place | None, ...], ...] = tuple(tuple(_crossed(cell, port) for port in PORTS) for cell in CELLS)


def _quarter_turn(place: Place) -> Place:
    turned = cell_at(column_of(place.cell), SIZE - 1 - row_of(place.cell))
    return Place(turned, Port((place.port + 2) % 8))


def _starts() -> tuple[Place, ...]:
    """Return where stones start: two stand at the top; the others are these, turned with the board."""
    pair = [Place(cell_at(0, 1), Port(1)), Place(cell_at(0, 4), Port(0))]
    starts = []
    for _ in range(4):
        starts += pair
        pair = [_quarter_turn(place) for place in pair]
    return tuple(starts)


#: The place of each stone on the empty board.
STARTS = _starts()
#: The stones, 0 to 7.
STONES = tuple(Stone(number) for number in range(len(STARTS)))
