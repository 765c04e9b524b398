"""Classes of numbers, where a bin for each number would be too many. A class is named by its smallest number."""

from __future__ import annotations

from bisect import bisect
from itertools import pairwise

from loopline.games.trax.strategies.fronts import longest_arm

CASCADES = (0, 1, 2, 3, 4, 5, 6, 8, 12, 16, 32)
DEPTHS = (0, 1, 2, 3, 4, 5, 6, 8, 12, 16, 32)
#: Of tiles; their number is even.
LOOPS = (4, 6, 8, 10, 12, 16, 20, 24)
LINES = (8, 9, 10, 12)
ROWS = (1, 2, 5, 16)
#: Of the box. From 8 on lines win; the engine's capacity is a class of its own.
LENGTHS = (2, 3, 8, 9)
#: Of forced cells that wait.
WAITING = (0, 1, 2, 3, 4, 5, 8, 16, 32, 64, 128)


def _class_of(classes: tuple[int, ...], number: int) -> int:
    return classes[bisect(classes, number) - 1]


def cascade(forced: int) -> int:
    """The class of a turn that forces this many tiles: the least number of the class."""
    return _class_of(CASCADES, forced)


def depth(rounds: int) -> int:
    """The class of a turn whose forced tiles fall in this many rounds."""
    return _class_of(DEPTHS, rounds)


def loop(tiles: int) -> int:
    """The class of a loop of this many tiles."""
    return _class_of(LOOPS, tiles)


def line(length: int) -> int:
    """The class of a line of this length."""
    return _class_of(LINES, length)


def row(turns: int) -> int:
    """The class of this many turns by one player in a row."""
    return _class_of(ROWS, turns)


def length(cells: int, capacity: int) -> int:
    """The class of a box side of this many cells; the board's capacity is a class of its own."""
    return capacity if cells == capacity else _class_of(LENGTHS, cells)


def waiting(cells: int, size: int) -> int:
    """The class of this many cells that wait to be examined, on a board of this size."""
    return _class_of(most_waiting(size), cells)


def most_waiting(size: int) -> tuple[int, ...]:
    """The widest front that is known, of four fields at once, is as long as three arms, or nearly so."""
    return tuple(first for first in WAITING if first <= max(5, 3 * longest_arm(size - 2) - 1))


def named(classes: tuple[int, ...], step: int = 1) -> dict[int, str]:
    """Each class in words: "5", "6 to 7", "32 and more". `step`: the distance between possible numbers."""
    names = {classes[-1]: f"{classes[-1]} and more"}
    for first, after in pairwise(classes):
        names[first] = f"{first}" if after == first + step else f"{first} to {after - step}"
    return {first: names[first] for first in classes}
