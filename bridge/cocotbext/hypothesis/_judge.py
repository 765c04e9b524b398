"""Does the example itself fail, or is the cause something that earlier examples have left behind?

A copy of the simulation that has played no other example gives the answer. Where it fails, Hypothesis shrinks it there.
Where it passes, examples are looked for after which it fails there. Without copies it is shrunk in this
simulation, and must fail again after different examples that passed, which must pass again.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import hypothesis
from hypothesis.strategies import DataObject

from ._example import UNKNOWN, origin
from ._private import arguments_in, blob_of, in_a_line
from ._result import FlakyProperty, Stop

if TYPE_CHECKING:
    from ._run import Search

FLAKY = """\
one example, two verdicts. Most often, the reset hook does not restore all state: a memory, a register without reset, \
a Python object that outlives the example. Or the body depends on what no seed controls, such as the time of day \
or a task that was there before the property."""
_LEFT = (
    "something survives the reset hook, such as a memory, a register without reset, a Python object, "
    "or a driver whose task ended with its example: such tasks belong into `setup`."
)
_NO_MORE = f"an example that passed before fails now as well: {_LEFT}"
_BOTH = f"the same example fails after one example, and passes after another: {_LEFT}"
#: How many of the latest examples that passed are played again, without copies.
_RECENT = 4


@dataclass(frozen=True, eq=False)
class Trial:
    """An example that was played, and its failure if it failed."""

    choices: tuple[Any, ...] | None
    """Those from which Hypothesis makes the same example again. None for one of `@example`."""
    number: int | None = None
    """Which one of `@example`."""
    error: BaseException | None = None

    @property
    def size(self) -> tuple[Any, ...]:
        """Return a key that orders examples nearly as Hypothesis does: shorter ones first, then smaller choices."""
        choices = self.choices or ()
        return len(choices), [len(choice) if isinstance(choice, str | bytes) else abs(choice) for choice in choices]


@dataclass(frozen=True)
class Replay:
    """What became of an example that was played again. It can leave its process."""

    error: BaseException | None
    said: str
    """Hypothesis' account of it."""
    values: Mapping[str, Any]
    """What was drawn before the body began. Not of another process."""

    @property
    def kind(self) -> str:
        """Return the type of its failure, or nothing."""
        return "" if self.error is None else type(self.error).__name__

    @property
    def call(self) -> str:
        """Return the account in a line."""
        said = re.sub(r"\(\n +", "(", self.said.partition(":")[2]).replace(",\n)", ")")
        return in_a_line(said).removeprefix("<state machine> ")  # of Hypothesis 6.170

    def __reduce__(self) -> tuple[Any, ...]:
        error = self.error
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            return _played_elsewhere, (self.kind, str(error), self.said)
        return Replay, (error, self.said, {})


def _played_elsewhere(kind: str, text: str, said: str) -> Replay:
    """Replace an error that cannot leave its process by another one of the same name and text."""
    return Replay(type(kind, (Exception,), {})(text), said, {})


