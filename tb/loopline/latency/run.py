"""Outside the simulation: has a design measured, and reads the results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from loopline.campaign import Campaign, OnOutcome
from loopline.campaign.failures import slug
from loopline.design.simulators import Simulator
from loopline.latency.answers import NAME, LatencyJob, LatencyOutcome, Played
from loopline.simulation.job import Outcome
from loopline.workers.batches import PropertyRun, seed_of

#: The number of games that one job generates.
GAMES = 6


@dataclass
class Measurement:
    """An experiment: how long every answer takes, in generated games and in given ones."""

    campaign: Campaign
    turns: int = 40
    limit: float = 1.0
    #: Scripts that are played as well: the worst known.
    games: Sequence[str] = ()
    #: All that was measured up to the first job that failed. It does not depend on the number of workers.
    played: Sequence[Played] = ()

    def __post_init__(self) -> None:
        """A player's verification port is left open: comparing the engine in each of its searches would take longer
        than all the rest. An engine's is compared, which costs little."""
        dut = self.campaign.dut
        if dut.contract == "player":
            bare = {"name": f"{dut.name} line only", "verification_port": False}
            self.campaign.played = dut.model_copy(update=bare)

    @property
    def folder(self) -> Path:
        """Where the results of this design go."""
        return self.campaign.out / "latency" / slug(self.campaign.dut.name)

    def measure(self, simulator: Simulator, watch: OnOutcome) -> Outcome:
        """Measure. A design that breaks the rules is a finding of the campaign. Raises BadInput."""
        campaign = self.campaign
        idle = campaign.job(LatencyJob, turns=self.turns, limit=self.limit)
        run = PropertyRun(idle, NAME, parts=self._jobs(idle))
        finding = campaign.play(simulator, run, idle, watch)
        outcome = finding.outcome if finding else LatencyOutcome(name=NAME, state="nothing ran")
        self.played = outcome.played if isinstance(outcome, LatencyOutcome) else ()
        campaign.findings = [one for one in campaign.findings if one.outcome.state not in ("agrees", "not run")]
        return outcome

    def _jobs(self, idle: LatencyJob) -> Iterator[LatencyJob]:
        """The games to generate, some for each job, then the given ones. Each job has a seed of its own."""
        campaign = self.campaign
        starts = range(0, campaign.examples, GAMES)
        for number, start in enumerate(starts):
            seed = seed_of(campaign.seed, NAME, number)
            fields = {"examples": min(GAMES, campaign.examples - start), "seed": seed}
            yield idle.model_copy(update=fields)
        for text in self.games:
            yield idle.model_copy(update={"scripts": [("", text, "")]})
