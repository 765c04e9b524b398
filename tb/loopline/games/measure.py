"""Measures generators: how often they hit their target, how varied they are, how fast."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from hypothesis.strategies import SearchStrategy

from loopline.drawing import examples_of

#: The facts that a game knows about one script.
Facts = TypeVar("Facts")
Script = TypeVar("Script")


@dataclass
class Measured(Generic[Facts]):
    """The measurements of one strategy."""

    name: str
    #: The facts of each example.
    facts: list[Facts]
    #: Seconds for generating all of them, including what Hypothesis does.
    seconds: float

    def total(self, count: Callable[[Facts], int]) -> int:
        """The sum of a count over all examples."""
        return sum(map(count, self.facts))

    # --- figures, as text ---------------------------------------------------------------------------------------------

    def mean(self, count: Callable[[Facts], int]) -> str:
        """The mean of a count, with one decimal."""
        return f"{self.total(count) / len(self.facts):.1f}"

    def share(self, holds: Callable[[Facts], bool]) -> str:
        """A percentage in words. Only everything is 100 %: nothing less is rounded up to it."""
        percent = 100 * self.total(holds) / len(self.facts) if self.facts else 0
        return f"{percent:.0f} %" if percent in (0, 100) or 1 <= percent < 99 else f"{percent:.1f} %"


def measure(
    strategies: Mapping[str, SearchStrategy[Script]], facts_of: Callable[[Script], Facts], examples: int, seed: int
) -> Iterator[Measured[Facts]]:
    """Yields each strategy as soon as it is measured."""
    for name, strategy in strategies.items():
        begun = time.process_time()
        scripts = examples_of(strategy, examples, seed)
        seconds = time.process_time() - begun
        yield Measured(name, [facts_of(script) for script in scripts], seconds)
