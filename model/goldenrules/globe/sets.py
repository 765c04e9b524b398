"""All sets of a given number of points, numbered, and sets of such sets as long integers, for `table`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations

from goldenrules.globe.points import BESIDE, POINTS, Mask, Point, beside, mask_of, points_of

#: A set of sets of pieces: bit n stands for the n-th set.
Sets = int


class Index:
    """All sets of a given number of points, numbered."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.masks: list[Mask] = [mask_of(points) for points in combinations(POINTS, size)]
        self.number: dict[Mask, int] = {mask: number for number, mask in enumerate(self.masks)}
        self.having: list[Sets] = [_sets(mask >> point & 1 for mask in self.masks) for point in POINTS]
        self.every: Sets = (1 << len(self.masks)) - 1
        #: From each set by one step: the point that must be empty, and the number of the set after it.
        self.steps: list[list[tuple[Point, int]]] = [list(self._steps(mask)) for mask in self.masks]

    def _steps(self, mask: Mask) -> Iterator[tuple[Point, int]]:
        for origin in points_of(mask):
            for target in points_of(BESIDE[origin] & ~mask):
                yield target, self.number[mask ^ (1 << origin | 1 << target)]

    def with_all(self, points: Mask) -> Sets:
        """Return the sets that have all of these points."""
        found = self.every
        for point in points_of(points):
            found &= self.having[point]
        return found

    def with_any(self, points: Mask) -> Sets:
        found = 0
        for point in points_of(points):
            found |= self.having[point]
        return found


def _sets(bits: Iterable[int]) -> Sets:
    return int("".join(map(str, bits))[::-1], 2)


def numbers(sets: Sets) -> Iterator[int]:
    while sets:
        lowest = sets & -sets
        yield lowest.bit_length() - 1
        sets ^= lowest


index = cache(Index)


@cache
def enclosures(size: int) -> list[tuple[Mask, Mask]]:
    """Return every connected set of at most this many points, and the points beside it, which shut it in.

    Small sets come first.
    """
    found, largest = list[Mask](), {mask_of([point]) for point in POINTS}
    for _ in range(size):
        found += sorted(largest)
        largest = {region | 1 << point for region in largest for point in points_of(beside(region) & ~region)}
    return [(region, beside(region) & ~region) for region in found]
