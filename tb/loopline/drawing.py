"""Examples of strategies, as Hypothesis generates them; the same for the same seed. And properties, of which
`cocotbext.hypothesis.check` plays such examples in a simulation."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, TypeVar

import hypothesis
from hypothesis import HealthCheck, Phase
from hypothesis.database import DirectoryBasedExampleDatabase
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants
from hypothesis.strategies import SearchStrategy

Example = TypeVar("Example")

#: The search alone: nothing is shrunk.
GENERATE = (Phase.generate,)


def ignore_the_source() -> None:
    """Hypothesis sometimes draws a number or text that occurs in the source of modules that it takes for the user's.
    So the same seed would give other examples after an unrelated change, or with an installed loopline instead of a
    checkout."""
    nothing = Constants()
    providers._get_local_constants = lambda: nothing


def property_of(
    body: Callable[..., Coroutine[Any, Any, None]],
    *strategies: SearchStrategy[Any],
    examples: int,
    seed: int,
    phases: Sequence[Phase] = GENERATE,
    database: Path | None = None,
) -> Any:
    """A property for `check`. The database, if there is one, is a folder of its own."""
    settings = hypothesis.settings(
        max_examples=examples,
        phases=phases,
        database=None if database is None else DirectoryBasedExampleDatabase(database),
        deadline=None,
        derandomize=False,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    return settings(hypothesis.seed(seed)(hypothesis.given(*strategies)(body)))


def examples_of(strategy: SearchStrategy[Example], examples: int, seed: int) -> list[Example]:
    """This number of examples, without a property or shrinking."""
    ignore_the_source()
    drawn: list[Example] = []

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=examples,
        phases=GENERATE,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @hypothesis.given(strategy)
    def collect(example: Example) -> None:
        drawn.append(example)

    collect()
    return drawn