class ExampleJudge:
    """Shrinks the example that was found to fail, and says what it takes."""

    def __init__(self, run: Search) -> None:
        assert run.found is not None
        assert run.best is not None
        self._run, self._found = run, run.found
        self.failing = run.best
        """The smallest example that fails."""
        self.values: Mapping[str, Any] = {}
        """What is drawn for it before the body begins."""

    def verdict(self) -> BaseException:
        """Return what to report: what the smallest example fails with, or FlakyProperty.

        The examples that are shown are played last, so that a wave file ends with them.
        """
        run, found = self._run, self._found
        alone = None if run.reset is None else run.play_in_a_copy([self.failing])
        if alone is None:
            return self._contradiction() or self._counterexample(None)
        if alone[0].kind and not run.is_confused:
            return self._counterexample(alone[0])
        run.begin_shrinking()
        if not alone[0].kind:  # what it was shrunk to takes others before it
            self.failing = found
            alone = run.play_in_a_copy([found]) or alone
        if kind := alone[0].kind:
            self.failing = run.shrink(self.failing, lambda trial: self._kind(trial) == kind)
            return self._counterexample((run.play_in_a_copy([self.failing]) or alone)[0])
        try:
            series = self._series()
        except Stop:
            if run.is_stopped:
                raise
            series = []
        if not series:
            return self._flaky(FLAKY, {"it failed, then passed alone": found})
        labels = ["first", "second"] if len(series) == 2 else [*map(str, range(1, len(series))), "last"]
        last, others = ("second example", "first") if len(series) == 2 else ("last example", "others")
        return self._flaky(f"the {last} fails only after the {others}: {_LEFT}", dict(zip(labels, series, strict=True)))

    # -- in copies of the simulation

    def _kind(self, *trials: Trial) -> str:
        """Return the type of what the last one fails with in a copy, if the others pass; otherwise nothing."""
        *before, last = self._run.play_in_a_copy(trials) or [Replay(None, "", {})]
        return "" if any(played.error for played in before) else last.kind

    def _series(self) -> list[Trial]:
        """Find examples of which the last fails, but not alone: two, or else as few as possible."""
        run, found = self._run, self._found
        for before in [*([trial] for trial in reversed(run.passed)), [found], list(run.passed)]:
            run.stop_if_due()
            if kind := self._kind(*before, found):
                break
        else:
            return []
        size = len(before) // 2
        while size:
            at = 0
            while at < len(before):
                run.stop_if_due()
                fewer = before[:at] + before[at + size :]
                if fewer and self._kind(*fewer, found) == kind:
                    before = fewer
                else:
                    at += size
            size //= 2
        series = [*before, found]

        def still_fails(at: int, trial: Trial) -> bool:
            changed = [*series[:at], trial, *series[at + 1 :]]
            return self._kind(*changed) == kind and not self._kind(changed[-1])

        for at in reversed(range(len(series))):
            series[at] = run.shrink(series[at], partial(still_fails, at))
        return series

    # -- without copies

    def _contradiction(self) -> FlakyProperty | None:
        """Try the failure again after different examples that passed. Return what contradicts it, if anything does."""
        if self._run.is_confused:
            return self._flaky(FLAKY, {"it failed, then passed": self.failing})
        recent = [] if self._run.reset is None else list(self._run.passed)[-_RECENT:]
        for before in [recent, recent[::-1], *([trial] for trial in recent), [self.failing]] if recent else []:
            for trial in before:
                if self._run.replay(trial).error is not None and trial is not self.failing:
                    return self._flaky(_NO_MORE, {"passed at first": trial, "failed then": self.failing})
            if self._run.replay(self.failing).error is None:
                return self._flaky(_BOTH, {"passes after": before[-1], "the example": self.failing})
        return None

    # -- what is reported

    def _counterexample(self, alone: Replay | None) -> BaseException:
        """Return what the smallest example fails with, with all that is said about it as notes.

        Args:
            alone: What became of it in a copy of the simulation; None without copies.
        """
        again = self._run.replay(self.failing)
        self.values = again.values
        notes = []
        if alone is None or alone.kind == again.kind:
            played = again
        else:  # state of other examples hides the failure, or gives it another look
            played = alone
            notes += [
                "So it fails before any other example. After others, "
                + (f"it fails with {again.kind}: {again.error}" if again.error else "it passes")
            ]
        if (error := played.error) is None:
            return self._flaky(FLAKY, {"it failed, then passed": self.failing})
        error.add_note(played.said)
        shown, shown_at = origin(error)
        notes += [
            f"Another failure was found: {kind}: {text}" + (f", in {place}" if place != UNKNOWN else "")
            for (kind, place), text in self._run.failures.items()
            if kind != shown or place != shown_at != UNKNOWN
        ]
        if alone is None and self._run.reset is not None:
            notes += ["It was played in this simulation only. If it passes alone, something survives the reset hook."]
        if earlier := self._run.earlier:
            notes += [
                f"This comes after other properties in this simulation, {earlier[-1]} the last. "
                "If it passes alone, they have left something behind that the reset hook does not clear."
            ]
        for note in [*notes, *self._lines_to_paste(played.said)]:
            error.add_note(note)
        return error

    def _flaky(self, what: str, shown: Mapping[str, Trial]) -> FlakyProperty:
        """Return a FlakyProperty that says what was found, and shows these examples by their labels."""
        apart = self._run.play_in_a_copy([*shown.values()])
        replays = [self._run.replay(trial) for trial in shown.values()]
        played = apart or replays
        width = max(map(len, shown)) + 2
        cause = replays[-1].error or self._found.error
        failure = (apart and apart[-1].error) or cause
        lines = [f"{self._run.name}: {what}"]
        lines += [f"  {label + ':':<{width}}{trial.call}" for label, trial in zip(shown, played, strict=True)]
        lines += [f"  {'with:':<{width}}{type(failure).__name__}: {failure}"]
        error = FlakyProperty("\n".join(lines))
        error.examples = tuple(tuple(replay.values.values()) for replay in replays)
        error.__cause__ = cause
        return error

    def _lines_to_paste(self, said: str) -> Iterator[str]:
        """Yield the decorators of which each makes the failing example the first of the test."""
        arguments = arguments_in(said)
        if arguments is None or self._run.is_machine:
            return
        draws = any(isinstance(value, DataObject) for value in self.values.values())
        if not draws:
            yield f"@example({', '.join(name for name in arguments if name.partition('=')[0] in self.values)})"
        if self.failing.choices is not None and (draws or self._run.settings.print_blob):
            yield f"@reproduce_failure({hypothesis.__version__!r}, {blob_of(self.failing.choices)!r})"
