"""The hexagonal board (RULES 4.1): cells as numbers in reading order, their names, neighbours and symmetries.

A cell's name is the letter of its row, from `a` at the top, and its place in the row from the left, from 1: `a1` is
cell 0. The trick behind neighbours and symmetries is to give each cell two coordinates, q along its row and r down the
board, both 0 in the middle: there every step is the same for every cell, and so is a turn of the board by 60 degrees.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NewType

Cell = NewType("Cell", int)

#: The numbers of cells that the board may have along each side.
SIDES = range(2, 7)

#: Clockwise from the upper left, as (q, r).
_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
_NAME = re.compile(r"([a-z])([1-9][0-9]?)")


@dataclass(frozen=True)
class Hexagon:
    """A board of this side. `hexagon(side)` makes each only once."""

    side: int
    #: The cells of each row, from the top.
    rows: tuple[tuple[Cell, ...], ...]
    #: The neighbours of each cell, clockwise from the upper left; a cell at the rim has fewer than six.
    neighbours: tuple[tuple[Cell, ...], ...]
    #: The twelve rotations and reflections. Each says, for each cell, which cell moves there.
    symmetries: tuple[tuple[Cell, ...], ...]
    names: tuple[str, ...]

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, in reading order."""
        return tuple(cell for row in self.rows for cell in row)

    def __len__(self) -> int:
        return len(self.names)

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, int) and 0 <= cell < len(self.names)

    def named(self, name: str) -> Cell | None:
        """Return the cell of this name, or None if the board lacks it."""
        found = _NAME.fullmatch(name)
        row, place = (ord(found[1]) - ord("a"), int(found[2])) if found else (len(self.rows), 0)
        return self.rows[row][place - 1] if row < len(self.rows) and place <= len(self.rows[row]) else None


@cache
def hexagon(side: int) -> Hexagon:
    """Return the board of this side; the same one each time."""
    if side not in SIDES:
        raise ValueError(f"expected a side from {SIDES[0]} to {SIDES[-1]}, got {side}")
    reach = range(1 - side, side)
    rows = [[(q, r) for q in reach if abs(q + r) < side] for r in reach]
    at = {place: Cell(number) for number, place in enumerate(place for row in rows for place in row)}
    turned = [at]
    for _ in range(5):
        turned.append({(-r, q + r): cell for (q, r), cell in turned[-1].items()})
    images = [*turned, *({(r, q): cell for (q, r), cell in image.items()} for image in turned)]
    return Hexagon(
        side,
        rows=tuple(tuple(at[place] for place in row) for row in rows),
        neighbours=tuple(tuple(at[q + x, r + y] for x, y in _STEPS if (q + x, r + y) in at) for q, r in at),
        symmetries=tuple(tuple(image[place] for place in at) for image in images),
        names=tuple(f"{chr(ord('a') + y)}{x}" for y, row in enumerate(rows) for x in range(1, len(row) + 1)),
    )
