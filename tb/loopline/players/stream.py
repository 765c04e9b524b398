"""What programs, sockets and serial ports have in common: bytes through file descriptors, on the wall clock."""

from __future__ import annotations

import os
import select
import time
from typing import ClassVar

from loopline.players.endpoint import Endpoint, LinkLost, ReceivedLine
from loopline.players.lines import Lines

#: Seconds after which a player that accepts no bytes is given up.
_TO_SEND = 2.0
#: Bytes per read. Nothing more is read while there is a complete line that has not been asked for.
_AT_A_TIME = 4096


class Stream(Endpoint):
    #: What messages call the other end.
    what: ClassVar[str]

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._attach(-1, -1)

    def _attach(self, source: int, sink: int) -> None:
        """Read from and write to these descriptors from now on."""
        self._source, self._sink = source, sink
        self._lines, self._ended, self._asked = Lines(), False, 0.0
        for end in {source, sink} - {-1}:
            os.set_blocking(end, False)

    def send(self, line: bytes) -> None:
        data, until = line + b"\n", time.monotonic() + _TO_SEND
        while data:
            _, ready, _ = select.select([], [self._sink], [], max(0.0, until - time.monotonic()))
            if not ready:
                raise LinkLost(f"{self.what} takes no bytes")
            try:
                data = data[os.write(self._sink, data) :]
            except OSError as error:
                raise self._lost(error) from error
        self._flush()
        self._asked = time.monotonic()

    def _flush(self) -> None:
        """Wait until everything written has been sent."""

    def receive(self, limit: float) -> ReceivedLine | None:
        data = self._line(self._asked + limit)
        return None if data is None else ReceivedLine(data, time.monotonic() - self._asked)

    def overhear(self, seconds: float) -> bytes | None:
        return self._line(time.monotonic() + seconds)

    @property
    def unfinished(self) -> bytes:
        return self._lines.unfinished

    def forget(self) -> None:
        super().forget()
        self._lines.unfinished = b""

    def _line(self, until: float) -> bytes | None:
        """The next line, waited for until then. What has arrived counts, even if the player has gone since."""
        while (line := self._lines.pop()) is None:
            if self._ended:
                raise self._lost()
            ready, _, _ = select.select([self._source], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                return None
            self._read()
        return line

    def _read(self) -> None:
        try:
            data = os.read(self._source, _AT_A_TIME)
        except OSError as error:
            raise self._lost(error) from error
        self._ended = not data
        self._lines.feed(data)

    def _lost(self, error: OSError | None = None) -> LinkLost:
        return LinkLost(f"{self.what} has gone" + (f": {error.strerror}" if error else ""))
