"""Hypothesis calls a function and waits until that returns; a simulation runs coroutines.

So Hypothesis has a stack of its own, and leaves it whenever a coroutine of the simulation is to run.

A thread would do, but each switch to another thread finds that one's caches cold: about half a millisecond for each
example.
"""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Coroutine
from typing import Any, TypeVar

from greenlet import getcurrent, greenlet

T = TypeVar("T")


class Stack(greenlet):  # type: ignore[misc]
    """Calls a function. What it gives to `awaited` is awaited by `run_to_its_end`."""

    async def run_to_its_end(self) -> None:
        """Run the function, and await what it waits for."""
        ended: BaseException | None = None
        wanted = self.switch()
        while not self.dead:
            if ended is not None:  # nothing can be awaited any more
                wanted.close()
                wanted = self.throw(type(ended), ended, ended.__traceback__)
                continue
            try:
                value = await wanted
            except (CancelledError, GeneratorExit) as error:  # the test is being stopped
                # Thrown as it is: its traceback says where the coroutine waited.
                ended = error if isinstance(error, CancelledError) else CancelledError()
                wanted = self.throw(type(ended), ended, ended.__traceback__)
            except BaseException as error:
                wanted = self.throw(error)
            else:
                wanted = self.switch(value)
        if ended is not None:
            raise ended


def awaited(coroutine: Coroutine[Any, Any, T]) -> T:
    """Return what the coroutine returns, or raise what it raises. To be called on a Stack."""
    value: T = getcurrent().parent.switch(coroutine)
    return value
