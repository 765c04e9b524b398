"""Outside the simulation: has a design measured, and reads the results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from loopline.campaign import Campaign, OnOutcome
from loopline.campaign.failures import slug
from loopline.design.simulators import Simulator
from loopline.latency.answers import NAME, LatencyJob, Played, answers_file
from loopline.simulation.job import Outcome
from loopline.simulation.runs import ours
from loopline.workers.batches import PropertyRun, seed_of
from loopline.workers.worker import BatchResult

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
    #: What came of each job, by its number, and what was measured.
    results: dict[int, tuple[Outcome, list[Played]]] = field(default_factory=dict)

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

    def measure(self, simulator: Simulator, watch: OnOutcome) -> Outcome:
        """Measure. A design that breaks the rules is a finding of the campaign. Raises BadInput."""
        campaign = self.campaign
        idle = campaign.job(LatencyJob, properties=[NAME], turns=self.turns, limit=self.limit)
        run = PropertyRun(idle, NAME, parts=self._jobs(idle))
        campaign.play(simulator, run, idle, watch, self._read_answers)
        outcome = campaign.findings[-1].outcome if campaign.findings else Outcome(name=NAME, state="nothing ran")
        campaign.findings = [one for one in campaign.findings if one.outcome.state not in ("agrees", "not run")]
        return outcome

    def _jobs(self, idle: LatencyJob) -> Iterator[LatencyJob]:
        """The games to generate, some for each job, then the given ones. Each job has a seed of its own."""
        campaign = self.campaign
        starts = range(0, campaign.examples, GAMES)
        for number, start in enumerate(starts):
            seed = seed_of(campaign.seed, NAME, number)
            fields = {"examples": min(GAMES, campaign.examples - start), "seed": seed}
            yield idle.model_copy(update={"number": number, **fields})
        for number, text in enumerate(self.games, len(starts)):
            yield idle.model_copy(update={"number": number, "scripts": [("", text, "")]})

    def _read_answers(self, result: BatchResult) -> None:
        if result.outcome.told:
            number = int(result.outcome.told)
            lines = ours(result.folder, answers_file(number)).read_text().splitlines()
            self.results[number] = result.outcome, list(map(Played.read, lines))
