"""Positions in which one step makes a certain capture, such as two groups or six pieces.

Random play hardly ever gets there. Groups are built, and around them a wall: the points beside them. If six pieces are
enough for the wall, all its points but one are occupied, and a piece stands ready to step onto that one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, reduce
from operator import and_, or_
from typing import NamedTuple

from goldenrules.globe import ALL, BESIDE, FEWEST, MOST, POINTS, Mask, Point, beside, mask_of, points_of

from loopline.games.globe.protocol import CaptureCode, Op, Request, SideCode
from loopline.games.globe.requests import NEW


class Siege(NamedTuple):
    groups: tuple[Mask, ...]
    #: The mover's pieces, except the one that steps.
    wall: Mask
    origin: Point
    target: Point

    @property
    def captured(self) -> Mask:
        return sum(self.groups)

    @property
    def step(self) -> Request:
        return Request(Op.MOVE, origin=self.origin, target=self.target)

    def load(self, to_move: int, choose: Callable[[int], int], spare: int = 0) -> Request:
        """The position with more pieces where they do not matter: so many at least, and enough that it can be
        loaded."""
        own, enemy = self.wall | 1 << self.origin, self.captured
        free = [*points_of(ALL & ~(own | enemy | 1 << self.target))]

        def more(mask: Mask) -> Mask:
            missing = max(FEWEST - mask.bit_count(), spare)
            number = missing + choose(MOST + 1 - missing - mask.bit_count())
            return mask | sum(1 << free.pop(choose(len(free))) for _ in range(number))

        return load(more(own), more(enemy), to_move)


def load(mover: Mask, other: Mask, to_move: int) -> Request:
    north, south = (mover, other) if to_move == SideCode.NORTH else (other, mover)
    return Request(Op.LOAD, to_move=to_move, board=north << len(POINTS) | south)


#: Steps through all points, one by one.
DISTANCES = (1, 2, 4, 5, 8, 10)


def spread(north: int, south: int, to_move: int, first: int, distance: int) -> Request:
    """A board with so many pieces of each side, in equal distances from the first on."""
    points = [POINTS[(first + DISTANCES[distance] * number) % len(POINTS)] for number in range(north + south)]
    return load(mask_of(points[:north]), mask_of(points[north:]), 0)._replace(to_move=to_move)


def beginning(number: int) -> Request:
    """A game by each option, or from a position that is loaded: by a number below 65,536."""
    kind, to_move, north, south, distance, first = _decoded(number, 4, 2, 4, 4, len(DISTANCES), len(POINTS))
    return NEW[CaptureCode(kind)] if kind < 3 else spread(FEWEST + north, FEWEST + south, to_move, first, distance)


def _decoded(number: int, *bases: int) -> Iterator[int]:
    """Numbers below those bases, from 16 bits: what comes first depends on the highest bits alone."""
    for base in bases:
        yield number * base >> 16
        number = number * base & 0xFFFF


@cache
def enclosed() -> dict[Mask, Mask]:
    """Each connected set of up to six points that has at most six points beside it, with these."""
    sets = grown = {1 << point for point in POINTS}
    for _ in range(1, MOST):
        grown = {one | 1 << point for one in grown for point in points_of(beside(one) & ~one)}
        sets = sets | grown
    walls = {one: beside(one) & ~one for one in sorted(sets, key=lambda one: (one.bit_count(), one))}
    return {one: wall for one, wall in walls.items() if wall.bit_count() <= MOST}


def _steps(*groups: Mask) -> Iterator[Siege]:
    """The ways to close the wall: around two groups at once; or around one of three, two being shut in before."""
    walls = [enclosed()[group] for group in groups]
    captured, wall = sum(groups), reduce(or_, walls)
    for target in points_of(wall if len(groups) > 2 else reduce(and_, walls)):
        for origin in points_of(BESIDE[target] & ~wall & ~captured):
            yield Siege(groups, wall & ~(1 << target), origin, target)


@cache
def of_one_group(pieces: int) -> Sequence[Siege]:
    return [siege for group in enclosed() if group.bit_count() == pieces for siege in _steps(group)]


@cache
def of_groups(number: int) -> Sequence[Siege]:
    """Groups that do not touch, with at most as many pieces, and points of the wall, as a side has pieces; few pieces
    first."""
    found = [siege for groups in _apart(number) for siege in _steps(*groups)]
    return sorted(found, key=lambda siege: siege.captured.bit_count())


@cache
def _apart(number: int) -> Sequence[tuple[Mask, ...]]:
    if number == 1:
        return [(group,) for group in enclosed()]
    return [
        (*groups, group)
        for groups in _apart(number - 1)
        for group, wall in enclosed().items()
        if group > groups[-1]
        and not (group | wall) & sum(groups)
        and (group | sum(groups)).bit_count() <= MOST
        and reduce(or_, map(enclosed().__getitem__, groups), wall).bit_count() <= MOST
    ]


@cache
def of_six_pieces() -> Sequence[Siege]:
    return [*of_one_group(MOST), *(siege for siege in of_groups(2) if siege.captured.bit_count() == MOST)]


@cache
def blocked() -> Sequence[tuple[Mask, Mask]]:
    """Pieces none of which can move, each with one of its own side beside it, and the wall around them, with a piece to
    spare."""
    return [
        (group, wall) for group, wall in enclosed().items() if group.bit_count() >= FEWEST and wall.bit_count() < MOST
    ]
