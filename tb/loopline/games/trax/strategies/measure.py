"""A generator is measured: does it make what it is for, how much of it, how varied, how quickly?"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from loopline.games.trax.strategies import REGISTRY
from loopline.games.trax.strategies.facts import Facts, facts_of
from loopline.games.trax.strategies.shapes import TrapShape, WinShape
from loopline.property import examples_of


@dataclass
class Measured:
    """Of one strategy."""

    name: str
    #: Of each example.
    facts: list[Facts]
    #: To generate all of them, all that Hypothesis does included.
    seconds: float

    def total(self, count: Callable[[Facts], int]) -> int:
        return sum(map(count, self.facts))

    @property
    def turns(self) -> int:
        return self.total(lambda facts: facts.turns)

    @property
    def traps(self) -> list[TrapShape]:
        return [trap for facts in self.facts for trap in facts.traps]

    @property
    def wins(self) -> list[WinShape]:
        return [win for facts in self.facts for win in facts.wins]


def measure(examples: int, seed: int, size: int) -> Iterator[Measured]:
    """One strategy after the other, as soon as it is measured."""
    for name, generator in REGISTRY.items():
        begun = time.process_time()
        scripts = examples_of(generator.scripts(size), examples, seed)
        seconds = time.process_time() - begun
        yield Measured(name, [facts_of(script, size) for script in scripts], seconds)
