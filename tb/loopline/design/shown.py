"""The signals that are worth looking at in waves: each field of the ports, and below it what the model expects.

A build with waves has all of them below its top, in two scopes: `ports` has the fields of the design's ports, `model`
has the same as the model expects them. Viewers of waves get lists of them: viewers.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from loopline.design.dut import Dut
from loopline.signals import Field, Layout, Streams

#: The scopes.
PORTS, MODEL = "ports", "model"

#: In the model's scope: 1 as long as it is known what the model expects.
KNOWN = "known"

#: Fields wider than this are told as numbers.
_IN_WORDS = 8

#: What precedes the name of a field in that of a signal.
PREFIX = re.compile(r"^(req_|resp_|vp_state\.|vp_)")


class Signal(NamedTuple):
    """A signal in the waves."""

    #: What a report calls it.
    name: str
    #: Where it is, below the top.
    path: str
    #: What its values are; None of a plain bit.
    field: Field | None = None
    is_expected: bool = False

    @property
    def label(self) -> str:
        """Its name in a list of signals: without a dot, of which GTKWave would show only what follows it."""
        return in_verilog(f"{MODEL}_{PREFIX.sub('', self.name)}" if self.is_expected else self.name)

    @property
    def bits(self) -> int:
        """Its width."""
        return self.field.bits if self.field else 1

    def words(self, streams: Streams) -> dict[int, str]:
        """Return each value in words; nothing if they are plain numbers, or too many for the lists of viewers."""
        field, name = self.field, PREFIX.sub("", self.name)
        if not field or not (field.values or field.shows) or field.bits > _IN_WORDS:
            return {}
        return {value: streams.told(name, value) for value in range(1 << field.bits)}


def expected(dut: Dut, streams: Streams) -> Layout:
    """Return how the waves read what the model expects in a cycle: packed, by the names of reports. The private part of
    the state is not in it unless the design is cycle-exact; for a player there is nothing."""
    if dut.contract == "player":
        return Layout(())
    bits, fields = [KNOWN, "req_ready", "resp_valid"], [("resp_", streams.response)]
    if dut.verification_port:
        bits.append("vp_valid")
        fields += [("vp_", streams.event), ("vp_state.", streams.state if dut.cycle_exact else streams.settled)]
    plain = [(name, Field(1)) for name in bits]
    return Layout((*plain, *((f"{prefix}{name}", field) for prefix, one in fields for name, field in one.fields)))


def vectors(dut: Dut, streams: Streams) -> list[tuple[str, str, Layout]]:
    """Return the vectors of the top that consist of fields: name, what precedes the names of the fields, layout."""
    found = []
    if dut.contract == "engine":
        found += [("req", "req_", streams.request), ("resp", "resp_", streams.response)]
    if dut.verification_port:
        found += [("event_data", "vp_", streams.event), ("state", "vp_state.", streams.state)]
    return found


def in_verilog(name: str) -> str:
    """The name of a signal in its scope."""
    return re.sub(r"\W", "_", name, flags=re.ASCII)


def groups(dut: Dut, streams: Streams, wrong: str = "") -> Iterator[tuple[str, list[Signal]]]:
    """Yield groups of signals with their titles. After the first comes what is wrong, if that is among them."""
    model = dict(expected(dut, streams).ports)

    def both(name: str, path: str, field: Field | None = None) -> Iterator[Signal]:
        yield Signal(name, path, field)
        if name in model:
            yield Signal(name, f"{MODEL}.{in_verilog(name)}", field, is_expected=True)

    every: dict[str, list[Signal]] = {}
    for vector, prefix, layout in vectors(dut, streams):
        signals = every[vector] = []
        bits = {"req": ("valid", "ready"), "resp": ("valid", "ready"), "event_data": ("valid",)}.get(vector, ())
        for bit in bits:
            path = f"{vector.removesuffix('_data')}_{bit}"
            signals += both(f"{prefix}{bit}", path)
        for name, field in layout.ports:
            signals += both(f"{prefix}{name}", f"{PORTS}.{in_verilog(prefix + name)}", field)
    names = ["clk", "rst", *(("rx", "tx") if dut.contract == "player" else ())]
    yield "", [Signal(name, name) for name in names]
    if found := [one for signals in every.values() for one in signals if one.name == wrong]:
        yield "wrong", found
    titles = {"event_data": "events"}
    for vector, signals in every.items():
        yield titles.get(vector, vector), signals
