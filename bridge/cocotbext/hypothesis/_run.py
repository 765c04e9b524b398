"""One property, from the first example to the result. Functions run on Hypothesis' stack unless stated otherwise."""

from __future__ import annotations

import copy
import functools
import inspect
import warnings
from asyncio import CancelledError
from collections import deque
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any
from unittest import SkipTest

import cocotb
import hypothesis
from cocotb.triggers import RisingEdge
from hypothesis import HealthCheck, Phase, strategies
from hypothesis.errors import DidNotReproduce, Flaky, InvalidArgument
from hypothesis.strategies import DataObject

from ._copies import Copies
from ._example import Example, Limit, origin, users_part
from ._judge import FLAKY, ExampleJudge, Replay, Trial
from ._private import (
    DISCARDS,
    OneExampleDatabase,
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
from ._result import Counterexample, FlakyProperty, NoExamples, Partial, Result, Statistics, Stop, skips
from ._stack import Stack, awaited

# In a simulation it sees a pytest that never finishes starting (cocotb borrows its assertions), and complains.
warnings.filterwarnings("ignore", category=SideeffectWarning)

#: A run that `seconds` ended passes only with this many examples.
_FEW = 10
#: Seconds between two lines about the progress.
_PROGRESS = 10.0
#: How often shrinking begins if what is drawn depends on what earlier examples left, which confuses Hypothesis.
_ATTEMPTS = 2
#: How many of the examples that passed are kept, to look among them for one that left something behind.
_KEPT = 60


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
    """What `shrink` tells Hypothesis."""


@dataclass(kw_only=True)
class Search:
    """Searches for a failing example with Hypothesis, has it judged, and says what was found."""

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
        self.passed: deque[Trial] = deque(maxlen=_KEPT)
        """The latest examples that passed."""
        self.is_confused = False
        """Whether Hypothesis has seen one example pass and fail as it was shrunk."""
        self.found: Trial | None = None
        """The first example that failed."""
        self.best: Trial | None = None
        """The smallest one in this simulation."""
        self.failures: dict[tuple[str, str], str] = {}
        """The types and places of the failures that were seen, and what the first of each says."""
        self.is_machine = not inspect.iscoroutinefunction(inner := self.test.hypothesis.inner_test)
        self.explicit = explicit_examples(self.test)
        self._inner = inner
        self._first = next(iter(inspect.signature(self.test).parameters), "")
        self._started = self._spoke = monotonic()
        self._deadline = None if self.seconds is None else self._started + self.seconds
        self._timed: Partial = "seconds"
        self._asked = iter(enumerate(self.explicit if Phase.explicit in self.settings.phases else ()))
        self._statistics = Statistics()
        self._error: BaseException | None = None
        self._counterexample: Counterexample | None = None
        self._misuse: InvalidArgument | None = None
        self.is_stopped = False
        """Whether cocotb stops the test, so that nothing can be simulated any more."""
        self._forgotten = ""
        self._copies: Copies | None = None

    # -- on the simulator's stack

    async def result(self) -> Result:
        """Run the property."""
        if self.reset is not None:
            with suppress(SkipTest):
                _without_examples()
            self._copies = await Copies.make(self._played)
        try:
            await Stack(self._search).run_to_its_end()
        finally:
            self._end_copies()
        self._statistics.seconds = monotonic() - self._started
        return Result(self.name, self.seed, self._statistics, self._verdict(), self._counterexample, self.partial)

    async def _played(self, trials: Sequence[Trial]) -> list[Replay]:
        played: list[Replay] = []
        await Stack(lambda: played.extend(self.replay(trial) for trial in trials)).run_to_its_end()
        return played

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Keep the warning of a coroutine that is never awaited: it is a failure of its example."""

        def show(message: Any, *others: Any, **named: Any) -> None:
            if "was never awaited" in str(message):
                self._forgotten = str(message)
            else:
                shown(message, *others, **named)

        with warnings.catch_warnings():
            warnings.filterwarnings("always", "coroutine .* was never awaited", RuntimeWarning)
            shown, warnings.showwarning = warnings.showwarning, show
            yield

    # -- the search

    def _search(self) -> None:
        """Let Hypothesis search, and the judge say what the failure is worth."""
        try:
            self._call(self._try)
        except Stop:
            self._error = self._misuse
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # the body's, or one of Hypothesis' own
            self._error, self.is_confused = error, isinstance(error, Flaky)
        if self.found is None or self._misuse is not None or self.is_stopped:
            return
        with suppress(Stop):  # as cocotb stops the test
            judge = ExampleJudge(self)
            self._error = judge.verdict()
            if not isinstance(self._error, FlakyProperty):
                self._counterexample = Counterexample(
                    tuple(judge.values.values()),
                    "\n".join(getattr(self._error, "__notes__", ())).strip(),
                )

    def _try(self, values: Mapping[str, Any]) -> None:
        """Play an example of the search, and keep account of it. Raise what it fails with."""
        context = current_example()
        is_final, data, is_search = context.is_final, context.data, self.found is None
        if not is_final:
            self.stop_if_due()
        number, asked = next(self._asked, (None, None))
        number = None if data.choices else number
        error = self._play(values)
        if self._misuse is not None:
            raise Stop
        if is_search and isinstance(error, DISCARDS):
            self._statistics.invalid += 1
        elif is_search:
            self._statistics.examples += 1
            for event, payload in data.events.items():
                self._statistics.events[event if payload == "" else f"{event}: {payload}"] += 1
        elif not is_final:
            self._statistics.shrinks += 1
        trial = Trial(None if number is not None else tuple(data.choices), number, error)
        if error is None:
            if is_search:
                self.passed.append(trial)
            return
        expected = asked is not None and asked.raises is not None and isinstance(error, asked.raises)
        if not expected and not isinstance(error, (*DISCARDS, *skips(), Flaky)):
            self.failures.setdefault(origin(error), str(error).partition("\n")[0])
            if self.found is None or self.best is None:
                self.found = self.best = trial
                self.begin_shrinking()
            elif trial.size <= self.best.size:  # of several bugs, which Hypothesis shrinks one after the other, too
                self.best = trial
        raise error

    def _call(
        self,
        test: Callable[[Mapping[str, Any]], None],
        decorate: Callable[[Any], object] = lambda test: None,
        report: Callable[[Any], None] | None = None,
        **settings: Any,
    ) -> None:
        """Let Hypothesis run its test, with this function in place of the body. Leave the test as it was."""
        wrapped, before = self.test, dict(vars(self.test))
        parameters = inspect.signature(self._inner).parameters

        @functools.wraps(self._inner)
        def inner(*args: Any, **named: Any) -> None:
            values = dict(zip(parameters, args, strict=False)) | named
            test({name: value for name, value in values.items() if name not in {self._first, *self.arguments}})

        # Hypothesis' key in its database depends on the signature. So each set of arguments has a key of its own.
        inner.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [
                parameter.replace(annotation=_lasting(self.arguments[name])) if name in self.arguments else parameter
                for name, parameter in parameters.items()
            ]
        )
        try:
            wrapped.hypothesis.inner_test = inner
            if self.seed is not None:
                hypothesis.seed(self.seed)(wrapped)
            set_settings(wrapped, hypothesis.settings(self.settings, **settings))
            decorate(wrapped)
            with with_reporter(lambda text: (report or cocotb.log.info)(self._without_bench(text))):
                wrapped(**({self._first: self._first} if self._first else {}), **self.arguments)
        except BaseException as error:
            notes = getattr(error, "__notes__", [])
            notes[:] = map(self._without_bench, notes)
            raise
        finally:
            wrapped.hypothesis.inner_test = self._inner
            vars(wrapped).clear()
            vars(wrapped).update(before)

    def _without_bench(self, text: object) -> str:
        """Return Hypothesis' report of a call without the bench, for which its name was passed."""
        return str(text).replace(f"\n    {self._first}={self._first!r},", "")

    def begin_shrinking(self) -> None:
        """Begin the time for shrinking."""
        if Phase.shrink in self.settings.phases and self.partial != "enough":
            self._deadline, self._timed, self.partial = monotonic() + self.shrink_seconds, "shrink_seconds", None

    def stop_if_due(self) -> None:
        """Raise Stop when the time is over. Called before each example."""
        now = monotonic()
        if self._deadline is not None and now >= self._deadline:
            self.partial = self._timed
            raise Stop
        if self.enough():
            self.partial = "enough"
            raise Stop
        if now >= self._spoke + _PROGRESS:
            self._spoke, s = now, self._statistics
            state = "none failed" if self.found is None else f"one failed, {s.shrinks:,} more to shrink it"
            cocotb.log.info("%s: %s examples, %s, %.0f s", self.name, f"{s.examples:,}", state, now - self._started)

    def _play(self, values: Mapping[str, Any]) -> BaseException | None:
        """Run reset and body in the simulator.

        Return what the example failed with. Raise Stop if cocotb ends the whole test.
        """
        self.current = values
        example = Example(self._reset_and_run(values), self.limit)
        try:
            awaited(example.run())
        except CancelledError:
            self.is_stopped = True
            raise Stop from None
        forgotten, self._forgotten = self._forgotten, ""
        data = current_example().data
        if data.frozen and not isinstance(example.failure, Stop):
            return StopTest(data.testcounter)  # a draw could not be made, whatever the body did with its exception
        if example.failure is None and forgotten:
            return RuntimeError(f"{forgotten}: write `await` before the call")
        return example.failure

    async def _reset_and_run(self, values: Mapping[str, Any]) -> None:
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
        if self.is_machine:  # which calls its rules, and waits until they return
            await Stack(functools.partial(self._inner, **drawn)).run_to_its_end()
        elif (returned := await self._inner(self.bench, **drawn, **self.arguments)) is not None:
            raise self._misused(
                f"{self._inner.__qualname__} returned {returned!r}, which is no verdict: "
                "write `assert` in place of `return`"
            )

    def _misused(self, text: str) -> InvalidArgument:
        """Return an error that is not an example's fault, and let it end the run."""
        self._misuse = self._misuse or InvalidArgument(text)
        return self._misuse

    # -- for the judge

    def replay(self, trial: Trial) -> Replay:
        """Run an example again, in this simulation."""
        outcome: BaseException | None = None
        kept: Mapping[str, Any] = {}
        said: list[str] = []

        def test(values: Mapping[str, Any]) -> None:
            nonlocal outcome, kept
            kept = _copied(values)  # a body may modify its arguments
            outcome = self._play(values)
            if outcome is not None:
                raise outcome

        try:
            if trial.number is None:
                self._call(test, lambda wrapped: only_repeat(wrapped, trial.choices or ()), said.append)
            else:
                example, phases = self.explicit[trial.number], [Phase.explicit]
                self._call(test, lambda wrapped: only_example(wrapped, example), said.append, phases=phases)
        except DidNotReproduce:  # it passes, or draws something else now and so is another example
            pass
        except BaseException as error:
            if error is not outcome or isinstance(error, KeyboardInterrupt):
                raise
        notes = [] if trial.number is None else getattr(outcome, "__notes__", [])
        said += notes  # of one of `@example`, Hypothesis' account is in the error
        notes.clear()
        if isinstance(outcome, (*DISCARDS, *skips())):
            outcome = None
        text = "\n".join(said) or f": {self._inner.__name__}({', '.join(f'{n}={v!r}' for n, v in kept.items())})"
        return Replay(outcome, text, kept)

    def play_in_a_copy(self, trials: Sequence[Trial]) -> list[Replay] | None:
        """Play examples in a copy of the simulation that has played nothing yet. Return None without copies."""
        if self._copies is None:
            return None
        answer: list[Replay] | None = self._copies.ask([Trial(trial.choices, trial.number) for trial in trials])
        if answer is None:
            cocotb.log.warning("%s: a copy of the simulation gave no answer", self.name)
            self._end_copies()
        return answer

    def _end_copies(self) -> None:
        if self._copies is not None:
            self._copies.end()
            self._copies = None

    def shrink(self, trial: Trial, fails: Callable[[Trial], bool]) -> Trial:
        """Let Hypothesis shrink an example as long as `fails` holds. Play it here only for what its body draws."""
        best = trial
        if trial.choices is None or Phase.shrink not in self.settings.phases:
            return trial

        def test(values: Mapping[str, Any]) -> None:
            nonlocal best
            self.stop_if_due()
            if self.is_machine or any(isinstance(value, DataObject) for value in values.values()):
                error = self._play(values)
                if isinstance(error, (*DISCARDS, Flaky)):
                    raise error
            candidate = Trial(tuple(current_example().data.choices))
            self._statistics.shrinks += 1
            if fails(candidate):
                best = min(best, candidate, key=lambda trial: trial.size)
                raise _StillFails

        for _ in range(_ATTEMPTS):
            try:
                self._call(
                    test,
                    report=lambda text: None,
                    database=OneExampleDatabase(best.choices or ()),
                    phases=[Phase.reuse, Phase.shrink],
                    suppress_health_check=list(HealthCheck),
                )
            except Flaky:
                continue
            except _StillFails:
                pass
            except Stop:
                if self.is_stopped:
                    raise
            break
        return best

    def _verdict(self) -> BaseException | None:
        """Return the error of the result: Hypothesis' own ones in the words of this package."""
        error, examples = self._error, self._statistics.examples
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
        for problem in (error, error and error.__cause__):
            if problem is not None:
                problem.__traceback__ = users_part(problem.__traceback__)
        return error


@hypothesis.settings(database=None, derandomize=False, phases=[])
@hypothesis.given(strategies.none())
def _without_examples(nothing: None) -> None:
    """Raise SkipTest, with Hypothesis ready. In its first test it collects garbage, which each copy would do anew."""


def _lasting(value: Any) -> Any:
    """Return a value that every process writes in the same way, for Hypothesis' key."""
    return repr(value) if " at 0x" not in repr(value) else type(value).__qualname__


def _copied(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return copies of the values. What cannot be copied (a lock, a generator, a handle) stays as it is."""

    def copied(value: Any) -> Any:
        try:
            return value if isinstance(value, DataObject) else copy.deepcopy(value)
        except Exception:
            return value

    return {name: copied(value) for name, value in values.items()}
