"""Ctrl-C while a property runs: it ends the property, within the example, and what was found is kept."""

from __future__ import annotations

import signal
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic

import cocotb
from cocotb.triggers import Event, Timer

from ._run import Run

#: How often, in seconds, Python wakes at least. Only then does it hear of a signal.
_WAKE = 0.1
#: Simulated time that passes so fast is the time of a design in which nothing happens any more: let it end.
_STARVED = 2**50


@asynccontextmanager
async def interruptible(run: Run) -> AsyncIterator[None]:
    """The first Ctrl-C ends the property, not the simulation. A second one ends the simulation.

    Without this, a KeyboardInterrupt would end it on the spot, with no results, and Icarus would not even raise one
    but open its own prompt.
    """
    if threading.current_thread() is not threading.main_thread():  # where Python lets nobody set a handler
        yield
        return
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as for what a shell has started in the background
        yield
        return
    came = Event()

    def interrupt(*_: object) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        cocotb.log.warning("%s: interrupted", run.name)
        run.interrupted = True
        came.set()

    async def end_the_example() -> None:
        await came.wait()
        run.interrupt()

    tasks = [cocotb.start_soon(end_the_example(), name="interrupt"), cocotb.start_soon(_wake(), name="wake")]
    previous = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous or signal.default_int_handler)
        for task in tasks:
            task.cancel()


async def _wake() -> None:
    """Wake Python again and again, even if the design runs for minutes without it: by timers in simulated time, whose
    length follows from how fast that passes."""
    steps = 1000
    while steps < _STARVED:
        before = monotonic()
        await Timer(steps, "step")
        steps = max(1, int(steps * min(2.0, _WAKE / (monotonic() - before))))
