"""The signals around the first wrong cycle, for a report: what was recorded, and what was predicted under it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from loopline.contract.checker import Mismatch
from loopline.signals.layout import Layout
from loopline.signals.streams import Streams
from loopline.simulation.job import Trace, Waveform
from loopline.simulation.recording import (
    ASKED,
    EVENT,
    FLAGS,
    REQ_READY,
    REQ_VALID,
    RESET,
    RESP_READY,
    RESP_VALID,
    Row,
    rows,
)

#: Columns before the first wrong cycle, and after it. A column is one or more cycles in which nothing changes.
_BEFORE, _AFTER = 10, 4

#: The ports of one bit.
_BITS = {
    "rst": RESET,
    "req_valid": REQ_VALID,
    "req_ready": REQ_READY,
    "resp_valid": RESP_VALID,
    "resp_ready": RESP_READY,
    "vp_valid": EVENT,
}

_PREFIX = re.compile(r"^(req_|resp_|vp_state\.|vp_)")

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
) -> Waveform:
    """Return the signals around the first wrong cycle, without those that are 0 all the time.

    `predicted`: the record of a design that is cycle-exact, or "" if it need not be; then only the expected value of
    the wrong signal is known. `port`: whether there is a verification port."""
    found, expected = (dict(_values(streams, requests, text, port)) for text in (recorded, predicted))
    wrong = mismatch.cycle
    changes = sorted({*found, *expected, wrong, wrong + 1})
    at = changes.index(wrong)
    cycles = changes[max(0, at - _BEFORE) : at + _AFTER + 1]
    shown = _over(cycles, found)
    if expected:
        wanted = _over(cycles, expected)
    else:
        wanted = [{mismatch.wrong.signal: mismatch.wrong.expected} if cycle == wrong else {} for cycle in cycles]
    traces = []
    for name in dict.fromkeys(name for values in shown for name in values):
        ours, theirs = ([values.get(name, "") for values in each] for each in (shown, wanted))
        differ = any(theirs) and theirs != ours
        if differ or {*ours} - {"", streams.told(_PREFIX.sub("", name), 0)}:
            traces.append(Trace(name=name, found=ours, expected=theirs if differ else []))
    ends = next(islice(changes, at + _AFTER + 1, None), cycles[-1] + 1)
    return Waveform(cycles=[*cycles, ends], wrong=cycles.index(wrong), traces=traces)


def _over(columns: Sequence[int], values: dict[int, _Values]) -> list[_Values]:
    """The values in each of these cycles: those of the last change before it."""
    changes = sorted(values)
    spread, at = [], -1
    for cycle in columns:
        while at + 1 < len(changes) and changes[at + 1] <= cycle:
            at += 1
        spread.append(values[changes[at]] if at >= 0 else {})
    return spread


def _values(
    streams: Streams, requests: Sequence[Sequence[int]], record: str, port: bool
) -> Iterator[tuple[int, _Values]]:
    """The values in each cycle in which one changes."""
    taken, before = 0, None
    for row in rows(record):
        flags = FLAGS.parse(row.flags) or 0
        values = _in(streams, row, flags, requests[taken] if taken < len(requests) else (), port)
        if values != before:
            yield row.cycle, values
        before = values
        taken += flags & ASKED == ASKED


def _in(streams: Streams, row: Row, flags: int, request: Sequence[int], port: bool) -> _Values:
    """The values in one cycle; those that do not count then are empty."""
    asked = zip(streams.request.names, request, strict=False)
    values = _bits(flags, "rst", "req_valid", "req_ready")
    values |= {f"req_{name}": streams.told(name, int(value)) if flags & REQ_VALID else "" for name, value in asked}
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
    """Each field that has a port, in words; bits that are X or Z as they are."""
    packed = layout.parse(text)
    unknown = layout.unknown(text) if packed is None else {}
    known = layout.unpack(int(re.sub("[^01]", "0", text), 2) if packed is None else packed)
    told = {name: unknown.get(name) or streams.told(name, known[name]) for name, _ in layout.ports}
    return {f"{prefix}{name}": value if counts else "" for name, value in told.items()}
