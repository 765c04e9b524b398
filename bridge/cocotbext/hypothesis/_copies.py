"""Copies of the simulation as it was before the first example: the only place where an example surely runs alone.

Nothing inside a simulation undoes what the reset hook forgets. But where a process can be copied, a copy that was made
before the first example has seen none. It sleeps until it is asked to play some examples, and has a copy of its own
play them, so that it stays as it is.
"""

from __future__ import annotations

import fcntl
import gc
import os
import signal
import stat
from collections.abc import Awaitable, Callable
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

import cocotb

#: Seconds for which the examples of one request may take. A copy that hangs does not answer.
_PATIENCE = 60.0

Play = Callable[[Any], Awaitable[Any]]


class Copies:
    """The copy that sleeps, as the simulation sees it that goes on."""

    def __init__(self, process: int, line: Connection) -> None:
        self._process, self._line = process, line

    @classmethod
    async def make(cls, play: Play) -> Copies | None:
        """Copy this process, in which `play` returns the answer to a request.

        Return None where that is not possible: a thread of the simulator would be missing in a copy, or what a copy
        writes into memory would reach this one.
        """
        try:
            threads = len(os.listdir("/proc/self/task"))  # noqa: PTH208
            if threads > 1 and cocotb.SIM_NAME != "Verilator":  # whose threads are idle, unless the model needs them
                return None
            if _shares_memory():
                return None
            ours, line = Pipe()
            process = os.fork()
        except OSError:  # another system, or too little memory
            return None
        if process:
            line.close()
            return cls(process, ours)
        try:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            gc.disable()  # it would write into all memory, and so copy it
            ours.close()
            _write_nowhere(keep=line.fileno())
            while (request := line.recv()) is not None:
                line.send(await _in_a_copy(play, request))
        finally:
            os._exit(0)

    def ask(self, request: Any) -> Any:
        """Return the answer to a request; None if the copy died or hung."""
        try:
            self._line.send(request)
            return self._line.recv()
        except (OSError, EOFError):
            return None

    def end(self) -> None:
        """End the copy that sleeps."""
        self._line.close()
        with suppress(ChildProcessError):
            os.waitpid(self._process, 0)


async def _in_a_copy(play: Play, request: Any) -> Any:
    """Play in a copy of this copy, so that this one stays as it is."""
    answers, line = Pipe(duplex=False)
    if process := os.fork():
        line.close()
        try:
            return answers.recv() if answers.poll(_PATIENCE) else None
        except EOFError:
            return None
        finally:
            answers.close()
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)  # noqa: ASYNC222
    try:
        line.send(await play(request))
    finally:
        os._exit(0)


def _shares_memory() -> bool:
    """Return whether this process would have memory in common with a copy, as a writer of FST waves has."""
    with open("/proc/self/maps") as maps:  # noqa: PTH123
        permissions = [line.split()[1] for line in maps]
    return "rw-s" in permissions


def _write_nowhere(keep: int) -> None:
    """Let nothing that a copy writes reach a log, a wave file or another process: those belong to the simulation."""
    null = os.open(os.devnull, os.O_RDWR)
    for file in set(map(int, os.listdir("/proc/self/fd"))) - {keep, null}:  # noqa: PTH208
        with suppress(OSError):
            reads = fcntl.fcntl(file, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY
            if not (reads and stat.S_ISREG(os.fstat(file).st_mode)):
                os.dup2(null, file)
