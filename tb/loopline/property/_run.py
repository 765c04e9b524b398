"""Hypothesis in one thread, the simulator in another; cocotb's bridge lets only one of them run at a time."""

from __future__ import annotations

import contextlib
import warnings
from asyncio import CancelledError
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic, perf_counter
from typing import Any, TypeVar
from unittest import SkipTest

import cocotb
import hypothesis
import pytest
from cocotb.task import bridge, resume
from hypothesis import Phase
from hypothesis import strategies as st
from hypothesis.core import Example
from hypothesis.database import InMemoryExampleDatabase, choices_to_bytes
from hypothesis.errors import Flaky, HypothesisSideeffectWarning
from hypothesis.reporting import with_reporter
from hypothesis.strategies import DataObject, SearchStrategy

from ._context import Context
from ._errors import FlakyProperty, Interrupted, NoExamples
from ._example import DISCARDS, Budget, Data, Draw
from ._example import Example as Played
from ._leftovers import Leftovers
from ._result import Counterexample, Failure, Partial, Result, Statistics
from ._trial import Recorded, Trial, copied
from ._words import FLAKY, NO_EXAMPLES, call_it_found, users

T = TypeVar("T")
AsyncFunction = Callable[..., Awaitable[None]]


# In a simulation it sees a pytest that never finishes starting (cocotb borrows its assertions), and complains.
warnings.filterwarnings("ignore", category=HypothesisSideeffectWarning)


SKIPS = (SkipTest, pytest.skip.Exception)
"""How a body says that there is nothing to test."""


#: How many of the latest passing examples are kept until one fails.
_BEFORE = 4


class _Stop(KeyboardInterrupt):
    """Ends Hypothesis' run. Hypothesis takes this exception neither for a failure of the example nor for a reason to
    keep the example in the database."""


