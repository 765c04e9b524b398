"""The ports of an engine in one cycle, as a line of a record: what hdl/loopline_session.v writes, seen from Python."""

from __future__ import annotations

from typing import Any, NamedTuple

from loopline.bench.buses import AnswerMonitor, PortMonitor, RequestMonitor
from loopline.design.dut import Dut
from loopline.signals.layout import Layout
from loopline.signals.streams import Streams
from loopline.simulation.recording import FLAGS, RESET, line_in_reset


class Sample(NamedTuple):
    """One cycle."""

    #: What of it is known to be 1.
    flags: int
    #: As a record has it.
    line: str
    #: The request on the port, in binary.
    request: str


class Sampler:
    """Reads all ports at once. It has the monitors of an engine, which others may use as well."""

    def __init__(self, entity: Any, clock: Any, reset: Any, dut: Dut, streams: Streams) -> None:
        self._reset, self._active = reset, "1" if dut.reset.active == "high" else "0"
        self._streams = streams
        self.requests = RequestMonitor(entity, clock, streams, dut.port)
        self.answers = AnswerMonitor(entity, clock, streams, dut.port)
        self.port = PortMonitor(entity, clock, streams, dut.port) if dut.verification_port else None
        asks, answers = self.requests.bus, self.answers.bus
        self._wires = [asks.valid, asks.ready, answers.valid, answers.ready]
        self._resetting = line_in_reset(streams)

    def sample(self) -> Sample:
        """What the ports have just before the edge at which this is called."""
        if str(self._reset.value) == self._active:
            return Sample(RESET, self._resetting, "")
        wires = "".join([str(wire.value) for wire in self._wires])
        event, state = "0" * self._streams.event.width, "0" * self._streams.state.width
        if self.port is None:
            wires += "0"
        else:
            wires += str(self.port.bus.valid.value)
            event, state = _blank(self.port.bits(), wires[4]), str(self.port.bus.state.value)
        flags = "000" + wires
        parts = [flags, _blank(self.answers.bits(), wires[2]), event, state]
        known = set("".join(parts)) <= {"0", "1"}
        streams = self._streams
        layouts = (FLAGS, streams.response, streams.event, streams.state)
        line = " ".join(map(_in_hexadecimal, layouts, parts) if known else parts)
        return Sample(int("".join("1" if bit == "1" else "0" for bit in flags), 2), line, self.requests.bits())


def _in_hexadecimal(layout: Layout, bits: str) -> str:
    return layout.text(int(bits or "0", 2))


def _blank(bits: str, valid: str) -> str:
    """What is not valid is no change; but it must not be unknown."""
    return "0" * len(bits) if valid == "0" and set(bits) <= {"0", "1"} else bits
