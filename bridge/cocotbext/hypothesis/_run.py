"""One property, from the first example to the result. Functions run on Hypothesis' stack unless stated otherwise."""

from __future__ import annotations

import copy
import functools
import inspect
import sys
import warnings
from asyncio import CancelledError
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any
from unittest import SkipTest

import cocotb
import hypothesis
from cocotb.utils import get_sim_time
from hypothesis import Phase
from hypothesis.errors import DidNotReproduce, Flaky
from hypothesis.strategies import DataObject

from ._example import Example, Limit
from ._leftovers import Leftovers, Passed, Trial
from ._private import (
    DISCARDS,
    SideeffectWarning,
    StopTest,
    current_example,
    data_like,
    explicit_examples,
    only_example,
    only_repeat,
    set_settings,
    with_reporter,
)
from ._result import (
    Counterexample,
    Failure,
    FlakyProperty,
    HungBody,
    Interrupted,
    NoExamples,
    Partial,
    Result,
    Statistics,
    Stop,
)
from ._stack import Stack, awaited

# In a simulation it sees a pytest that never finishes starting (cocotb borrows its assertions), and complains.
warnings.filterwarnings("ignore", category=SideeffectWarning)

#: While a hang is shrunk, an example may take this many times as long as the longest that has passed ...
_HASTE = 4
#: ... or this share of its limit, whichever is longer. The minimal example gets the whole limit.
_SHARE = 8
#: Seconds for the search for leftovers, unless shrinking has a limit.
_LEFTOVERS = 30.0

_FLAKY = """\
one example, two verdicts. Most often, the reset hook does not restore all state: a memory, a register without reset, \
a Python object that outlives the example. Or the body depends on what no seed controls, such as the time of day \
or a task that was there before the property."""
_MACHINERY = tuple(str(Path(file).parent) for file in (__file__, cocotb.__file__, hypothesis.__file__))


class _Data(DataObject):
    """Hypothesis' own, which says so if it is used where Hypothesis does not run."""

    def draw(self, strategy: Any, label: Any = None) -> Any:
        if not (hypothesis.currently_in_test_context() and self.conjecture_data is current_example().data):
            raise RuntimeError(
                "data.draw where its example does not run, or in another thread: "
                "draw in the body or in a task that it starts, and pass the value on"
            )
        return super().draw(strategy, label)


