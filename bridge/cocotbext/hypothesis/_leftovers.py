"""Does the example itself fail, or is the cause something that earlier examples have left behind?

A failure is believed only if examples that passed before it still pass, and if it fails after different examples.
Otherwise something survives the reset hook, and a small pair of examples that shows it is searched for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from ._example import Example
from ._result import FlakyProperty, Stop

if TYPE_CHECKING:
    from ._run import Run

#: How many of the latest examples that passed are kept.
_LATEST = 4


@dataclass(frozen=True, eq=False)
class Trial:
    """An example that was played, and its failure if it failed."""

    values: Mapping[str, Any]
    """What was drawn before the body began, if it is shown to anyone."""
    choices: tuple[Any, ...] | None
    """Those from which Hypothesis makes the same example again. One of `@example` has values instead."""
    error: BaseException | None = None

    @property
    def size(self) -> tuple[Any, ...]:
        """Orders examples as Hypothesis does, nearly: shorter ones first, then those with smaller choices."""
        choices = self.choices or ()
        return len(choices), [len(one) if isinstance(one, str | bytes) else abs(one) for one in choices]


class Passed:
    """A few of the examples that passed before the first failure, and the tasks that were ended with any of them."""

    def __init__(self) -> None:
        self._first: list[Trial] = []
        self._latest: deque[Trial] = deque(maxlen=_LATEST)
        self._ended: dict[str, tuple[str, Trial]] = {}

    def add(self, trial: Trial, example: Example) -> None:
        self._first = self._first or [trial]
        self._latest.append(trial)
        for place, task in example.cut_off.items():
            self._ended.setdefault(place, (task, trial))

    def before(self, started: set[str]) -> tuple[Sequence[Trial], Sequence[str]]:
        """In order: the first of all, those that first started a task that the failing example has not, the latest.
        And those tasks, which were ended."""
        missing = [ended for place, ended in self._ended.items() if place not in started]
        trials = [*self._first, *[trial for _, trial in missing[:_LATEST]], *self._latest]
        return list(dict.fromkeys(trials)), [task for task, _ in missing]


class Leftovers:
    """The checks that a run makes before it reports a failure."""

    def __init__(self, run: Run, failing: Trial, started: set[str]) -> None:
        self._run, self._failing = run, failing
        self._passed, self._tasks = run.passed.before(started)
        self._accounts: dict[Trial, tuple[BaseException | None, Mapping[str, Any], str]] = {}

    def found(self, flaky: bool) -> FlakyProperty | None:
        """The real cause, if it is not the example itself. The failing example runs last."""
        if not flaky and not self._passed:
            return None
        for trial in self._passed:
            if (error := self._fails(trial)) is not None:
                before = self._passed[-1]
                return self._error(
                    "an example that passed before fails now as well. So the failure comes from what earlier examples "
                    "left behind, perhaps the last before the failure: state that the reset hook does not clear, or a "
                    "task of a long-lived driver that was ended with its example.",
                    {"passed at first": trial}
                    | ({} if before is trial else {"the last that passed": before})
                    | {"failed then": self._failing},
                    self._failing.error or error,
                )
        if not flaky:
            first, last = self._passed[0], self._passed[-1]
            after = {trial: self._fails_after(trial, self._failing) for trial in (last, first)}
            if all(after.values()):
                return None
            if any(after.values()):
                fails, passes = (last, first) if after[last] else (first, last)
                return self._pair([fails]) or self._error(
                    "the same example fails after one example, and passes after another: something survives the "
                    "reset hook.",
                    {"fails after": fails, "passes after": passes, "the example": self._failing},
                    self._failing.error,
                )
        return self._pair([*reversed(self._passed), self._failing])

    def note(self) -> str:
        """What to know of a failure that is believed."""
        lines = []
        if not self._passed and (earlier := self._run.earlier):
            lines += [
                f"This is the first example, after {len(earlier)} other properties in this simulation, {earlier[-1]} "
                "the last. If it passes alone, they have left something behind that the reset hook does not clear."
            ]
        if self._tasks:
            lines += ["Tasks that were ended with an earlier example, and not started again:"]
            lines += [f"  {task}" for task in self._tasks]
            lines += ["A task that is to outlive an example must be started before the property: in `setup`, say."]
        return "\n".join(lines)

    def _pair(self, candidates: Sequence[Trial]) -> FlakyProperty | None:
        """A small pair of examples whose second fails only after the first."""
        for first in candidates:
            if not all(self._fails_only_after(first, self._failing) for _ in range(2)):
                continue
            second = smaller(self._failing, partial(self._fails_only_after, first))
            first = smaller(first, partial(self._fails_only_after, second=second))
            return self._error(
                "the second example fails only after the first: something survives the reset hook, such as a memory, "
                "a register without reset, or a Python object.",
                {"first": first, "second": second},
                self._accounts[second][0],
            )
        return None

    def _fails(self, trial: Trial) -> BaseException | None:
        self._run.stop_if_due()
        return self._again(trial)

    def _again(self, trial: Trial) -> BaseException | None:
        error, values, said = self._run.replay(trial)
        self._accounts[trial] = error or trial.error, values, said
        return error

    def _fails_after(self, first: Trial, second: Trial) -> BaseException | None:
        """The failure of the second after the first, if the first passes."""
        return None if self._fails(first) else self._fails(second)

    def _fails_only_after(self, first: Trial, second: Trial) -> BaseException | None:
        """The same, after an example that has always passed, so that what was played before it does not matter."""
        if self._passed:
            self._fails(self._passed[0])
        return self._fails_after(first, second)

    def _error(self, what: str, examples: Mapping[str, Trial], cause: BaseException | None) -> FlakyProperty:
        width = max(map(len, examples)) + 2
        lines = [f"{self._run.name}: {what}"]
        for label, trial in examples.items():
            if trial not in self._accounts:
                self._again(trial)
            said = " ".join(self._accounts[trial][2].partition(":")[2].split())
            lines += [f"  {label + ':':<{width}}{said.replace('( ', '(').replace(', )', ')')}"]
        lines += [f"  {'with:':<{width}}{type(cause).__name__}: {cause}", *filter(None, [self.note()])]
        error = FlakyProperty("\n".join(lines))
        error.examples = tuple(tuple(self._accounts[trial][1].values()) for trial in examples.values())
        error.__cause__ = cause
        error._rerun = partial(self._run.run_again, list(examples.values()))
        return error


def smaller(trial: Trial, fails: Callable[[Trial], object]) -> Trial:
    """An example like this one that still fails, with fewer and lower choices: as small as the time allows.

    It need not be as small as Hypothesis would make it, which shrinks an example at a time and not a pair.
    """
    best, before = [trial], None
    with suppress(Stop):
        while best[-1] is not before:
            before = best[-1]
            for candidate in _simpler(lambda: best[-1].choices or ()):
                one = replace(trial, choices=candidate)
                if fails(one):
                    best.append(one)
    return best[-1]


def _simpler(current: Callable[[], tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """Choices that are simpler than the current ones, which may change meanwhile."""
    size = len(current()) // 2
    while size:
        at = 0
        while at + size <= len(choices := current()):
            yield choices[:at] + choices[at + size :]
            at += len(current()) == len(choices)
        size //= 2
    for at in range(len(current())):
        step = abs(choice) if isinstance(choice := current()[at], int) else 0
        while step:
            choices = current()
            if step <= abs(choices[at]):
                lower = type(choices[at])(choices[at] - step if choices[at] > 0 else choices[at] + step)
                yield (*choices[:at], lower, *choices[at + 1 :])
            step //= 2 if current() == choices else 1
