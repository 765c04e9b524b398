"""Does the example itself fail, or is the cause something that earlier examples have left behind?

A failure is believed if it comes in a copy of the simulation that has seen no other example. If there are no copies, it
must come again after different examples that passed, which must pass again. Otherwise something survives the reset
hook, and a small pair of examples is searched for that shows it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from ._result import FlakyProperty, Stop

if TYPE_CHECKING:
    from ._run import Run

FLAKY = """\
one example, two verdicts. Most often, the reset hook does not restore all state: a memory, a register without reset, \
a Python object that outlives the example. Or the body depends on what no seed controls, such as the time of day \
or a task that was there before the property."""
_LEFT = "something survives the reset hook, such as a memory, a register without reset, or a Python object."
_PAIR = f"the second example fails only after the first: {_LEFT}"
_SERIES = f"the last example fails only after the others: {_LEFT}"
_NO_MORE = (
    "an example that passed before fails now as well. So the failure comes from what earlier examples left behind, "
    "perhaps the last before the failure: state that the reset hook does not clear, or a task of a long-lived driver "
    "that was ended with its example."
)
_BOTH = f"the same example fails after one example, and passes after another: {_LEFT}"


@dataclass(frozen=True, eq=False)
class Trial:
    """An example that was played, and its failure if it failed."""

    choices: tuple[Any, ...] | None
    """Those from which Hypothesis makes the same example again. None for one of `@example`."""
    number: int | None = None
    """Which one of `@example`."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """What was drawn before the body began, if it is shown to anyone."""
    error: BaseException | None = None

    @property
    def size(self) -> tuple[Any, ...]:
        """Orders examples as Hypothesis does, nearly: shorter ones first, then those with smaller choices."""
        choices = self.choices or ()
        return len(choices), [len(each) if isinstance(each, str | bytes) else abs(each) for each in choices]

    def portable(self) -> Trial:
        """What a copy of the simulation needs."""
        return Trial(self.choices, self.number)


@dataclass(frozen=True)
class Played:
    """What became of an example that was played again."""

    error: BaseException | None
    values: Mapping[str, Any]
    said: str
    """Hypothesis' account of it."""
    started: set[str]
    """Where the tasks of the example were started."""
    cut_off: Mapping[str, str]
    """The tasks that ran until the example ended, by where they were started."""
    failed: str = ""
    """The kind of its failure, and its text, as far as it can leave a process."""

    def portable(self) -> Played:
        """What can leave the process."""
        failed = "" if self.error is None else f"{type(self.error).__name__}: {self.error}"
        return replace(self, error=None, values={}, failed=failed)


def cause_outside(
    run: Run, failing: Trial, found: Trial, passed: Sequence[Trial], is_flaky: bool
) -> FlakyProperty | None:
    """The real cause of a failure, if it is not the example itself. `found` is the example before it was shrunk, and
    these `passed` before that. Afterwards the examples that are shown run again, the failing one last."""
    leftovers = Leftovers(run, failing, found, passed)
    with suppress(Stop):  # at the end of the time, what is known counts
        leftovers.search(is_flaky)
    return leftovers.error()


