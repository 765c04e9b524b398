"""Outside the simulation: has a design measured, and reads the results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from loopline.campaign import Campaign, OnOutcome, play
from loopline.campaign.failures import slug
from loopline.design.build import Build
from loopline.design.simulators import Simulator
from loopline.latency.answers import NAME, LatencyJob, Played, answers_file
from loopline.simulation.files import ours
from loopline.simulation.job import Outcome
from loopline.workers.batches import seed_of
from loopline.workers.property_run import PropertyRun
from loopline.workers.worker import BatchResult

#: The number of games that one job generates.
GAMES = 6


@dataclass
class Measurement(Campaign):
    """The campaign of verify, with a stopwatch. `examples`: how many games are generated."""

    turns: int = 40
    limit: float = 1.0
    #: Scripts that are played as well: the worst known.
    games: Sequence[str] = ()
    #: What came of each job, by its number, and what was measured.
    results: dict[int, tuple[Outcome, list[Played]]] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        """Where the results of this design go."""
        return self.out / "latency" / slug(self.dut.name)

    @property
    def played(self) -> list[Played]:
        """All that was measured up to the first job that failed. It does not depend on the number of workers."""
        found = list[Played]()
        for number in sorted(self.results):
            outcome, played = self.results[number]
            found += played
            if outcome.state != "agrees":
                break
        return found

    def build(self, simulator: Simulator, waves: bool = False) -> Build:
        """The build to be measured. A player's verification port is left open: comparing the engine in each of its
        searches would take longer than all the rest. An engine's is compared, which costs little."""
        if self.dut.contract == "engine" or waves:
            return super().build(simulator, waves)
        bare = self.dut.model_copy(update={"name": f"{self.dut.name} line only", "verification_port": False})
        return Campaign(bare, self.out, self.seed).build(simulator)

    def measure(self, simulator: Simulator, watch: OnOutcome) -> Outcome:
        """Measure. A design that breaks the rules is a finding, as in any campaign."""
        fields = {"properties": [NAME], "turns": self.turns, "limit": self.limit}
        job = self._job(database=None, examples=0).model_dump(exclude={"does"})
        idle = LatencyJob.model_validate({**job, **fields})
        run = PropertyRun(idle, NAME, parts=self._jobs(idle))
        if self._built(simulator) is not None:
            play([self.share_of(simulator, [run], idle, watch, self._read_answers)])
        outcome = self.findings[-1].outcome if self.findings else Outcome(name=NAME, state="nothing ran")
        self.findings = [one for one in self.findings if one.outcome.state not in ("agrees", "not run")]
        return outcome

    def _jobs(self, idle: LatencyJob) -> Iterator[LatencyJob]:
        """The games to generate, some for each job, then the given ones. Each job has a seed of its own."""
        starts = range(0, self.examples, GAMES)
        for number, start in enumerate(starts):
            fields = {"examples": min(GAMES, self.examples - start), "seed": seed_of(self.seed, NAME, number)}
            yield idle.model_copy(update={"number": number, **fields})
        for number, text in enumerate(self.games, len(starts)):
            yield idle.model_copy(update={"number": number, "scripts": [("", text, "")]})

    def _read_answers(self, result: BatchResult) -> None:
        if result.outcome.told:
            number = int(result.outcome.told)
            lines = ours(result.folder, answers_file(number)).read_text().splitlines()
            self.results[number] = result.outcome, list(map(Played.read, lines))
