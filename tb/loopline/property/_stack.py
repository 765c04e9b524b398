"""Hypothesis calls a function and waits until that returns; a simulation runs coroutines. So Hypothesis has a stack of
its own, and leaves it whenever a coroutine of the simulation is to run.

A thread would do, but each switch to another thread finds that one's caches cold: about half a millisecond for each
example.
"""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeVar

from greenlet import getcurrent, greenlet

Parameters = ParamSpec("Parameters")
T = TypeVar("T")


async def on_a_stack_of_its_own(
    function: Callable[Parameters, T], *args: Parameters.args, **kwargs: Parameters.kwargs
) -> T:
    """Call the function. Whatever it gives to `awaited` is awaited here."""
    stack = greenlet(function)
    ended: BaseException | None = None
    wanted = stack.switch(*args, **kwargs)
    while not stack.dead:
        try:
            value = await wanted
        except (CancelledError, GeneratorExit) as error:  # the test is being stopped: nothing can be awaited any more
            ended = error
            wanted = stack.throw(CancelledError())
        except BaseException as error:
            wanted = stack.throw(error)
        else:
            wanted = stack.switch(value)
    if ended is not None:
        raise ended
    result: T = wanted
    return result


def awaited(coroutine: Awaitable[T]) -> T:
    """In a function that was called above: what the coroutine returns, or raises."""
    value: T = getcurrent().parent.switch(coroutine)
    return value
