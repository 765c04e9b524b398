"""Hypothesis' context variables, lent to another thread."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from hypothesis import settings
from hypothesis._settings import local_settings
from hypothesis.control import _current_build_context, current_build_context
from hypothesis.internal.conjecture.shrinker import sort_key
from hypothesis.reporting import current_reporter, with_reporter


class Context:
    """The test case being run, as `note`, `event`, `target` and `assume` know it.

    These functions keep it in thread-local variables, but bodies run in the simulator's thread while the thread that
    drew the example waits. Only one of the two runs at a time, so the simulator's thread can borrow the variables.
    """

    def __init__(self) -> None:
        self.build = current_build_context()
        self._settings = settings.default
        self._reporter = current_reporter()

    @property
    def is_final(self) -> bool:
        """Is this the minimal example, which Hypothesis runs again at the end?"""
        return self.build.is_final

    @property
    def size(self) -> Any:
        """The key by which Hypothesis decides which example is smaller."""
        return sort_key(self.build.data.nodes)

    @property
    def choices(self) -> Sequence[Any]:
        """The choices from which Hypothesis makes the same example again."""
        return self.build.data.choices

    @staticmethod
    def none() -> AbstractContextManager[None]:
        """No example at all, so that another one can be played in the middle of this one."""
        return _current_build_context.with_value(None)

    @contextmanager
    def borrowed(self) -> Iterator[None]:
        assert self._settings is not None
        with (
            _current_build_context.with_value(self.build),
            local_settings(self._settings),
            with_reporter(self._reporter),
        ):
            yield
