"""The board (RULES 5.1): 21 points, 36 lines.

A set of points is an integer with a bit for each of its points, a *mask*. Every rule asks which points lie beside those
of a set. That is looked up, seven points at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, NewType

if TYPE_CHECKING:
    Point = NewType("Point", int)
else:  # when it runs a point is a plain number
    Point = int

#: A set of points: bit n stands for point n.
Mask = int

#: The name of each point, in their order.
NAMES: tuple[str, ...] = (*(field + number for field in "NWSE" for number in "1234"), "C1", "C2", "C3", "C4", "C5")
#: All points, 0 to 20.
POINTS: tuple[Point, ...] = tuple(Point(number) for number in range(len(NAMES)))
#: The point of each name.
POINT: dict[str, Point] = dict(zip(NAMES, POINTS, strict=True))
#: The set of all points: bit n stands for point n.
ALL: Mask = (1 << len(POINTS)) - 1

#: Each line once: those of the four fields, then those of the circle in the middle.
_LINES = """
    N1-N2 N1-N3 N1-N4 N2-N3 N3-N4 N2-W1 N4-E1 N3-C1
    W1-W2 W1-W4 W2-W3 W2-W4 W3-W4 W3-S2 W4-C2
    S1-S2 S1-S3 S1-S4 S2-S3 S3-S4 S4-E3 S1-C3
    E1-E2 E1-E4 E2-E3 E2-E4 E3-E4 E2-C4
    C1-C2 C2-C3 C3-C4 C1-C4 C1-C5 C2-C5 C3-C5 C4-C5
"""
#: Each line once, as its two points.
LINES: tuple[tuple[Point, Point], ...] = tuple((POINT[line[:2]], POINT[line[3:]]) for line in _LINES.split())

#: The points with a line to each point.
NEIGHBOURS: tuple[tuple[Point, ...], ...] = tuple(
    tuple(near for near in POINTS if (point, near) in LINES or (near, point) in LINES) for point in POINTS
)


def mask_of(points: Iterable[Point]) -> Mask:
    """Return the set of these points."""
    mask = 0
    for point in points:
        mask |= 1 << point
    return mask


def points_of(mask: Mask) -> Iterator[Point]:
    """Yield the points of a set, in order."""
    while mask:
        lowest = mask & -mask
        yield Point(lowest.bit_length() - 1)
        mask ^= lowest


#: For each point the set of its neighbours.
BESIDE: tuple[Mask, ...] = tuple(mask_of(NEIGHBOURS[point]) for point in POINTS)


def _sevenths(first: int) -> tuple[Mask, ...]:
    """Return, for each set of the seven points from `first` on, the points beside any of them."""
    table = [0]
    for point in range(first, first + 7):
        table += [beside | BESIDE[point] for beside in table]
    return tuple(table)


_LOW, _MIDDLE, _HIGH = _sevenths(0), _sevenths(7), _sevenths(14)


def beside(mask: Mask) -> Mask:
    """Return the points with a line to a point of the set."""
    return _LOW[mask & 127] | _MIDDLE[mask >> 7 & 127] | _HIGH[mask >> 14]


def groups(mask: Mask) -> Iterator[Mask]:
    """Yield the connected parts of a set, the one with the lowest point first."""
    while mask:
        group = mask & -mask
        while grown := beside(group) & mask & ~group:
            group |= grown
        yield group
        mask ^= group


@cache
def symmetries() -> tuple[tuple[Point, ...], ...]:
    """Return all ways to lay the board onto itself, lines onto lines: where each point goes. The first moves none."""
    found: list[tuple[Point, ...]] = []

    def extend(image: tuple[Point, ...]) -> None:
        if len(image) == len(POINTS):
            found.append(image)
            return
        lines = [neighbour for neighbour in NEIGHBOURS[len(image)] if neighbour < len(image)]
        fitting = mask_of(set(POINTS) - set(image))
        for earlier in POINTS[: len(image)]:
            fitting &= BESIDE[image[earlier]] if earlier in lines else ~BESIDE[image[earlier]]
        for point in points_of(fitting):
            extend((*image, point))

    extend(())
    return tuple(found)


def moved(mask: Mask, symmetry: tuple[Point, ...]) -> Mask:
    """Return the image of a set."""
    return mask_of(symmetry[point] for point in points_of(mask))
