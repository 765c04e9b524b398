"""A player inside this process: a function from a line to the lines it answers. It has no link to lose and no clock."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from loopline.contract.contest import Receive
from loopline.players.endpoint import Endpoint, ReceivedLine


class Within(Endpoint):
    def __init__(self, name: str, new: Callable[[], Receive]) -> None:
        super().__init__(name)
        self._new = new

    def open(self) -> None:
        self._receive, self._said = self._new(), deque[str]()

    def send(self, line: bytes) -> None:
        self._said.extend(self._receive(line.decode("latin-1")))

    def receive(self, limit: float) -> ReceivedLine | None:
        return ReceivedLine(self._said.popleft().encode("latin-1"), None) if self._said else None

    def overhear(self, seconds: float) -> bytes | None:
        return self._said.popleft().encode("latin-1") if self._said else None

    def close(self) -> None:
        pass
