"""A file that says which mutants are to be tried, and how good the harness has to be: see ci/mutation.toml."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field

from loopline import tables
from loopline.mutate.mutant import Mutant
from loopline.mutate.score import Result, Score
from loopline.tables import Table


class Bounds(Table):
    #: The percentage killed, of those that can be killed.
    score: float = Field(0, ge=0, le=100)
    #: The same without those survivors that are said to be harmless.
    score_but_harmless: float = Field(0, ge=0, le=100)
    #: Turns after which half and nine tenths of them are killed.
    median: float | None = None
    percentile_90: float | None = None


class Known(Table):
    """A survivor that has been analysed, identified by its part, its source line and what is wrong with it."""

    part: str
    source: str
    what: str
    #: If a line has several such cells: the signal on the pin.
    wire: str = ""
    why: str
    #: Nothing could ever show it, somebody says. That is no proof, so it counts as survived all the same.
    harmless: bool = False

    def is_about(self, mutant: Mutant) -> bool:
        its = self.part, self.source, self.what
        return its == (mutant.part, mutant.source, str(mutant)) and self.wire in ("", mutant.wire)


class Budget(Table):
    #: The board as `--board` takes it.
    board: str = ""
    seed: int = Field(1, ge=0)
    kind: Literal["source", "gates"] = "gates"
    mutants: int = Field(ge=1)
    examples: int = Field(ge=1)
    bounds: Bounds = Bounds()
    #: Parts of the design, files without their suffix, that are also counted together, under this name.
    groups: dict[str, list[str]] = Field(default_factory=dict)
    known: list[Known] = Field(default_factory=list)

    def why(self, mutant: Mutant) -> str:
        """What the analysis of a survivor says."""
        return next((one.why for one in self.known if one.is_about(mutant)), "")

    def harmless(self, score: Score) -> list[Result]:
        """The survivors that somebody says nothing could show."""
        said = [one for one in self.known if one.harmless]
        survived = [one for one in score.results if one.verdict.state == "survived"]
        return [one for one in survived if any(known.is_about(one.mutant) for known in said)]

    def but_harmless(self, score: Score) -> Score:
        """The score without these."""
        left_out = {one.mutant.number for one in self.harmless(score)}
        return Score([one for one in score.results if one.mutant.number not in left_out])

    def complaints(self, score: Score) -> list[str]:
        """Where the harness falls short of the budget."""
        found, bounds = [], self.bounds
        if score.per_cent < bounds.score:
            found.append(f"{score.per_cent:.1f} % of the mutants are killed, and it should be {bounds.score:g} %")
        if (but_harmless := self.but_harmless(score)).per_cent < bounds.score_but_harmless:
            asked = f"{bounds.score_but_harmless:g} % without the harmless ones"
            found.append(f"{but_harmless.per_cent:.1f} % of the mutants are killed, and it should be {asked}")
        for name, share, bound in (("half", 0.5, bounds.median), ("nine tenths", 0.9, bounds.percentile_90)):
            if bound is not None and score.turns(share) > bound:
                found.append(f"{name} of them take {score.turns(share):,.0f} turns, and {bound:,.0f} should do")
        new = [one for one in score.results if one.verdict.state == "survived" and not self.why(one.mutant)]
        if new:
            found.append(f"{len(new):,} {'survivor is' if len(new) == 1 else 'survivors are'} not listed")
        return found


def load(path: Path) -> Budget:
    """Raises BadInput."""
    return tables.read(path, Budget)