@dataclass(kw_only=True)
class Run:
    """Searches for a failing example, lets Hypothesis shrink it, and says what was found."""

    name: str
    test: Any
    bench: Any
    others: Mapping[str, Any]
    reset: Callable[[Any], Awaitable[None]] | None
    limit: Limit | None
    settings: hypothesis.settings
    seed: int | None
    seconds: float | None
    shrink_seconds: float | None
    enough: Callable[[], bool]
    on_failure: Callable[[Failure], None] | None
    earlier: Sequence[str]
    """The properties that were run before this one in this simulation."""

    def __post_init__(self) -> None:
        self.current: Mapping[str, Any] = {}
        """The values of the example that runs now."""
        self.partial: Partial | None = None
        self.error: BaseException | None = None
        self._stack = Stack(self._search)
        self._inner = self.test.hypothesis.inner_test
        self._is_machine = not inspect.iscoroutinefunction(self._inner)
        self._first = next(iter(inspect.signature(self.test).parameters), "")
        self._started = monotonic()
        self._is_interrupted = self._patient = False
        self._latest: Example | None = None
        self._longest = 0
        self._forgotten = ""
        self._broken: BaseException | None = None
        self._begin()

    def _begin(self) -> None:
        self._deadline = None if self.seconds is None else self._started + self.seconds
        self._timed: Partial = "seconds"
        self._statistics = Statistics()
        self._asked = iter(explicit_examples(self.test) if Phase.explicit in self.settings.phases else ())
        self._best: Trial | None = None
        self._hasty = False
        self.passed = Passed()

    # -- on the simulator's stack

    async def result(self) -> Result:
        await self._stack.run_to_its_end()
        if self._broken is not None:
            raise self._broken
        error, best, counterexample = self._verdict(), self._best, None
        if best is not None and error is not None and best.error in _members(error):
            report = "\n".join(getattr(best.error, "__notes__", ())).strip()
            counterexample = Counterexample(
                tuple(best.values.values()), report, lambda body: self.run_again([best], body)
            )
        return Result(self.name, self.seed, self._statistics, error, counterexample, self.partial)

    async def run_again(self, trials: Sequence[Trial], body: Callable[..., Awaitable[None]] | None = None) -> None:
        """Play these examples, with this body. Raises what the last one fails with."""
        if body is not None and self._is_machine:
            raise TypeError("a state machine can be run again as it is, not with another body")
        found: list[BaseException | None] = []

        def again() -> None:
            found.extend(self.replay(one, play=lambda values: self._play(values, body=body))[0] for one in trials)

        await Stack(again).run_to_its_end()
        if found[-1] is not None:
            raise found[-1]

    def interrupted(self) -> None:
        """Ctrl-C has come: end the running example as if it had not begun. No other begins."""
        self._is_interrupted = True
        if self._stack.is_current:
            raise Stop

    def abandon(self) -> None:
        if self._latest is not None:
            self._latest.abandon(Stop())

    @contextmanager
    def watching(self) -> Iterator[None]:
        """A coroutine that is never awaited is a failure of its example, and not only a warning."""

        def show(message: Any, *others: Any, **named: Any) -> None:
            if "was never awaited" in str(message):
                self._forgotten = str(message)
            else:
                shown(message, *others, **named)

        with warnings.catch_warnings():
            warnings.filterwarnings("always", "coroutine .* was never awaited", RuntimeWarning)
            shown, warnings.showwarning = warnings.showwarning, show
            yield

    # -- on Hypothesis' stack

    def _search(self) -> None:
        self._search_once()
        if self._hasty and isinstance(self.error, Flaky):  # what was too long for its haste was none too long
            self._patient, self.error = True, None
            self._begin()
            self._search_once()
        if self._best is not None and self.reset is not None and self.partial in (None, "shrink_seconds"):
            self._suspect(self._best)
        self._statistics.seconds = monotonic() - self._started

    def _search_once(self) -> None:
        try:
            self._call(self._try)
        except Stop:
            # Without a partial result, cocotb is stopping the test: nothing can be simulated any more.
            if self._is_interrupted:
                self.partial = "interrupted"
            if self._best is not None and self.partial is not None:
                self._confirm(self._best)
        except KeyboardInterrupt:  # a second Ctrl-C ends the simulation
            raise
        except BaseException as error:  # the body's, or one of Hypothesis' own
            self.error = error
            if self._best is not None and isinstance(error, _skips()):
                self._confirm(self._best)  # too late to skip: a failure is known

    def _call(
        self,
        test: Callable[[Mapping[str, Any]], None],
        decorate: Callable[[Any], object] = lambda test: None,
        report: Callable[[Any], None] | None = None,
    ) -> None:
        """Let Hypothesis run its test, with this function in place of the body; afterwards, it is as it was."""
        wrapped, before = self.test, dict(vars(self.test))

        names = list(inspect.signature(self._inner).parameters)

        @functools.wraps(self._inner)
        def inner(*args: Any, **named: Any) -> None:
            values = dict(zip(names, args, strict=False)) | named
            test({name: value for name, value in values.items() if name not in {self._first, *self.others}})

        try:
            wrapped.hypothesis.inner_test = inner
            if self.seed is not None:
                hypothesis.seed(self.seed)(wrapped)
            set_settings(wrapped, self.settings)
            decorate(wrapped)
            with with_reporter(lambda text: (report or cocotb.log.info)(self._without_bench(text))):
                wrapped(**({self._first: self._first} if self._first else {}), **self.others)
        except BaseException as error:
            for each in filter(None, _members(error)):
                notes = getattr(each, "__notes__", [])
                notes[:] = map(self._without_bench, notes)
            raise
        finally:
            wrapped.hypothesis.inner_test = self._inner
            vars(wrapped).clear()
            vars(wrapped).update(before)

    def _without_bench(self, text: object) -> str:
        """Hypothesis' report of a call, which is to show what was drawn. The name of the bench stands for it."""
        return str(text).replace(f"\n    {self._first}={self._first!r},", "")

    def _try(self, values: Mapping[str, Any]) -> None:
        context = current_example()
        final, searching = context.is_final, self._best is None
        self.stop_if_due(final)
        asked = next(self._asked, None)
        explicit = asked is not None and not context.data.choices
        seen = final or explicit or (searching and self.on_failure is not None)
        kept = _copied(values) if seen else {}  # a body may modify its arguments
        error = self._play(values, patient=final or searching)
        if isinstance(error, Stop):
            self.partial = "interrupted"
            raise error
        trial = Trial(kept, None if explicit else tuple(context.data.choices), error)
        if searching and isinstance(error, DISCARDS):
            self._statistics.invalid += 1
        elif searching:
            self._statistics.examples += 1
            for event, payload in context.data.events.items():
                self._statistics.events[event if payload == "" else f"{event}: {payload}"] += 1
        elif not final:
            self._statistics.shrinks += 1
        if error is None:
            if searching and self._latest is not None:
                self.passed.add(trial, self._latest)
            return
        expected = asked is not None and asked.raises is not None and isinstance(error, asked.raises)
        if not expected and not isinstance(error, (*DISCARDS, *_skips())):
            # If there are several bugs, Hypothesis shrinks one after the other. The smallest runs last.
            if self._best is None or final or trial.size <= self._best.size:
                self._best = trial
            if searching:
                self._found(kept, error)
        raise error

    def _found(self, values: Mapping[str, Any], error: BaseException) -> None:
        """The first failing example is known. From now on it cannot be lost, and shrinking has its own time limit."""
        if self.shrink_seconds is not None:
            self._deadline = monotonic() + self.shrink_seconds
            self._timed = "shrink_seconds"
        tell, self.on_failure = self.on_failure, None
        if tell is not None:
            try:
                tell(Failure(tuple(_copied(values).values()), error))
            except BaseException as broken:
                self._broken = broken
                raise Stop from None

    def stop_if_due(self, final: bool = False) -> None:
        """Called before each example."""
        if self._is_interrupted:
            self.partial = "interrupted"
        elif final and self._best is not None:
            pass  # the minimal example runs again even if the time is over
        elif self._deadline is not None and monotonic() >= self._deadline:
            self.partial = self._timed
        elif self.enough():
            self.partial = "enough"
        if self.partial is not None:
            raise Stop

    def _play(
        self, values: Mapping[str, Any], *, patient: bool = True, body: Callable[..., Any] | None = None
    ) -> BaseException | None:
        """Run reset and body in the simulator. Returns what the example failed with. Raises Stop if cocotb ends the
        whole test."""
        self.current = values
        limit = self.limit if patient or self._patient else self._hurried()
        example = self._latest = Example(self._reset_and_run(body or self._inner, values), limit)
        begin = get_sim_time("step") if limit else 0
        try:
            awaited(example.run())
        except CancelledError:
            raise Stop from None
        if limit and example.failure is None:
            self._longest = max(self._longest, round(get_sim_time("step") - begin))
        forgotten, self._forgotten = self._forgotten, ""
        data = current_example().data
        if data.frozen and not isinstance(example.failure, Stop):
            return StopTest(data.testcounter)  # a draw could not be made, whatever the body did with its exception
        if example.failure is None and forgotten:
            return RuntimeError(f"{forgotten}: write `await` before the call")
        return example.failure

    async def _reset_and_run(self, body: Callable[..., Any], values: Mapping[str, Any]) -> None:
        if self.reset is not None:
            waiting = self.reset(self.bench) if callable(self.reset) else None
            if not inspect.isawaitable(waiting):
                raise TypeError(f"reset={self.reset!r}: an async function is needed, or None where there is no state")
            await waiting
        arguments = {
            name: data_like(value, _Data) if isinstance(value, DataObject) else value for name, value in values.items()
        }
        if self._is_machine:  # which calls its rules, and waits until they return
            await Stack(functools.partial(body, **arguments)).run_to_its_end()
        else:
            returned = await body(self.bench, **arguments, **self.others)
            if returned is not None:
                name = getattr(body, "__qualname__", "the body")
                raise TypeError(
                    f"{name} returned {returned!r}, which is no verdict: write `assert` in place of `return`"
                )

    def _hurried(self) -> Limit | None:
        """A hang costs its whole limit at every attempt to shrink it. So these have less, as soon as one has hung."""
        if self.limit is None or not (self._best is not None and isinstance(self._best.error, HungBody)):
            return self.limit
        steps = max(_HASTE * self._longest, self.limit.steps // _SHARE)
        if steps >= self.limit.steps:
            return self.limit
        self._hasty = True
        return Limit(steps, f"{self.limit.text} (shortened while it is shrunk)")

    def replay(
        self, trial: Trial, play: Callable[[Mapping[str, Any]], BaseException | None] | None = None
    ) -> tuple[BaseException | None, Mapping[str, Any], str]:
        """Run an example again. Returns its failure, its values, and Hypothesis' account of it."""
        outcome: BaseException | None = None
        kept: Mapping[str, Any] = trial.values
        said: list[str] = []

        def test(values: Mapping[str, Any]) -> None:
            nonlocal outcome, kept
            kept = _copied(values)
            outcome = (play or self._play)(values)
            if outcome is not None:
                raise outcome

        def again(wrapped: Any) -> None:
            if trial.choices is not None:
                only_repeat(wrapped, trial.choices)
            else:
                only_example(wrapped, trial.values)
                set_settings(wrapped, hypothesis.settings(self.settings, phases=[Phase.explicit]))

        try:
            self._call(test, again, said.append)
        except DidNotReproduce:  # it passes, or draws something else now and so is another example
            pass
        except BaseException as error:
            if error is not outcome or isinstance(error, KeyboardInterrupt):
                raise
        if isinstance(outcome, (*DISCARDS, *_skips())):
            outcome = None
        return outcome, kept, "\n".join(said)

    def _confirm(self, trial: Trial) -> None:
        """Run the best example last, as Hypothesis would have done. After Ctrl-C nothing more is run; the result is
        what is known."""

        def play(values: Mapping[str, Any]) -> BaseException | None:
            error = None if self._is_interrupted else self._play(values)
            if self._is_interrupted:
                self.partial, error = "interrupted", trial.error
            return error

        error, values, report = self.replay(trial, play)
        if error is not None:
            error.add_note(report)
            self.error = error
            self._best = Trial(values, trial.choices, error)
        else:
            self.error = FlakyProperty(f"{self.name}: {_FLAKY}\nIt failed with {trial.error!r}, then passed.")
            self.error.__cause__ = trial.error

    def _suspect(self, failing: Trial) -> None:
        """Look for a cause outside the failing example."""
        is_flaky = isinstance(self.error, (Flaky, FlakyProperty))
        if not is_flaky and failing.error not in _members(self.error):
            return
        assert self._latest is not None
        self._deadline, partial = monotonic() + (self.shrink_seconds or _LEFTOVERS), self.partial
        self.partial = None
        leftovers = Leftovers(self, failing, self._latest.started.copy())
        try:
            found = leftovers.found(is_flaky)
        except Stop:  # Ctrl-C, or the end of the time: the failure is known, its cause is not
            self.partial = "interrupted" if self._is_interrupted else partial
            return
        self.partial = partial
        if found is not None:
            self.error = found
            if found.__cause__ is not None:
                found.__cause__.__traceback__ = _users(found.__cause__.__traceback__)
        elif self.error is not None and (note := leftovers.note()):
            self.error.add_note(note)

    def _verdict(self) -> BaseException | None:
        error, examples = self.error, self._statistics.examples
        if isinstance(error, Flaky):
            cause = error.with_traceback(None)
            error = FlakyProperty(f"{self.name}: {_FLAKY}\n{cause}")
            error.__cause__ = cause
        elif examples == 0 and (error is None or isinstance(error, SkipTest)):
            why = "Hypothesis had none to run" if self.partial is None else f"stopped before the first: {self.partial}"
            error = NoExamples(f"{self.name}: not one example was judged; {why}")
        elif error is None and self.partial == "interrupted":
            error = Interrupted(f"{self.name}: Ctrl-C after {examples:,} examples, none of which failed")
        return error and error.with_traceback(_users(error.__traceback__))


def _skips() -> tuple[type[BaseException], ...]:
    """How a body says that there is nothing to test."""
    pytest = sys.modules.get("pytest")
    return (SkipTest,) if pytest is None else (SkipTest, pytest.skip.Exception)


def _copied(values: Mapping[str, Any]) -> dict[str, Any]:
    """As they are now. What cannot be copied (a lock, a generator, a handle of the simulator) stays as it is."""

    def copied(value: Any) -> Any:
        try:
            return value if isinstance(value, DataObject) else copy.deepcopy(value)
        except Exception:
            return value

    return {name: copied(value) for name, value in values.items()}


def _members(error: BaseException | None) -> list[BaseException | None]:
    """The error, and if it is a group, those in it."""
    inside = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    return [error, *(one for each in inside for one in _members(each))]


def _users(traceback: TracebackType | None) -> TracebackType | None:
    """The traceback, without the lines of this package, cocotb and Hypothesis."""
    if traceback is None:
        return None
    frame, inner = traceback.tb_frame, _users(traceback.tb_next)
    if frame.f_code.co_filename.startswith(_MACHINERY) or frame.f_globals.get("__name__") not in sys.modules:
        return inner
    return TracebackType(inner, frame, traceback.tb_lasti, traceback.tb_lineno)
