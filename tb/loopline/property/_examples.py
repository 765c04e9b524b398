"""Examples of a strategy, as Hypothesis generates them; the same for the same seed. No property, no shrinking."""

from __future__ import annotations

from typing import TypeVar

import hypothesis
from hypothesis import HealthCheck, Phase
from hypothesis.strategies import SearchStrategy

from ._constants import ignore_the_source

Example = TypeVar("Example")


def examples_of(strategy: SearchStrategy[Example], examples: int, seed: int) -> list[Example]:
    ignore_the_source()
    drawn: list[Example] = []

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=examples,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @hypothesis.given(strategy)
    def collect(example: Example) -> None:
        drawn.append(example)

    collect()
    return drawn
