"""Queues of a player: the lines sent without waiting in between, and the bytes and names that then wait in it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from loopline.design.dut import Dut
from loopline.games.serial.waves import cycles, reset_in
from loopline.simulation.line import HIGH, LineReset, Wave

#: Cycles by which a line may be taken later than computed here.
_DOUBT = 40


class SentLine(NamedTuple):
    """A line in a waveform."""

    #: Cycles from the reset in it, or from its beginning, to the line's first byte, and to its end.
    start: int
    end: int
    #: Its bytes, line end included.
    length: int
    #: The number of bytes of its answer.
    answer: int = 0
    #: It begins a game, which takes a while after a reset.
    begins: bool = False
    #: It ends with CR LF: its last byte waits behind it.
    crlf: bool = False


def waiting(lines: Sequence[SentLine], awake: float, doubt: int = _DOUBT) -> int:
    """Return the most bytes that wait at a time behind the line that is taken next.

    Args:
        lines: The lines sent.
        awake: Until then only the first line is taken.
        doubt: A larger one means more bytes; a negative one fewer.
    """
    lines = [line for line in lines if line.start <= awake + doubt]
    taken = [_taken(line, awake + doubt, first=not number) for number, line in enumerate(lines)]
    most = 0
    for number, line in enumerate(lines):
        frame = (line.end - line.start) / line.length
        for byte in range(1, line.length + 1):
            now = line.start + (byte - 0.5) * frame
            first = next(n for n, when in enumerate(taken) if when >= now)
            behind = sum(behind_it.length for behind_it in lines[first + 1 : number]) + (byte if number > first else 0)
            most = max(most, behind + (lines[first].crlf and (number > first or byte == line.length)))
    return most


class PendingAnswers:
    """The answers that are not completely sent.

    The lines asked about are mostly those of the last call.
    """

    def __init__(self, awake: float, frame: float) -> None:
        """Begin with nothing owed.

        `frame`: cycles of a byte.
        """
        self.awake, self._frame = awake, frame
        self._lines: list[SentLine] = []
        #: When each answer is said; and after each line the number of answers, and the most that were owed at a time.
        self._said: list[float] = []
        self._after = [(0, 0)]

    def most(self, lines: Sequence[SentLine]) -> int:
        """Return the most answers that are owed at a time."""
        lines = list(lines)
        same = min(len(lines), len(self._lines))
        while self._lines[:same] != lines[:same]:
            same -= 1
        answers, most = self._after[same]
        del self._lines[same:], self._after[same + 1 :], self._said[answers:]
        said = self._said
        for line in lines[same:]:
            taken = _taken(line, self.awake + _DOUBT, first=not self._lines)
            if line.answer:
                said.append(max([taken, *said[-1:]]) + line.answer * self._frame)
                most = max(most, len(said) - bisect_right(said, taken))
            self._lines.append(line)
            self._after.append((len(said), most))
        return most


def _taken(line: SentLine, awake: float, *, first: bool) -> float:
    """Return when a line is taken: the first at its end, the others not before `awake`."""
    return line.end if first else max(line.end, awake)


#: The number of names asked for beyond those that can be owed.
_SPARE = 3

#: The bytes sent, and names asked for, without a pause if the design does not say how many can wait, or if the time
#: that they must wait is unknown.
_BYTES, _NAMES = 16, 4


class BusyRoom:
    """The room that a design has while it is busy after a reset."""

    def __init__(self, dut: Dut) -> None:
        self._serial, self._frame = dut.serial, 10 * dut.bit
        #: Cycles from a reset to the second line that is taken; None: unknown.
        self.awake: int | None = None
        self._owed_so_far = PendingAnswers(0, self._frame)

    @property
    def bytes(self) -> int:
        """The number of bytes that can wait, whatever the design is busy with."""
        return self._serial.queue or _BYTES

    def holds(self, sent: Sequence[SentLine]) -> bool:
        """Return whether there is room for these lines, sent without a pause after a reset, and for their answers."""
        if self.awake is None:
            return self._owed(sent) <= min(self._serial.names or _NAMES, _NAMES) and self._lines(sent)
        return self._owed(sent) <= (self._serial.names or _NAMES) and self._lines(sent)

    def reads(self, sent: Sequence[SentLine]) -> bool:
        """Return whether there is room for these lines, though perhaps not for the answer to the last one."""
        names = self._serial.names
        return bool(names and self.awake and self._owed(sent) <= names + _SPARE and self._lines(sent))

    def _lines(self, sent: Sequence[SentLine]) -> bool:
        if self.awake is None:
            return sum(line.length for line in sent) <= _BYTES
        return waiting(sent, self.awake) <= self.bytes

    def _owed(self, sent: Sequence[SentLine]) -> int:
        if self.awake is not None and self._serial.names and self._serial.gapless:
            if self._owed_so_far.awake != self.awake:
                self._owed_so_far = PendingAnswers(self.awake, self._frame)
            return self._owed_so_far.most(sent)
        return sum(line.answer > 0 for line in sent)

    def busy(self, sent: Sequence[SentLine]) -> int:
        """Return the number of cycles after the reset during which another line may not fit."""
        if self.awake is None or self._serial.queue is None:
            return 0
        return self.awake + _DOUBT if waiting(sent, self.awake) + _BYTES > self._serial.queue else 0

    def is_awake(self, cycles: float) -> bool:
        """Return whether there surely is room this many cycles after the reset."""
        return bool(self.awake) and cycles > (self.awake or 0) + _DOUBT

    def overflows(self, sent: Sequence[SentLine]) -> bool:
        """Return whether these lines surely overflow the room."""
        known = self.awake is not None and self._serial.queue is not None
        return known and sent[0].begins and waiting(sent, self.awake or 0, -_DOUBT) > (self._serial.queue or 0) + 1


class Batch:
    """A waveform that is sent in one go, and what has to be known of it afterwards."""

    def __init__(self) -> None:
        self.wave: Wave = []
        #: Its length so far, in cycles.
        self.now = 0
        #: The resets in it: when each begins, how long it lasts, and its moment.
        self._resets: list[tuple[int, int, str]] = []
        #: When the last reset would have begun, if it was as short as it can be; and the lines since, or all lines.
        self.restart = 0
        self.lines: list[SentLine] = []
        #: Whether it has a line before a reset.
        self.cut = False

    def line(self, words: Wave, sent: SentLine) -> None:
        """Add a line, and remember when it was sent."""
        self.lines.append(sent)
        self.add(words)

    def begin_again(self, idle: int, words: Wave, shortest: int, moment: str) -> None:
        """Add a reset after `idle` cycles.

        `shortest`: how long a reset lasts at least.
        """
        self.cut |= bool(self.lines)
        self.lines = []
        self.silence(idle)
        before, lasts = reset_in(words)
        self._resets.append((self.now + before, lasts, moment))
        self.restart = self.now + before + lasts - shortest
        self.add(words)

    def silence(self, idle: int) -> None:
        """Add this many cycles of an idle line."""
        if idle > 0:
            self.add([(HIGH, idle)])

    def add(self, words: Wave) -> None:
        """Add words, without any meaning."""
        self.wave += words
        self.now += cycles(words)

    def sent(self, start: int, takes: int, length: int) -> SentLine:
        """Return a line of `length` bytes that begins in cycle `start` of the batch and lasts `takes` cycles."""
        return SentLine(start - self.restart, start + takes - self.restart, length)

    @property
    def resets(self) -> list[LineReset]:
        """Return the resets, counted from its end."""
        return [LineReset(self.now - at, lasts, moment) for at, lasts, moment in self._resets]