@dataclass
class Run:
    """One property, from the first example to the result. Methods run in Hypothesis' thread unless stated otherwise."""

    name: str
    body: AsyncFunction
    bench: Any
    strategies: Mapping[str, SearchStrategy[Any]]
    explicit: Sequence[Example]
    reproduce: tuple[str, bytes] | None
    reset: AsyncFunction | None
    budget: Budget | None
    seconds: float | None
    shrink_seconds: float | None
    on_failure: Callable[[Failure], None] | None
    enough: Callable[[], bool]
    seed: int
    settings: hypothesis.settings

    interrupted: bool = field(default=False, init=False)
    current: Mapping[str, Any] = field(default_factory=dict, init=False)
    _example: Played | None = field(default=None, init=False)
    _started: float = field(default=0.0, init=False)
    deadline: float | None = field(default=None, init=False)
    _broken: BaseException | None = field(default=None, init=False)
    _statistics: Statistics = field(default_factory=Statistics, init=False)
    _best: Trial | None = field(default=None, init=False)
    _error: BaseException | None = field(default=None, init=False)
    _partial: Partial | None = field(default=None, init=False)
    _first: Trial | None = field(default=None, init=False)
    _latest: deque[Trial] = field(default_factory=lambda: deque(maxlen=_BEFORE), init=False)
    _ended: dict[str, None] = field(default_factory=dict, init=False)
    _started_again: set[str] = field(default_factory=set, init=False)
    _asked: deque[Example] = field(default_factory=deque, init=False)
    _reported: list[str] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        """Explicit examples come first, in the order given."""
        if self.reproduce is not None:
            self._asked.append(Example((), {}))
        elif Phase.explicit in self.settings.phases:
            self._asked.extend(reversed(self.explicit))

    def interrupt(self) -> None:
        """In the simulator's thread: end the running example as if it had not begun, and start no other."""
        self.interrupted = True
        if self._example is not None:
            self._example.abandon(_Stop())

    def search(self) -> None:
        self._started = monotonic()
        self.deadline = None if self.seconds is None else self._started + self.seconds
        try:
            self._hypothesis(self._try, self.settings, self.explicit, self.reproduce)
        except _Stop:
            if (
                self._best is not None and self._partial is not None
            ):  # the latter: otherwise there is no simulation any more
                self._confirm(self._best)
        except BaseException as error:  # the body's, or one of Hypothesis' own
            self._error = error
            if self._best is not None and isinstance(error, SKIPS):
                self._confirm(self._best)  # too late to skip: a failure is known
        if self._best is not None and self.reset is not None and self._partial in (None, "shrink_seconds"):
            self._suspect(self._best)
        self._statistics.seconds = monotonic() - self._started

    def _hypothesis(
        self,
        test: Callable[..., None],
        settings: hypothesis.settings,
        explicit: Sequence[Example],
        reproduce: tuple[str, bytes] | None = None,
    ) -> None:
        def function(**values: Any) -> None:
            test(values)

        function.__name__ = self.name.rpartition(".")[2]  # Hypothesis' reports read "failing test case: name(...)"
        wrapped: Any = hypothesis.given(**self._gated())(function)
        # Otherwise the database key would be the source of `function`: the same for all properties.
        wrapped._hypothesis_internal_database_key = self.name.encode()
        wrapped._hypothesis_internal_use_reproduce_failure = reproduce
        wrapped.hypothesis_explicit_examples = list(explicit)
        with with_reporter(self._report):
            settings(hypothesis.seed(self.seed)(wrapped))()

    def _report(self, text: object) -> None:
        if self.reproduce is not None:  # which Hypothesis does not mention in the exception
            self._reported.append(str(text))
        cocotb.log.info(text)

    def _gated(self) -> Mapping[str, SearchStrategy[Any]]:
        """The strategies; the first of them checks the clock, because Hypothesis may draw and discard for a long time
        before there is another example to run."""
        (name, first), *others = self.strategies.items()
        return {name: st.builds(self._stop_if_due).flatmap(lambda _: first), **dict(others)}

    def _try(self, values: Mapping[str, Any]) -> None:
        self._stop_if_due()
        context, asked = Context(), self._asked.popleft() if self._asked else None
        kept = copied(values)  # a body may modify its arguments
        draws, error = self._play(self.body, values, context)
        if isinstance(error, _Stop):
            self._partial = "interrupted"
            raise error
        if asked or not context.is_final:
            self._count(error, context)
        trial = Trial(kept, draws, error, context)
        if error is None:
            self._passed(trial)
            return
        expected = asked is not None and asked.raises is not None and isinstance(error, asked.raises)
        if not expected and not isinstance(error, (*DISCARDS, *SKIPS)):
            self._keep(trial)
        raise error

    def _passed(self, trial: Trial) -> None:
        if self._best is None:
            self._first = self._first or trial
            self._latest.append(trial)

    def _keep(self, trial: Trial) -> None:
        first = self._best is None
        # If there are several bugs, Hypothesis shrinks one after the other.
        if self._best is None or trial.context.size <= self._best.context.size:
            self._best = trial
        if first:
            self._found(trial)

    def _found(self, trial: Trial) -> None:
        """The first failing example is known. From now on it cannot be lost, and shrinking has its own time limit."""
        if self.shrink_seconds is not None:
            self.deadline = monotonic() + self.shrink_seconds
        if self.on_failure is not None and (error := trial.error):
            try:
                self.on_failure(Failure(tuple(copied(trial.values).values()), tuple(trial.draws), error))
            except BaseException as broken:
                self._broken = broken
                raise _Stop from None

    def _stop_if_due(self) -> None:
        if self.interrupted:
            self._partial = "interrupted"
        elif self.deadline is not None and monotonic() >= self.deadline and not Context().is_final:
            shrinking = self._best is not None and self.shrink_seconds is not None
            self._partial = "shrink_seconds" if shrinking else "seconds"
        elif not Context().is_final and self.enough():
            self._partial = "enough"
        if self._partial is not None:
            raise _Stop

    def _count(self, error: BaseException | None, context: Context) -> None:
        if self._best is not None:
            self._statistics.shrinks += 1
        elif isinstance(error, DISCARDS):
            self._statistics.invalid += 1
        else:
            self._statistics.examples += 1
            for event, payload in context.build.data.events.items():
                self._statistics.events[event if payload == "" else f"{event}: {payload}"] += 1

    def _play(
        self, body: AsyncFunction, values: Mapping[str, Any], context: Context
    ) -> tuple[list[Any], BaseException | None]:
        self.current = values
        example = self._example = Played(self.budget, context)
        arguments = [
            Data(example, value) if isinstance(value, (DataObject, Recorded)) else value for value in values.values()
        ]
        draws: list[Any] = []
        discard: BaseException | None = None
        draw = self._simulate(example.start, self._reset_and_run(body, arguments))
        while draw is not None:
            try:
                draw.value = draw.source.draw(draw.strategy, draw.label)
                draws.append(copied(draw.value))
            except BaseException as error:
                draw.error = error  # the body gets it, and whatever it does with it ...
                if isinstance(error, DISCARDS):
                    discard = error  # ... this is the end of the example
            draw = self._simulate(example.answer, draw)
        self._started_again = example.tasks.started
        if self._best is None and example.failure is None:
            self._ended |= dict.fromkeys(example.tasks.ended)
        return draws, discard or example.failure

    def _simulate(self, step: Callable[[T], Any], argument: T) -> Draw | None:
        started = perf_counter()
        try:
            draw: Draw | None = resume(step)(argument)
            return draw
        except CancelledError:  # cocotb stops the test
            raise _Stop from None
        finally:
            self._statistics.simulating += perf_counter() - started

    async def _reset_and_run(self, body: AsyncFunction, arguments: Sequence[Any]) -> None:
        if self.reset is not None:
            await self.reset(self.bench)
        await body(self.bench, *arguments)

    def _confirm(self, trial: Trial) -> None:
        """Run the best example last, as Hypothesis would have done. After Ctrl-C nothing more is run; the result is
        what is known."""

        def test(values: Mapping[str, Any]) -> None:
            error = None if self.interrupted else self._play(self.body, values, Context())[1]
            if self.interrupted:
                self._partial, error = "interrupted", trial.error
            if error is not None:
                raise error

        try:
            self._replay(trial, test)
        except BaseException as error:
            call_it_found(error)
            self._error = error
            self._best = replace(trial, error=error)
        else:
            self._error = self._flaky(f"It failed with {trial.error!r}, then passed.")

    def _flaky(self, what: str) -> FlakyProperty:
        return FlakyProperty(f"{self.name}: {FLAKY}\n{what}")

    def run_again(self, trial: Trial, body: AsyncFunction) -> None:
        """Run reset and body on one example. Raises what it fails with."""

        def test(values: Mapping[str, Any]) -> None:
            _, error = self._play(body, values, Context())
            if error is not None:
                raise error

        self._replay(trial, test)

    def _replay(self, trial: Trial, test: Callable[[Mapping[str, Any]], None]) -> None:
        recorded = Recorded(copied(trial.draws))
        values = {
            name: recorded if isinstance(value, DataObject) else copied(value) for name, value in trial.values.items()
        }
        explicit = hypothesis.settings(self.settings, phases=[Phase.explicit])
        self._hypothesis(test, explicit, [Example((), values)])

    # -- for the search for leftovers

    def _suspect(self, failing: Trial) -> None:
        flaky = isinstance(self._error, (Flaky, FlakyProperty))
        if not flaky and self._error is not failing.error:
            return
        try:
            found = Leftovers(self, failing).found(flaky)
            if found is not None and found.__cause__ is not None:
                found.__cause__.__traceback__ = users(found.__cause__.__traceback__)
                call_it_found(found.__cause__)
            self._error = found or self._error
        except _Stop:  # Ctrl-C, or the end of the simulation: the failure is known, its cause is not
            self._partial = "interrupted" if self.interrupted else self._partial

    @property
    def before(self) -> Sequence[Trial]:
        """Examples that passed before the first that failed: the first of all, and the latest."""
        return list(dict.fromkeys([*([self._first] if self._first else []), *self._latest]))

    def ended_for_good(self) -> Sequence[str]:
        """Tasks that were ended with an example that passed, and not started again in the last one."""
        return [task for task in self._ended if task not in self._started_again]

    def fails(self, trial: Trial) -> BaseException | None:
        """Play it again and return its failure."""
        if trial.live is not None:
            draws, error = self._play(self.body, trial.live, trial.context)
            trial.draws.extend(draws)
            if isinstance(error, (_Stop, *DISCARDS)):
                raise error
            return error
        try:
            with Context.none():
                self.run_again(trial, self.body)
        except _Stop:
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
            self._stop_if_due()
            one = Trial(copied(values), [], None, Context(), live=values)
            if error := fails(one):
                smallest = min(smallest, replace(one, live=None), key=lambda each: each.context.size)
                raise error

        database = InMemoryExampleDatabase()
        # It takes whatever it finds under its first key for minimal.
        database.save(f"{self.name}.secondary".encode(), choices_to_bytes(trial.context.choices))
        settings = hypothesis.settings(self.settings, phases=[Phase.reuse, Phase.shrink], database=database)
        with contextlib.suppress(BaseException):  # the failure itself, or the end of the time
            self._hypothesis(test, settings, ())
        if self.interrupted:
            raise _Stop
        return smallest

    def call(self, trial: Trial) -> str:
        """The example, written as a call."""
        arguments = [f"{name}={value!r}" for name, value in trial.values.items() if not isinstance(value, DataObject)]
        drawn = f", drawn: {', '.join(map(repr, trial.draws))}" if trial.draws else ""
        return f"{self.name.rpartition('.')[2]}({', '.join(arguments)}){drawn}"

    def result(self) -> Result:
        """The result, after `search`."""
        if self._broken is not None:
            raise self._broken
        error, trial = self._error, self._best
        if isinstance(error, Flaky):
            error, cause = self._flaky(str(error)), error
            error.__cause__ = cause.with_traceback(None)
            for each in getattr(cause, "exceptions", ()):
                each.__traceback__ = users(each.__traceback__)
        elif self._statistics.examples == 0 and (error is None or isinstance(error, SkipTest)):
            error = NoExamples(f"{self.name}: not one example was judged; {NO_EXAMPLES[self._partial]}")
        elif error is None and self._partial == "interrupted":
            error = Interrupted(
                f"{self.name}: Ctrl-C after {self._statistics.examples:,} examples, none of which failed"
            )
        if error is not None:
            error = error.with_traceback(users(error.__traceback__))
        counterexample = None
        if trial is not None and trial.error is error:
            counterexample = Counterexample(
                tuple(trial.values.values()),
                tuple(trial.draws),
                "\n".join([*self._reported, *getattr(error, "__notes__", ())]),
                lambda body: bridge(self.run_again)(trial, body or self.body),
            )
        return Result(self.name, self.seed, self._statistics, error, counterexample, self._partial)
