"""The record of a session: how hdl/ writes it, how it is read, and how one is written before the session is played.

A line is a cycle in which something happens or differs from the cycle before: flags, answer, event and state, in
hexadecimal, or in binary if something is unknown. `+a` before it: the ten cycles before it were like the line above.

The trick is that lines are not numbered. What an engine does again has the same text again, so a prediction can join
texts that it has written before.

Behind the last line comes how many cycles the session lasted after it. A prediction ends before that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from loopline.resets import is_made
from loopline.signals import Layout, Streams

#: The bits of a line's flags.
FLAGS = Layout.of(
    req_ready_moves=1, resp_valid_moves=1, rst=1, req_valid=1, req_ready=1, resp_valid=1, resp_ready=1, vp_valid=1
)
RESET, REQ_VALID, REQ_READY, RESP_VALID, RESP_READY, EVENT = (1 << bit for bit in (5, 4, 3, 2, 1, 0))
#: The probe changed one of the design's outputs within the cycle.
READY_MOVES, VALID_MOVES = 1 << 7, 1 << 6
#: A request is taken, an answer is.
ASKED, TAKEN = REQ_VALID | REQ_READY, RESP_VALID | RESP_READY


#: By the beginning of a line, if all of them are known.
_FLAGS = {f"{FLAGS.text(flags)} ": flags for flags in range(1 << FLAGS.width)}

#: Begins the line behind the last one, in the record of a serial line, too.
END = "end "


def numbered(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a record, each with its cycle."""
    cycle = -1
    for line in text.splitlines():
        if line[0] == "+":
            skipped, _, line = line.partition(" ")
            cycle += int(skipped, 16)
        cycle += 1
        yield cycle, line


def line_in_reset(streams: Streams) -> str:
    """Return the line of a cycle in which the design is reset and its ports are not looked at."""
    others = (streams.response, streams.event, streams.state)
    return " ".join([FLAGS.text(RESET), *(layout.text(0) for layout in others)])


class IncompleteRecord(Exception):
    """A record is not all of its session, although the design has done nothing wrong: it says nothing of the design."""


class Row(NamedTuple):
    """A line in its parts, and its cycle."""

    cycle: int
    flags: str
    answer: str
    event: str
    state: str


def rows(text: str) -> Iterator[Row]:
    """Yield the lines of a record, in columns."""
    for cycle, line in numbered(text):
        yield Row(cycle, *line.split())


def passed_by(requests: Sequence[Sequence[int]], taken: int, under_way: bool) -> bool:
    """Return whether a reset comes instead of a request that has not been taken.

    Args:
        requests: The requests of the session.
        taken: How many were taken.
        under_way: Whether one of them still waits for its answer, or the reset begins the session.
    """
    return not under_way and taken < len(requests) and not is_made(requests[taken][-1])


class RequestCounter:
    """Counts the requests of a session in the rows of its record.

    They are those that are taken, and those that a reset came instead of.
    """

    def __init__(self, requests: Sequence[Sequence[int]]) -> None:
        self.count, self._requests = 0, requests
        self._under_way = True  # the first reset begins the session

    @property
    def waits(self) -> bool:
        """Whether the last one that was taken is not answered."""
        return self._under_way

    def see(self, flags: int) -> None:
        """Take the flags of the next row into account."""
        if flags & RESET:
            self.count += passed_by(self._requests, self.count, self._under_way)
        taken = flags & ASKED == ASKED
        self.count += taken
        self._under_way = taken or (self._under_way and not flags & RESET and flags & TAKEN != TAKEN)


#: The moments at which a reset can come. The last ones: nothing is under way, and the engine takes no request yet; it
#: could take one; nothing was asked since the reset before.
IN_OPERATION, ANSWER_WAITS, HELD = "in an operation", "while an answer waits", "while a request is held"
AFTER_ANSWER, BUSY, IDLE, AGAIN = "just after an answer", "while busy", "while idle", "after a reset"

#: What a property may be for, and the moments that are that.
RESET_IN_OPERATION, UNFINISHED = "a reset in an operation", (IN_OPERATION, ANSWER_WAITS)


def moments(text: str) -> Iterator[str]:
    """Yield at which moment each reset of a session came, but for the one that begins it.

    A request that waits to be taken comes first, whatever else is under way.
    """
    before, under_way, asked = 0, False, False
    for number, line in enumerate(text.splitlines()):
        flags = _FLAGS.get((line.partition(" ")[2] if line[0] == "+" else line)[:3], 0)
        if flags & RESET and number:
            if before & REQ_VALID and not before & REQ_READY:
                yield HELD
            elif under_way:
                yield ANSWER_WAITS if before & RESP_VALID else IN_OPERATION
            elif not asked:
                yield AGAIN
            else:
                yield AFTER_ANSWER if before & TAKEN == TAKEN else IDLE if before & REQ_READY else BUSY
        if flags & ASKED == ASKED:
            under_way = asked = True
        elif flags & RESET or flags & TAKEN == TAKEN:
            under_way, asked = False, asked and not flags & RESET
        before = flags


class Operation(NamedTuple):
    """What came of a request."""

    #: From the one in which it was accepted to the first in which its answer was valid.
    cycles: int
    #: The packed answer, as text.
    answer: str
    events: int


