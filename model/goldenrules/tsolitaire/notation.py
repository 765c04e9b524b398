"""A placement as text (RULES 3.5): `6B16B` is row 6, column B, tile 16, rotation B."""

from __future__ import annotations

import re
from typing import NamedTuple

from goldenrules.errors import NotationError
from goldenrules.tsolitaire.cells import COLUMN_NAMES, SIZE, Cell, cell_at, cell_name
from goldenrules.tsolitaire.errors import Reason
from goldenrules.tsolitaire.tiles import ROTATION_NAMES, TILES, Rotation, Tile, canonical

#: The longest placement; no more of a hostile text than this is looked at.
LONGEST = 24

_SHAPE = re.compile(r"([0-9]+)([A-Za-z])([0-9]+)([A-Za-z])")


class Placement(NamedTuple):
    """The choice of a player; the tile is the next one."""

    cell: Cell
    tile: Tile
    rotation: Rotation

    def __str__(self) -> str:
        return f"{cell_name(self.cell)}{self.tile}{ROTATION_NAMES[self.rotation]}"


def read_move(position: object, text: str) -> Placement:
    """Return the placement of a text; the same in every position.

    The rotation is as written; `canonical` gives the preferred one.
    """
    match = _SHAPE.fullmatch(text[: LONGEST + 1])
    if not match or len(text) > LONGEST:
        shape, shown = "row, column, tile and rotation, as in 6B16B", text[:LONGEST]
        raise NotationError(Reason.BAD_SYNTAX, shown, 0, repr(shown), shape)
    row, column, tile, rotation = match.groups()
    if len(row) > 1 or not 1 <= int(row) <= SIZE:
        raise NotationError(Reason.BAD_ROW, text, 0, f"row {row}", f"1 to {SIZE}")
    if column not in COLUMN_NAMES:
        names = f"{COLUMN_NAMES[0]} to {COLUMN_NAMES[-1]}"
        raise NotationError(Reason.BAD_COLUMN, text, match.start(2), f"column {column}", names)
    number = read_tile(text, match.start(3), tile)
    if rotation not in ROTATION_NAMES:
        names = f"one of {' '.join(ROTATION_NAMES)}"
        raise NotationError(Reason.BAD_ROTATION, text, match.start(4), f"rotation {rotation}", names)
    cell = cell_at(int(row) - 1, COLUMN_NAMES.index(column))
    return Placement(cell, number, Rotation(ROTATION_NAMES.index(rotation)))


def read_tile(text: str, at: int, digits: str) -> Tile:
    """Return the number of a tile.

    Args:
        text: The placement.
        at: The index at which the number begins.
        digits: The digits that stand there.
    """
    if len(digits) > 2 or digits != str(int(digits)) or int(digits) not in TILES:
        numbers = f"0 to {TILES[-1]}, without leading zeros"
        raise NotationError(Reason.BAD_TILE, text, at, f"tile {digits[:LONGEST]}", numbers)
    return Tile(int(digits))


def write_move(position: object, placement: Placement) -> str:
    """Return the text of a placement; the same in every position.

    In the canonical rotation, if several look the same.
    """
    cell, tile, rotation = placement
    return str(Placement(cell, tile, canonical(tile, rotation)))
