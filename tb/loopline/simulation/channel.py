"""The channel between loopline and a simulation: two connected sockets, with a line of JSON for each message.

The simulation has its end as standard input, so that the guard between them keeps no copy of it. Messages to it:

    {"type": MODULE:CLASS, "job": {...}}    what to do next; the first job says for which design, and asks for nothing
    {"shrink": true}                        of each failure that is reported: whether it is to be shrunk (further)
    the end of the input                    end with what there is: nothing more is wanted

and from it:

    {"process": NUMBER}     which process plays from now on
    {"alive": true}         a sign of life
    {"result": {...}}       what came of the job, or is known of it so far
    {"done": true}          the job is done, and the next one may come
"""

from __future__ import annotations

import ctypes
import faulthandler
import json
import os
import signal
import socket
import sys
import time
from collections import deque
from functools import cache
from importlib import import_module
from pathlib import Path
from select import select
from typing import Any, TextIO

from pydantic import BaseModel
from pygpi.entry import load_entry

from loopline.simulation import TRACE, run_file
from loopline.system import trim_imports

_CHUNK = 1 << 16

#: The most seconds that an answer is waited for: a lost one costs no more.
_TO_ANSWER = 10.0

#: Of Linux' prctl: the signal for a process whose parent has ended.
_PDEATHSIG = 1

#: If the other end is gone, that is an error, and no signal.
_QUIETLY = getattr(socket, "MSG_NOSIGNAL", 0)


def named(place: str) -> Any:
    """Return the object that this name of the form MODULE:NAME stands for."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def message(job: BaseModel) -> bytes:
    """Return the message with this job."""
    kind = type(job)
    text = f'{{"type": "{kind.__module__}:{kind.__qualname__}", "job": {job.model_dump_json()}}}\n'
    return text.encode()


class NullChannel:
    """The end of a channel that leads nowhere: of a simulation that something else has started."""

    #: Whether shrinking is to end.
    finish = False

    def begin_search(self) -> None:
        """Begin a search, in which nothing has failed."""
        self.finish = False

    def wait_for_answer(self) -> None:
        """Wait until it is known whether the failure that was reported is to be shrunk."""

    @property
    def stopped(self) -> bool:
        """Whether the simulation is to end. It is asked twice an example."""
        return False

    def report(self, result: BaseModel, *, fails: bool = False) -> None:
        """Send a result. One that `fails` is answered."""

    def tell_process(self) -> None:
        """Send the number of this process."""


class Channel(NullChannel):
    """The end in a simulation."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self._rest = b""
        self._jobs: deque[dict[str, Any]] = deque()
        self._is_over = False
        #: How many failures were reported whose answers have not come.
        self._unanswered = 0
        #: In a copy of the simulation: the messages are for the original.
        self.is_copy = False

    def next_job(self, waits: float | None = None) -> Any:
        """Return the next job; None if nothing more is wanted, or if nothing has come for this many seconds."""
        while not self._jobs and not self._is_over:
            if not select([self._end], [], [], waits)[0]:
                return None
            self._look()
        if self._is_over:
            return None
        message = self._jobs.popleft()
        return named(message["type"]).model_validate_json(json.dumps(message["job"]))

    @property
    def stopped(self) -> bool:
        """Whether the simulation is to end."""
        self._look()
        return self._is_over

    def _look(self) -> None:
        """Take in what has come, without waiting."""
        while not self._is_over:
            try:
                how = socket.MSG_DONTWAIT | (socket.MSG_PEEK if self.is_copy else 0)
                chunk = self._end.recv(_CHUNK, how)
            except BlockingIOError:
                return
            except OSError:
                chunk = b""
            self._is_over = not chunk
            if self.is_copy:
                return
            *lines, self._rest = (self._rest + chunk).split(b"\n")
            for text in lines:
                message = json.loads(text)
                if "job" in message:
                    self._jobs.append(message)
                else:
                    self._unanswered = max(0, self._unanswered - 1)
                    self.finish |= not message["shrink"]

    def begin_search(self) -> None:
        """Begin a search, in which nothing has failed. Answers on earlier failures are over."""
        self.wait_for_answer()
        super().begin_search()

    def wait_for_answer(self) -> None:
        """Wait until it is known whether the failures that were reported are to be shrunk.

        Without that, it would depend on the machine how far a failure is shrunk that another has in common.
        """
        until = time.monotonic() + _TO_ANSWER
        while not self.is_copy and not self.stopped and self._unanswered:
            if not select([self._end], [], [], max(0.0, until - time.monotonic()))[0]:
                self._unanswered = 0

    def report(self, result: BaseModel, *, fails: bool = False) -> None:
        """Send a result. One that `fails` is answered."""
        self._unanswered += fails
        self._send(f'{{"result": {result.model_dump_json()}}}')

    def tell_process(self) -> None:
        """Send the number of this process."""
        self._send(f'{{"process": {os.getpid()}}}')

    def alive(self) -> None:
        """Send a sign of life."""
        self._send('{"alive": true}')

    def done(self) -> None:
        """Tell that the job is done."""
        self._send('{"done": true}')

    def _send(self, text: str) -> None:
        self._end.sendall(text.encode() + b"\n", _QUIETLY)


def take_input() -> None:
    """Take the standard input as the channel, so that nothing else in this process reads it."""
    global _here
    end = os.dup(0)
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    _here = Channel(socket.socket(fileno=end))


_here: Channel | None = None


def here() -> Channel:
    """Return the channel of this simulation, which loopline has started."""
    assert _here
    return _here


@cache
def _trace() -> TextIO:
    return run_file(Path(), TRACE).open("w")


def write_down_at_a_signal(channel: NullChannel) -> None:
    """Have C write down at a signal what was recorded, before the process is killed, or if the simulator crashes.

    A design that hangs lets no Python run, and the end of the record is still in the simulator's memory. If it is
    Python that hangs, a game's perhaps, C writes down where.
    """
    channel.tell_process()
    faulthandler.register(signal.SIGUSR2, _trace(), all_threads=False)
    library = ctypes.CDLL(None)
    if sys.platform.startswith("linux"):
        library.prctl(_PDEATHSIG, signal.SIGKILL)  # in case the guard and everything above it is killed
    if hasattr(library, "fcloseall"):
        write_down = ctypes.cast(library.fcloseall, ctypes.c_void_p)
        library.signal(signal.SIGUSR1, write_down)
        for fault in (signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL):
            library.sysv_signal(fault, write_down)  # once: if it comes again, as a fault does, it ends the process


#: For cocotb: where to begin.
ENTRY = {"PYGPI_USERS": "loopline.simulation.channel:begin"}


def begin() -> None:
    """Take the channel, import less, and start cocotb."""
    take_input()
    trim_imports()
    from cocotb.regression import RegressionManager

    del sys.modules["pytest"]  # else Hypothesis would ask for all of it with the first failure
    # Nothing of ours has its assertions rewritten.
    RegressionManager.setup_pytest_assertion_rewriting = staticmethod(lambda: None)  # type: ignore[method-assign]
    del os.environ["PYGPI_USERS"]
    load_entry()
