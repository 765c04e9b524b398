"""One property, from the first example to the result. Functions run on Hypothesis' stack unless stated otherwise."""

from __future__ import annotations

import copy
import functools
import inspect
import re
import sys
import warnings
from asyncio import CancelledError
from collections import deque
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any
from unittest import SkipTest

import cocotb
import hypothesis
from cocotb.triggers import RisingEdge
from hypothesis import Phase
from hypothesis.errors import DidNotReproduce, Flaky, InvalidArgument
from hypothesis.strategies import DataObject

from ._copies import Copies
from ._example import Example, Limit
from ._leftovers import FLAKY, Played, Trial, cause_outside
from ._private import (
    DISCARDS,
    Offered,
    SideeffectWarning,
    StopTest,
    blob_of,
    current_example,
    data_like,
    explicit_examples,
    only_example,
    only_repeat,
    set_settings,
    with_reporter,
)
from ._result import Counterexample, FlakyProperty, NoExamples, Partial, Result, Statistics, Stop
from ._stack import Stack, awaited

# In a simulation it sees a pytest that never finishes starting (cocotb borrows its assertions), and complains.
warnings.filterwarnings("ignore", category=SideeffectWarning)

#: A run that `seconds` ended is no pass with fewer examples than this.
_FEW = 10
#: Seconds between two lines about the progress.
_PROGRESS = 10.0
#: How often shrinking begins again if what is drawn depends on what earlier examples left, which confuses Hypothesis.
_ATTEMPTS = 2
#: How many of the examples that passed are kept, to look among them for one that left something behind.
_KEPT = 60

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


class _StillFails(Exception):
    """What `smaller` tells Hypothesis."""


