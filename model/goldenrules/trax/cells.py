"""Cells and edges as plain integers, so that a step is an addition and a dictionary key costs nothing.

A cell is `row * ROW + column`. Both may be negative; ROW is so large that no game that fits into a memory can reach
from one row into the next: positions may grow without limit. The first tile of a game lies at ORIGIN, rows count
downwards.

An edge is the border between two cells, one number whichever side it is seen from: twice the cell below it, or twice
the cell right of it plus one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from goldenrules.trax.tiles import Side

if TYPE_CHECKING:

    class Cell(int):
        """The type of cells: a type checker keeps them apart from numbers, and a step from a cell leads to a cell.

        At run time they are plain integers, for speed.
        """

        def __add__(self, step: int, /) -> Cell: ...
        def __sub__(self, step: int, /) -> Cell: ...
else:
    Cell = int

Edge = int

ROW = 1 << 32
HALF = ROW >> 1
MASK = ROW - 1
#: The cell of the first tile.
ORIGIN = Cell(0)

#: Step to the neighbour on each side.
STEP: tuple[int, ...] = (-ROW, 1, ROW, -1)
#: From twice the cell to the edge on each side.
EDGE: tuple[int, ...] = (0, 3, 2 * ROW, 1)


def cell_at(column: int, row: int) -> Cell:
    """Return the cell in this column and row, counted from the first tile."""
    return ORIGIN + row * ROW + column


def column_of(cell: Cell) -> int:
    """Return the column of a cell, to the right of the first tile."""
    return (cell + HALF & MASK) - HALF


def row_of(cell: Cell) -> int:
    """Return the row of a cell, below the first tile."""
    return cell + HALF >> 32


def neighbour(cell: Cell, side: Side) -> Cell:
    """Return the cell beside it on this side."""
    return cell + STEP[side]


class Box(NamedTuple):
    """The bounding box of the tiles; all four bounds inclusive."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def columns(self) -> int:
        return self.right - self.left + 1

    @property
    def rows(self) -> int:
        return self.bottom - self.top + 1

    @property
    def longest(self) -> int:
        """Its columns or its rows, whichever are more."""
        left, top, right, bottom = self
        return max(right - left, bottom - top) + 1

    def __contains__(self, cell: object) -> bool:
        if not isinstance(cell, Cell):
            return False
        left, top, right, bottom = self
        return left <= column_of(cell) <= right and top <= row_of(cell) <= bottom

    def including(self, cell: Cell) -> Box:
        """Return the box with the cell in it; the same box if the cell is in it already."""
        left, top, right, bottom = self
        column, row = column_of(cell), row_of(cell)
        if left <= column <= right and top <= row <= bottom:
            return self
        return Box(
            column if column < left else left,
            row if row < top else top,
            column if column > right else right,
            row if row > bottom else bottom,
        )

    def cells(self) -> list[Cell]:
        """Yield the cells row by row from the top left."""
        rows, columns = range(self.top, self.bottom + 1), range(self.left, self.right + 1)
        return [cell_at(column, row) for row in rows for column in columns]


#: The box of the empty board: nothing in it, and `including` a cell gives just that cell.
NO_BOX = Box(HALF, HALF, -HALF, -HALF)
