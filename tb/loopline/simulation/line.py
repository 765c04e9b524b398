"""A serial line, 8N1: waveforms of its bytes, the bytes that recorded edges make, and the host's end of it.

In the simulation the host's end is in Verilog (hdl/loopline_line.v), and Python sleeps in between.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from cocotb.triggers import ValueChange

from loopline import system
from loopline.simulation import RECORD, WAVE, run_file
from loopline.simulation.recording import END, IncompleteRecord

#: The levels of a waveform, each with its number of cycles.
Wave = list[tuple[int, int]]

LOW, HIGH = 0, 1
#: Added to a level: the design is held in reset.
IN_RESET = 2

#: How far an edge may be from its proper place, in bit times. A receiver samples in the middle of a bit, which leaves
#: half a bit; the sender gets half of that.
TOLERANCE = 0.25


def wave(data: bytes, bit: float, gap: float = 0, stop: float = 1) -> Wave:
    """Return the waveform of bytes: a start bit, eight data bits from the lowest, a stop bit.

    Args:
        data: The bytes.
        bit: The cycles of a bit.
        gap: The bit times of idle line before each byte.
        stop: The bit times of a stop bit.
    """
    return list(_wave(data, bit, gap, stop))


@lru_cache(1 << 12)
def _wave(data: bytes, bit: float, gap: float, stop: float) -> tuple[tuple[int, int], ...]:
    """Return the waveform as a tuple; the same few lines are said again and again."""
    levels: list[tuple[int, float]] = []
    for byte in data:
        levels += [(HIGH, gap * bit), (LOW, bit), *((byte >> n & 1, bit) for n in range(8)), (HIGH, stop * bit)]
    return tuple(round_to_cycles(levels))


def round_to_cycles(levels: Iterable[tuple[int, float]]) -> Wave:
    """Return durations rounded to whole cycles, so that rounding errors do not add up."""
    cycles: Wave = []
    exact, at = 0.0, 0
    for level, duration in levels:
        exact += duration
        if round(exact) > at:
            cycles.append((level, round(exact) - at))
            at = round(exact)
    return cycles


class Byte(NamedTuple):
    """A received byte."""

    value: int
    #: The cycle of the edge of its start bit, and the first cycle after its stop bit.
    start: int
    end: int
    #: What is wrong with it; empty if nothing is.
    fault: str = ""
    #: Cycles by which an edge is away from its place, at most.
    off: float = 0.0


def read(edges: Sequence[tuple[int, str]], bit: float) -> Iterator[Byte]:
    """Yield the bytes that these edges make: cycle and level, from an idle line on.

    A level may be unknown: `x` or `z`.
    """
    index = 0
    while index < len(edges):
        start, level = edges[index]
        index += 1
        if level == "1":
            continue
        fault, levels, farthest = "", [level], 0.0
        for number in range(1, 10):
            # An edge belongs to the nearest boundary between two bits.
            boundary = start + number * bit
            while index < len(edges) and edges[index][0] < boundary + bit / 2:
                cycle, level = edges[index]
                off = abs(cycle - boundary)
                farthest = max(farthest, off)
                if off > TOLERANCE * bit and not fault:
                    fault = f"an edge {off / bit:.2f} bit times from where it belongs"
                index += 1
            levels.append(level)
        if not {"0", "1"} >= set(levels):
            fault = "the line is neither high nor low"
        elif level == "0":
            fault = "there is no stop bit"
            while index < len(edges) and edges[index][1] != "1":
                index += 1
        value = sum(1 << n for n, level in enumerate(levels[1:9]) if level == "1")
        yield Byte(value, start, round(start + 10 * bit), fault, farthest)


#: Bit times of an idle line before the first word: long enough to end any byte that a receiver believes to have begun.
IDLE = 12

#: After the last expected line, the line is watched for this many bit times more: nothing may follow.
TAIL = 12

LF = 0x0A

#: What is played of a waveform without anything in it; and what stands behind each: no level.
_NOTHING, _END = [(1, 1)], ".\n"

#: Cycles between two signs of life.
_PART = 50_000


#: A byte has an edge in as many bit times.
_SOON = 10


class RxLine(NamedTuple):
    """A received line, without its end."""

    text: bytes
    #: The first cycle of its first start bit, and the first after its last stop bit.
    first: int
    last: int
    #: Cycles by which an edge is away from its place, at most, if bytes follow each other without a gap.
    off: float = 0.0


#: Makes a named tuple of a tuple, in half the time that a call of its class takes.
_named = tuple.__new__


class PortChange(NamedTuple):
    """A cycle in which a verification port shows something new; hexadecimal, with x where unknown."""

    cycle: int
    valid: str
    event: str
    state: str


class LampChange(NamedTuple):
    """A cycle from which on other lamps are on: a character for each, from the last one to the first, x if unknown."""

    cycle: int
    lamps: str


class BadByte(Exception):
    """What was received is not a byte."""

    def __init__(self, byte: Byte) -> None:
        super().__init__(byte.fault)
        self.byte = byte


class SerialLine:
    """A serial line to a design, from its reset on."""

    def __init__(
        self, top: Any, bit: float, folder: Path, pulse: Callable[[], None], length: int | None = None
    ) -> None:
        """Open the line.

        Args:
            top: The top module.
            bit: The cycles of a bit.
            folder: The folder of the simulation.
            pulse: Called now and then while it waits.
            length: The bytes of each line; None: a line feed ends it.
        """
        self._pulse = pulse
        self._line = top.line
        self.bit, self._length = bit, length or 0
        self._wave, self._record = run_file(folder, WAVE).open("w"), run_file(folder, RECORD)
        self._said = self._begun = self._lines = 0

    @property
    def began(self) -> int:
        """When the first cycle of the record began, in ns of simulated time."""
        return int(self._line.began.value)

    def begin(self) -> None:
        """Forget everything; the next waveform begins a new record."""
        self._begun += 1
        self._read = 0
        self._edges: list[tuple[int, str]] = []
        self._bytes: list[Byte] = []
        self.events: list[PortChange] = []
        self.lamps: list[LampChange] = []
        #: When the last waveform ended.
        self.sent = 0
        self._line.fresh.value = self._begun

    def go_on(self) -> None:
        """Skip what other copies of the simulation have added to the record."""
        self._read = self._record.stat().st_size

    async def reset(self, cycles: int) -> None:
        """Reset the design for this number of cycles, or not at all if it is 0, and leave the line idle for a while.

        What came before is forgotten.
        """
        self.begin()
        if cycles:
            await self.say([(HIGH + IN_RESET, cycles)], wanted=0, patience=0, tail=1)
            self.begin()
        await self.say([(HIGH, round(IDLE * self.bit))], wanted=0, patience=0, tail=1)

    async def say(
        self,
        wave: Wave,
        *,
        wanted: int,
        patience: int,
        tail: int | None = None,
        look: Callable[[], None] = lambda: None,
    ) -> int:
        """Play a waveform, then wait for this many lines and a little longer.

        Args:
            wave: The waveform.
            wanted: The lines to wait for.
            patience: The cycles to wait for them.
            tail: The cycles to listen after them; None: until the line is certainly idle.
            look: Looks at what has come, now and then. What it raises ends the waiting.

        Returns:
            How many lines have come back.

        Raises:
            IncompleteRecord: That number is not known.
        """
        before, part = self._lines, min(patience, _PART)
        await self._play(wave, wanted, part, tail)
        sent = self.sent
        look()
        while self._lines - before < wanted and part < patience:
            self._pulse()
            missing, more = wanted - (self._lines - before), min(patience - part, _PART)
            await self._play([], missing, more, tail)
            look()
            part += more
        self.sent = sent
        return self._lines - before

    async def _play(self, wave: Wave, wanted: int, patience: int, tail: int | None) -> None:
        line = self._line
        self._said += 1
        self._write(wave)
        line.wanted.value = wanted
        line.patience.value = patience
        line.tail.value = round(TAIL * self.bit) if tail is None else tail
        line.bit_cycles.value = round(self.bit)
        line.length.value = self._length
        line.go.value = self._said
        await ValueChange(line.done)
        self._lines += int(line.lines.value)
        *rows, end = self._recorded().splitlines(keepends=True) or [""]
        if end != f"{END}{len(wave or _NOTHING):x}\n":
            system.check_disk(self._record, system.FOR_A_RECORD)
            raise IncompleteRecord("a waveform was not played to its end, or is not on record to its end")
        self._note(rows)

    def _recorded(self) -> str:
        """Read what has been recorded since it was last read."""
        with open(self._record, "rb", buffering=0) as record:  # noqa: PTH123 - Path.open takes twice as long
            record.seek(self._read)
            text = record.read()
        self._read += len(text)
        return text.decode()

    def _write(self, wave: Wave) -> None:
        """Write over the waveform before it, of which the end may be left: to empty the file takes a disk longer."""
        self._wave.seek(0)
        self._wave.writelines(f"{level:x} {cycles:x}\n" for level, cycles in wave or _NOTHING)
        self._wave.write(_END)
        self._wave.flush()

    def _note(self, rows: Iterable[str]) -> None:
        for row in rows:
            if row[0] == "V":  # nearly all are of the port
                _, number, valid, event, state = row.split()
                self.events.append(_named(PortChange, (int(number, 16), valid, event, state)))
                continue
            kind, number, *shown = row.split()
            cycle = int(number, 16)
            if kind == "T":
                self._edges.append((cycle, shown[0]))
            elif kind == "L":
                self.lamps.append(LampChange(cycle, *shown))
            else:
                self.sent = cycle

    @property
    def now(self) -> int:
        """The current cycle of the record."""
        return int(self._line.cycle.value)

    @property
    def unknown(self) -> tuple[int, str] | None:
        """Since when the line is X or Z, and which; None if it is neither."""
        last = self._edges[-1] if self._edges else (0, "1")
        return None if last[1] in "01" else last

    def has_changed(self, before: int) -> bool:
        """Return whether the line has changed within a byte's time before that cycle."""
        return any(before - _SOON * self.bit < cycle < before for cycle, _ in self._edges)

    def forget(self, before: int) -> None:
        """Forget what has come back before that cycle: the design has been reset."""
        level = next((level for cycle, level in reversed(self._edges) if cycle < before), "1")
        stuck = [] if level == "1" else [(before, level)]
        self._edges = stuck + [edge for edge in self._edges if edge[0] >= before]
        self._bytes = []

    def lines(self) -> list[RxLine]:
        """Return the complete lines received since the last call. Raise BadByte."""
        fresh = list(read(self._edges, self.bit))
        if fresh and fresh[-1].end > self.now:
            under_way = fresh.pop()
            self._edges = [edge for edge in self._edges if edge[0] >= under_way.start]
        else:
            self._edges = []
        heard = []
        for byte in fresh:
            if byte.fault:
                raise BadByte(byte)
            self._bytes.append(byte)
            if len(self._bytes) == self._length if self._length else byte.value == LF:
                text = bytes(byte.value for byte in self._bytes)
                text = text if self._length else text[:-1].removesuffix(b"\r")
                heard.append(RxLine(text, self._bytes[0].start, byte.end, self._off()))
                self._bytes = []
        return heard

    def _off(self) -> float:
        first, frame = self._bytes[0].start, 10 * self.bit
        return max(abs(byte.start - first - number * frame) + byte.off for number, byte in enumerate(self._bytes))

    def rest(self) -> bytes:
        """Return what was received after the last complete line."""
        return bytes(byte.value for byte in self._bytes)


