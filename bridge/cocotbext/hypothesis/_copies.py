"""Copies of the simulation as it was before the first example: the only place where an example surely runs alone.

Nothing inside a simulation undoes what the reset hook forgets. But where a process can be copied, a copy that was made
before the first example has seen none. It sleeps until it is asked to play some examples, and has a copy of its own
play them, so that it stays as it is.
"""

from __future__ import annotations

import fcntl
import os
import pickle
import select
import signal
import stat
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import cocotb

#: Seconds for which the examples of one request may take. A copy that hangs is no answer.
_PATIENCE = 60.0


class Copies:
    """The copy that sleeps, as the simulation sees it that goes on."""

    def __init__(self, process: int, requests: int, answers: int) -> None:
        self._process, self._requests, self._answers = process, requests, answers

    @classmethod
    async def made(cls, play: Callable[[Any], Awaitable[Any]]) -> Copies | None:
        """Copy this process, in which `play` returns the answer to a request. None where that is not possible: a thread
        of the simulator would be missing in a copy."""
        try:
            threads = len(os.listdir("/proc/self/task"))  # noqa: PTH208
            if threads > 1 and cocotb.SIM_NAME != "Verilator":  # whose threads are idle, unless the model needs them
                return None
            (copy_reads, requests), (answers, copy_writes) = os.pipe(), os.pipe()
            process = os.fork()
        except OSError:  # another system, or too little memory
            return None
        if process:
            os.close(copy_reads)
            os.close(copy_writes)
            return cls(process, requests, answers)
        try:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            _write_nowhere(keep={copy_reads, copy_writes})
            while request := _received(copy_reads):
                _send(copy_writes, await _in_a_copy(play, request))
        finally:
            os._exit(0)

    def ask(self, request: Any) -> Any:
        """Return the answer to a request; None if the copy died or hung."""
        try:
            _send(self._requests, pickle.dumps(request))
            answer = _received(self._answers)
        except OSError:
            return None
        return pickle.loads(answer) if answer else None

    def end(self) -> None:
        """End the copy that sleeps."""
        os.close(self._requests)
        os.close(self._answers)
        with suppress(ChildProcessError):
            os.waitpid(self._process, 0)


async def _in_a_copy(play: Callable[[Any], Awaitable[Any]], request: bytes) -> bytes:
    answers, writes = os.pipe()
    if process := os.fork():
        os.close(writes)
        ready, _, _ = select.select([answers], [], [], _PATIENCE)
        answer = _received(answers) if ready else b""
        os.close(answers)
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)  # noqa: ASYNC222
        return answer
    try:
        _send(writes, pickle.dumps(await play(pickle.loads(request))))
    finally:
        os._exit(0)


def _write_nowhere(keep: set[int]) -> None:
    """Let nothing that a copy writes reach a log, a wave file or another process: those belong to the simulation."""
    null = os.open(os.devnull, os.O_RDWR)
    for file in set(map(int, os.listdir("/proc/self/fd"))) - keep - {null}:  # noqa: PTH208
        with suppress(OSError):
            reads = fcntl.fcntl(file, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY
            if not (reads and stat.S_ISREG(os.fstat(file).st_mode)):
                os.dup2(null, file)


def _send(pipe: int, message: bytes) -> None:
    message = len(message).to_bytes(8, "big") + message
    while message:
        message = message[os.write(pipe, message) :]


def _received(pipe: int) -> bytes:
    """Return the next message, or nothing at the end."""
    message = _exactly(pipe, 8)
    return _exactly(pipe, int.from_bytes(message, "big")) if message else b""


def _exactly(pipe: int, size: int) -> bytes:
    parts = b""
    while len(parts) < size:
        part = os.read(pipe, min(size - len(parts), 1 << 20))
        if not part:
            return b""
        parts += part
    return parts
