"""The two players, and what may stand on a point."""

from __future__ import annotations

from enum import IntEnum


class Side(IntEnum):
    """Who a piece belongs to; whose turn it is."""

    NORTH = 1
    SOUTH = 2


NORTH, SOUTH = Side
SIDE_NAMES = {NORTH: "North", SOUTH: "South"}
#: What stands on a point, as it is written in a board: nothing, or a piece.
EMPTY = 0
LETTERS = ".ns"


def other(side: Side) -> Side:
    """Return the other side."""
    return SOUTH if side == NORTH else NORTH
