"""A player as the referee reaches it, whatever lies between: lines to it, lines from it, and its clock."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, NamedTuple

from loopline.contract.contest import ContestGame

#: Seconds in which a player who has nothing to say is listened to all the same.
QUIET = 0.05
#: Lines left over from another game, before it is a flood.
_LEFT_OVER = 100


class LinkLost(Exception):
    """The player can no longer be reached, or says more than anybody could read. The text says how that showed."""


class ReceivedLine(NamedTuple):
    #: Without its end.
    data: bytes
    #: From the end of what was sent to the end of this, by the player's clock; None: it has none.
    seconds: float | None


class Endpoint(ABC):
    """One player. Every call but `close` may raise LinkLost; `open` raises BadInput if there is nothing to open."""

    #: Mistakes may be mended: a person mistypes.
    forgiven: ClassVar[bool] = False
    #: Seconds that it may take to start, before it answers for the first time.
    start: ClassVar[float] = 0.0
    #: What the user must know while `open` waits.
    notice: str | None = None

    def __init__(self, name: str) -> None:
        #: As the user calls it.
        self.name = name

    def attend(self, game: ContestGame) -> None:  # noqa: B027  (most do nothing)
        """The game that begins. It is the referee's own: for those that are of the model."""

    @abstractmethod
    def open(self) -> None:
        """Reach the player, for the first time or, after `close`, again."""

    @abstractmethod
    def send(self, line: bytes) -> None:
        """Send a line, given without its end. The player's clock starts when all of it is out."""

    @abstractmethod
    def receive(self, limit: float) -> ReceivedLine | None:
        """The next line that ends within so many seconds after the last one sent; None if there is none. May be asked
        again with a later limit. Who has no clock takes the time he needs."""

    @abstractmethod
    def overhear(self, seconds: float) -> bytes | None:
        """A line that nobody has asked for, if there is one now or within so many seconds of now."""

    @property
    def unfinished(self) -> bytes:
        """What has come of a line whose end is still missing."""
        return b""

    def forget(self) -> None:
        """What is said between two games does not count."""
        for _ in range(_LEFT_OVER):
            if self.overhear(QUIET) is None:
                return
        raise LinkLost("does not stop talking between two games")

    @abstractmethod
    def close(self) -> None:
        """Let go of the player; allowed at any time, and twice."""
