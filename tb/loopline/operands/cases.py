"""The cases of a design's operations, and what has become of them: met, proven impossible, or neither."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from loopline.coverage import rtl
from loopline.operands.netlist import Watched, label
from loopline.operands.points import Point

Case = tuple[Watched, Point]


@dataclass
class Cases:
    watched: Sequence[Watched]
    #: By operation and point, in how many cycles it was met.
    cycles: dict[tuple[int, str], int]
    #: Operation and point of those that are proven impossible.
    impossible: set[tuple[int, str]] = field(default_factory=set)

    def never(self, one: Watched) -> list[Point]:
        """Those of an operation that were not met, though they may be possible."""
        key = one.number
        return [
            point
            for point in one.operation.points
            if not self.cycles[key, point.name] and (key, point.name) not in self.impossible
        ]

    @property
    def open(self) -> list[Case]:
        return [(one, point) for one in self.watched for point in self.never(one)]

    def rule_out(self, cases: Iterable[Case]) -> None:
        self.impossible |= {(one.number, point.name) for one, point in cases}


def counted(files: Iterable[Path], watched: Sequence[Watched]) -> Cases:
    """As Verilator has counted them, all files together."""
    met = rtl.covers(files)
    cycles = {
        (one.number, point.name): met[label(one.number, n)]
        for one in watched
        for n, point in enumerate(one.operation.points)
    }
    return Cases(watched, cycles)
