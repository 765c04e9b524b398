"""The model's expectations beside what was recorded, in each cycle and around the first wrong one.

Of a session, a build with waves reads them (hdl/loopline_model.v); around the first wrong cycle, a report shows them.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, takewhile
from typing import NamedTuple

from loopline import numbers
from loopline.contract.checker import Mismatch, Wrong
from loopline.design.waves import KNOWN, LINES, PREFIX, TX_BYTE
from loopline.signals import Field, Layout, Streams
from loopline.simulation.job import ServedRequest, Trace, Waveform
from loopline.simulation.line import LF, RxLine, read
from loopline.simulation.recording import (
    EVENT,
    FLAGS,
    REQ_READY,
    REQ_VALID,
    RESET,
    RESP_READY,
    RESP_VALID,
    RequestCounter,
    Row,
    rows,
)
from loopline.simulation.session import Timing

#: The most bits of a field whose values are all tried, to find the one that is worded like this.
_TRIED = 8

#: The ports of one bit, and those of them that the design drives.
_BITS = {
    "rst": RESET,
    "req_valid": REQ_VALID,
    "req_ready": REQ_READY,
    "resp_valid": RESP_VALID,
    "resp_ready": RESP_READY,
    "vp_valid": EVENT,
}
_DRIVEN = "req_ready", "resp_valid", "vp_valid"


def as_predicted(streams: Streams, layout: Layout, text: str) -> str:
    """Return what is expected of a cycle-exact design: the record that it must make.

    Args:
        streams: The streams of the game.
        layout: The fields that are written.
        text: The predicted record.
    """
    return _written(layout, ((row.cycle, _values(streams, row)) for row in rows(text)))


def as_followed(streams: Streams, layout: Layout, text: str, mismatch: Mismatch) -> str:
    """Return what was expected of another design, of which this was recorded.

    Before the first wrong cycle that is what was found; in this cycle it is known of the wrong signal alone; after it
    nothing is known.

    Args:
        streams: The streams of the game.
        layout: The fields that are written.
        text: The record.
        mismatch: The first divergence.
    """
    return _written(layout, _followed(streams, layout, text, mismatch))


def _followed(streams: Streams, layout: Layout, text: str, mismatch: Mismatch) -> Iterator[tuple[int, dict[str, int]]]:
    values: dict[str, int] = {}
    wrong = mismatch.wrong
    for row in rows(text):
        if row.cycle > mismatch.cycle:
            break
        values = _values(streams, row)
        if row.cycle < mismatch.cycle:
            yield row.cycle, values
    field = dict(layout.fields).get(wrong.signal)
    value = None if field is None else _value(streams, wrong.signal, field, wrong.expected)
    if value is not None:
        yield mismatch.cycle, values | {wrong.signal: value}
    yield mismatch.cycle + (value is not None), values | {KNOWN: 0}


class FollowedConversation(NamedTuple):
    """What the model has followed of a conversation."""

    #: Cycles, and the number of lines until then.
    lines: Sequence[tuple[int, int]]
    #: The cycle after the last line that was right.
    until: int
    #: The lines among which one is wrong.
    wrong: Sequence[RxLine]


def as_heard(
    streams: Streams,
    layout: Layout,
    record: str,
    bit: float,
    begins: int,
    followed: FollowedConversation,
    mismatch: Mismatch,
) -> str:
    """Return what was expected of a player, of whose line and port this was recorded.

    Until the first wrong cycle what was found; in this cycle, of the wrong signal, what is known; and the bytes of the
    line that should have come, if it is known, in the time of those that came.

    Args:
        streams: The streams of the game.
        layout: The fields that are written.
        record: The record of the line and the port.
        bit: The cycles of a bit.
        begins: The first cycle in which something is known.
        followed: What the model has followed.
        mismatch: The first divergence.
    """
    edges, changes = list[tuple[int, str]](), defaultdict[int, dict[str, int]](dict)
    for kind, number, *seen in map(str.split, record.splitlines()):
        cycle = int(number, 16)
        if kind == "T":
            edges.append((cycle, seen[0]))
        elif kind == "V":
            changes[cycle] |= _of_the_port(streams, *seen)
    for start, end, value in _bytes(edges, bit, followed, mismatch.wrong):
        changes[start][TX_BYTE] = value
        changes[end].setdefault(TX_BYTE, 0)
    for cycle, lines in followed.lines:
        changes[cycle][LINES] = lines
    wrong, values, begins = mismatch.wrong, dict.fromkeys(layout.names, 0), min(begins, mismatch.cycle)
    cycles = {begins: values | {KNOWN: 1}}
    for cycle in sorted(number for number in changes if number < mismatch.cycle):
        values |= {name: value for name, value in changes[cycle].items() if name in values}
        cycles[max(begins, cycle)] = values | {KNOWN: 1}
    field = dict(layout.fields).get(wrong.signal)
    expected = None if field is None else _value(streams, wrong.signal, field, wrong.expected)
    cycles[mismatch.cycle] = values | {KNOWN: 1} | ({} if expected is None else {wrong.signal: expected})
    cycles[mismatch.cycle + 1] = values | {KNOWN: 0}
    return _written(layout, sorted(cycles.items()))


def _of_the_port(streams: Streams, valid: str, event: str, state: str) -> dict[str, int]:
    """Return what a player's port shows, as its recorder has written it."""
    values = {"vp_valid": int(valid == "1")}
    for prefix, layout, text in (("vp_", streams.event, event), ("vp_state.", streams.settled, state)):
        values |= {f"{prefix}{name}": value for name, value in layout.unpack(layout.parse(text) or 0).items()}
    return values


