"""The cocotb tasks of one example: none may outlive it, and none may fail unnoticed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cocotb import _test_manager
from cocotb.task import Task
from cocotb.triggers import NullTrigger

ENDS = (_test_manager.EndTest, _test_manager.TestSuccess)
"""What `cocotb.end_test` and `cocotb.pass_test` raise."""


class Tasks:
    """Adopts every task that is started while `adopting`, by the body, the reset hook, or a driver deep in a library.

    The trick: `cocotb.start_soon` hands each new task to the running test, which ends as soon as one of them fails; no
    example could shrink then. So for a while the test's `add_task` is this one. (It is not public in cocotb 2.1, but
    the only place that all tasks pass; tests/property fails if it moves.)
    """

    def __init__(self, ended: Callable[[Task[Any]], None]) -> None:
        self._ended = ended
        self._running: dict[Task[Any], None] = {}
        self.started: set[str] = set()
        """By name and place, those of the user."""
        self.ended: set[str] = set()
        """Of these, those that ran until they were cancelled at the end."""

    @contextmanager
    def adopting(self) -> Iterator[None]:
        test = vars(_test_manager._current_test)
        test["add_task"] = self._adopt
        try:
            yield
        finally:
            del test["add_task"]

    def _adopt(self, task: Task[Any]) -> None:
        self._running[task] = None
        self.started |= _names([task])
        task._add_done_callback(self._done)

    def _done(self, task: Task[Any]) -> None:
        del self._running[task]
        self._ended(task)

    def cancel(self) -> None:
        for task in self._running:
            task.cancel()

    async def clear(self) -> None:
        """Cancel what still runs, and what that starts while it ends, until nothing runs."""
        cancelled: set[Task[Any]] = set()
        self.ended = _names(self._running)
        while self._running:
            for task in [
                task for task in self._running if task not in cancelled
            ]:  # in order, so that every run is the same
                task.cancel()
                cancelled.add(task)
            await NullTrigger()


_HERE = str(Path(__file__).parent)


def _names(tasks: Iterable[Task[Any]]) -> set[str]:
    """The names of the user's tasks, and where they wait."""
    codes = [getattr(task._coro, "cr_code", None) for task in tasks]
    return {
        f"{code.co_qualname} ({code.co_filename}:{code.co_firstlineno})"
        for code in codes
        if code is not None and not code.co_filename.startswith(_HERE)
    }


def failure_of(task: Task[Any]) -> BaseException | None:
    """The exception of a finished task, unless another task awaits it and so gets the exception."""
    if task.cancelled() or task.complete._callbacks:
        return None
    return task.exception()
