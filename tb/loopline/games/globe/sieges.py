"""Positions in which one step makes a certain capture, such as two groups or six pieces.

Random play hardly ever gets there. Groups are built, and around them a wall: the points beside them. If six pieces are
enough for the wall, all its points but one are occupied, and a piece stands ready to step onto that one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, reduce
from operator import and_, or_
from typing import NamedTuple

from goldenrules.globe.points import ALL, BESIDE, Mask, Point, points_of
from goldenrules.globe.rules import FEWEST, MOST
from goldenrules.globe.sets import enclosures


class Siege(NamedTuple):
    groups: tuple[Mask, ...]
    #: The mover's pieces, except the one that steps.
    wall: Mask
    origin: Point
    target: Point

    @property
    def captured(self) -> Mask:
        return sum(self.groups)

    def filled(self, choose: Callable[[int], int], spare: int = 0) -> tuple[Mask, Mask]:
        """The mover's pieces and the enemy's, with more where they do not matter: at least these, and enough that a
        game may begin so."""
        own, enemy = self.wall | 1 << self.origin, self.captured
        free = [*points_of(ALL & ~(own | enemy | 1 << self.target))]

        def more(mask: Mask) -> Mask:
            missing = max(FEWEST - mask.bit_count(), spare)
            number = missing + choose(MOST + 1 - missing - mask.bit_count())
            return mask | sum(1 << free.pop(choose(len(free))) for _ in range(number))

        return more(own), more(enemy)


@cache
def enclosed() -> dict[Mask, Mask]:
    """The sets of up to six connected points that have at most six points beside them, each with these."""
    return {one: wall for one, wall in enclosures(MOST) if wall.bit_count() <= MOST}


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
