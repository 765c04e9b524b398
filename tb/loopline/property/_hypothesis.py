"""One call of Hypothesis: its engine runs a function that it takes for an ordinary test."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import cocotb
import hypothesis
from hypothesis import strategies as st
from hypothesis.core import Example
from hypothesis.errors import HypothesisSideeffectWarning
from hypothesis.reporting import with_reporter

from ._limits import Limits
from ._property import Property

# In a simulation it sees a pytest that never finishes starting (cocotb borrows its assertions), and complains.
warnings.filterwarnings("ignore", category=HypothesisSideeffectWarning)

Test = Callable[[Mapping[str, Any]], None]


class Hypothesis:
    """Calls Hypothesis for a property: once for the search, and again for each replay."""

    def __init__(self, property: Property, limits: Limits) -> None:
        self.reported: list[str] = []
        """What Hypothesis reports of an example that `@reproduce_failure` names; its exception does not have it."""
        self._property = property
        self._limits = limits

    def search(self, test: Test) -> None:
        property = self._property
        self._call(test, property.settings, property.explicit, property.reproduce)

    def replay(self, test: Test, values: Mapping[str, Any]) -> None:
        """Call the test with these values only."""
        settings = hypothesis.settings(self._property.settings, phases=[hypothesis.Phase.explicit])
        self._call(test, settings, [Example((), values)])

    def shrink(self, test: Test, settings: hypothesis.settings) -> None:
        """Shrink the example that the settings' database holds."""
        self._call(test, settings, ())

    def _call(
        self,
        test: Test,
        settings: hypothesis.settings,
        explicit: Sequence[Example],
        reproduce: tuple[str, bytes] | None = None,
    ) -> None:
        if hypothesis.currently_in_test_context():
            raise RuntimeError("another property is running: one at a time in a simulation")

        def function(**values: Any) -> None:
            test(values)

        function.__name__ = self._property.short_name  # Hypothesis' reports read "failing test case: name(...)"
        wrapped: Any = hypothesis.given(**self._gated())(function)
        # Otherwise the database key would be the source of `function`: the same for all properties.
        wrapped._hypothesis_internal_database_key = self._property.name.encode()
        wrapped._hypothesis_internal_use_reproduce_failure = reproduce
        wrapped.hypothesis_explicit_examples = list(explicit)
        with with_reporter(self._report):
            settings(hypothesis.seed(self._property.seed)(wrapped))()

    def _report(self, text: object) -> None:
        if self._property.reproduce is not None:
            self.reported.append(str(text))
        cocotb.log.info(text)

    def _gated(self) -> Mapping[str, st.SearchStrategy[Any]]:
        """The strategies; the first of them checks the clock, because Hypothesis may draw and discard for a long time
        before there is another example to run."""
        (name, first), *others = self._property.strategies.items()
        return {name: st.builds(self._limits.stop_if_due).flatmap(lambda _: first), **dict(others)}
