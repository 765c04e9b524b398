"""The score of a mutation run, and the budget to which it can be held."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from pydantic import Field

from loopline import tables
from loopline.mutate.netlist import Mutant
from loopline.mutate.run import MutationRun
from loopline.mutate.verdict import Verdict
from loopline.tables import Table

#: The turns of a mutant that was never killed.
NEVER = math.inf


@dataclass(frozen=True)
class MutantResult:
    """All that is known of one mutant."""

    mutant: Mutant
    verdict: Verdict


def results(run: MutationRun) -> list[MutantResult]:
    """Return what is known of each mutant of a run."""
    return [MutantResult(mutant, run.verdict(mutant)) for mutant in run.netlist.mutants]


@dataclass(frozen=True)
class Score:
    """Counts over some of the mutants."""

    results: Sequence[MutantResult]

    @cached_property
    def states(self) -> Counter[str]:
        """How many mutants are in each state."""
        return Counter(result.verdict.state for result in self.results)

    @cached_property
    def kills(self) -> Counter[str]:
        """How many mutants each property has killed."""
        return Counter(result.verdict.property for result in self.results if result.verdict.state == "killed")

    @property
    def per_cent(self) -> float:
        """The percentage killed, of those that can be killed."""
        killable = self.states["killed"] + self.states["survived"]
        return 100 * self.states["killed"] / killable if killable else 0.0

    def turns(self, share: float) -> float:
        """Return the number of turns that kills this share of those that can be killed."""
        verdicts = (result.verdict for result in self.results if result.verdict.state in ("killed", "survived"))
        ordered = sorted(verdict.turns if verdict.state == "killed" else NEVER for verdict in verdicts)
        return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else 0


def by(score: Score, key: Callable[[MutantResult], str]) -> dict[str, Score]:
    """Return the score of each group of mutants that have the same key."""
    groups: dict[str, list[MutantResult]] = {}
    for result in score.results:
        groups.setdefault(key(result), []).append(result)
    return {name: Score(groups[name]) for name in sorted(groups)}


class Bounds(Table):
    """How good the score has to be."""

    #: The percentage killed, of those that can be killed.
    score: float = Field(0, ge=0, le=100)
    #: The same without those survivors that are said to be harmless.
    score_but_harmless: float = Field(0, ge=0, le=100)
    #: Turns after which half and nine tenths of them are killed.
    median: float | None = None
    percentile_90: float | None = None


class AnalysedSurvivor(Table):
    """A survivor that has been analysed, identified by its part, its source line and what is wrong with it."""

    part: str
    source: str
    what: str
    #: If a line has several such cells: the signal on the pin.
    wire: str = ""
    why: str
    #: An argument, not a proof, says that nothing can show it: it still counts as survived.
    harmless: bool = False

    def is_about(self, mutant: Mutant) -> bool:
        """Return whether this mutant is the one that has been analysed."""
        analysed = self.part, self.source, self.what
        return analysed == (mutant.part, mutant.source, str(mutant)) and self.wire in ("", mutant.wire)


class MutationBudget(Table):
    """The file of `--check`: which mutants are tried, and how good the harness has to be. See ci/mutation.toml."""

    #: The board as `--board` takes it.
    board: str = ""
    seed: int = Field(1, ge=0)
    kind: Literal["source", "gates"] = "gates"
    mutants: int = Field(ge=1)
    examples: int = Field(ge=1)
    bounds: Bounds = Bounds()
    #: Parts of the design, files without their suffix, that are also counted together, under this name.
    groups: dict[str, list[str]] = Field(default_factory=dict)
    known: list[AnalysedSurvivor] = Field(default_factory=list)

    def why(self, mutant: Mutant) -> str:
        """Return the reason why a mutant survives, or "" if it has not been analysed."""
        return next((known.why for known in self.known if known.is_about(mutant)), "")

    def harmless(self, score: Score) -> list[MutantResult]:
        """Return the survivors that are argued to be harmless."""
        said = [known for known in self.known if known.harmless]
        survived = [result for result in score.results if result.verdict.state == "survived"]
        return [result for result in survived if any(known.is_about(result.mutant) for known in said)]

    def but_harmless(self, score: Score) -> Score:
        """Return the score without the survivors that are argued to be harmless."""
        left_out = {result.mutant.number for result in self.harmless(score)}
        return Score([result for result in score.results if result.mutant.number not in left_out])

    def complaints(self, score: Score) -> list[str]:
        """Return where the score falls short of the budget, a sentence for each."""
        found, bounds = [], self.bounds
        if score.per_cent < bounds.score:
            found.append(f"{score.per_cent:.1f} % of the mutants are killed, and it should be {bounds.score:g} %")
        if (but_harmless := self.but_harmless(score)).per_cent < bounds.score_but_harmless:
            asked = f"{bounds.score_but_harmless:g} % without the harmless ones"
            found.append(f"{but_harmless.per_cent:.1f} % of the mutants are killed, and it should be {asked}")
        for name, share, bound in (("half", 0.5, bounds.median), ("nine tenths", 0.9, bounds.percentile_90)):
            if bound is not None and score.turns(share) > bound:
                found.append(f"{name} of them take {score.turns(share):,.0f} turns, and {bound:,.0f} should do")
        new = [result for result in score.results if result.verdict.state == "survived" and not self.why(result.mutant)]
        if new:
            found.append(f"{len(new):,} {'survivor is' if len(new) == 1 else 'survivors are'} not listed")
        return found


def load_budget(path: Path) -> MutationBudget:
    """Return the budget in this file. Raises BadInput."""
    return tables.read(path, MutationBudget)
