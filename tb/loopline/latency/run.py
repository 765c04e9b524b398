"""Outside the simulation: has a design measured, and reads the results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from loopline.campaign import Campaign, OnOutcome, play
from loopline.campaign.failures import slug
from loopline.design.build import Build
from loopline.design.simulators import Simulator
from loopline.latency.answer import Played
from loopline.latency.job import NAME, LatencyJob, answers
from loopline.latency.searches import Piece, Searches
from loopline.simulation.files import ours
from loopline.simulation.job import Outcome
from loopline.workers.worker import BatchResult


@dataclass
class Measurement(Campaign):
    """The campaign of verify, with a stopwatch. `examples`: how many games are generated."""

    #: For each kind of answer this many attempts to make the slowest slower.
    longer: int = 24
    turns: int = 40
    limit: float = 1.0
    #: Scripts that are played as well.
    games: Sequence[str] = ()
    #: What came of each piece, and what was measured.
    results: dict[Piece, tuple[Outcome, list[Played]]] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        """Where the results of this design go."""
        return self.out / "latency" / slug(self.dut.name)

    @property
    def played(self) -> list[Played]:
        """In the order of the pieces, up to the first that failed: it does not depend on who was the quickest."""
        found = list[Played]()
        for piece in sorted(self.results):
            outcome, played = self.results[piece]
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
        fields = {"properties": [NAME], "turns": self.turns, "limit": self.limit}
        idle = LatencyJob.model_validate({**self._job(database=None, examples=0).model_dump(), **fields})
        every = idle.model_copy(update={"examples": self.examples})
        run = Searches(every, self.games, self.longer, self.results)
        if self._built(simulator) is not None:
            play(
                [
                    self.share_of(
                        simulator, [run], idle, watch, "loopline.latency.search", partial(self._read_answers, run)
                    )
                ]
            )
        outcome = self.findings[-1].outcome if self.findings else Outcome(name=NAME, state="nothing ran")
        self.findings = [one for one in self.findings if one.outcome.state not in ("agrees", "not run")]
        return outcome

    def _read_answers(self, run: Searches, result: BatchResult) -> None:
        if result.outcome.told:
            number = int(result.outcome.told)
            lines = ours(result.folder, answers(number)).read_text().splitlines()
            self.results[run.pieces[number]] = result.outcome, list(map(Played.read, lines))
