"""`human`: a person at this terminal, who takes his time, and may mend a mistake."""

from __future__ import annotations

import sys

from loopline.players.endpoint import LONGEST_LINE, Endpoint, LinkLost, ReceivedLine

#: A person's name in the handshake.
_IDENTITY = b"ME"


class Human(Endpoint):
    """A person at this terminal."""

    forgiven = True

    def open(self) -> None:
        self._identify = False

    def send(self, line: bytes) -> None:
        self._identify = line == b"-T"  # everything else is on the screen already

    def receive(self, limit: float) -> ReceivedLine | None:
        if self._identify:
            return ReceivedLine(_IDENTITY, None)
        print("your move: ", end="", flush=True)
        line = sys.stdin.buffer.readline(LONGEST_LINE)
        if not line:
            print()
            raise LinkLost("the terminal has been closed")
        return ReceivedLine(line.strip(), None)

    def overhear(self, seconds: float) -> bytes | None:
        return None

    def close(self) -> None:
        pass
