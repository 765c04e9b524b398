"""Examples of strategies, as Hypothesis generates them, the same for the same seed; and properties.

Of properties `cocotbext.hypothesis.check` plays such examples in a simulation.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import hypothesis
from hypothesis import HealthCheck, Phase
from hypothesis.database import DirectoryBasedExampleDatabase
from hypothesis.errors import HypothesisException
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants
from hypothesis.strategies import DrawFn, SearchStrategy, composite
from hypothesis.strategies._internal import core

Example = TypeVar("Example")

#: The function that reads their source: whether the function draws anything.
_READS = "is_first_param_referenced_in_function"

#: The search alone: nothing is shrunk.
GENERATE = (Phase.generate,)


def ignore_the_source() -> None:
    """Keep Hypothesis from drawing numbers or texts that occur in the source of the user's modules.

    Otherwise the same seed would give other examples after an unrelated change, or with an installed loopline instead
    of a checkout.
    """
    nothing = Constants()
    providers._get_local_constants = lambda: nothing


@contextmanager
def composites_unread() -> Iterator[None]:
    """Keep Hypothesis from reading the source of each composite strategy meanwhile.

    It reads for a warning of those that draw nothing: that takes a third of the time in which a game is imported.
    """
    names = vars(core)
    reads = names.get(_READS)
    names[_READS] = lambda _: True
    try:
        yield
    finally:
        names[_READS] = reads


class _ExampleFolder(DirectoryBasedExampleDatabase):
    """A folder of failing examples, of which some are kept."""

    def __init__(self, folder: Path, keeps: Callable[[], bool]) -> None:
        super().__init__(folder)
        self._keeps = keeps

    def save(self, key: bytes, value: bytes) -> None:
        """Keep an example, if it is to be kept."""
        if self._keeps():
            super().save(key, value)


def property_of(
    body: Callable[..., Coroutine[Any, Any, None] | None],
    *strategies: SearchStrategy[Any],
    examples: int,
    seed: int,
    phases: Sequence[Phase] = GENERATE,
    database: Path | None = None,
    keeps: Callable[[], bool] = lambda: True,
) -> Any:
    """Return a property for `check`.

    Args:
        body: The test.
        strategies: The strategies of its arguments.
        examples: The number of examples.
        seed: The seed.
        phases: The phases of the search.
        database: A folder of failing examples, if they are kept.
        keeps: Tells whether what has just failed is kept there.
    """
    ignore_the_source()
    settings = hypothesis.settings(
        max_examples=examples,
        phases=phases,
        database=None if database is None else _ExampleFolder(database, keeps),
        deadline=None,
        derandomize=False,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    return settings(hypothesis.seed(seed)(hypothesis.given(*strategies)(body)))


@composite
def watched(draw: DrawFn, strategy: SearchStrategy[Example], failed: Callable[[BaseException], None]) -> Example:
    """Draw from a strategy, and call `failed` with what its own code raises, if anything.

    Args:
        draw: Draws from a strategy.
        strategy: The strategy.
        failed: Hears of an exception.
    """
    try:
        return draw(strategy)
    except HypothesisException:
        raise
    except (Exception, SystemExit) as error:
        failed(error)
        raise


@contextmanager
def observed(file: Path | None, shown: Callable[[], str | None]) -> Iterator[None]:
    """Add a line of Hypothesis' observability to the file, if there is one, for each example meanwhile.

    Several processes may share the file. `shown` returns the example in words, or None if it was not played: when the
    time for shrinking is over, for example.
    """
    if file is None:
        yield
        return
    from hypothesis.internal import observability
    from hypothesis.strategies._internal.utils import to_jsonable

    def add(observation: object) -> None:
        line: dict[str, Any] = to_jsonable(observation, avoid_realization=False)  # type: ignore[assignment]
        if line["type"] == "test_case":
            words = shown()
            if words is None and line["status"] != "gave_up":
                return
            line |= {"representation": words or "", "arguments": {}}
        with file.open("ab", buffering=0) as opened:  # at once, so that no line is in another
            opened.write(f"{json.dumps(line)}\n".encode())

    observability.OBSERVABILITY_COLLECT_COVERAGE = False  # of the lines of Python, in each example
    with observability.with_observability_callback(add):
        yield


def examples_of(strategy: SearchStrategy[Example], examples: int, seed: int) -> list[Example]:
    """Return this number of examples, without a property or shrinking.

    Args:
        strategy: The strategy to draw from.
        examples: How many to draw.
        seed: The seed; the same seed gives the same examples.
    """
    drawn: list[Example] = []

    def collect(example: Example) -> None:
        drawn.append(example)

    property_of(collect, strategy, examples=examples, seed=seed)()
    return drawn
