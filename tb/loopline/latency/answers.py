"""The job of a measuring simulation, the answers that it has timed, and all answers of a run by kind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from pydantic import Field

from loopline.design.dut import Dut
from loopline.latency.figures import Spread, bins, spread
from loopline.simulation.job import Answer, Outcome, Replayed, TrialJob

#: The name of the job's outcome.
NAME = "latency"


class Played(NamedTuple):
    """A script and its answers."""

    script: str
    answers: list[Answer]


class LatencyOutcome(Outcome):
    """What came of a job."""

    played: list[Played] = Field(default_factory=list)

    def joined(self, parts: Sequence[Outcome]) -> dict[str, Any]:
        """All that was played."""
        return {"played": [one for part in parts if isinstance(part, LatencyOutcome) for one in part.played]}


class LatencyJob(TrialJob):
    """Games to generate (`examples`) or given ones (`scripts`), each answer of which is timed."""

    outcome = LatencyOutcome
    does: str = "loopline.latency.inside:stopwatch"
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


class Measured:
    """All answers of a run, by kind."""

    def __init__(self, dut: Dut, played: Iterable[Played]) -> None:
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
        """The answers of this kind, each with its script."""
        return self._by_kind[kind]

    def worst(self, kind: str) -> One:
        """The answer that took longest to begin; the first if there are several."""
        return max(self.of(kind), key=lambda one: one[1].begins)

    def cycles(self, kind: str) -> list[int]:
        """The cycles until each answer of this kind began."""
        return [answer.begins for _, answer in self.of(kind)]

    def latest(self) -> One:
        """The answer that took longest to end, on a line with the real baud rate."""
        return max((one for kind in self.kinds for one in self.of(kind)), key=lambda one: one[1].to_last(self._dut))

    def facts(self) -> list[str]:
        """The names of all facts of the answers that vary."""
        return list(dict.fromkeys(fact for kind in self.varying for _, one in self.of(kind) for fact in one.facts))

    def against(self, fact: str) -> Iterator[tuple[range, dict[str, Spread]]]:
        """For each bin of the counted fact, the kinds' cycles; empty bins are left out."""
        known = [one for kind in self.varying for _, one in self.of(kind) if fact in one.facts]
        for part in bins(one.facts[fact] for one in known):
            cycles: dict[str, list[int]] = defaultdict(list)
            for one in known:
                if one.facts[fact] in part:
                    cycles[one.kind].append(one.begins)
            if cycles:
                yield part, {kind: spread(values) for kind, values in sorted(cycles.items())}