class Recording(NamedTuple):
    """What was recorded of a session; and if the design has hung, after how many cycles of patience."""

    text: str
    hung: int
    #: The cycles after the last line.
    quiet: int = 0

    def begins(self, predicted: str) -> bool:
        """Return whether it is a beginning of that record: nothing else was to happen in its cycles."""
        if not predicted.startswith(self.text):
            return False
        skipped, _, _ = predicted[len(self.text) :].partition(" ")
        return skipped[:1] == "+" and int(skipped, 16) >= self.quiet

    def operations(self) -> Iterator[Operation | None]:
        """Yield each request that was answered, and None for one that a reset came before."""
        accepted, answered, events, cycle = -1, -1, 0, -1
        for line in self.text.splitlines():
            if line[0] == "+":
                more, _, line = line.partition(" ")
                cycle += int(more, 16)
            cycle += 1
            flags = _FLAGS.get(line[:3], 0)
            events += flags & EVENT
            if accepted >= 0 and flags & (RESET | RESP_VALID):
                answered = cycle if answered < 0 and flags & RESP_VALID else answered
                if flags & RESET or flags & RESP_READY:
                    _, answer, _ = line.split(" ", 2)
                    yield None if flags & RESET else Operation(answered - accepted, answer, events)
                    accepted = answered = -1
            elif flags & RESET and cycle:
                yield None  # of a request that was not taken
            if flags & ASKED == ASKED:
                accepted, events = cycle, 0

    @property
    def rows(self) -> list[Row]:
        """The lines in columns."""
        return list(rows(self.text))

    @property
    def cycles(self) -> int:
        """The number of cycles recorded, up to the last line."""
        text = self.text
        cycles, at = text.count("\n"), text.find("+")
        while at >= 0:
            end = text.index(" ", at)
            cycles += int(text[at + 1 : end], 16)
            at = text.find("+", end)
        return cycles


class Lines:
    """A record in the making."""

    def __init__(self) -> None:
        #: They are a text if joined: lines, several lines at once, or a number of cycles without lines.
        self.parts: list[str] = []
        #: The cycle of the last line, or of those after it that are like it.
        self.now = -1
        #: If the next request does not wait for the answer to this one: how many parts there were when this one was
        #: taken, in which cycle that was, and in which the next one is made.
        self.ahead: tuple[int, int, int] | None = None

    def text(self) -> str:
        """Return the record."""
        return "".join(self.parts)

    def take(self) -> str:
        """Take the record since the last call. Only between requests that wait for each other's answers."""
        text = self.text()
        self.parts.clear()
        return text

    def add(self, text: str) -> None:
        """Append the line of the next cycle."""
        self.now += 1
        self.parts.append(text)

    def skip(self, cycles: int) -> None:
        """Add this many cycles like the line above."""
        self.now += cycles
        if self.parts and self.parts[-1][0] == "+":
            cycles += int(self.parts.pop(), 16)
        if cycles:
            self.parts.append(f"+{cycles:x} ")

    def taken_out(self, parts: int, cycle: int) -> list[tuple[int, str]]:
        """Remove and return the lines from that number of parts on, which followed that cycle."""
        text = "".join(self.parts[parts:])
        del self.parts[parts:]
        self.now = cycle
        if "+" not in text:  # mostly
            return list(enumerate(text.splitlines(keepends=True), cycle + 1))
        return [(cycle + 1 + after, f"{line}\n") for after, line in numbered(text)]

    def take_back_one(self) -> None:
        """Take the last cycle back, which has a line."""
        *others, _ = self.parts.pop().splitlines(keepends=True)
        self.parts += ["".join(others)] if others else []
        self.now -= 1

    def put_back(self, lines: Iterable[tuple[int, str]]) -> None:
        """Add lines that were taken out."""
        for cycle, line in lines:
            if cycle - 1 > self.now:
                self.skip(cycle - 1 - self.now)
            self.now = cycle
            self.parts.append(line)

    def ready_before(self, parts: int, taken: int, cycles: int) -> None:
        """Have `resp_ready` up before the answer of an operation, which has to wait.

        Args:
            parts: The number of parts before the lines of the operation.
            taken: The cycle in which it began.
            cycles: For how many cycles at most.
        """
        self.put_back(also_ready(self.taken_out(parts, taken), taken + cycles))

    def asks(self, gap: int) -> int:
        """Return the cycle in which the next request is made, or the first in which the engine could take it.

        It is that of the last line, if the request is made by then.
        """
        if self.ahead is None:
            return self.now + 1 + gap
        (parts, taken, asks), self.ahead = self.ahead, None
        ready = self.now
        *others, resting = self.taken_out(parts, taken)
        self.put_back(also_asked(others, asks))
        if asks > ready:
            self.put_back([resting])
        return max(asks, ready)


def also_asked(lines: list[tuple[int, str]], asks: int) -> list[tuple[int, str]]:
    """Return lines of an operation as they are if the next request is made in cycle `asks` already.

    They end with the cycle in which the answer is taken.
    """
    before = [line for line in lines if line[0] < asks]
    after = lines[len(before) :]
    if after and after[0][0] > asks:  # nothing else changes in that cycle
        after = [(asks, before[-1][1]), *after]
    return [*before, *((cycle, _ALSO_ASKED[line[:2]] + line[2:]) for cycle, line in after)]


def also_ready(lines: list[tuple[int, str]], last: int) -> list[tuple[int, str]]:
    """Return lines of an operation as they are if `resp_ready` is up to that cycle, or to the one before the answer."""
    before = list(takewhile(lambda line: line[0] <= last and line[1][:2] in _ALSO_READY, lines))
    after = lines[len(before) :]
    if before and after[0][0] > last + 1:  # nothing else changes when it falls
        after = [(last + 1, before[-1][1]), *after]
    return [*((cycle, _ALSO_READY[line[:2]] + line[2:]) for cycle, line in before), *after]


_ALSO_READY = {
    FLAGS.text(flags): FLAGS.text(flags | RESP_READY) for flags in range(1 << FLAGS.width) if not flags & RESP_VALID
}
_ALSO_ASKED = {FLAGS.text(flags): FLAGS.text(flags | REQ_VALID) for flags in range(1 << FLAGS.width)}
