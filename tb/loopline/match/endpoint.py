"""A player as the referee sees it, over any kind of link: lines to it, lines from it, and its clock."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections import deque
from typing import ClassVar, NamedTuple

from loopline.contract.contest import ContestGame

#: Ten times as long as any meaningful line.
LONGEST_LINE = 256


class Lines:
    """LF, CR and CR LF all end a line: an empty line says nothing, so that between CR and LF is lost like any other."""

    def __init__(self) -> None:
        self._whole: deque[bytes] = deque()
        self.unfinished = b""

    def feed(self, data: bytes) -> None:
        """Raises LinkLost for a line that is too long."""
        *whole, self.unfinished = (self.unfinished + data).replace(b"\r", b"\n").split(b"\n")
        self._whole.extend(filter(None, whole))
        if len(self.unfinished) > LONGEST_LINE:
            raise LinkLost(f"floods the line: {LONGEST_LINE} bytes without a line end, {shown(self.unfinished)}")

    def pop(self) -> bytes | None:
        """The oldest whole line that was not returned yet, or None."""
        return self._whole.popleft() if self._whole else None


def shown(data: bytes, longest: int = 40) -> str:
    """Bytes as text for people, quoted: ASCII, everything else escaped, cut off if long."""
    text = data[:longest].decode("latin-1").encode("unicode_escape").decode("ascii")
    return f"'{text}'" if len(data) <= longest else f"'{text}…'"


#: Seconds for which the referee listens to a player that is not expected to say anything.
QUIET = 0.05
#: More lines than this, left over from another game, are a flood.
_LEFT_OVER = 100


class LinkLost(Exception):
    """The player can no longer be reached, or floods the link. The text says which."""


class ReceivedLine(NamedTuple):
    """A line from a player, and when it came."""

    #: Without its end.
    data: bytes
    #: Seconds from the end of the line sent to the end of this one, by the player's clock; None: it has no clock.
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
        again with a later limit. A player without a clock ignores the limit."""

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


#: A person's name in the handshake.
_IDENTITY = b"ME"


class Human(Endpoint):
    """`human`: a person at this terminal, who takes as long as it takes, and may mend a mistake."""

    forgiven = True

    def open(self) -> None:
        """Begin a conversation."""
        self._identify = False

    def send(self, line: bytes) -> None:
        """Take note of a line; the referee has it on the screen."""
        self._identify = line == b"-T"  # everything else is on the screen already

    def receive(self, limit: float) -> ReceivedLine | None:
        """Return what the person types, however long that takes. Raises LinkLost if the terminal is closed."""
        if self._identify:
            return ReceivedLine(_IDENTITY, None)
        print("your move: ", end="", flush=True)
        line = sys.stdin.buffer.readline(LONGEST_LINE)
        if not line:
            print()
            raise LinkLost("the terminal has been closed")
        return ReceivedLine(line.strip(), None)

    def overhear(self, seconds: float) -> bytes | None:
        """Return nothing: a person says nothing unasked."""
        return None

    def close(self) -> None:
        """Do nothing."""
