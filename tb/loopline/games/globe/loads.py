"""Positions as requests: those that are besieged, those that are spread out, and games of all kinds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product

from goldenrules.globe import FEWEST, MOST, POINTS, Mask, mask_of

from loopline.games.globe.protocol import CaptureCode, Op, Request, SideCode
from loopline.games.globe.requests import NEW
from loopline.games.globe.sieges import Siege


def closing(siege: Siege) -> Request:
    """The move with which the siege captures."""
    return Request(Op.MOVE, origin=siege.origin, target=siege.target)


def besieged(siege: Siege, to_move: int, choose: Callable[[int], int], spare: int = 0) -> Request:
    """Load a siege before its last move; `spare` more pieces of the enemy stand elsewhere."""
    return load(*siege.filled(choose, spare), to_move)


def load(mover: Mask, other: Mask, to_move: int) -> Request:
    """Load a board with these pieces of the player to move and of the other."""
    north, south = (mover, other) if to_move == SideCode.NORTH else (other, mover)
    return Request(Op.LOAD, to_move=to_move, board=north << len(POINTS) | south)


#: Steps through all points, one by one.
DISTANCES = (1, 2, 4, 5, 8, 10)


def spread(north: int, south: int, to_move: int, first: int, distance: int) -> Request:
    """A board with this many pieces of each side, at equal distances from the first on."""
    points = [POINTS[(first + DISTANCES[distance] * number) % len(POINTS)] for number in range(north + south)]
    return load(mask_of(points[:north]), mask_of(points[north:]), 0)._replace(to_move=to_move)


def beginning(number: int) -> Request:
    """A game by each option, or from a position that is loaded: by a number below 65,536."""
    kind, number = divmod(number, 1 << 14)
    return NEW[CaptureCode(kind)] if kind < 3 else _spread_out()[number * len(_spread_out()) >> 14]


@cache
def _spread_out() -> Sequence[Request]:
    material, places = range(FEWEST, MOST + 1), product(range(len(POINTS)), range(len(DISTANCES)))
    return [spread(*one, *place) for place in places for one in product(material, material, SideCode)]
