"""The library: games whose last placement is something rare. `library.txt` keeps them, and
`ci/tsolitaire_library.py` finds more.

A line is a shape (shapes.py), a colon, and the game, the shortest game of each shape first.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

from goldenrules.tsolitaire import (
    JOINTS,
    PORTS,
    SIZE,
    TILES,
    Joints,
    Placement,
    Rotation,
    canonical,
    cell_at,
    column_of,
    read_move,
    row_of,
)

Game = tuple[Placement, ...]

#: Four quarter turns of the board, and as many of its mirror image.
SIDES = 8

#: The first tile and rotation that has these joints.
_TILE_OF = {JOINTS[tile][rotation]: (tile, Rotation(rotation)) for tile in TILES for rotation in (3, 2, 1, 0)}


@cache
def entries(shape: str) -> tuple[Game, ...]:
    """The games of the library whose last placement has this shape."""
    text = resources.files(__package__).joinpath("library.txt").read_text(encoding="ascii")
    lines = (line.split(": ") for line in text.splitlines())
    return tuple(tuple(read_move(None, text) for text in game.split()) for kind, game in lines if kind == shape)


def seen_from(side: int, game: Game) -> Game:
    """The same game on a board that is turned, or turned and mirrored; 0 is the game itself."""
    if side >= SIDES // 2:
        game = tuple(map(_mirrored, game))
    for _ in range(side % (SIDES // 2)):
        game = tuple(map(_turned, game))
    return game


def _turned(placement: Placement) -> Placement:
    cell, tile, rotation = placement
    return Placement(
        cell_at(column_of(cell), SIZE - 1 - row_of(cell)), tile, canonical(tile, Rotation((rotation + 1) % 4))
    )


def _mirrored(placement: Placement) -> Placement:
    """Left and right change places: port 0 is then 1, 2 is 7, and so on."""
    cell, tile, rotation = placement
    joints: Joints = JOINTS[tile][rotation]
    image = tuple(PORTS[(1 - joints[(1 - port) % 8]) % 8] for port in PORTS)
    return Placement(cell_at(row_of(cell), SIZE - 1 - column_of(cell)), *_TILE_OF[image])