@dataclass(kw_only=True)
class Run:
    """Searches for a failing example, lets Hypothesis shrink it, and says what was found."""

    name: str
    test: Any
    bench: Any
    arguments: Mapping[str, Any]
    reset: Callable[[Any], Coroutine[Any, Any, None]] | None
    limit: Limit | None
    settings: hypothesis.settings
    seed: int | None
    seconds: float | None
    shrink_seconds: float
    enough: Callable[[], bool]
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
        self._started = self._spoke = monotonic()
        self._forgotten = ""
        self._misuse: InvalidArgument | None = None
        self._deadline = None if self.seconds is None else self._started + self.seconds
        self._timed: Partial = "seconds"
        self._statistics = Statistics()
        self._explicit = explicit_examples(self.test)
        self._asked = iter(enumerate(self._explicit if Phase.explicit in self.settings.phases else ()))
        self._best: Trial | None = None
        self._found: Trial | None = None
        self._passed: deque[Trial] = deque(maxlen=_KEPT)
        self._copies: Copies | None = None

    # -- on the simulator's stack

    async def result(self) -> Result:
        """Run the property."""
        if self.reset is not None:
            self._copies = await Copies.made(self._played_in_order)
        try:
            await self._stack.run_to_its_end()
        finally:
            if self._copies is not None:
                self._copies.end()
                self._copies = None
        error, best, counterexample = self._verdict(), self._best, None
        if best is not None and error is not None and best.error is error:
            report = "\n".join(getattr(error, "__notes__", ())).strip()
            counterexample = Counterexample(
                tuple(best.values.values()), report, lambda body: self.run_again([best], body)
            )
        return Result(self.name, self.seed, self._statistics, error, counterexample, self.partial)

    async def run_again(
        self, trials: Sequence[Trial], body: Callable[..., Coroutine[Any, Any, None]] | None = None
    ) -> None:
        """Play these examples, with this body. Raises what the last one fails with."""
        if body is not None and self._is_machine:
            raise InvalidArgument("a state machine can be run again as it is, not with another body")
        found: list[BaseException | None] = []

        def again() -> None:
            found.extend(self.replay(trial, lambda values: self._play(values, body)).error for trial in trials)

        await Stack(again).run_to_its_end()
        if found[-1] is not None:
            raise found[-1]

    async def _played_in_order(self, trials: Sequence[Trial]) -> list[Played]:
        """Play these examples, in a copy of the simulation."""
        played: list[Played] = []
        await Stack(lambda: played.extend(self.replay(trial).portable() for trial in trials)).run_to_its_end()
        return played

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
        try:
            self._call(self._try)
        except Stop:
            # Without a partial result, cocotb is stopping the test: nothing can be simulated any more.
            if self._misuse is not None:
                self.error = self._misuse
            elif self._best is not None and self.partial is not None:
                self._confirm(self._best)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # the body's, or one of Hypothesis' own
            self.error = error
            if self._best is not None and isinstance(error, _skips()):
                self._confirm(self._best)  # too late to skip: a failure is known
        self._one_of_several()
        is_flaky = isinstance(self.error, Flaky)
        if self._best is not None and (is_flaky or self._best.error is self.error) and self.partial != "enough":
            self._describe(self._best, is_flaky)
        self._statistics.seconds = monotonic() - self._started

    def _call(
        self,
        test: Callable[[Mapping[str, Any]], None],
        decorate: Callable[[Any], object] = lambda test: None,
        report: Callable[[Any], None] | None = None,
    ) -> None:
        """Let Hypothesis run its test, with this function in place of the body; afterwards, it is as it was."""
        wrapped, before = self.test, dict(vars(self.test))
        parameters = inspect.signature(self._inner).parameters

        @functools.wraps(self._inner)
        def inner(*args: Any, **named: Any) -> None:
            values = dict(zip(parameters, args, strict=False)) | named
            test({name: value for name, value in values.items() if name not in {self._first, *self.arguments}})

        # Hypothesis' key in its database depends on the signature. So each set of arguments has a key of its own.
        inner.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [
                each.replace(annotation=_lasting(self.arguments[name])) if name in self.arguments else each
                for name, each in parameters.items()
            ]
        )
        try:
            wrapped.hypothesis.inner_test = inner
            if self.seed is not None:
                hypothesis.seed(self.seed)(wrapped)
            set_settings(wrapped, self.settings)
            decorate(wrapped)
            with with_reporter(lambda text: (report or cocotb.log.info)(self._without_bench(text))):
                wrapped(**({self._first: self._first} if self._first else {}), **self.arguments)
        except BaseException as error:
            for each in _members(error):
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

    def stop_if_due(self, final: bool = False) -> None:
        """Called before each example. Raises Stop when the time is over."""
        now = monotonic()
        if final and self._best is not None:
            return  # the minimal example runs again even if the time is over
        if self._deadline is not None and now >= self._deadline:
            self.partial = self._timed
        elif self.enough():
            self.partial = "enough"
        if self.partial is not None:
            raise Stop
        if now >= self._spoke + _PROGRESS:
            self._spoke, s = now, self._statistics
            state = "none failed" if self._best is None else f"one failed, {s.shrinks:,} more to shrink it"
            cocotb.log.info("%s: %s examples, %s, %.0f s", self.name, f"{s.examples:,}", state, now - self._started)

    def _try(self, values: Mapping[str, Any]) -> None:
        context = current_example()
        final, searching = context.is_final, self._best is None
        self.stop_if_due(final)
        number, asked = next(self._asked, (None, None))
        if context.data.choices:
            number = None
        kept = _copied(values) if final or searching or number is not None else {}  # a body may modify its arguments
        error = self._play(values)
        if self._misuse is not None:
            raise Stop
        trial = Trial(None if number is not None else tuple(context.data.choices), number, kept, error)
        if searching and isinstance(error, DISCARDS):
            self._statistics.invalid += 1
        elif searching:
            self._statistics.examples += 1
            for event, payload in context.data.events.items():
                self._statistics.events[event if payload == "" else f"{event}: {payload}"] += 1
        elif not final:
            self._statistics.shrinks += 1
        if error is None:
            if searching:
                self._passed.append(trial)
            return
        expected = asked is not None and asked.raises is not None and isinstance(error, asked.raises)
        if not expected and not isinstance(error, (*DISCARDS, *_skips(), Flaky)):
            # If there are several bugs, Hypothesis shrinks one after the other. The smallest runs last.
            if self._best is None or final or trial.size <= self._best.size:
                self._best = trial
            if searching:
                self._found = trial
                if Phase.shrink in self.settings.phases:
                    self._deadline, self._timed = monotonic() + self.shrink_seconds, "shrink_seconds"
        raise error

    def _play(
        self, values: Mapping[str, Any], body: Callable[..., Coroutine[Any, Any, None]] | None = None
    ) -> BaseException | None:
        """Run reset and body in the simulator. Returns what the example failed with. Raises Stop if cocotb ends the
        whole test."""
        self.current = values
        example = self._latest = Example(self._reset_and_run(body or self._inner, values), self.limit)
        try:
            awaited(example.run())
        except CancelledError:
            raise Stop from None
        forgotten, self._forgotten = self._forgotten, ""
        data = current_example().data
        if data.frozen and not isinstance(example.failure, Stop):
            return StopTest(data.testcounter)  # a draw could not be made, whatever the body did with its exception
        if example.failure is None and forgotten:
            return RuntimeError(f"{forgotten}: write `await` before the call")
        return example.failure

    async def _reset_and_run(self, body: Callable[..., Any], values: Mapping[str, Any]) -> None:
        if self.limit is not None and self.limit.clock is not None:
            await RisingEdge(self.limit.clock)  # each example begins where every other does
        if self.reset is not None:
            waiting = self.reset(self.bench) if callable(self.reset) else None
            if not inspect.isawaitable(waiting):
                raise self._misused(
                    f"reset={self.reset!r}: an async function is needed, or None where there is no state"
                )
            await waiting
        drawn = {
            name: data_like(value, _Data) if isinstance(value, DataObject) else value for name, value in values.items()
        }
        if self._is_machine:  # which calls its rules, and waits until they return
            await Stack(functools.partial(body, **drawn)).run_to_its_end()
        elif (returned := await body(self.bench, **drawn, **self.arguments)) is not None:
            name = getattr(body, "__qualname__", "the body")
            raise self._misused(
                f"{name} returned {returned!r}, which is no verdict: write `assert` in place of `return`"
            )

    def _misused(self, text: str) -> InvalidArgument:
        """What no example is to blame for: it ends the run."""
        self._misuse = self._misuse or InvalidArgument(text)
        return self._misuse

    # -- after the search

    def replay(self, trial: Trial, play: Callable[[Mapping[str, Any]], BaseException | None] | None = None) -> Played:
        """Run an example again."""
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
                only_example(wrapped, self._explicit[trial.number or 0])
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
        text = "\n".join(said) or f": {self._inner.__name__}({', '.join(f'{n}={v!r}' for n, v in kept.items())})"
        return Played(outcome, kept, text, self._latest.started, self._latest.cut_off)

    def apart(self, trials: Sequence[Trial]) -> list[Played] | None:
        """Play examples in a copy of the simulation that has played no other. None if there are no copies."""
        if self._copies is None:
            return None
        answer: list[Played] | None = self._copies.ask([trial.portable() for trial in trials])
        if answer is None:
            cocotb.log.warning("%s: a copy of the simulation gave no answer", self.name)
            self._copies.end()
            self._copies = None
        return answer

    def smaller(self, trial: Trial, fails: Callable[[Trial], bool]) -> Trial:
        """Let Hypothesis shrink an example as long as this holds. It is played here for what its body draws."""
        best = trial
        if trial.choices is None:
            return trial

        def test(values: Mapping[str, Any]) -> None:
            nonlocal best
            self.stop_if_due()
            error = self._play(values)
            if isinstance(error, (*DISCARDS, Flaky)):
                raise error
            candidate = Trial(tuple(current_example().data.choices))
            if fails(candidate):
                best = min(best, candidate, key=lambda trial: trial.size)
                raise _StillFails

        def shrinks(wrapped: Any) -> None:
            phases, every = [Phase.reuse, Phase.shrink], list(hypothesis.HealthCheck)
            set_settings(
                wrapped,
                hypothesis.settings(
                    self.settings, database=Offered(best.choices or ()), phases=phases, suppress_health_check=every
                ),
            )

        for _ in range(_ATTEMPTS):
            with suppress(Stop, Flaky):
                try:
                    self._call(test, shrinks, lambda text: None)
                except _StillFails:
                    break
        self.partial = None
        return best

    def _confirm(self, trial: Trial) -> None:
        """Run the best example last, as Hypothesis would have done."""
        played = self.replay(trial)
        if played.error is not None:
            played.error.add_note(played.said)
            self.error = played.error
            self._best = Trial(trial.choices, trial.number, played.values, played.error)
        else:
            self.error = FlakyProperty(f"{self.name}: {FLAKY}\nIt failed with {trial.error!r}, then passed.")
            self.error.__cause__ = trial.error

    def _one_of_several(self) -> None:
        """Of several failures that Hypothesis reports, take the smallest, and name the others."""
        best = self._best and self._best.error
        if isinstance(self.error, Flaky) or best is None or best is self.error or best not in _members(self.error):
            return
        others = [
            each for each in _members(self.error) if each is not best and not isinstance(each, BaseExceptionGroup)
        ]
        self.error = best
        best.add_note("\n".join(f"Another failure was found: {type(each).__name__}: {each}" for each in others))

    def _describe(self, failing: Trial, is_flaky: bool) -> None:
        """Say of a failure what it takes: the example alone, others before it, or what nobody knows."""
        partial, self.partial = self.partial, None
        self._deadline = monotonic() + self.shrink_seconds
        found = (
            cause_outside(self, failing, self._found or failing, list(self._passed), is_flaky) if self.reset else None
        )
        self.partial = partial
        if found is not None:
            self.error = found
            if found.__cause__ is not None:
                found.__cause__.__traceback__ = _users(found.__cause__.__traceback__)
        elif self.error is not None and not is_flaky:
            if self.earlier:
                self.error.add_note(
                    f"This comes after {len(self.earlier)} other properties in this simulation, {self.earlier[-1]} "
                    "the last. If it passes alone, they have left something behind that the reset hook does not clear."
                )
            if line := self._line_to_paste(failing):
                self.error.add_note(line)

    def _line_to_paste(self, trial: Trial) -> str:
        """The decorator that makes the failing example the first of the test."""
        notes = "\n".join(getattr(self.error, "__notes__", ()))
        call = re.search(r"^Failing test case: \w+\(\n(.*?)^\)", notes, re.MULTILINE | re.DOTALL)
        if call is None or self._is_machine or "@reproduce_failure" in notes:
            return ""
        if any(isinstance(value, DataObject) for value in trial.values.values()) and trial.choices is not None:
            return f"@reproduce_failure({hypothesis.__version__!r}, {blob_of(trial.choices)!r})"
        parts = re.split(r"^    (?=\w+=)", call[1], flags=re.MULTILINE)[1:]
        drawn = [" ".join(part.split("\n")).strip().rstrip(",") for part in parts]
        return f"@example({', '.join(part for part in drawn if part.partition('=')[0] in trial.values)})"

    def _verdict(self) -> BaseException | None:
        error, examples = self.error, self._statistics.examples
        few = min(_FEW, self.settings.max_examples)
        if isinstance(error, Flaky) and not isinstance(error, FlakyProperty):
            cause = error.with_traceback(None)
            error = FlakyProperty(f"{self.name}: {FLAKY}\n{cause}")
            error.__cause__ = cause
        elif examples == 0 and (error is None or isinstance(error, SkipTest)):
            why = "Hypothesis had none to run" if self.partial is None else f"stopped before the first: {self.partial}"
            error = NoExamples(f"{self.name}: not one example was judged; {why}")
        elif error is None and self.partial == "seconds" and examples < few:
            error = NoExamples(
                f"{self.name}: only {examples} of {self.settings.max_examples:,} examples were judged in "
                f"{self.seconds:g} s: too few to call it a pass. Give more `seconds`"
            )
        return error and error.with_traceback(_users(error.__traceback__))


def _lasting(value: Any) -> Any:
    """A value that is written in the same way by each process."""
    return repr(value) if " at 0x" not in repr(value) else type(value).__qualname__


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


def _members(error: BaseException | None) -> list[BaseException]:
    """The error, and if it is a group, those in it."""
    inside = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    return [] if error is None else [error, *(member for each in inside for member in _members(each))]


def _users(traceback: TracebackType | None) -> TracebackType | None:
    """The traceback, without the lines of this package, cocotb and Hypothesis."""
    if traceback is None:
        return None
    frame, inner = traceback.tb_frame, _users(traceback.tb_next)
    if frame.f_code.co_filename.startswith(_MACHINERY) or frame.f_globals.get("__name__") not in sys.modules:
        return inner
    return TracebackType(inner, frame, traceback.tb_lasti, traceback.tb_lineno)
