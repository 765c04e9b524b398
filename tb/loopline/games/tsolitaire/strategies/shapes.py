"""Shapes of a placement that are rare in random play, and the library: games whose last placement has one.

docs/rules/tsolitaire.md says how rare. `library.txt` keeps them, and `ci/tsolitaire_library.py` finds more. A line of
the library is a shape, a colon, and the game, the shortest game of each shape first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
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
    StoneRun,
    canonical,
    cell_at,
    column_of,
    read_move,
    row_of,
)

#: A run of more tiles than this is long; a stone that leaves after this many or more leaves late.
LONG, LATE = 20, 15
#: As the library files them.
SHAPES = ("long run", "four stones", "four times", "late leaver", "crowd", "cleared")
#: At most this many stones move in one placement, and one stone passes one tile at most this often. A cell that more
#: stones face can never be filled.
MOST = 4


def shape_of(runs: Sequence[StoneRun]) -> str:
    """Return the shape of a placement that makes stones run like this; "" if it has another.

    A cleared board is not among them: the runs do not show it.
    """
    if any(run.end is None for run in runs):
        return _refused_shape(runs)
    if most_passes(runs) == MOST:
        return "four times"
    if len(runs) == MOST:
        return "four stones"
    return "long run" if longest(runs) > LONG else ""


def _refused_shape(runs: Sequence[StoneRun]) -> str:
    """Return the kind of refused placement that these runs make.

    "crowd", "late leaver", or "" for an ordinary one.
    """
    if len(runs) > MOST:
        return "crowd"
    leaving = [run for run in runs if run.end is None]
    return "late leaver" if len(leaving) == 1 and longest(leaving) >= LATE else ""


def longest(runs: Sequence[StoneRun]) -> int:
    """Return the tiles of the longest run, each as often as it is passed."""
    return max((len(run.passes) for run in runs), default=0)


def most_passes(runs: Sequence[StoneRun]) -> int:
    """Return how often a stone passes one tile."""
    return max((max(Counter(cell for cell, *_ in run.passes).values()) for run in runs), default=0)


# --- the library ------------------------------------------------------------------------------------------------------

Game = tuple[Placement, ...]

#: Four quarter turns of the board, and as many of its mirror image.
SIDES = 8

#: The first tile and rotation that has these joints.
_TILE_OF = {JOINTS[tile][rotation]: (tile, Rotation(rotation)) for tile in TILES for rotation in (3, 2, 1, 0)}


@cache
def entries(shape: str) -> tuple[Game, ...]:
    """Return the games of the library whose last placement has this shape."""
    text = resources.files(__package__).joinpath("library.txt").read_text(encoding="ascii")
    lines = (line.split(": ") for line in text.splitlines())
    return tuple(tuple(read_move(None, text) for text in game.split()) for kind, game in lines if kind == shape)


def seen_from(side: int, game: Game) -> Game:
    """Return the game on a board that is turned, or turned and mirrored; 0 is the game itself."""
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
    """Return the placement with left and right changed: port 0 is then 1, 2 is 7, and so on."""
    cell, tile, rotation = placement
    joints: Joints = JOINTS[tile][rotation]
    image = tuple(PORTS[(1 - joints[(1 - port) % 8]) % 8] for port in PORTS)
    return Placement(cell_at(row_of(cell), SIZE - 1 - column_of(cell)), *_TILE_OF[image])
