"""The score of a mutation run."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from loopline.mutate.mutant import Mutant
from loopline.mutate.run import MutationRun
from loopline.mutate.verdict import Verdict

#: The turns of a mutant that was never killed.
NEVER = math.inf


@dataclass(frozen=True)
class Result:
    """All that is known of one mutant."""

    mutant: Mutant
    verdict: Verdict
    #: The verdicts against random games, and after shrinking its game, if that was done.
    random: Verdict | None
    smaller: Verdict | None


def results(run: MutationRun) -> list[Result]:
    return [
        Result(one, run.verdict(one), run.verdicts.get("random", one.number), run.verdicts.get("shrink", one.number))
        for one in run.mutants
    ]


@dataclass(frozen=True)
class Score:
    """Counts over some of the mutants."""

    results: Sequence[Result]

    @cached_property
    def states(self) -> Counter[str]:
        return Counter(one.verdict.state for one in self.results)

    @cached_property
    def kills(self) -> Counter[str]:
        """By property."""
        return Counter(one.verdict.property for one in self.results if one.verdict.state == "killed")

    @property
    def per_cent(self) -> float:
        """The percentage killed, of those that can be killed."""
        killable = self.states["killed"] + self.states["survived"]
        return 100 * self.states["killed"] / killable if killable else 0.0

    def turns(self, share: float) -> float:
        """The number of turns that kills this share of those that can be killed."""
        verdicts = (one.verdict for one in self.results if one.verdict.state in ("killed", "survived"))
        return _quantile([one.turns if one.state == "killed" else NEVER for one in verdicts], share)

    # --- the same of random games ---

    @cached_property
    def random(self) -> list[Verdict]:
        return [one.random for one in self.results if one.random and one.random.state != "unjudged"]

    @property
    def random_per_cent(self) -> float:
        return 100 * sum(one.state == "killed" for one in self.random) / len(self.random) if self.random else 0.0

    def random_turns(self, share: float) -> float:
        return _quantile([one.turns if one.state == "killed" else NEVER for one in self.random], share)

    @property
    def random_times(self) -> float:
        """How many times as many turns of random games were played until each mutant was killed or given up."""
        spent = sum(one.verdict.turns for one in self.results if one.random)
        return sum(one.turns for one in self.random) / spent if spent else 0.0


def _quantile(figures: Iterable[float], share: float) -> float:
    ordered = sorted(figures)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else 0


def by(score: Score, key: Callable[[Result], str]) -> dict[str, Score]:
    """The score of each group."""
    groups: dict[str, list[Result]] = {}
    for one in score.results:
        groups.setdefault(key(one), []).append(one)
    return {name: Score(groups[name]) for name in sorted(groups)}
