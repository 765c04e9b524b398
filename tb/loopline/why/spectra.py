"""What ran in each of many games: its spectrum, read from the simulation's counters; inside and outside of it."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from loopline.coverage.rtl import listed
from loopline.errors import BadInput


class Point(NamedTuple):
    """What has a counter of its own: a block of statements, or one way in which a condition comes true or not."""

    file: str
    line: int
    column: int
    #: The condition, as Verilator writes it; empty for a block.
    condition: str
    #: The lines of a block: its first, and those in it.
    lines: frozenset[int]


class Spectrum(NamedTuple):
    """What ran in one game: of a failing one, until the first wrong cycle."""

    failed: bool
    #: Numbers of points.
    ran: frozenset[int]


class Spectra(NamedTuple):
    """What each game ran of the design, and whether it failed."""

    points: Sequence[Point]
    games: Sequence[Spectrum]

    def text(self) -> str:
        """For the way out of the simulation."""
        every = [[*point[:4], sorted(point.lines)] for point in self.points]
        return json.dumps([every, [[one.failed, sorted(one.ran)] for one in self.games]])

    @classmethod
    def of(cls, text: str) -> Spectra:
        """The inverse of `text`."""
        every, games = json.loads(text)
        found = [Point(file, line, column, way, frozenset(lines)) for file, line, column, way, lines in every]
        return cls(found, [Spectrum(failed, frozenset(ran)) for failed, ran in games])


class Counters:
    """The counters of this simulation, which is one of a build with `spectra`. Raises BadInput if it has none."""

    def __init__(self, file: Path) -> None:
        """`file`: is written once, with the place of each counter."""
        library = ctypes.CDLL(None)
        try:
            number, self._begin, self._end = (
                getattr(library, f"loopline_counters_{name}") for name in ("list", "begin", "end")
            )
        except AttributeError:
            raise BadInput("the simulation has no counters") from None
        number.restype, number.argtypes = ctypes.c_size_t, [ctypes.c_char_p, ctypes.c_bool]
        self._begin.restype, self._begin.argtypes = ctypes.c_uint64, [ctypes.c_uint64]
        self._end.restype = ctypes.POINTER(ctypes.c_uint32)
        numbered = []
        for backwards in (False, True):
            self._count = number(str(file).encode(), backwards)
            numbered.append([*listed([file])])
            file.unlink()
        self.points, self._point_of = _places(numbered, self._count)

    def begin(self, after: int = 0) -> int:
        """Begin again at 0; after this many ns nothing is counted. Returns the time."""
        return int(self._begin(after))

    def ran(self) -> frozenset[int]:
        """The points that have run since then."""
        counts = self._end()[: self._count]
        return frozenset(self._point_of[number] for number, count in enumerate(counts) if count) - {_UNKNOWN}


#: Of a counter of which Verilator does not say alone where it is.
_UNKNOWN = -1

#: The keys of each point that a file lists, and its count.
Listed = Sequence[tuple[dict[str, str], int]]


def _places(numbered: Sequence[Listed], count: int) -> tuple[list[Point], list[int]]:
    """The points, and for each counter which it is: those of the same place in several instances are one. A counter is
    alone if its numbers, counted from either end, are those of one."""
    known: dict[Point, int] = {}
    point_of = [_UNKNOWN] * count
    for (keys, number), (_, from_the_end) in zip(*numbered, strict=True):
        if number + from_the_end != count + 1:
            continue
        condition = keys.get("o", "") if keys["page"].startswith("v_expr") else ""
        lines = frozenset() if condition else frozenset(_lines(keys.get("S", "")))
        point = Point(keys["f"], int(keys["l"]), int(keys.get("n", 0)), condition, lines)
        point_of[number - 1] = known.setdefault(point, len(known))
    return list(known), point_of


def _lines(text: str) -> Iterable[int]:
    """`3,5-7`."""
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)
