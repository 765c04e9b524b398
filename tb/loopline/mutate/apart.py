"""Plays in a copy of the whole simulation. What is played there may leave anything behind, in registers that a reset
keeps or in memories: the next copy begins where this one began, and so does not depend on what came before it."""

from __future__ import annotations

import ctypes
import gc
import os
import signal
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from loopline.simulation.channel import Channel
from loopline.trial.trial import write_down_at_a_signal

#: The exit code of a copy that has come to the end of what it was to do.
_DONE = 67


async def apart(play: Coroutine[Any, Any, None], channel: Channel) -> None:
    """Wait until a copy has played. If it ends in any other way, as a simulation may, this one ends in the same way."""
    gc.freeze()  # so that a collection in the copy leaves the memory shared
    if copy := os.fork():
        _, status = os.waitpid(copy, 0)  # noqa: ASYNC222 - nothing else is to happen
        write_down_at_a_signal(channel)
        if (code := os.waitstatus_to_exitcode(status)) != _DONE:
            _end_as(code)
        play.close()
        return
    channel.is_copy = True
    write_down_at_a_signal(channel)
    _end_at_once()
    await play
    os._exit(_DONE)


def _end_at_once() -> None:
    """A simulator that ends by itself cleans up, and would wait for threads that its copy does not have. What it has
    said is written first: what is registered last is called first."""
    library = ctypes.CDLL(None)
    for function, argument in ((library._exit, 1), (library.fflush, None)):
        library.__cxa_atexit(ctypes.cast(function, ctypes.c_void_p), ctypes.c_void_p(argument), None)


def _end_as(code: int) -> None:
    """A copy that was killed, by whomever: so is this one."""
    if code < 0:
        with suppress(OSError):  # of some it cannot be said what they do
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)
