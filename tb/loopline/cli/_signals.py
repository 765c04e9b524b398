"""SIGTERM and SIGHUP end a command as Ctrl-C does: it reports what it has. Its exit code says which signal it was."""

from __future__ import annotations

import os
import signal
import sys

from loopline.system.interrupts import press

#: The exit code after Ctrl-C, as a shell has it.
INTERRUPTED = 128 + signal.SIGINT

_received: list[int] = []


def obey() -> None:
    """Handle both signals, unless the parent has them ignored, as nohup does."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _as_ctrl_c)


def code_of(code: object) -> object:
    """The exit code, or that of the signal that has caused it."""
    return 128 + _received[0] if code == INTERRUPTED and _received else code


def _as_ctrl_c(number: int, _: object) -> None:
    _received.append(number)
    if number == signal.SIGHUP:
        _leave_the_terminal()
    press()


def _leave_the_terminal() -> None:
    """The terminal is gone, and printing to it would fail. The files still have to be written."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        if stream.isatty():
            os.dup2(nowhere, stream.fileno())
