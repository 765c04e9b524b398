"""What makes two positions the same: the tiles, where and how they lie, and the next one.

The stones follow from the tiles: each stands at the end of the path that begins at its start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from goldenrules.tsolitaire.cells import SIZE, Cell, cell_at, column_of, row_of
from goldenrules.tsolitaire.tiles import Rotation, Tile, canonical

if TYPE_CHECKING:
    from goldenrules.tsolitaire.position import Position

#: Cell, tile and rotation of each tile on the board, in order of cells; and the next tile.
Key = tuple[tuple[tuple[Cell, Tile, Rotation], ...], Tile | None]


def key(position: Position, *, symmetric: bool = False) -> Key:
    """Equal for equal positions. `symmetric`: also for the same board turned by a quarter."""
    board: tuple[tuple[Cell, Tile, Rotation], ...] = tuple(sorted(position.placed.values()))
    boards = [board]
    for _ in range(3 if symmetric else 0):
        board = tuple(sorted(_turned(*placed) for placed in board))
        boards.append(board)
    return min(boards), position.next_tile


def _turned(cell: Cell, tile: Tile, rotation: Rotation) -> tuple[Cell, Tile, Rotation]:
    place = cell_at(column_of(cell), SIZE - 1 - row_of(cell))
    return place, tile, canonical(tile, Rotation((rotation + 1) % 4))
