"""Latency: how long a design takes to answer, in generated games and in the worst ones known.

Here are the job of a measuring simulation, the answers that it has timed, and their statistics by kind.

May import: campaign and below.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import ceil, floor, log10
from typing import Any, NamedTuple

from pydantic import Field

from loopline.design.dut import Dut
from loopline.simulation.job import Answer, Outcome, Replayed, TrialJob
from loopline.tables import Table

#: The widths of bins, and the largest number of bins.
_NICE, _BINS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000), 10

#: The parts into which a decade of cycles may be divided.
_FINE = (24, 12, 8, 6, 4, 3, 2, 1)


class Spread(Table):
    """Percentiles. Each figure is one that was measured."""

    number: int
    least: int | float
    median: int | float
    p90: int | float
    p99: int | float
    most: int | float


def spread(values: Iterable[float]) -> Spread:
    """Return the number of values, their extremes, median and high percentiles."""
    ordered = sorted(values)

    def rank(per_cent: int) -> float:
        return ordered[ceil(len(ordered) * per_cent / 100) - 1]

    return Spread(number=len(ordered), least=ordered[0], median=rank(50), p90=rank(90), p99=rank(99), most=ordered[-1])


def bins(values: Iterable[int]) -> list[range]:
    """Return ranges of equal width that hold all values, from 0."""
    most = max(values)
    width = next((width for width in _NICE if most // width < _BINS), most + 1)
    return [range(start, start + width) for start in range(0, most + 1, width)]


class Bar(Table):
    """The number of values from `low` to below `high`."""

    low: float
    high: float
    number: int


def histogram(values: Sequence[int], most: int) -> list[Bar]:
    """Return bars of equal ratio, because latencies differ by decades; `most` of them, or fewer."""
    cycles = [max(1, value) for value in values]

    def bounds(fine: int) -> tuple[int, int]:
        return _bar(min(cycles), fine), _bar(max(cycles), fine)

    fine = next((fine for fine in _FINE if bounds(fine)[1] - bounds(fine)[0] < most), 1)
    first, last = bounds(fine)
    counts = [0] * (last - first + 1)
    for value in cycles:
        counts[_bar(value, fine) - first] += 1
    return [
        Bar(low=10 ** (n / fine), high=10 ** ((n + 1) / fine), number=number) for n, number in enumerate(counts, first)
    ]


def _bar(value: int, fine: int) -> int:
    return floor(log10(value) * fine + 1e-9)


#: The name of the job's outcome.
NAME = "latency"


class AnsweredScript(NamedTuple):
    """A script and its answers."""

    script: str
    answers: list[Answer]


class LatencyOutcome(Outcome):
    """The outcome of a job."""

    played: list[AnsweredScript] = Field(default_factory=list)

    def joined(self, parts: Sequence[Outcome]) -> dict[str, Any]:
        """Return all that was played."""
        return {"played": [answer for part in parts if isinstance(part, LatencyOutcome) for answer in part.played]}


class LatencyJob(TrialJob):
    """Games to generate (`examples`) or given ones (`scripts`), each answer of which is timed."""

    outcome = LatencyOutcome
    does: str = "loopline.latency.inside:Stopwatch"
    examples: int = 0
    scripts: Sequence[Replayed] = ()
    #: The length of a generated game: turns of the host or of both sides, as the game counts them.
    turns: int = 40
    #: Seconds for which an answer is awaited at least.
    limit: float = 1.0

    @property
    def names(self) -> list[str]:
        """That of the measurement."""
        return [NAME]


#: An answer, and the script in which it was given.
One = tuple[str, Answer]


class AnswersByKind:
    """All answers of a run, by kind."""

    def __init__(self, dut: Dut, played: Iterable[AnsweredScript]) -> None:
        self._dut = dut
        self._by_kind: dict[str, list[One]] = defaultdict(list)
        for script, answers in played:
            for answer in answers:
                self._by_kind[answer.kind].append((script, answer))

    @property
    def kinds(self) -> list[str]:
        """The kinds of which there are answers, sorted."""
        return sorted(self._by_kind)

    @property
    def varying(self) -> list[str]:
        """The kinds whose answers did not all take the same time."""
        return [kind for kind in self.kinds if len(set(self.cycles(kind))) > 1]

    def of(self, kind: str) -> Sequence[One]:
        """Return the answers of this kind, each with its script."""
        return self._by_kind[kind]

    def worst(self, kind: str) -> One:
        """Return the answer that took longest to begin; the first if there are several."""
        return max(self.of(kind), key=lambda answer: answer[1].begins)

    def cycles(self, kind: str) -> list[int]:
        """Return the cycles until each answer of this kind began."""
        return [answer.begins for _, answer in self.of(kind)]

    def latest(self) -> One:
        """Return the answer that took longest to end, on a line with the real baud rate."""
        return max(
            (answer for kind in self.kinds for answer in self.of(kind)), key=lambda answer: answer[1].to_last(self._dut)
        )

    def facts(self) -> list[str]:
        """Return the names of all facts of the answers that vary."""
        return list(
            dict.fromkeys(fact for kind in self.varying for _, answer in self.of(kind) for fact in answer.facts)
        )

    def against(self, fact: str) -> Iterator[tuple[range, dict[str, Spread]]]:
        """Yield, for each bin of the counted fact, the kinds' cycles; empty bins are left out."""
        known = [answer for kind in self.varying for _, answer in self.of(kind) if fact in answer.facts]
        for part in bins(answer.facts[fact] for answer in known):
            cycles: dict[str, list[int]] = defaultdict(list)
            for answer in known:
                if answer.facts[fact] in part:
                    cycles[answer.kind].append(answer.begins)
            if cycles:
                yield part, {kind: spread(values) for kind, values in sorted(cycles.items())}
