"""Outside the simulation: has a design measured, and reads the results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from loopline.campaign import Campaign, OnOutcome
from loopline.campaign.failures import slug
from loopline.design.build import Build
from loopline.design.simulators import Simulator
from loopline.latency.answer import Played
from loopline.latency.job import ANSWERS, LatencyJob
from loopline.simulation.files import ours
from loopline.simulation.job import Outcome


@dataclass
class Measurement(Campaign):
    """The campaign of verify, with a stopwatch. `examples`: how many games are generated."""

    #: For each kind of answer so many attempts to make the slowest slower.
    longer: int = 24
    turns: int = 40
    limit: float = 1.0
    #: Scripts that are played as well.
    games: Sequence[str] = ()
    played: list[Played] = field(default_factory=list)

    @property
    def folder(self) -> Path:
        """Where the results of this design go."""
        return self.out / "latency" / slug(self.dut.name)

    def build(self, simulator: Simulator, waves: bool = False) -> Build:
        """A player's verification port is left open: to follow the engine through each of its searches would take
        longer than all the rest. An engine's is of use, and costs nothing."""
        if self.dut.contract == "engine" or waves:
            return super().build(simulator, waves)
        bare = self.dut.model_copy(update={"name": f"{self.dut.name} line only", "verification_port": False})
        return Campaign(bare, self.out, self.seed).build(simulator)

    def measure(self, simulator: Simulator, watch: OnOutcome) -> Outcome:
        """Measure. A design that breaks the rules is a finding, as in any campaign."""
        job = LatencyJob(
            **self._job(database=None, scripts=[("", text, "") for text in self.games]).model_dump(),
            longer=self.longer,
            turns=self.turns,
            limit=self.limit,
        )
        outcomes = self._run(simulator, job, watch, "loopline.latency.search", self._read_answers)
        outcome = outcomes[-1] if outcomes else Outcome(name="latency", state="nothing ran")
        if outcome.state != "agrees":
            self._keep(simulator, outcome)
        return outcome

    def _read_answers(self, folder: Path) -> None:
        file = ours(folder, ANSWERS)
        if file.is_file():
            self.played = list(map(Played.read, file.read_text().splitlines()))
