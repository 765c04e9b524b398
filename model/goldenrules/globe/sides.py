"""The two players, and the pieces that may stand on a point."""

from __future__ import annotations

from enum import IntEnum


class Side(IntEnum):
    """The side that a piece belongs to; the side whose turn it is."""

    NORTH = 1
    SOUTH = 2


NORTH, SOUTH = Side
SIDE_NAMES = {NORTH: "North", SOUTH: "South"}
#: The content of a point, as it is written in a board: nothing, or a piece.
EMPTY = 0
LETTERS = ".ns"


def other(side: Side) -> Side:
    """Return the other side."""
    return SOUTH if side == NORTH else NORTH
