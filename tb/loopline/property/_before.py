"""The examples that passed before the first failure: what a failure may be a consequence of."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from ._trial import Trial

#: How many of the latest examples are kept.
_LATEST = 4


class Before:
    """A few of those examples, and the tasks that were ended with any of them."""

    def __init__(self) -> None:
        self._first: Trial | None = None
        self._latest: deque[Trial] = deque(maxlen=_LATEST)
        self._ended: dict[str, None] = {}

    def add(self, trial: Trial, ended: Iterable[str]) -> None:
        self._first = self._first or trial
        self._latest.append(trial)
        self._ended |= dict.fromkeys(ended)

    @property
    def examples(self) -> Sequence[Trial]:
        """In order: the first of all, and the latest."""
        return list(dict.fromkeys([*([self._first] if self._first else []), *self._latest]))

    def ended_and_not(self, started: set[str]) -> Sequence[str]:
        """The tasks that were ended, and are not among those that were started again."""
        return [task for task in self._ended if task not in started]
