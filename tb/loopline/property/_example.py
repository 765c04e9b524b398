"""One example, as it runs on the simulator's stack."""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, cast

import cocotb
from cocotb.task import Task
from cocotb.triggers import Event, ReadOnly, Timer, current_gpi_trigger
from hypothesis import event
from hypothesis.errors import StopTest, UnsatisfiedAssumption
from hypothesis.strategies import SearchStrategy

from ._errors import HungBody
from ._tasks import ENDS, Tasks, failure_of

T = TypeVar("T")
Body = Coroutine[Any, Any, None]

DISCARDS = (StopTest, UnsatisfiedAssumption)
"""How Hypothesis says: this example does not count."""


@dataclass(frozen=True)
class Budget:
    """The simulated time that one example may take, in simulator steps and in the user's words."""

    steps: int
    text: str


class Source(Protocol):
    """Where the draws of an example come from."""

    def draw(self, strategy: SearchStrategy[T], label: str | None) -> T: ...


class Draw:
    """A value that a body waits for. Whoever drives the example fills in the value, or the reason why there is none."""

    def __init__(self, source: Source, strategy: SearchStrategy[Any], label: str | None) -> None:
        self.source = source
        self.strategy = strategy
        self.label = label
        self.value: Any = None
        self.error: BaseException | None = None
        self.answered = Event()


class Data:
    """What a body gets for `st.data()`: draws that may depend on what the hardware has done."""

    def __init__(self, example: Example, source: Source) -> None:
        self._example = example
        self._source = source

    def __repr__(self) -> str:
        return "data(...)"

    async def draw(self, strategy: SearchStrategy[T], label: str | None = None) -> T:
        """Draw a value of the strategy now. This takes no simulated time."""
        draw = Draw(self._source, strategy, label)
        self._example.ask(draw)
        await draw.answered.wait()
        if draw.error is not None:
            raise draw.error
        value: T = draw.value
        return value


class Example:
    """Reset and body, with every task that they start, until all of them have ended.

    Awaited from Hypothesis' stack: `start`, then `answer` as long as what they return is a draw to be answered (drawing
    belongs to that stack), until they return None. Then `failure` is what the example failed with.
    """

    def __init__(self, budget: Budget | None) -> None:
        self.failure: BaseException | None = None
        self._budget = budget
        self.tasks = Tasks(self._ended)
        self._main: Task[None] | None = None
        self._over = False
        self._draws: deque[Draw] = deque()
        self._wake = Event()

    async def start(self, body: Body) -> Draw | None:
        try:
            return await self._advance(lambda: self._begin(body))
        finally:
            if self._main is None:  # it could not begin
                body.close()

    async def answer(self, draw: Draw) -> Draw | None:
        return await self._advance(draw.answered.set)

    def ask(self, draw: Draw) -> None:
        self._draws.append(draw)
        self._wake.set()

    def abandon(self, why: BaseException) -> None:
        """End the example now, unless it has ended."""
        if not self._over:
            self._fail(why)

    async def _advance(self, first: Callable[[], None]) -> Draw | None:
        try:
            with self.tasks.adopting():
                first()
                while not self._over and not self._draws:
                    await self._wake.wait()
                    self._wake.clear()
                if not self._over:
                    return self._draws.popleft()
                if isinstance(current_gpi_trigger(), ReadOnly):
                    await Timer(
                        1, "step"
                    )  # otherwise neither the tasks' clean-up nor the next reset could write a signal
                await self.tasks.clear()
        except BaseException:  # the whole test is being stopped: leave nothing behind
            self.tasks.cancel()
            raise
        return None

    def _begin(self, body: Body) -> None:
        self._main = cocotb.start_soon(body, name="example")
        if self._budget is not None:
            cocotb.start_soon(self._cut_off(body, self._budget), name="budget")

    async def _cut_off(self, body: Body, budget: Budget) -> None:
        await Timer(budget.steps, "step")
        self._fail(HungBody(f"not over after {budget.text}: waiting in {_place(body)}"))

    def _ended(self, task: Task[Any]) -> None:
        failure, over = failure_of(task), self._over
        if task is self._main:
            self._end()
            if task.cancelled() and not over:
                failure = RuntimeError("the body was cancelled: it awaited a cancelled task, or somebody cancelled it")
        if failure is not None:
            self._fail(failure)

    def _fail(self, failure: BaseException) -> None:
        failure = _plain(failure)
        if isinstance(failure, ENDS):
            event("ended early", failure.msg or "")
        elif self.failure is None:  # later failures may be its consequences
            self.failure = failure
        self._end()

    def _end(self) -> None:
        self._over = True
        self._wake.set()


def _place(body: Body) -> str:
    """Where a coroutine delays: the innermost line outside cocotb."""
    place, inner = "?", cast(Any, body)
    while (frame := getattr(inner, "cr_frame", None)) is not None:
        if not frame.f_globals.get("__name__", "").startswith("cocotb."):
            place = f"{frame.f_code.co_name}, {frame.f_code.co_filename}:{frame.f_lineno}"
        inner = getattr(inner, "cr_await", None)
    return place


def _plain(failure: BaseException) -> BaseException:
    """The exceptions in a TaskManager's group. Hypothesis tells failures apart by type and line, and groups by all of
    their members in order. A TaskManager keeps them in a set, without order, so one bug would look like several."""
    if not isinstance(failure, BaseExceptionGroup):
        return failure
    members = [_plain(each) for each in failure.exceptions]
    members = [each for each in members if not isinstance(each, ENDS)] or members[:1]
    for each in members:
        if len(members) == 1 or isinstance(each, DISCARDS):
            return each
    return failure.derive(sorted(members, key=_origin))


def _origin(failure: BaseException) -> tuple[str, str]:
    frames = traceback.extract_tb(failure.__traceback__)
    return type(failure).__name__, str(frames[-1]) if frames else ""
