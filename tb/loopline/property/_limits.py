"""What ends a run before Hypothesis is done: a limit of wall-clock time, `enough`, or Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from ._context import Context
from ._result import Partial

#: Seconds for the search for leftovers, unless shrinking has a limit.
_LEFTOVERS = 30.0


class Stop(KeyboardInterrupt):
    """Ends Hypothesis' run. Hypothesis takes this exception neither for a failure of the example nor for a reason to
    keep the example in the database."""


class Limits:
    """The limits of one run, and which of them has ended it."""

    def __init__(self, seconds: float | None, shrink_seconds: float | None, enough: Callable[[], bool]) -> None:
        self.partial: Partial | None = None
        self.interrupted = False
        self._shrink_seconds = shrink_seconds
        self._enough = enough
        self._started = monotonic()
        self._deadline = None if seconds is None else self._started + seconds
        self._timed: Partial = "seconds"

    @property
    def elapsed(self) -> float:
        return monotonic() - self._started

    def shrinking_begins(self) -> None:
        if self._shrink_seconds is not None:
            self._deadline = monotonic() + self._shrink_seconds
            self._timed = "shrink_seconds"

    def leftovers_begin(self) -> None:
        self._deadline = monotonic() + (self._shrink_seconds or _LEFTOVERS)

    def stop_if_due(self) -> None:
        """Called before each example and each draw."""
        if self.interrupted:
            self.partial = "interrupted"
        elif Context().is_final:
            pass  # the minimal example runs again even if the time is over
        elif self._deadline is not None and monotonic() >= self._deadline:
            self.partial = self._timed
        elif self._enough():
            self.partial = "enough"
        if self.partial is not None:
            raise Stop
