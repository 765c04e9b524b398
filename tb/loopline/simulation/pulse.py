"""Decides whether a simulation hangs: by its own progress, not by how busy the machine is."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

from loopline.simulation.files import RECORD, ours
from loopline.system.processes import processor_time

#: Seconds between two checks.
_PAUSE = 0.5

#: A simulation that uses no processor time waits for something that does not come. It gets this many times the limit.
_BLOCKED = 10


class Pulse:
    """The pulse of one simulation. It hangs if it has used this many seconds of processor time without any progress."""

    def __init__(self, session: int, folder: Path, timeout: float) -> None:
        self._session = session
        #: A file that grows as long as simulated time passes.
        self._record = ours(folder, RECORD)
        self.beats(timeout)

    def beats(self, timeout: float) -> None:
        """It has made progress: the time without any begins anew."""
        self._timeout = timeout
        self._since = self._looked = time.monotonic()
        self._used_before: float | None = None
        self._size = self._recorded

    @property
    def _recorded(self) -> tuple[int, int]:
        with suppress(OSError):
            about = self._record.stat()
            return about.st_size, about.st_mtime_ns
        return 0, 0

    def stopped(self) -> str:
        """If it counts as hung: why."""
        now = time.monotonic()
        if now - self._looked < _PAUSE:
            return ""
        self._looked = now
        if self._recorded != self._size:
            self.beats(self._timeout)
            return ""
        used = processor_time(self._session)
        if self._used_before is None:
            self._used_before = used
        used -= self._used_before
        if used >= self._timeout:
            return f"no progress in {self._timeout:.0f} s of processor time"
        if now - self._since >= _BLOCKED * self._timeout and used < self._timeout / _BLOCKED:
            return f"no progress in {now - self._since:.0f} s, using hardly any processor time"
        return ""