def _bytes(
    edges: Sequence[tuple[int, str]], bit: float, followed: FollowedConversation, wrong: Wrong
) -> Iterator[tuple[int, int, int]]:
    """Yield the first cycle of each byte that is expected, the first one after it, and its value."""
    came, due = wrong.lines or (b"", b"")
    line = next((heard for heard in followed.wrong if wrong.lines and heard.text == came), None)
    instead = iter([*due, LF])
    for byte in read(edges, bit):
        if byte.end <= followed.until:
            yield byte.start, byte.end, byte.value
        elif line and line.first <= byte.start < line.last:
            yield byte.start, byte.end, next(instead, 0)


def _value(streams: Streams, signal: str, field: Field, words: str) -> int | None:
    """Return the value of a field that a report words like this."""
    name = PREFIX.sub("", signal)
    number = numbers.leading(words)
    tried = range(1 << field.bits) if field.bits <= _TRIED else ()
    candidates = [*([] if number is None else [number]), *tried]
    return next(
        (
            value
            for value in candidates
            if words in (str(value), streams.describe(name, value)) and not value >> field.bits
        ),
        None,
    )


def _values(streams: Streams, row: Row) -> dict[str, int]:
    flags = FLAGS.parse(row.flags) or 0
    values = {name: int(bool(flags & _BITS[name])) for name in _DRIVEN}
    for prefix, layout, text in (
        ("resp_", streams.response, row.answer),
        ("vp_", streams.event, row.event),
        ("vp_state.", streams.state, row.state),
    ):
        values |= {f"{prefix}{name}": value for name, value in layout.unpack(layout.parse(text) or 0).items()}
    return values | {KNOWN: int(not flags & RESET)}


def _written(layout: Layout, cycles: Iterable[tuple[int, dict[str, int]]]) -> str:
    return "".join(f"{cycle:x} {layout.pack(values[name] for name in layout.names):x}\n" for cycle, values in cycles)


#: Columns before the first wrong cycle, and after it. A column is one or more cycles in which nothing changes.
_BEFORE, _AFTER = 10, 4

#: The values of the ports in one cycle, in words, by name.
_Values = dict[str, str]


def waveform(
    streams: Streams,
    requests: Sequence[Sequence[int]],
    recorded: str,
    predicted: str,
    mismatch: Mismatch,
    *,
    port: bool,
    between: IdlePort | None = None,
) -> Waveform:
    """Return the signals around the first wrong cycle, without those that are 0 all the time.

    Args:
        streams: The streams of the game.
        requests: The requests of the session.
        recorded: The record.
        predicted: The record of a design that is cycle-exact, or "" if it need not be; then only the expected value of
            the wrong signal is known.
        mismatch: The first divergence.
        port: Whether there is a verification port.
        between: What the request port carries between requests, if it is shown; then none of its signals is
            left out.
    """
    found, expected = _Record(recorded, requests), _Record(predicted, requests)
    ports = {f"req_{name}" for name, _ in streams.request.ports} if between else {}
    wrong = mismatch.cycle
    changes = sorted({*found.cycles, *expected.cycles, wrong, wrong + 1})
    at = changes.index(wrong)
    cycles = changes[max(0, at - _BEFORE) : at + _AFTER + 1]
    shown = [_in(streams, found.at(cycle), requests, port, between) for cycle in cycles]
    if predicted:
        wanted = [_in(streams, expected.at(cycle), requests, port, between) for cycle in cycles]
    else:
        wanted = [{mismatch.wrong.signal: mismatch.wrong.expected} if cycle == wrong else {} for cycle in cycles]
    traces = []
    for name in dict.fromkeys(name for values in shown for name in values):
        ours, theirs = ([values.get(name, "") for values in values_of_side] for values_of_side in (shown, wanted))
        differ = any(theirs) and theirs != ours
        if differ or name in ports or {*ours} - {"", streams.describe(PREFIX.sub("", name), 0)}:
            traces.append(Trace(name=name, found=ours, expected=theirs if differ else []))
    ends = next(islice(changes, at + _AFTER + 1, None), cycles[-1] + 1)
    requests_served = _served(streams, recorded, requests, wrong, port)
    return Waveform(cycles=[*cycles, ends], wrong=cycles.index(wrong), traces=traces, requests=requests_served)


