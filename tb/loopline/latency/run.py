"""Latency from outside the simulation: a design is measured, and its answers held to a budget (ci/latency.toml)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from pydantic import Field, model_validator

from loopline import tables
from loopline.campaign import Campaign, OnOutcome
from loopline.campaign.failures import slug
from loopline.design.dut import Dut
from loopline.design.simulators import Simulator
from loopline.errors import BadInput
from loopline.latency import NAME, AnsweredScript, AnswersByKind, LatencyJob, LatencyOutcome
from loopline.simulation.job import Answer, Outcome
from loopline.tables import Table, of_design
from loopline.workers.batches import PropertyRun, seed_of


class AnswerBounds(Table):
    """The bounds for one kind of answer."""

    #: The most cycles that any answer may take.
    most: int | None = Field(None, ge=1)
    #: A bound for each single answer: this many cycles, plus this many for each unit of work.
    fixed: float | None = None
    each: Mapping[str, float] = {}

    @model_validator(mode="after")
    def _says_something(self) -> AnswerBounds:
        if self.most is None and self.fixed is None:
            raise ValueError("says neither `most` nor `fixed`, so anything would be allowed")
        return self

    def bound(self, answer: Answer) -> float | None:
        """Return the bound; None if the amount of work is not known."""
        if self.fixed is None or not self.each.keys() <= answer.facts.keys():
            return None
        return self.fixed + sum(cycles * answer.facts[fact] for fact, cycles in self.each.items())


def folder_of(dut: Dut, out: Path) -> Path:
    """Return where the results of a design go."""
    return out / "latency" / slug(dut.name)


class LatencyBudget(Table):
    """The budget of one design, and which games it is held to."""

    design: str
    seed: int = Field(ge=0)
    examples: int = Field(ge=1)
    turns: int = Field(ge=1)
    #: The worst scripts known, which are played after the generated ones.
    games: Sequence[str] = ()
    cycles: Mapping[str, AnswerBounds]


class Excess(NamedTuple):
    """An answer over the budget; without an answer: nothing of this kind has been measured."""

    kind: str
    says: str
    script: str = ""
    answer: Answer | None = None


class _File(Table):
    budget: Sequence[LatencyBudget] = ()


def read(path: Path, design: str) -> LatencyBudget:
    """Return the budget of the design. Raise BadInput."""
    return of_design(path, tables.read(path, _File).budget, design)


def over(budget: LatencyBudget, measured: AnswersByKind) -> Iterator[Excess]:
    """Yield what the budget does not allow."""
    for kind, allowed in budget.cycles.items():
        if kind not in measured.kinds:
            found = ", ".join(measured.kinds) or "nothing"
            yield Excess(kind, f"it has a budget, but none was measured; there was: {found}")
            continue
        script, worst = measured.worst(kind)
        if allowed.most is not None and worst.begins > allowed.most:
            more = worst.begins - allowed.most
            yield Excess(
                kind, f"{worst.begins:,} cycles, {more:,} more than its budget of {allowed.most:,}", script, worst
            )
        bounds = ((answer, allowed.bound(answer[1])) for answer in measured.of(kind))
        beyond = [
            (answer[1].begins - bound, answer)
            for answer, bound in bounds
            if bound is not None and answer[1].begins > bound
        ]
        if beyond:
            more_than, (script, answer) = max(beyond, key=lambda pair: pair[0])
            bound = answer.begins - more_than
            facts = ", ".join(f"{count:,} {fact}" for fact, count in answer.facts.items())
            says = f"{answer.begins:,} cycles, but with {facts} its bound is {bound:,.0f}"
            yield Excess(kind, f"{says}; {len(beyond):,} are beyond theirs", script, answer)


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
    played: Sequence[AnsweredScript] = ()

    def __post_init__(self) -> None:
        """Leave a player's verification port open.

        Comparing the engine in each of its searches would take longer than all the rest. An engine's is compared, which
        costs little.
        """
        dut = self.campaign.plan.dut
        if dut.contract == "player":
            bare = {"name": f"{dut.name} line only", "verification_port": False}
            self.campaign.builds.played = dut.model_copy(update=bare)

    @property
    def folder(self) -> Path:
        """Where the results of this design go."""
        return folder_of(self.campaign.plan.dut, self.campaign.plan.out)

    def play_also(self, games: Sequence[str], budget: Path) -> None:
        """Let the games of this budget be played, too. Raises BadInput if one of them cannot be read."""
        for number, text in enumerate(games, 1):
            try:
                self.campaign.plan.game.read(text.split())
            except ValueError as error:
                raise BadInput(f"{budget}: design {self.campaign.plan.dut.name!r}, game {number}: {error}") from None
        self.games = games

    def measure(self, simulator: Simulator, watch: OnOutcome) -> Outcome:
        """Measure. A design that breaks the rules is a finding of the campaign. Raises BadInput."""
        campaign = self.campaign
        idle = campaign.plan.job(LatencyJob, turns=self.turns, limit=self.limit)
        run = PropertyRun(idle, NAME, parts=self._jobs(idle))
        finding = campaign.play(simulator, run, idle, watch)
        outcome = finding.outcome if finding else LatencyOutcome(name=NAME, state="nothing ran")
        self.played = outcome.played if isinstance(outcome, LatencyOutcome) else ()
        campaign.findings = [
            finding for finding in campaign.findings if finding.outcome.state not in ("agrees", "not run")
        ]
        return outcome

    def _jobs(self, idle: LatencyJob) -> Iterator[LatencyJob]:
        """Yield the games to generate, some for each job, then the given ones. Each job has a seed of its own."""
        campaign = self.campaign
        own = campaign.plan.seed
        starts = range(0, campaign.plan.examples, GAMES)
        for number, start in enumerate(starts):
            seed = seed_of(own, NAME, number) if number else own
            fields = {"examples": min(GAMES, campaign.plan.examples - start), "seed": seed}
            yield idle.model_copy(update=fields)
        for text in self.games:
            yield idle.model_copy(update={"scripts": [("", text, "")]})
