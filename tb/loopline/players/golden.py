"""A player of the game's own, inside this process: it looks at the referee's board. It has no link to lose and no
clock."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from loopline.contract.contest import Chooser, ContestGame
from loopline.players.endpoint import Endpoint, ReceivedLine

#: Its name in the handshake.
_IDENTITY = b"GM"


class Golden(Endpoint):
    def __init__(self, name: str, new: Callable[[], Chooser]) -> None:
        super().__init__(name)
        self._new = new

    def open(self) -> None:
        self._choose, self._said = self._new(), deque[bytes]()

    def attend(self, game: ContestGame) -> None:
        self._game = game

    def send(self, line: bytes) -> None:
        if line == b"-T":
            self._said.append(_IDENTITY)
        elif line != b"-B" and self._game.outcome is None:
            self._said.append(self._choose(self._game).encode("ascii"))

    def receive(self, limit: float) -> ReceivedLine | None:
        return ReceivedLine(self._said.popleft(), None) if self._said else None

    def overhear(self, seconds: float) -> bytes | None:
        return self._said.popleft() if self._said else None

    def close(self) -> None:
        pass
