"""Outside the simulation: has a design measured, and reads the results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from loopline.campaign import Campaign, OnOutcome
from loopline.campaign.failures import slug
from loopline.design.build import Build
from loopline.design.simulators import Simulator
from loopline.latency.answer import Played
from loopline.latency.job import NAME, LatencyJob, answers
from loopline.simulation.files import ours
from loopline.simulation.job import Outcome
from loopline.workers.batches import seed_of
from loopline.workers.property_run import PropertyRun
from loopline.workers.worker import BatchResult

#: Games that one search makes up: it learns from the first half of them, so they are not for several workers.
GAMES = 24


@dataclass
class Measurement(Campaign):
    """The campaign of verify, with a stopwatch. `examples`: how many games are generated."""

    #: For each kind of answer this many attempts to make the slowest slower.
    longer: int = 24
    turns: int = 40
    limit: float = 1.0
    #: Scripts that are played as well.
    games: Sequence[str] = ()
    #: By the number of the search, what came of it and what was measured.
    searched: dict[int, tuple[Outcome, list[Played]]] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        """Where the results of this design go."""
        return self.out / "latency" / slug(self.dut.name)

    @property
    def played(self) -> list[Played]:
        """In the order of the searches, up to the first that failed: it does not depend on who was the quickest."""
        found = list[Played]()
        for number in sorted(self.searched):
            outcome, played = self.searched[number]
            found += played
            if outcome.state != "agrees":
                break
        return found

    def build(self, simulator: Simulator, waves: bool = False) -> Build:
        """A player's verification port is left open: to follow the engine through each of its searches would take
        longer than all the rest. An engine's is of use, and costs nothing."""
        if self.dut.contract == "engine" or waves:
            return super().build(simulator, waves)
        bare = self.dut.model_copy(update={"name": f"{self.dut.name} line only", "verification_port": False})
        return Campaign(bare, self.out, self.seed).build(simulator)

    def measure(self, simulator: Simulator, watch: OnOutcome) -> Outcome:
        """Measure. A design that breaks the rules is a finding, as in any campaign."""
        fields = {"properties": [NAME], "longer": self.longer, "turns": self.turns, "limit": self.limit}
        idle = LatencyJob.model_validate({**self._job(database=None, examples=0).model_dump(), **fields})
        takes = self.shard.takes if self.shard else lambda number: True
        run = PropertyRun(idle, NAME, takes=takes, parts=self._searches(idle))
        if self._built(simulator) is not None:
            self._by_workers(simulator, [run], idle, watch, "loopline.latency.search", self._read_answers)
        outcome = self.findings[-1].outcome if self.findings else Outcome(name=NAME, state="nothing ran")
        self.findings = [one for one in self.findings if one.outcome.state not in ("agrees", "not run")]
        return outcome

    def _searches(self, idle: LatencyJob) -> Iterator[LatencyJob]:
        starts = range(0, self.examples, GAMES)
        for number, start in enumerate(starts):
            examples, seed = min(GAMES, self.examples - start), seed_of(self.seed, NAME, number)
            yield idle.model_copy(update={"search": number, "examples": examples, "seed": seed})
        if self.games:
            scripts = [("", text, "") for text in self.games]
            yield idle.model_copy(update={"search": len(starts), "scripts": scripts})

    def _read_answers(self, result: BatchResult) -> None:
        if result.outcome.told:
            number = int(result.outcome.told)
            lines = ours(result.folder, answers(number)).read_text().splitlines()
            self.take_answers([(number, result.outcome, lines)])

    def take_answers(self, searched: Iterable[tuple[int, Outcome, Sequence[str]]]) -> None:
        """Searches, by number, with the lines that they have written."""
        for number, outcome, lines in searched:
            self.searched[number] = outcome, list(map(Played.read, lines))