class Leftovers:
    """The checks that a run makes before it reports a failure."""

    def __init__(self, run: Run, failing: Trial, found: Trial, passed: Sequence[Trial]) -> None:
        self._run, self._failing, self._found, self._passed = run, failing, found, passed
        self._kind = type(failing.error).__name__
        self._what = ""
        self._shown: dict[str, Trial] = {}
        self._played: Sequence[Played] | None = None

    def search(self, is_flaky: bool) -> None:
        """Find what the failure takes."""
        alone = self._run.apart([self._failing])
        if alone is None:
            self._search_here(is_flaky)
        elif not self._has_failed(alone):
            self._know(FLAKY, {"it failed, then passed alone": self._failing})
            self._search_before()
        elif is_flaky:
            self._know(FLAKY, {"fails alone": self._failing}, alone)

    def error(self) -> FlakyProperty | None:
        """What to report in place of the failure."""
        if not self._what:
            return None
        again = [self._run.replay(trial) for trial in self._shown.values()]
        played = self._played or [each.portable() for each in again]
        width = max(map(len, self._shown)) + 2
        lines = [f"{self._run.name}: {self._what}"]
        for label, example in zip(self._shown, played, strict=True):
            said = " ".join(example.said.partition(":")[2].split())
            lines += [f"  {label + ':':<{width}}{said.replace('( ', '(').replace(', )', ')')}"]
        cause = again[-1].error or self._failing.error
        lines += [f"  {'with:':<{width}}{played[-1].failed or f'{type(cause).__name__}: {cause}'}"]
        ended = [
            task for each in played[:-1] for place, task in each.cut_off.items() if place not in played[-1].started
        ]
        if ended:
            lines += ["Tasks that were ended with an earlier example, and not started again:"]
            lines += [f"  {task}" for task in ended]
            lines += ["A task that is to outlive an example must be started before the property: in `setup`, say."]
        error = FlakyProperty("\n".join(lines))
        error.examples = tuple(tuple(each.values.values()) for each in again)
        error.__cause__ = cause
        error._rerun = partial(self._run.run_again, list(self._shown.values()))
        return error

    def _know(self, what: str, shown: dict[str, Trial], played: Sequence[Played] | None = None) -> None:
        self._what, self._shown, self._played = what, shown, played

    def _has_failed(self, played: Sequence[Played] | None) -> bool:
        """Whether the last example failed as the failing one did, and no other failed."""
        return (
            played is not None
            and played[-1].failed.startswith(f"{self._kind}:")
            and not any(each.failed for each in played[:-1])
        )

    # -- in copies of the simulation

    def _search_before(self) -> None:
        """Find examples after which it fails: one, or else the whole series."""
        if self._has_failed(played := self._run.apart([self._found])):  # it became another one as it was shrunk
            self._know(FLAKY, {"fails alone": self._found}, played)
            return
        for second in dict.fromkeys([self._failing, self._found]):
            for first in [*reversed(self._passed), second]:
                if self._is_pair(first, second):
                    second = self._run.smaller(second, partial(self._is_pair, first))
                    first = self._run.smaller(first, partial(self._is_pair, second=second))
                    self._show([first, second], _PAIR)
                    return
        if self._shows_after(self._passed):
            before, size = list(self._passed), len(self._passed) // 2
            while size:
                at = 0
                while at < len(before):
                    fewer = before[:at] + before[at + size :]
                    if self._shows_after(fewer):
                        before = fewer
                    else:
                        at += size
                size //= 2
            self._show([*before, self._found], _SERIES)

    def _shows_after(self, before: Sequence[Trial]) -> bool:
        self._run.stop_if_due()
        return bool(before) and self._has_failed(self._run.apart([*before, self._found]))

    def _is_pair(self, first: Trial, second: Trial) -> bool:
        self._run.stop_if_due()
        return self._has_failed(self._run.apart([first, second])) and not self._failed_alone(second)

    def _failed_alone(self, trial: Trial) -> bool:
        played = self._run.apart([trial])
        return played is None or bool(played[0].failed)

    def _show(self, trials: Sequence[Trial], what: str) -> None:
        labels = ["first", "second"] if len(trials) == 2 else [*map(str, range(1, len(trials))), "last"]
        played = self._run.apart(trials)
        if self._has_failed(played):
            self._know(what, dict(zip(labels, trials, strict=True)), played)

    # -- where there are no copies: in this simulation

    def _search_here(self, is_flaky: bool) -> None:
        failing = self._failing
        recent = list(dict.fromkeys([*self._passed[:1], *self._passed[-4:]]))
        for trial in recent:
            if self._here(trial).failed:
                shown = {"passed at first": trial, "the last that passed": recent[-1], "failed then": failing}
                if trial is recent[-1]:
                    del shown["the last that passed"]
                self._know(_NO_MORE, shown)
                return
        if is_flaky:
            return
        passes: Trial | None = None
        fails: Trial | None = None
        for before in ([], [failing], recent[-1:], recent[:1], recent[::-1], [*recent, failing]):
            for trial in before:
                self._here(trial)
            last = before[-1] if before else failing
            if self._here(failing).failed:
                fails = fails or last
            else:
                passes = passes or last
        if passes is not None:
            shown = {"fails after": fails or failing, "passes after": passes, "the example": failing}
            self._know(_BOTH, shown)

    def _here(self, trial: Trial) -> Played:
        self._run.stop_if_due()
        return self._run.replay(trial).portable()
