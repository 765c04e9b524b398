"""SIGTERM and SIGHUP end a command as Ctrl-C does, with what it has. Its exit code says which of them it was."""

from __future__ import annotations

import os
import signal
import sys

from loopline.system.interrupts import press

#: The exit code after Ctrl-C, as a shell has it.
INTERRUPTED = 128 + signal.SIGINT

_received: list[int] = []


def obey() -> None:
    """But for what is ignored by whoever has started this: nohup, for example."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _as_ctrl_c)


def code_of(code: object) -> object:
    """An exit code, with the signal that it is due to."""
    return 128 + _received[0] if code == INTERRUPTED and _received else code


def _as_ctrl_c(number: int, _: object) -> None:
    _received.append(number)
    if number == signal.SIGHUP:
        _leave_the_terminal()
    press()


def _leave_the_terminal() -> None:
    """It is gone, and whoever prints there fails. The files are still to be written."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        if stream.isatty():
            os.dup2(nowhere, stream.fileno())
