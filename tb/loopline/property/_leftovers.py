"""Does the example itself fail, or is the cause something that earlier examples have left behind?

A failure is believed only if examples that passed before it still pass, and if it fails after different examples.
Otherwise something survives the reset hook, and the smallest pair of examples that shows it is searched for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from hypothesis.strategies import DataObject

from ._before import Before
from ._errors import FlakyProperty
from ._property import Property
from ._replay import Replay
from ._runner import Runner
from ._trial import Trial


class Leftovers:
    """The checks that a run makes before it reports a failure."""

    def __init__(self, property: Property, replay: Replay, runner: Runner, before: Before, failing: Trial) -> None:
        self._property = property
        self._replay = replay
        self._runner = runner
        self._passed = before
        self._before = before.examples
        self._failing = failing

    def found(self, flaky: bool) -> FlakyProperty | None:
        """The real cause, if it is not the example itself. The failing example runs last."""
        if not flaky and not self._before:
            return None
        if error := self._no_longer_passes():
            return error
        if not flaky:
            first, last = self._before[0], self._before[-1]
            after = {trial: self._fails_after(trial, self._failing) for trial in (last, first)}
            if all(after.values()):
                return None
            if any(after.values()):
                fails, passes = (last, first) if after[last] else (first, last)
                return self._pair([fails]) or self._error(
                    "the same example fails after one example, and passes after another: something survives the "
                    "reset hook.",
                    [("fails after", fails), ("passes after", passes), ("the example", self._failing)],
                    self._failing.error,
                )
        return self._pair([*reversed(self._before), self._failing])

    def _no_longer_passes(self) -> FlakyProperty | None:
        for trial in self._before:
            error = self._replay.fails(trial)
            if error is not None:
                return self._error(
                    "an example that passed before fails now as well. So the failure comes from what earlier examples "
                    "left behind: state that the reset hook does not clear, or a task of a long-lived driver that "
                    "was ended with its example.",
                    [("passed at first", trial), ("failed then", self._failing)],
                    self._failing.error or error,
                )
        return None

    def _pair(self, candidates: Sequence[Trial]) -> FlakyProperty | None:
        """The smallest pair of examples whose second fails only after the first."""
        for first in candidates:
            if not all(self._fails_only_after(first, self._failing) for _ in range(2)):
                continue
            second = self._replay.shrunk(self._failing, partial(self._fails_only_after, first))
            first = self._replay.shrunk(first, partial(self._fails_only_after, second=second))
            error = self._fails_only_after(first, second) or self._failing.error
            return self._error(
                "the second example fails only after the first: something survives the reset hook, such as a memory, "
                "a register without reset, or a Python object.",
                [("first", first), ("second", second)],
                error,
            )
        return None

    def _fails_after(self, first: Trial, second: Trial) -> BaseException | None:
        """The failure of the second after the first, if the first passes."""
        return None if self._replay.fails(first) else self._replay.fails(second)

    def _fails_only_after(self, first: Trial, second: Trial) -> BaseException | None:
        """The same, after an example that has always passed, so that what was played before it does not matter."""
        if self._before:
            self._replay.fails(self._before[0])
        return self._fails_after(first, second)

    def _error(self, what: str, examples: Sequence[tuple[str, Trial]], cause: BaseException | None) -> FlakyProperty:
        width = max(len(label) for label, _ in examples) + 2
        lines = [f"{self._property.name}: {what}"]
        lines += [f"  {label + ':':<{width}}{self._call(trial)}" for label, trial in examples]
        lines += [f"  {'with:':<{width}}{type(cause).__name__}: {cause}"]
        if tasks := self._passed.ended_and_not(self._runner.started):
            lines += ["Tasks that were ended with an earlier example, and not started again:"]
            lines += [f"  {task}" for task in tasks]
            lines += ["A task that is to outlive an example must be started before the property: in `setup`, say."]
        error = FlakyProperty("\n".join(lines))
        error.examples = tuple(tuple(trial.values.values()) for _, trial in examples)
        error.__cause__ = cause
        return error

    def _call(self, trial: Trial) -> str:
        """The example, written as a call."""
        arguments = [f"{name}={value!r}" for name, value in trial.values.items() if not isinstance(value, DataObject)]
        drawn = f", drawn: {', '.join(map(repr, trial.draws))}" if trial.draws else ""
        return f"{self._property.short_name}({', '.join(arguments)}){drawn}"
