"""A batch under construction: what is sent without waiting in between."""

from __future__ import annotations

from loopline.games.serial.queue import Sent
from loopline.games.serial.waves import cycles, until_reset
from loopline.signals.uart import HIGH, Wave


class Batch:
    """What is sent in one go, and what has to be known of it afterwards."""

    def __init__(self) -> None:
        self.wave: Wave = []
        #: Its length so far, in cycles.
        self.now = 0
        #: When a reset begins in it, and the lines since the last; all, if there is none.
        self.resets: list[int] = []
        self.lines: list[Sent] = []
        #: It has a line before a reset.
        self.cut = False

    def line(self, words: Wave, sent: Sent) -> None:
        """Add a line, and remember when it was sent."""
        self.lines.append(sent)
        self.add(words)

    def begin_anew(self, idle: int, words: Wave) -> None:
        """With a reset, after this many cycles."""
        self.cut |= bool(self.lines)
        self.lines = []
        self.silence(idle)
        self.resets.append(self.now + until_reset(words))
        self.add(words)

    def silence(self, idle: int) -> None:
        """Add this many cycles of an idle line."""
        if idle > 0:
            self.add([(HIGH, idle)])

    def add(self, words: Wave) -> None:
        """Add words, without any meaning."""
        self.wave += words
        self.now += cycles(words)

    def sent(self, start: int, takes: int, length: int) -> Sent:
        """A line of this many bytes, which begins in this cycle of the batch and lasts this many cycles."""
        begun = sum(self.resets[-1:])
        return Sent(start - begun, start + takes - begun, length)
