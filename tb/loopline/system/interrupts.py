"""What Ctrl-C, and the other signals that ask for an end, do at a given time."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_doing: list[Callable[..., None]] = []


@contextmanager
def interruptible(interrupt: Callable[..., None]) -> Iterator[None]:
    """What Ctrl-C does meanwhile. Simulations are in sessions of their own, so the terminal's does not reach them by
    itself; and only the main thread can hear it. A command that was started in the background, and ignores it, still
    does."""
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
    """Nothing is interrupted meanwhile, but at its end: a library in C++ cannot stand that where it is loaded, and what
    is written is of use only if all of it is there."""
    pressed: list[bool] = []
    with interruptible(lambda *_: pressed.append(True)):
        yield
    if pressed:
        press()


def press(*_: object) -> None:
    """Like Ctrl-C, even if SIGINT is ignored."""
    if not _doing:
        raise KeyboardInterrupt
    _doing[-1](signal.SIGINT, None)
