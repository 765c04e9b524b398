"""One example, as it runs in the simulator: a test of cocotb's within the test.

As long as it runs, it is the test to which `cocotb.start_soon` gives new tasks, wherever they are started: in the body,
in the reset hook, or by a driver deep in a library. So a task that fails ends the example, which can be shrunk, and not
the whole test; and no task outlives its example.
"""

from __future__ import annotations

import re
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
from cocotb.task import Task
from cocotb.triggers import Event, NullTrigger, ReadOnly, SimTimeoutError, Timer, current_gpi_trigger
from hypothesis import event
from hypothesis.errors import StopTest, UnsatisfiedAssumption

from ._private import TestManager, current_test, make_current
from ._result import HungBody

DISCARDS = (StopTest, UnsatisfiedAssumption)
"""How Hypothesis says: this example does not count."""

_CANCELLED = "the body was cancelled: it awaited a cancelled task, or somebody cancelled it"
_OURS = (str(Path(__file__).parent), str(Path(cocotb.__file__).parent))


def _what_ends_a_test() -> tuple[type[BaseException], ...]:
    """What `cocotb.end_test` and `cocotb.pass_test`, which is deprecated, raise."""
    ends = []
    with warnings.catch_warnings(action="ignore"):
        for end in ("end_test", "pass_test"):
            try:
                getattr(cocotb, end, cocotb.end_test)()
            except BaseException as error:
                ends.append(type(error))
    return tuple(ends)


ENDS = _what_ends_a_test()


@dataclass(frozen=True)
class Limit:
    """The simulated time that one example may take, in simulator steps and in the user's words."""

    steps: int
    text: str


class Example(TestManager):
    """Runs a coroutine, or one after the other if it gets none, and every task that they start, until all have ended.

    Its methods are awaited on the simulator's stack.
    """

    def __init__(self, coroutine: Coroutine[Any, Any, None] | None, limit: Limit | None) -> None:
        self.started: set[str] = set()
        """Where the tasks of the example were started."""
        self.cut_off: dict[str, str] = {}
        """The tasks that ran until the example ended, by where they were started."""
        self._places: dict[Task[Any], str] = {}
        self._limit = limit
        self.failure: BaseException | None = None
        """What the example failed with, once it has ended."""
        self._abandoned: BaseException | None = None
        self._end: BaseException | None = None
        self._returned = self._ending = False
        self._waits_in = "?"
        self._step: Coroutine[Any, Any, Any] | None = None
        self._result: Any = None
        self._error: BaseException | None = None
        self._asked, self._answered = Event(), Event()
        self._outer = current_test()
        super().__init__(
            self._main(coroutine or self._serve()),
            name="example",
            timeout=None if limit is None else (limit.steps, "step"),
            test_complete_cb=self._completed,
        )

    # -- on the simulator's stack, in the test that runs the property

    async def run(self) -> None:
        """From the beginning to the end."""
        self.start()
        await self._to_the_end()

    async def open(self) -> None:
        self.start()

    async def step(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        """Run one coroutine in the example. Raises what it raises, or what has ended the example."""
        if self._ending:
            coroutine.close()
        else:
            self._step = coroutine
            self._asked.set()
            await self._turn()
        if self._ending:
            await self._to_the_end()
            raise self.failure or RuntimeError(_CANCELLED)
        if self._error is not None:
            raise self._error
        return self._result

    async def close(self) -> None:
        self._step = None
        self._asked.set()
        await self._to_the_end()

    def abandon(self, why: BaseException) -> None:
        """End the example now, unless it has ended."""
        if not self._ending:
            self._abandoned = why
            self.cancel()

    async def _turn(self) -> None:
        try:
            await self._answered.wait()
            self._answered.clear()
        except BaseException:  # the whole test is being stopped: leave nothing behind
            self.cancel()
            raise

    async def _to_the_end(self) -> None:
        while not self._ending:
            await self._turn()
        while not self.done():  # tasks that were started by others as these ended
            for task in self._places:
                task.cancel()
            await NullTrigger()
        await _leave_read_only()  # otherwise the next reset could not write a signal
        self.failure = self._abandoned or self._judged()

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
        return error or (None if self._returned else RuntimeError(_CANCELLED))

    def _completed(self) -> None:
        make_current(None if self._outer.done() else self._outer)

    # -- in the example

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
            self._ending = True
            self._answered.set()

    async def _serve(self) -> None:
        while True:
            await self._asked.wait()
            self._asked.clear()
            if self._step is None:
                return
            self._result = self._error = None
            try:
                self._result = await self._step
            except CancelledError:
                raise
            except BaseException as error:
                self._error = _plain(error)
            self._answered.set()

    def add_task(self, task: Task[Any]) -> None:
        if self._ending:
            task.cancel()
            return
        super().add_task(task)
        self._places[task] = place = _start_of(sys._getframe(1))
        self.started.add(place)

    def remove_task(self, task: Task[Any]) -> None:
        super().remove_task(task)
        place = self._places.pop(task, None)
        if task.cancelled():
            if self._ending and place is not None:
                name = re.search(r"coro=(\w+)", repr(task))
                self.cut_off[place] = f"{name[1] if name else '?'}(), started at {place}"
        elif isinstance(end := task.exception(), ENDS):
            self._end = end


async def _leave_read_only() -> None:
    if isinstance(current_gpi_trigger(), ReadOnly):
        await Timer(1, "step")


def _start_of(frame: Any) -> str:
    """Where a task is started: the innermost line outside cocotb."""
    while frame is not None and frame.f_code.co_filename.startswith(_OURS):
        frame = frame.f_back
    return "?" if frame is None else f"{frame.f_code.co_filename}:{frame.f_lineno}"


def _place(tb: TracebackType | None) -> str:
    """Where a coroutine was waiting when it was cancelled: the innermost line outside cocotb."""
    place = "?"
    while tb is not None:
        code = tb.tb_frame.f_code
        if not code.co_filename.startswith(_OURS):
            place = f"{code.co_name}, {code.co_filename}:{tb.tb_lineno}"
        tb = tb.tb_next
    return place


def _plain(failure: BaseException | None) -> BaseException | None:
    """The exceptions in a TaskManager's group. Hypothesis tells failures apart by type and line, and groups by all of
    their members in order. A TaskManager keeps them in a set, without order, so one bug would look like several."""
    if not isinstance(failure, BaseExceptionGroup):
        return failure
    plain = [each for each in map(_plain, failure.exceptions) if each is not None]
    members = [each for each in plain if not isinstance(each, ENDS)] or plain[:1]
    for each in members:
        if len(members) == 1 or isinstance(each, DISCARDS):
            return each
    return failure.derive(sorted(members, key=_origin))


def _origin(failure: BaseException) -> tuple[str, str]:
    frames = traceback.extract_tb(failure.__traceback__)
    return type(failure).__name__, str(frames[-1]) if frames else ""
