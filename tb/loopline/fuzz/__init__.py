"""Fuzzing: play until told to stop; what has met something new is kept, and varied. Knows no game.

Here is the job of a fuzzing simulation, a leg of the run: what is known of the run when it begins, and what came of it.

May import: campaign and below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import BaseModel, Field

from loopline.contract.coverage import Counts, Model
from loopline.simulation.job import Outcome, TrialJob
from loopline.tables import Table

#: The name of the outcome of a leg.
NAME = "fuzz"


class CorpusScript(BaseModel):
    """A script that is worth varying, as `loopline replay` takes it."""

    script: str
    #: In hexadecimal.
    delays: str
    turns: int


class FeatureCount(NamedTuple):
    """A feature: a bin, how often a script met it (in bits), and how many scripts did."""

    bin: int
    bits: int
    scripts: int


class Knowledge(BaseModel):
    """The knowledge that decides which script comes next. Bins are numbered as the model lists them."""

    #: The fields of each `FeatureCount`, and the index in `kept` of the shortest script that has it. Each leg takes
    #: thousands of them along: in columns they cost least.
    bins: list[int] = []
    bits: list[int] = []
    scripts: list[int] = []
    shortest: list[int] = []
    kept: list[CorpusScript] = []
    #: By strategy, the features that it has found recently, and the turns that this took.
    found: dict[str, float] = {}
    spent: dict[str, float] = {}


class ScriptCoverage(BaseModel):
    """A script on which the design agreed."""

    #: The strategy's property, or one of those in steering.py.
    source: str
    turns: int
    #: The script, and how often it met each bin, if it may be the first or the shortest that has a feature.
    script: CorpusScript | None = None
    bins: dict[int, int] = {}


class SourceOfScripts(Table):
    """The scripts of one source: a property's strategy, the corpus, or variations of kept scripts."""

    name: str
    scripts: int = 0
    turns: int = 0
    new: int = 0
    """The features that they were the first to have."""


class ExploredBins(Table):
    """The situations and scripts that the fuzzer has met and kept."""

    bins: int = 0
    """The situations of the coverage model that can be met."""
    reached: int = 0
    """The situations that were met, in the games of the corpus too."""
    taken_over: int = 0
    """The games of the corpus that were played."""
    kept: int = 0
    """The games that were put into the corpus."""
    not_written: int = 0
    """The games that could not be written there."""
    sources: Sequence[SourceOfScripts] = ()
    """The one of the most turns first."""


class FuzzOutcome(Outcome):
    """The outcome of a leg; or, of all legs together, what they have explored."""

    #: In the order in which it was played.
    met: list[ScriptCoverage] = Field(default_factory=list)
    #: Of its scripts that are not written out: how often they met each bin, and the features that they had.
    bins: dict[int, int] = Field(default_factory=dict)
    features: list[FeatureCount] = Field(default_factory=list)
    explored: ExploredBins = ExploredBins()

    def joined(self, parts: Sequence[Outcome]) -> dict[str, Any]:
        """Return the fields that add up. What legs have met is learnt from when each ends."""
        return {"met": [], "bins": {}, "features": []}


class BinNumbers:
    """The numbers of the bins."""

    def __init__(self, model: Model) -> None:
        self._groups = [group.name for group in model]
        self._bins = [(group.name, key) for group in model for key in group.bins]
        self._numbers = {key: number for number, key in enumerate(self._bins)}

    def of(self, group: str, key: Hashable) -> int:
        """Return the number of a bin."""
        return self._numbers[group, key]

    def group(self, number: int) -> str:
        """Return the group of the bin with this number."""
        return self._bins[number][0]

    def bin(self, number: int) -> tuple[str, Hashable]:
        """Return the group and the key of the bin with this number."""
        return self._bins[number]

    def numbered(self, counts: Counts) -> dict[int, int]:
        """Return counts by number, sorted: a collector may have gone through a set, in any order."""
        found = ((self._numbers[group, key], n) for group, seen in counts.items() for key, n in seen.items())
        return dict(sorted(found))

    def counts(self, bins: Mapping[int, int]) -> Counts:
        """Return counts by number as counts by group and key."""
        counts: dict[str, Counter[Hashable]] = {name: Counter() for name in self._groups}
        for number, n in bins.items():
            group, key = self._bins[number]
            counts[group][key] = n
        return counts


class FuzzJob(TrialJob):
    """A job for one leg of an exploration."""

    outcome = FuzzOutcome
    does: str = "loopline.fuzz.steering:FuzzRunner"
    #: The leg ends with the script that reaches this many turns.
    turns: int = 0
    #: What is known when it begins.
    known: Knowledge = Knowledge()
    #: Games of the corpus, which are played instead of anything new.
    saved: Sequence[CorpusScript] = ()

    @property
    def names(self) -> list[str]:
        """That of a leg."""
        return [NAME]
