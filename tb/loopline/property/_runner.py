"""Runs one example at a time: Hypothesis waits, answers draws, and gets the failure."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import Any, TypeVar

from hypothesis.strategies import DataObject

from ._example import DISCARDS, Data, Draw, Example
from ._limits import Stop
from ._property import AsyncFunction, Property
from ._result import Statistics
from ._stack import awaited
from ._trial import Recorded, copied

T = TypeVar("T")


class Runner:
    """Runs reset and body on the simulator's stack, called on Hypothesis' stack."""

    def __init__(self, property: Property, statistics: Statistics) -> None:
        self.current: Mapping[str, Any] = {}
        """The values of the example that runs now."""
        self._property = property
        self._statistics = statistics
        self._latest: Example | None = None

    def run(self, body: AsyncFunction, values: Mapping[str, Any]) -> tuple[list[Any], BaseException | None]:
        """Returns what the body drew, and what the example failed with."""
        self.current = values
        example = self._latest = Example(self._property.budget)
        arguments = [
            Data(example, value) if isinstance(value, (DataObject, Recorded)) else value for value in values.values()
        ]
        draws: list[Any] = []
        discard: BaseException | None = None
        draw = self._simulate(example.start, self._reset_and_run(body, arguments))
        while draw is not None:
            try:
                draw.value = draw.source.draw(draw.strategy, draw.label)
                draws.append(copied(draw.value))
            except BaseException as error:
                draw.error = error  # the body gets it, and whatever it does with it ...
                if isinstance(error, DISCARDS):
                    discard = error  # ... this is the end of the example
            draw = self._simulate(example.answer, draw)
        return draws, discard or example.failure

    def abandon(self, why: BaseException) -> None:
        """On the simulator's stack: end the running example, if there is one."""
        if self._latest is not None:
            self._latest.abandon(why)

    @property
    def ended(self) -> set[str]:
        """The user's tasks that were ended with the latest example."""
        return self._latest.tasks.ended if self._latest is not None else set()

    @property
    def started(self) -> set[str]:
        """The user's tasks that were started in the latest example."""
        return self._latest.tasks.started if self._latest is not None else set()

    def _simulate(self, step: Callable[[T], Any], argument: T) -> Draw | None:
        started = perf_counter()
        try:
            draw: Draw | None = awaited(step(argument))
            return draw
        except CancelledError:  # cocotb stops the test
            raise Stop from None
        finally:
            self._statistics.simulating += perf_counter() - started

    async def _reset_and_run(self, body: AsyncFunction, arguments: Sequence[Any]) -> None:
        if self._property.reset is not None:
            await self._property.reset(self._property.bench)
        await body(self._property.bench, *arguments)
