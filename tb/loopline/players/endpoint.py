"""A player as the referee sees it, over any kind of link: lines to it, lines from it, and its clock."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, NamedTuple

from loopline.contract.contest import ContestGame

#: Seconds for which the referee listens to a player that is not expected to say anything.
QUIET = 0.05
#: More lines than this, left over from another game, are a flood.
_LEFT_OVER = 100


class LinkLost(Exception):
    """The player can no longer be reached, or floods the link. The text says which."""


class ReceivedLine(NamedTuple):
    #: Without its end.
    data: bytes
    #: From the end of what was sent to the end of this, by the player's clock; None: it has none.
    seconds: float | None


class Endpoint(ABC):
    """One player. Every call but `close` may raise LinkLost; `open` raises BadInput if there is nothing to open."""

    #: Whether mistakes may be corrected: a person mistypes.
    forgiven: ClassVar[bool] = False
    #: Seconds that it may take to start, before it answers for the first time.
    start: ClassVar[float] = 0.0
    #: What the user should know while `open` waits.
    notice: str | None = None

    def __init__(self, name: str) -> None:
        #: The name that the user gave it.
        self.name = name

    def attend(self, game: ContestGame) -> None:  # noqa: B027  (most do nothing)
        """Take note of the game that begins: players made of the golden model look at the referee's own board."""

    @abstractmethod
    def open(self) -> None:
        """Reach the player, for the first time or, after `close`, again."""

    @abstractmethod
    def send(self, line: bytes) -> None:
        """Send a line, given without its end. The player's clock starts when all of it is out."""

    @abstractmethod
    def receive(self, limit: float) -> ReceivedLine | None:
        """The next line that ends within this many seconds after the last one sent; None if there is none. May be asked
        again with a later limit. Who has no clock takes the time he needs."""

    @abstractmethod
    def overhear(self, seconds: float) -> bytes | None:
        """An unsolicited line, if there is one now or within this many seconds from now."""

    @property
    def unfinished(self) -> bytes:
        """The beginning of a line whose end is still missing."""
        return b""

    def forget(self) -> None:
        """Discard what was said between two games."""
        for _ in range(_LEFT_OVER):
            if self.overhear(QUIET) is None:
                return
        raise LinkLost("does not stop talking between two games")

    @abstractmethod
    def close(self) -> None:
        """Release the player. May be called at any time, and repeatedly."""