class LineReset(NamedTuple):
    """A reset in what a host sends."""

    #: How many cycles before the end of the wave it begins, and how many it lasts.
    left: int
    cycles: int
    #: The moment at which it comes, as far as the host knows.
    moment: str


#: The moments at which a player can be reset. The last one: nothing was sent since the reset before.
IN_BYTE, IN_STOP_BIT, IN_LINE = "in a byte", "in a stop bit", "between bytes of a line"
THINKING, ANSWERING = "while it thinks", "while it answers"
AFTER_LINE, IDLE_LINE, AGAIN = "just after a line", "while idle", "after a reset"
MOMENTS = IN_BYTE, IN_STOP_BIT, IN_LINE, THINKING, ANSWERING, AFTER_LINE, IDLE_LINE, AGAIN

#: What a property may be for, and the moments that are that.
RESETS_OF_A_LINE = {
    "a reset in a line": (IN_BYTE, IN_STOP_BIT, IN_LINE),
    "a reset while it thinks or answers": (THINKING, ANSWERING),
    "two resets in a row": (AGAIN,),
}


class Transmit(NamedTuple):
    """The host's next words, and what it waits for."""

    wave: Wave
    #: How many lines to wait for, and for how many cycles after the last word.
    wanted: int = 0
    patience: int = 0
    #: For how many cycles to keep listening after these lines. None: until the line is certainly idle.
    listen: int | None = None
    #: The number of the step in the script.
    step: int = 0
    #: The resets in it. What comes back before them is not heard.
    resets: Sequence[LineReset] = ()


class Answers(NamedTuple):
    """What has come back."""

    lines: list[RxLine]
    #: The beginning of a line that is not complete yet.
    rest: bytes
    #: The cycle in which the host's last word ended, and the current cycle.
    sent: int
    now: int
    #: Since when other lamps are on, each time that they have changed.
    lamps: list[LampChange] = []  # noqa: RUF012 - it is a default of a NamedTuple, and never added to


#: Yields what to say, is sent the answers, and raises Mismatch when they are wrong.
Conversation = Generator[Transmit, Answers, None]


Script = TypeVar("Script")


class Host(Protocol[Script]):
    """Decides what the host says, and judges what comes back."""

    #: The transcript, line by line: `> ` from the host, `~ ` the same but damaged, `< ` from the player, `! ` other
    #: events.
    transcript: list[str]
    #: Counts of various things, to be summed over all scripts.
    figures: Counter[str]

    def converse(self, script: Script, delays: bytes) -> Conversation:
        """Yield what to send, be sent what was heard, and return at the end of the script. Raises Mismatch."""

    @property
    def concrete(self) -> Script:
        """The script as it was played, with every choice replaced by what was chosen."""
