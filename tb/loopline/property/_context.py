"""Hypothesis' idea of where it is, lent to another thread."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hypothesis import settings
from hypothesis._settings import local_settings
from hypothesis.control import _current_build_context, current_build_context
from hypothesis.reporting import current_reporter, with_reporter


class Context:
    """The test case being run, as `note`, `event`, `target` and `assume` know it.

    They keep it in variables of the thread, and the bodies run in another one: the simulator's, while the thread that
    drew the example waits. As only one of the two ever moves, the simulator's may simply borrow the variables.
    """

    def __init__(self) -> None:
        self.build = current_build_context()
        self._settings = settings.default
        self._reporter = current_reporter()

    @contextmanager
    def borrowed(self) -> Iterator[None]:
        assert self._settings is not None
        with (
            _current_build_context.with_value(self.build),
            local_settings(self._settings),
            with_reporter(self._reporter),
        ):
            yield