def _served(
    streams: Streams, recorded: str, requests: Sequence[Sequence[int]], wrong: int, port: bool
) -> list[ServedRequest]:
    """Return the requests taken before the first wrong cycle, with what came of each up to that cycle.

    An event in which bits are X or Z is left out.
    """
    found, taken = list[ServedRequest](), RequestCounter(requests)
    for row in takewhile(lambda row: row.cycle <= wrong, rows(recorded)):
        flags = FLAGS.parse(row.flags) or 0
        if found and port and flags & EVENT and (packed := streams.event.parse(row.event)) is not None:
            _, *fields = streams.event.unpack(packed).values()
            found[-1].events.append((row.cycle, fields))
        if found and flags & RESP_VALID and found[-1].answered is None:
            found[-1].answered = row.cycle
        taken.see(flags)
        if taken.count > len(found) and row.cycle < wrong:
            found.append(ServedRequest(taken=row.cycle))
    return found


class _Record:
    """The cycles of a record in which something changes."""

    def __init__(self, text: str, requests: Sequence[Sequence[int]]) -> None:
        self.cycles: list[int] = []
        self._seen: list[_Observation] = []
        taken = RequestCounter(requests)
        for row in rows(text):
            flags = FLAGS.parse(row.flags) or 0
            seen = _Observation(row, flags, taken.count, taken.waits)
            if not self._seen or seen.what != self._seen[-1].what:
                self.cycles.append(row.cycle)
                self._seen.append(seen)
            taken.see(flags)

    def at(self, cycle: int) -> _Observation | None:
        """Return what is seen in a cycle; None before the first one."""
        at = bisect(self.cycles, cycle)
        return self._seen[at - 1] if at else None


class _Observation(NamedTuple):
    """The values in a cycle, and the number of requests taken before it."""

    row: Row
    flags: int
    taken: int
    #: Whether the last one of them is not answered.
    waits: bool

    @property
    def what(self) -> tuple[object, ...]:
        """All but when it is."""
        return *self.row[1:], self.taken, self.waits


class IdlePort(NamedTuple):
    """The values on the request port between requests: the inverse of a request (hdl/loopline_session.v)."""

    #: The requests as they are sent.
    sent: Sequence[int]
    timings: Sequence[Timing]

    def at(self, streams: Streams, seen: _Observation) -> dict[str, int]:
        """Return the values of the fields in one cycle."""
        number, last = seen.taken, len(self.sent) - 1
        if number and seen.waits and not self.timings[number - 1].ahead:
            number -= 1
        if seen.flags & RESET or last < 0:
            return {}
        return streams.request.unpack(~self.sent[min(number, last)] & (1 << streams.request.width) - 1)


def _in(
    streams: Streams, seen: _Observation | None, requests: Sequence[Sequence[int]], port: bool, between: IdlePort | None
) -> _Values:
    """Return the values in one cycle; those that do not count then are empty."""
    if seen is None:
        return {}
    row, flags, taken, _ = seen
    request = requests[taken] if taken < len(requests) else ()
    asked = zip(streams.request.names, request, strict=False)
    values = _bits(flags, "rst", "req_valid", "req_ready")
    values |= {f"req_{name}": streams.describe(name, int(value)) if flags & REQ_VALID else "" for name, value in asked}
    if between and not flags & REQ_VALID:
        shown = between.at(streams, seen)
        values |= {
            f"req_{name}": streams.describe(name, shown[name]) if shown else "" for name in streams.request.names
        }
    values |= _bits(flags, "resp_valid", "resp_ready")
    values |= _told(streams, "resp_", streams.response, row.answer, flags & RESP_VALID)
    if port:
        values |= _bits(flags, "vp_valid")
        values |= _told(streams, "vp_", streams.event, row.event, flags & EVENT)
        values |= _told(streams, "vp_state.", streams.state, row.state, not flags & RESET)
    return values


def _bits(flags: int, *names: str) -> _Values:
    return {name: "1" if flags & _BITS[name] else "0" for name in names}


def _told(streams: Streams, prefix: str, layout: Layout, text: str, counts: int) -> _Values:
    """Return each field that has a port, in words; bits that are X or Z as they are."""
    packed = layout.parse(text)
    unknown = layout.unknown(text) if packed is None else {}
    known = layout.unpack(int(re.sub("[^01]", "0", text), 2) if packed is None else packed)
    words = {name: unknown.get(name) or streams.describe(name, known[name]) for name, _ in layout.ports}
    return {f"{prefix}{name}": value if counts else "" for name, value in words.items()}
