"""How far a long command is: a bar on a terminal; elsewhere a line every ten seconds, on the error output."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from rich.console import Console

from loopline.report.console import printable, watched

if TYPE_CHECKING:
    from rich.progress import Progress

#: Seconds between two lines, where there is no terminal.
EVERY = 10.0

#: The share of a step that has to be done before it is estimated: what comes first may take longest, such as a build.
_KNOWN = 0.02


class Meter(Protocol):
    def __call__(self, about: str, done: int = 0, total: int | None = None) -> None:
        """Show what is being done, how much of it is done, and of how much. `total` is None if that is not known."""


@contextmanager
def meter(screen: Console) -> Iterator[Meter]:
    """A meter that is shown until the end of the block. What is printed on `screen` meanwhile stands above its bar."""
    if not watched(screen):
        with _Lines() as lines:
            yield lines.show
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
    from rich.progress import TimeRemainingColumn as Remaining

    text = TextColumn("{task.description}")
    columns = (text, BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("left"), Remaining())
    with Progress(*columns, console=screen, transient=True) as bar:
        yield _Bar(bar).show


class _Bar:
    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._task = progress.add_task("", total=None)
        self._done = 0
        self._total: int | None = None

    def show(self, about: str, done: int = 0, total: int | None = None) -> None:
        if total != self._total or done < self._done:  # another step, with an estimate of its own
            self._progress.reset(self._task, total=total)
        self._done, self._total = done, total
        self._progress.update(self._task, description=about, completed=done, total=total)


class _Lines:
    """A thread of its own prints: a step that takes long, such as a build, calls nothing."""

    def __init__(self) -> None:
        self._over = Event()
        self._thread = Thread(target=self._print, name="meter", daemon=True)
        self._about, self._done = "", 0
        self._total: int | None = None
        self._began = self._since = monotonic()

    def __enter__(self) -> _Lines:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def show(self, about: str, done: int = 0, total: int | None = None) -> None:
        if total != self._total or done < self._done:
            self._since = monotonic()
        self._about, self._done, self._total = about, done, total

    def _print(self) -> None:
        while not self._over.wait(EVERY):
            with suppress(OSError, ValueError):  # the reader may be gone, and the work goes on
                print(printable(self._line(monotonic()), 200), file=sys.stderr, flush=True)

    def _line(self, now: float) -> str:
        far = [self._about] if self._about else []
        if self._total:
            far.append(f"{self._done:,} of {self._total:,}")
        far.append(f"{now - self._began:.0f} s so far")
        if self._total and self._done >= _KNOWN * self._total:
            left = (now - self._since) * (self._total - self._done) / self._done
            far.append(f"about {left:.0f} s to go")
        return f"… {', '.join(far)}"
