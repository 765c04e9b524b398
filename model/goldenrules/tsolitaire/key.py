"""Keys that are equal for equal positions: the tiles, where and how they lie, and the next one.

The stones follow from the tiles: each stands at the end of the path that begins at its start.
"""

from __future__ import annotations

from collections.abc import Iterable

from goldenrules.tsolitaire.cells import SIZE, Cell, cell_at, column_of, row_of
from goldenrules.tsolitaire.tiles import Rotation, Tile, canonical

#: Cell, tile and rotation of each tile on the board, in order of cells; and the next tile.
Placed = tuple[Cell, Tile, Rotation]
Key = tuple[tuple[Placed, ...], Tile | None]


def board_key(placed: Iterable[Placed], *, symmetric: bool = False) -> tuple[Placed, ...]:
    """Return a key that is equal for equal boards. `symmetric`: also for the same board turned by a quarter."""
    board = tuple(sorted(placed))
    boards = [board]
    for _ in range(3 if symmetric else 0):
        board = tuple(sorted(_turned(*placed_tile) for placed_tile in board))
        boards.append(board)
    return min(boards)


def _turned(cell: Cell, tile: Tile, rotation: Rotation) -> Placed:
    place = cell_at(column_of(cell), SIZE - 1 - row_of(cell))
    return place, tile, canonical(tile, Rotation((rotation + 1) % 4))
