"""One example, as it runs in the simulator: a test of cocotb's within the test.

As long as it runs, it is the test to which `cocotb.start_soon` gives new tasks, wherever they are started: in the body,
in the reset hook, or by a driver deep in a library. So a task that fails ends the example, which can be shrunk, and not
the whole test; and no task outlives its example.
"""

from __future__ import annotations

import sys
import traceback
import warnings
from asyncio import CancelledError
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, cast

import cocotb
import hypothesis
from cocotb.task import Task
from cocotb.triggers import Event, NullTrigger, ReadOnly, SimTimeoutError, Timer, current_gpi_trigger
from cocotb.utils import get_sim_time
from hypothesis import event

from ._private import DISCARDS, TestManager, current_test, make_current
from ._result import HungBody

_MACHINERY = tuple(str(Path(str(file)).parent) for file in (__file__, cocotb.__file__, hypothesis.__file__))
"""Where the files are that are not the user's."""

UNKNOWN = "?"
"""The place of anything without a line of the user's."""


def _raised_by(function: Any) -> type[BaseException]:
    with warnings.catch_warnings(action="ignore"):  # `pass_test` is deprecated
        try:
            function()
        except BaseException as error:
            return type(error)
    raise RuntimeError(f"{function.__name__} raised nothing")


ENDS = (_raised_by(cocotb.end_test), _raised_by(cocotb.pass_test))
"""What the functions raise that end a test of cocotb's as passed."""


@dataclass(frozen=True)
class Limit:
    """The simulated time that one example may take, in simulator steps and in the user's words."""

    steps: int
    text: str
    clock: Any = None
    """The clock at whose rising edge each example begins."""
    period: int = 0
    edge: int = 0
    """When it has risen once."""

    def from_now(self) -> int:
        """Return the steps until the limit of an example that begins at the next edge."""
        if self.clock is None:
            return self.steps
        wait = int(self.edge - get_sim_time("step")) % self.period
        return self.steps + (wait or self.period * int(self.clock.value))


class Example(TestManager):
    """Runs a coroutine, and every task that it starts, until all have ended."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], limit: Limit | None) -> None:
        self.failure: BaseException | None = None
        """What the example failed with, once it has ended."""
        self._limit = limit
        self._running: dict[Task[Any], None] = {}
        self._end: BaseException | None = None
        self._returned = False
        self._ended = Event()
        self._waits_in = UNKNOWN
        self._outer = current_test()
        super().__init__(
            self._main(coroutine),
            name="example",
            timeout=None if limit is None else (limit.from_now(), "step"),
            test_complete_cb=lambda: make_current(None if self._outer.done() else self._outer),
        )

    async def run(self) -> None:
        """Run from the beginning to the end. The test that runs the property awaits this."""
        self.start()
        try:
            await self._ended.wait()
        except BaseException:  # the whole test is being stopped: leave nothing behind
            self.cancel()
            raise
        while not self.done():  # tasks that were started by others as these ended
            for task in list(self._running):
                task.cancel()
            await NullTrigger()
        await _leave_read_only()  # otherwise the next reset could not write a signal
        self.failure = self._judged()

    def _judged(self) -> BaseException | None:
        error = self.exception()
        if error is not self.exception():  # several: a new group each time. Later ones may be consequences
            error = cast(BaseExceptionGroup, error).exceptions[0]
        if self._limit is not None and isinstance(error, SimTimeoutError) and error.__traceback__ is None:
            return HungBody(f"not over after {self._limit.text}: waiting in {self._waits_in}")
        error = _plain(error or self._end)
        if isinstance(error, ENDS):
            event("ended early", error.args[0] or "")
            return None
        if error is None and not self._returned:
            return RuntimeError("the body was cancelled: it awaited a cancelled task, or somebody cancelled it")
        return error

    async def _main(self, coroutine: Coroutine[Any, Any, None]) -> None:
        try:
            await coroutine
            await _leave_read_only()  # otherwise the tasks' clean-up could not
            self._returned = True
        except CancelledError as error:
            self._waits_in = _place(error.__traceback__)
            raise
        finally:
            coroutine.close()
            self._ended.set()

    def add_task(self, task: Task[Any]) -> None:
        if self._ended.is_set():
            task.cancel()
            return
        super().add_task(task)
        self._running[task] = None

    def remove_task(self, task: Task[Any]) -> None:
        super().remove_task(task)
        self._running.pop(task, None)
        if not task.cancelled() and isinstance(end := task.exception(), ENDS):
            self._end = end


async def _leave_read_only() -> None:
    if isinstance(current_gpi_trigger(), ReadOnly):
        await Timer(1, "step")


def users_part(tb: TracebackType | None) -> TracebackType | None:
    """Return the traceback without the lines of this package, cocotb and Hypothesis, and of what that makes."""
    links, part = list[TracebackType](), None
    while tb is not None:
        links.append(tb)
        tb = tb.tb_next
    for link in reversed(links):
        frame = link.tb_frame
        if frame.f_globals.get("__name__") in sys.modules and not frame.f_code.co_filename.startswith(_MACHINERY):
            part = TracebackType(part, frame, link.tb_lasti, link.tb_lineno)
    return part


def _place(tb: TracebackType | None) -> str:
    """Return the innermost line of the user: where a coroutine was waiting, or what it failed in."""
    frames = traceback.extract_tb(users_part(tb))
    return f"{frames[-1].name}, {frames[-1].filename}:{frames[-1].lineno}" if frames else UNKNOWN


def _plain(failure: BaseException | None) -> BaseException | None:
    """Return what a TaskManager's group has for its failure: its only exception, or its exceptions in order.

    Hypothesis tells failures apart by type and line, and groups by all of their members in order. A TaskManager keeps
    them in a set, without order, so one bug would look like several.
    """
    if not isinstance(failure, BaseExceptionGroup):
        return failure
    plain = [part for part in map(_plain, failure.exceptions) if part is not None]
    members = [part for part in plain if not isinstance(part, ENDS)] or plain[:1]
    for member in members:
        if len(members) == 1 or isinstance(member, DISCARDS):
            return member
    return failure.derive(sorted(members, key=origin))


def origin(failure: BaseException) -> tuple[str, str]:
    """Return the type and the place by which failures are told apart, nearly as Hypothesis does."""
    return type(failure).__name__, _place(failure.__traceback__)
