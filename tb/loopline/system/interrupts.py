"""What Ctrl-C does at a given time. SIGTERM and SIGHUP end a command in the same way: it reports what it has. Its exit
code says which signal it was."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_doing: list[Callable[..., None]] = []

#: The exit code after Ctrl-C, as a shell has it.
INTERRUPTED = 128 + signal.SIGINT

_received: list[int] = []


@contextmanager
def interruptible(interrupt: Callable[..., None]) -> Iterator[None]:
    """Within it, Ctrl-C calls `interrupt`. Simulations are in sessions of their own, so the terminal's does not reach
    them by itself; and only the main thread can hear it. A command that was started in the background, and ignores it,
    still does."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = signal.getsignal(signal.SIGINT)
    _doing.append(interrupt)
    if previous is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, press)
    try:
        yield
    finally:
        if previous is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, previous)
        _doing.pop()


@contextmanager
def undisturbed() -> Iterator[None]:
    """Within it nothing is interrupted, but at its end: a library in C++ cannot stand that where it is loaded, and what
    is written is of use only if all of it is there."""
    pressed: list[bool] = []
    with interruptible(lambda *_: pressed.append(True)):
        yield
    if pressed:
        press()


def press(*_: object) -> None:
    """Do what Ctrl-C does, even if SIGINT is ignored."""
    if not _doing:
        raise KeyboardInterrupt
    _doing[-1](signal.SIGINT, None)


def install_handlers() -> None:
    """Handle SIGTERM and SIGHUP, unless the parent has them ignored, as nohup does."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _as_ctrl_c)


def code_of(code: object) -> object:
    """Return the exit code, or that of the signal that has caused it."""
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
