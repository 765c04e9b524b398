"""Inside the simulation: plays a session and returns its record. Python sleeps in between (hdl/loopline_session.v)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, cycle, repeat
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from cocotb.triggers import ValueChange

from loopline import system
from loopline.signals import Layout, Streams, in_resets, packed
from loopline.simulation import MODEL, RECORD, SESSION, run_file
from loopline.simulation.delays import EVERY, FIRST, SHORT, Wait, parted
from loopline.simulation.recording import END, IncompleteRecord, Recording

T = TypeVar("T")

#: Of the clock, in ns: as design/top.py and hdl/loopline_main.cpp have it.
PERIOD = 10


class Timing(NamedTuple):
    """When a request is made and its answer taken: cycles of waiting before either."""

    gap: int = 0
    stall: int = 0
    #: The next request does not wait for the answer: this many cycles after this one was taken it is made, and kept up
    #: until it is taken, too. 0: it waits.
    ahead: int = 0
    #: If the answer has to wait: `resp_ready` is up before it comes, this many cycles after the request was taken. It
    #: falls in the cycle of the answer at the latest.
    early: int = 0
    #: Behind a reset the request does not wait, and is made in the very first cycle.
    first: bool = False


#: Of `early`: no operation takes so long, so it falls in exactly the cycle of the answer.
UNTIL_ANSWERED = 0xFFFF

AT_ONCE = Timing()

#: A short operation is answered after four cycles.
_EARLY = (UNTIL_ANSWERED, 1, 2, 3)


def _timing(byte: int) -> Timing:
    delay, stall = byte & 7, byte >> 3 & 7
    waits = Timing(stall=stall) if byte & 128 else Timing(stall=1, early=_EARLY[stall & 3]) if stall & 4 else Timing()
    return waits._replace(gap=delay) if byte & 64 else waits._replace(ahead=delay)


_TIMINGS = [_timing(byte) for byte in range(256)]


def timings_of(delays: bytes) -> list[Timing]:
    """Return when each request is made, its answer taken, and the next request made.

    Mostly that is at once, or up to seven cycles later, or after a long wait.
    """
    short, waits = parted(delays)
    timings = [_TIMINGS[byte] for byte in short]
    if first := FIRST in waits:
        waits.remove(FIRST)
    if waits:
        timings += [AT_ONCE] * (_REQUESTS - len(timings))
    long: dict[int, Timing] = {}
    for wait in sorted(waits, key=lambda wait: wait.request != EVERY):
        long[wait.request] = _long(wait, long.get(wait.request, AT_ONCE))
    if EVERY in long:
        timings = [long.pop(EVERY)] * len(timings)
    for number, timing in long.items():
        timings[number] = timing
    return [timing._replace(first=True) for timing in timings or [AT_ONCE]] if first else timings


#: With long waits, nothing waits after this number of requests: a long session need not have hundreds of them.
_REQUESTS = 256


def _long(wait: Wait, before: Timing) -> Timing:
    """Return the timing of a request with this long wait.

    `before`: what an earlier wait of the same request has made of it. A late request and a late answer go together.
    """
    if wait.kind == "request":
        return before._replace(gap=wait.cycles)
    if wait.kind == "ready":
        return Timing(before.gap, stall=1, early=wait.cycles)
    return Timing(before.gap, stall=wait.cycles, ahead=int(wait.kind == "held"))


def endless(timings: Sequence[Timing]) -> Iterator[Timing]:
    """Repeat these timings for any number of requests; after timings with long waits nothing waits."""
    return _endless(timings or [AT_ONCE], AT_ONCE)


def _endless(cycles: Sequence[T], at_once: T) -> Iterator[T]:
    return chain(cycles, repeat(at_once)) if len(cycles) > SHORT else cycle(cycles)


#: Bits of requests, by number, that are sent as 0; of this number, all that is on the ports in resets.
Cleared = Mapping[int, int]
IN_RESETS = -1


def session_file(
    streams: Streams, requests: Sequence[Sequence[int]], timings: Sequence[Timing], cleared: Cleared | None = None
) -> bytes:
    """Return what the player reads: what it shows in the first reset, then each request, and when it is made.

    Behind a request with a reset comes what it shows in that one.

    Args:
        streams: The streams.
        requests: The requests.
        timings: Their timings, as `endless` repeats them.
        cleared: The bits of requests that are sent as 0.
    """
    layout, cut = streams.request, streams.reset_after
    before = 8 * -(-layout.width // 8)
    length = _BEFORE + before // 8
    when = [
        (early << 72 | ahead << 64 | first << 63 | gap << 48 | stall) << before
        for gap, stall, ahead, early, first in timings or [AT_ONCE]
    ]
    sent = [*packed(layout, requests)]
    shown = (
        valid << before | ready << before + 1 | request for valid, ready, request in in_resets(layout, requests, sent)
    )
    if cleared:
        sent = [bits & ~cleared.get(number, 0) for number, bits in enumerate(sent)]
        shown = (0 for _ in shown) if cleared.get(IN_RESETS) else shown
    made = [next(shown)]
    for request, payload, at in zip(requests, sent, _endless(when, 0), strict=False):
        made.append(at | request[cut] << 16 + before | payload)
        if request[cut]:
            made.append(next(shown))
    return b"".join([number.to_bytes(length) for number in made])


def read_session(streams: Streams, data: bytes) -> list[list[int]]:
    """Read the requests of such a file."""
    layout, requests = streams.request, list[list[int]]()
    length = _BEFORE + -(-layout.width // 8)
    made = iter([data[at : at + length] for at in range(length, len(data) - length + 1, length)])
    for record in made:
        requests.append([*_used(layout, int.from_bytes(record[_BEFORE:])), int.from_bytes(record[5:9])])
        if requests[-1][-1]:
            next(made, None)
    return requests


def _used(layout: Layout, sent: int) -> Iterable[int]:
    """Return the fields of a request without what must not matter, as the script has them."""
    unused = layout.unused([*layout.unpack(sent).values()])
    return layout.unpack(sent & ~unused).values()


#: Bytes before a request: two of `early`, three of when it is made, four of its reset, two of when its answer is taken.
_BEFORE = 11


#: What ends a record instead, if the player has driven something unknown.
UNKNOWN = "unknown\n"
DRIVES_X = "hdl/loopline_session.v has driven bits that are X: a fault of loopline, and none of the design"


class Session:
    """Plays sessions in the simulation."""

    def __init__(self, top: Any, streams: Streams, folder: Path) -> None:
        self._session = top.session
        self._streams = streams
        self._program = run_file(folder, SESSION)
        self._record = run_file(folder, RECORD)
        self._expected = run_file(folder, MODEL)
        self._played = 0

    @property
    def began(self) -> int:
        """When the first cycle of the last session began, in ns."""
        return int(self._session.began.value)

    async def play(
        self,
        requests: Sequence[Sequence[int]],
        timings: Sequence[Timing],
        *,
        reset_cycles: int,
        patience: int,
        cleared: Cleared | None = None,
        held: int = 0,
        expected: str | None = None,
    ) -> Recording:
        """Reset the design, make the requests one by one, return all that happened.

        Args:
            requests: The requests.
            timings: Their timings.
            reset_cycles: The cycles of the reset.
            patience: The cycles after which the design counts as hung.
            cleared: The bits of requests that are sent as 0.
            held: The bits of a request that the port keeps from its acceptance to its answer.
            expected: In a build with waves, what the model expects, as hdl/loopline_model.v reads it.

        Returns:
            The recording.

        Raises:
            IncompleteRecord: The record is not all of the session.
        """
        if expected is not None:
            self._expected.write_text(expected)
        self._program.unlink(missing_ok=True)  # a new file costs nothing; emptying an old one, a write to the disk
        self._program.write_bytes(session_file(self._streams, requests, timings, cleared))
        session = self._session
        self._played += 1
        session.count.value = len(requests)
        session.reset_cycles.value = reset_cycles
        session.patience.value = patience
        session.held.value = held
        session.go.value = self._played
        await ValueChange(session.done)
        text, end, quiet = self._record.read_text().rpartition(END)
        if not end or not quiet.endswith("\n"):
            system.check_disk(self._record, system.FOR_A_RECORD)
            raise IncompleteRecord(DRIVES_X if quiet.endswith(UNKNOWN) else "the record of a session has no end")
        self._record.unlink()
        return Recording(text, patience * int(session.hung.value), int(quiet, 16))
