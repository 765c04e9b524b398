"""Does a simulation still get anywhere? That is a matter of its own progress, not of how busy the machine is."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

from loopline.simulation.files import RECORD, ours
from loopline.system.processes import processor_time

#: Seconds between two looks.
_PAUSE = 0.5

#: A simulation that does nothing at all waits for something that does not come. So many times its time is long enough.
_BLOCKED = 10


class Pulse:
    """Of one simulation: it hangs if it has had so many seconds of processor time without any progress."""

    def __init__(self, session: int, folder: Path, timeout: float) -> None:
        self._session = session
        #: As long as it grows, simulated time passes.
        self._record = ours(folder, RECORD)
        self.beats(timeout)

    def beats(self, timeout: float) -> None:
        """It has made progress. From now on so long without any is too long."""
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
        """Why it is taken to hang, if it is."""
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
