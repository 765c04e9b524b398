"""What the model expects in each cycle of a session, as a build with waves reads it (hdl/loopline_model.v)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from loopline.contract.checker import Mismatch
from loopline.design.shown import KNOWN, PREFIX
from loopline.signals import Field, Layout, Streams
from loopline.simulation.recording import EVENT, FLAGS, REQ_READY, RESET, RESP_VALID, Row, rows

#: The fields with at most this many bits have each of their values tried, to find the one that is told in these words.
_TRIED = 8

_BITS = {"req_ready": REQ_READY, "resp_valid": RESP_VALID, "vp_valid": EVENT}


def as_predicted(streams: Streams, layout: Layout, text: str) -> str:
    """Return what is expected of a cycle-exact design: the record that it must make."""
    return _written(layout, ((row.cycle, _values(streams, row)) for row in rows(text)))


def as_followed(streams: Streams, layout: Layout, text: str, mismatch: Mismatch) -> str:
    """Return what was expected of another design, of which this was recorded. Before the first wrong cycle that is what
    was found; in this cycle it is known of the wrong signal alone; after it nothing is known."""
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


def _value(streams: Streams, signal: str, field: Field, told: str) -> int | None:
    """The value of a field that a report tells so."""
    name = PREFIX.sub("", signal)
    number = re.match(r"\d+", told)
    tried = range(1 << field.bits) if field.bits <= _TRIED else ()
    candidates = [*([int(number[0])] if number else []), *tried]
    return next(
        (one for one in candidates if told in (str(one), streams.told(name, one)) and not one >> field.bits), None
    )


def _values(streams: Streams, row: Row) -> dict[str, int]:
    flags = FLAGS.parse(row.flags) or 0
    values = {name: int(bool(flags & bit)) for name, bit in _BITS.items()}
    for prefix, layout, text in (
        ("resp_", streams.response, row.answer),
        ("vp_", streams.event, row.event),
        ("vp_state.", streams.state, row.state),
    ):
        values |= {f"{prefix}{name}": value for name, value in layout.unpack(layout.parse(text) or 0).items()}
    return values | {KNOWN: int(not flags & RESET)}


def _written(layout: Layout, cycles: Iterable[tuple[int, dict[str, int]]]) -> str:
    return "".join(f"{cycle:x} {layout.pack(values[name] for name in layout.names):x}\n" for cycle, values in cycles)
