"""Ctrl-C while a property runs ends the property, in the middle of an example, and keeps what was found."""

from __future__ import annotations

import signal
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic

import cocotb
from cocotb.triggers import Event, Timer

from ._run import Run

#: Python wakes at least this often, in seconds. Only then does it notice a signal.
_WAKE = 0.1
#: If simulated time passes this fast, nothing happens in the design any more: let it end.
_STARVED = 2**50


@asynccontextmanager
async def interruptible(run: Run) -> AsyncIterator[None]:
    """The first Ctrl-C ends the property, not the simulation. A second one ends the simulation.

    Without this, a KeyboardInterrupt would end it on the spot, with no results, and Icarus would not even raise one
    but open its own prompt. Does nothing in a thread, where no handler can be set, and where the signal is ignored.
    """
    main = threading.current_thread() is threading.main_thread()
    if not main or signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        yield
        return
    came = Event()

    def interrupt(*_: object) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        cocotb.log.warning("%s: interrupted", run.name)
        came.set()
        run.interrupted()

    async def end_the_example() -> None:
        await came.wait()
        run.abandon()

    tasks = [cocotb.start_soon(end_the_example(), name="interrupt"), cocotb.start_soon(_wake(), name="wake")]
    previous = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous or signal.default_int_handler)
        for task in tasks:
            task.cancel()


async def _wake() -> None:
    """Wake Python regularly, even if the design runs for minutes without it. This takes timers in simulated time, whose
    length is adapted to how fast that passes."""
    steps = 1000
    while steps < _STARVED:
        before = monotonic()
        await Timer(steps, "step")
        steps = max(1, int(steps * min(2.0, _WAKE / (monotonic() - before))))
