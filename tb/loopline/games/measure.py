"""A generator is measured: does it make what it is for, how much of it, how varied, how quickly?"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from hypothesis.strategies import SearchStrategy

from loopline.property import examples_of

#: What a game knows of one script.
Facts = TypeVar("Facts")
Script = TypeVar("Script")
Thing = TypeVar("Thing")


@dataclass
class Measured(Generic[Facts]):
    """Of one strategy."""

    name: str
    #: Of each example.
    facts: list[Facts]
    #: To generate all of them, all that Hypothesis does included.
    seconds: float

    def total(self, count: Callable[[Facts], int]) -> int:
        return sum(map(count, self.facts))

    # --- figures, as text ---------------------------------------------------------------------------------------------

    def mean(self, count: Callable[[Facts], int]) -> str:
        return f"{self.total(count) / len(self.facts):.1f}"

    def most(self, count: Callable[[Facts], int]) -> str:
        return str(max(map(count, self.facts)))

    def share(self, holds: Callable[[Facts], bool]) -> str:
        """Everything is 100 %, and less is not, be it ever so little less."""
        percent = 100 * self.total(holds) / len(self.facts) if self.facts else 0
        return f"{percent:.0f} %" if percent in (0, 100) or 1 <= percent < 99 else f"{percent:.1f} %"


def parts(things: Sequence[Thing], *groups: Callable[[Thing], bool]) -> str:
    """How many per cent are in each group."""
    if not things:
        return "-"
    return "/".join(f"{100 * sum(map(group, things)) / len(things):.0f}" for group in groups)


def measure(
    strategies: Mapping[str, SearchStrategy[Script]], facts_of: Callable[[Script], Facts], examples: int, seed: int
) -> Iterator[Measured[Facts]]:
    """One strategy after the other, as soon as it is measured."""
    for name, strategy in strategies.items():
        begun = time.process_time()
        scripts = examples_of(strategy, examples, seed)
        seconds = time.process_time() - begun
        yield Measured(name, [facts_of(script) for script in scripts], seconds)
