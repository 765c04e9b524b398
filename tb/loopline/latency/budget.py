"""How long answers may take, as data: ci/latency.toml."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pydantic import Field, model_validator

from loopline import tables
from loopline.latency.answers import Measured
from loopline.simulation.job import Answer
from loopline.tables import Table, of_design


class Allowed(Table):
    """What is allowed for one kind of answer."""

    #: The most cycles that any answer may take.
    most: int | None = Field(None, ge=1)
    #: A bound for each single answer: this many cycles, plus this many for each unit of work.
    fixed: float | None = None
    each: Mapping[str, float] = {}

    @model_validator(mode="after")
    def _says_something(self) -> Allowed:
        if self.most is None and self.fixed is None:
            raise ValueError("says neither `most` nor `fixed`, so anything would be allowed")
        return self

    def bound(self, answer: Answer) -> float | None:
        """The bound; None if the amount of work is not known."""
        if self.fixed is None or not self.each.keys() <= answer.facts.keys():
            return None
        return self.fixed + sum(cycles * answer.facts[fact] for fact, cycles in self.each.items())


class Budget(Table):
    """The budget of one design, and which games it is held to."""

    design: str
    seed: int = Field(ge=0)
    examples: int = Field(ge=1)
    turns: int = Field(ge=1)
    #: The worst scripts known, which are played after the generated ones.
    games: Sequence[str] = ()
    cycles: Mapping[str, Allowed]


class Excess(NamedTuple):
    """An answer over the budget. Without an answer: nothing of this kind has been measured."""

    kind: str
    says: str
    script: str = ""
    answer: Answer | None = None


class _File(Table):
    budget: Sequence[Budget] = ()


def read(path: Path, design: str) -> Budget:
    """The budget of the design. Raises BadInput."""
    return of_design(path, tables.read(path, _File).budget, design)


def over(budget: Budget, measured: Measured) -> Iterator[Excess]:
    """What the budget does not allow."""
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
        bounds = ((one, allowed.bound(one[1])) for one in measured.of(kind))
        beyond = [(one[1].begins - bound, one) for one, bound in bounds if bound is not None and one[1].begins > bound]
        if beyond:
            more_than, (script, answer) = max(beyond, key=lambda pair: pair[0])
            bound = answer.begins - more_than
            facts = ", ".join(f"{count:,} {fact}" for fact, count in answer.facts.items())
            says = f"{answer.begins:,} cycles, but with {facts} its bound is {bound:,.0f}"
            yield Excess(kind, f"{says}; {len(beyond):,} are beyond theirs", script, answer)
