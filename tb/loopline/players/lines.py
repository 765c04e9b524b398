"""Makes untrusted bytes into lines of bounded length, and into text that can be shown."""

from __future__ import annotations

from collections import deque

from loopline.players.endpoint import LinkLost

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
            raise LinkLost(f"floods the line: {LONGEST_LINE} bytes and no end of line, {shown(self.unfinished)}")

    def pop(self) -> bytes | None:
        return self._whole.popleft() if self._whole else None


def shown(data: bytes, longest: int = 40) -> str:
    """Bytes as text for people, quoted: ASCII, everything else escaped, cut off if long."""
    text = data[:longest].decode("latin-1").encode("unicode_escape").decode("ascii")
    return f"'{text}'" if len(data) <= longest else f"'{text}…'"
