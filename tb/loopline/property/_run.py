"""One property, from the first example to the result.

Functions run on Hypothesis' stack unless stated otherwise: see _stack.py.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hypothesis import Phase
from hypothesis.core import Example
from hypothesis.errors import Flaky

from ._before import Before
from ._context import Context
from ._errors import FlakyProperty
from ._example import DISCARDS
from ._hypothesis import Hypothesis
from ._leftovers import Leftovers
from ._limits import Limits, Stop
from ._property import Property
from ._replay import SKIPS, Replay
from ._result import Failure, Result, Statistics
from ._runner import Runner
from ._trial import Trial, copied
from ._verdict import counterexample_of, flaky, verdict_of
from ._words import call_it_found, users


class Run:
    """Searches for a failing example, lets Hypothesis shrink it, and says what was found."""

    def __init__(self, property: Property) -> None:
        self.property = property
        self._limits = Limits(property.seconds, property.shrink_seconds, property.enough)
        self._statistics = Statistics()
        self._runner = Runner(property, self._statistics)
        self._hypothesis = Hypothesis(property, self._limits)
        self._replay = Replay(property, self._limits, self._runner, self._hypothesis)
        self._before = Before()
        self._asked = _asked(property)
        self._best: Trial | None = None
        self._error: BaseException | None = None
        self._broken: BaseException | None = None

    @property
    def current(self) -> Mapping[str, Any]:
        return self._runner.current

    def interrupted(self) -> None:
        """On any stack: Ctrl-C has come. No other example begins."""
        self._limits.interrupted = True

    def abandon(self) -> None:
        """On the simulator's stack: end the running example as if it had not begun."""
        self._runner.abandon(Stop())

    def search(self) -> None:
        try:
            self._hypothesis.search(self._try)
        except Stop:
            # Without a partial result, cocotb is stopping the test: nothing can be simulated any more.
            if self._best is not None and self._limits.partial is not None:
                self._confirm(self._best)
        except KeyboardInterrupt:  # a second Ctrl-C ends the simulation
            raise
        except BaseException as error:  # the body's, or one of Hypothesis' own
            self._error = error
            if self._best is not None and isinstance(error, SKIPS):
                self._confirm(self._best)  # too late to skip: a failure is known
        time_left = self._limits.partial in (None, "shrink_seconds")
        if self._best is not None and self.property.reset is not None and time_left:
            self._suspect(self._best)
        self._statistics.seconds = self._limits.elapsed

    def _try(self, values: Mapping[str, Any]) -> None:
        self._limits.stop_if_due()
        context, asked = Context(), self._asked.popleft() if self._asked else None
        kept = copied(values)  # a body may modify its arguments
        draws, error = self._runner.run(self.property.body, values)
        if isinstance(error, Stop):
            self._limits.partial = "interrupted"
            raise error
        if asked or not context.is_final:
            self._count(error, context)
        trial = Trial(kept, draws, error, context)
        if error is None:
            if self._best is None:
                self._before.add(trial, self._runner.ended)
            return
        expected = asked is not None and asked.raises is not None and isinstance(error, asked.raises)
        if not expected and not isinstance(error, (*DISCARDS, *SKIPS)):
            self._keep(trial)
        raise error

    def _count(self, error: BaseException | None, context: Context) -> None:
        if self._best is not None:
            self._statistics.shrinks += 1
        elif isinstance(error, DISCARDS):
            self._statistics.invalid += 1
        else:
            self._statistics.examples += 1
            for event, payload in context.build.data.events.items():
                self._statistics.events[event if payload == "" else f"{event}: {payload}"] += 1

    def _keep(self, trial: Trial) -> None:
        first = self._best is None
        # If there are several bugs, Hypothesis shrinks one after the other.
        if self._best is None or trial.context.size <= self._best.context.size:
            self._best = trial
        if first:
            self._found(trial)

    def _found(self, trial: Trial) -> None:
        """The first failing example is known. From now on it cannot be lost, and shrinking has its own time limit."""
        self._limits.shrinking_begins()
        if self.property.on_failure is not None and (error := trial.error):
            try:
                self.property.on_failure(Failure(tuple(copied(trial.values).values()), tuple(trial.draws), error))
            except BaseException as broken:
                self._broken = broken
                raise Stop from None

    def _confirm(self, trial: Trial) -> None:
        """Run the best example last, as Hypothesis would have done. After Ctrl-C nothing more is run; the result is
        what is known."""

        def test(values: Mapping[str, Any]) -> None:
            error = None
            if not self._limits.interrupted:
                error = self._runner.run(self.property.body, values)[1]
            if self._limits.interrupted:
                self._limits.partial, error = "interrupted", trial.error
            if error is not None:
                raise error

        try:
            self._replay.with_values_of(trial, test)
        except BaseException as error:
            call_it_found(error)
            self._error = error
            self._best = replace(trial, error=error)
        else:
            self._error = flaky(self.property, f"It failed with {trial.error!r}, then passed.")
            self._error.__cause__ = trial.error

    def _suspect(self, failing: Trial) -> None:
        """Look for a cause outside the failing example."""
        is_flaky = isinstance(self._error, (Flaky, FlakyProperty))
        if not is_flaky and self._error is not failing.error:
            return
        self._limits.leftovers_begin()
        leftovers = Leftovers(self.property, self._replay, self._runner, self._before, failing)
        try:
            found = leftovers.found(is_flaky)
            if found is not None and found.__cause__ is not None:
                found.__cause__.__traceback__ = users(found.__cause__.__traceback__)
                call_it_found(found.__cause__)
            self._error = found or self._error
        except Stop:  # Ctrl-C, or the end of the simulation: the failure is known, its cause is not
            self._limits.partial = "interrupted" if self._limits.interrupted else self._limits.partial

    def result(self) -> Result:
        """The result, after `search`."""
        if self._broken is not None:
            raise self._broken
        error = verdict_of(self.property, self._error, self._statistics, self._limits.partial)
        counterexample = None
        if self._best is not None and self._best.error is error:
            counterexample = counterexample_of(self.property, self._best, self._hypothesis.reported, self._replay)
        return Result(
            self.property.name, self.property.seed, self._statistics, error, counterexample, self._limits.partial
        )


def _asked(property: Property) -> deque[Example]:
    """The examples that run before any is drawn, in order."""
    if property.reproduce is not None:
        return deque([Example((), {})])
    if Phase.explicit in property.settings.phases:
        return deque(reversed(property.explicit))
    return deque()
