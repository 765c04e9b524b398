"""Keys that are equal for equal positions: the tiles, wherever they lie, the player to move, and the result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from goldenrules.trax.board import Board
from goldenrules.trax.cells import column_of, row_of
from goldenrules.trax.tiles import TILES, Colour, Tile

#: Column and row of each tile, from the corner of the box or of the fixed field, row by row.
Tiles = tuple[tuple[int, int, Tile], ...]
#: The player to move, the winner, the tiles.
Key = tuple[Colour, Colour | None, Tiles]


#: After a quarter turn clockwise: what was red in the north is red in the east.
_TURNED = {tile: Tile((tile << 1 | tile >> 3) & 15) for tile in TILES}
#: East and west change places.
_MIRRORED = {tile: Tile(tile & 0b0101 | (tile & 0b0010) << 2 | (tile & 0b1000) >> 2) for tile in TILES}


def tiles_key(board: Board, *, symmetric: bool = False) -> Tiles:
    """Return a key that is equal for equal boards under the same rules.

    `symmetric`: also for rotated and reflected ones.
    """
    frame = board.field or board.box
    tiles = [(column_of(cell) - frame.left, row_of(cell) - frame.top, tile) for cell, tile in board.tiles.items()]
    boards = _images(tiles, frame.columns, frame.rows) if symmetric else [tiles]
    return min(tuple(sorted(image, key=_reading_order)) for image in boards)


def _reading_order(placed: tuple[int, int, Tile]) -> tuple[int, int]:
    column, row, _ = placed
    return row, column


def _images(tiles: Iterable[tuple[int, int, Tile]], columns: int, rows: int) -> Iterator[list[tuple[int, int, Tile]]]:
    """Yield a board turned four times, and its mirror image turned four times. All eight fit the frame again."""
    board = list(tiles)
    for _ in range(4):
        yield board
        yield [(columns - 1 - column, row, _MIRRORED[tile]) for column, row, tile in board]
        board = [(rows - 1 - row, column, _TURNED[tile]) for column, row, tile in board]
        columns, rows = rows, columns
