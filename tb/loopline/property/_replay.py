"""Examples that were played are played again: to confirm a failure, to look closer, to compare, to shrink."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any
from unittest import SkipTest

import hypothesis
from _pytest.outcomes import Skipped
from hypothesis import Phase
from hypothesis.database import InMemoryExampleDatabase, choices_to_bytes
from hypothesis.strategies import DataObject

from ._context import Context
from ._example import DISCARDS
from ._hypothesis import Hypothesis, Test
from ._limits import Limits, Stop
from ._property import AsyncFunction, Property
from ._runner import Runner
from ._trial import Recorded, Trial, copied

SKIPS = (SkipTest, Skipped)
"""How a body says that there is nothing to test. (To import all of pytest would take a third of a start.)"""


class Replay:
    """Plays trials again."""

    def __init__(self, property: Property, limits: Limits, runner: Runner, hypothesis: Hypothesis) -> None:
        self._property = property
        self._limits = limits
        self._runner = runner
        self._hypothesis = hypothesis

    def run_again(self, trial: Trial, body: AsyncFunction) -> None:
        """Run reset and body on one example. Raises what it fails with."""

        def test(values: Mapping[str, Any]) -> None:
            _, error = self._runner.run(body, values)
            if error is not None:
                raise error

        self.with_values_of(trial, test)

    def with_values_of(self, trial: Trial, test: Test) -> None:
        """Let Hypothesis call the test with the example's values."""
        recorded = Recorded(copied(trial.draws))
        values = {
            name: recorded if isinstance(value, DataObject) else copied(value) for name, value in trial.values.items()
        }
        self._hypothesis.replay(test, values)

    def fails(self, trial: Trial) -> BaseException | None:
        """Play it again and return its failure."""
        if trial.live is not None:
            draws, error = self._runner.run(self._property.body, trial.live)
            trial.draws.extend(draws)
            if isinstance(error, (Stop, *DISCARDS)):
                raise error
            return error
        try:
            with Context.none():
                self.run_again(trial, self._property.body)
        except KeyboardInterrupt:
            raise
        except SKIPS:
            return None
        except BaseException as error:
            return error
        return None

    def shrunk(self, trial: Trial, fails: Callable[[Trial], BaseException | None]) -> Trial:
        """The smallest example like this one that fails in some way."""
        smallest = trial

        def test(values: Mapping[str, Any]) -> None:
            nonlocal smallest
            self._limits.stop_if_due()
            one = Trial(copied(values), [], None, Context(), live=values)
            if error := fails(one):
                smallest = min(smallest, replace(one, live=None), key=lambda each: each.context.size)
                raise error

        database = InMemoryExampleDatabase()
        # Hypothesis takes what it finds under its first key for minimal, so this is the second one.
        database.save(f"{self._property.name}.secondary".encode(), choices_to_bytes(trial.context.choices))
        settings = hypothesis.settings(self._property.settings, phases=[Phase.reuse, Phase.shrink], database=database)
        try:
            self._hypothesis.shrink(test, settings)
        except BaseException as error:  # the failure itself, or the end of the time
            if type(error) is KeyboardInterrupt:  # a second Ctrl-C ends the simulation
                raise
        if self._limits.interrupted:
            raise Stop
        return smallest
