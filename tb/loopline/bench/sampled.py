"""The ports of an engine in one cycle, as a line of a record: what hdl/loopline_session.v writes, seen from Python."""

from __future__ import annotations

from typing import Any, NamedTuple

import cocotb

from loopline.bench.buses import AnswerMonitor, PortMonitor, RequestMonitor
from loopline.design.dut import Dut
from loopline.errors import BadInput
from loopline.signals import Layout, Streams
from loopline.simulation.recording import FLAGS, REQ_READY, RESET, RESP_VALID, line_in_reset

#: They depend on registers alone.
_OUTPUTS = REQ_READY | RESP_VALID


class Sample(NamedTuple):
    """One cycle."""

    #: What of it is known to be 1.
    flags: int
    #: As a record has it.
    line: str


class Sampler:
    """Reads all ports at once. It has the monitors of an engine, which others may use as well.

    Reading takes most of the time. Where nothing can be unknown, as in Verilator, what is not valid is not read."""

    def __init__(self, entity: Any, clock: Any, reset: Any, dut: Dut, streams: Streams) -> None:
        self._knows_x = "verilator" not in cocotb.SIM_NAME.lower()
        self._reset, self._active = reset, "1" if dut.reset.active == "high" else "0"
        self._streams = streams
        self.requests = RequestMonitor(entity, clock, streams, dut.port)
        self.answers = AnswerMonitor(entity, clock, streams, dut.port)
        self.port = PortMonitor(entity, clock, streams, dut.port) if dut.verification_port else None
        asks, answers = self.requests.bus, self.answers.bus
        self._wires = [asks.valid, asks.ready, answers.valid, answers.ready]
        self._resetting = line_in_reset(streams)
        #: What was read in the last cycle, as most are like the one before.
        self._before: tuple[list[str], Sample] = [], Sample(RESET, self._resetting)

    def sample(self) -> Sample:
        """What the ports have just before the edge at which this is called."""
        if str(self._reset.value) == self._active:
            return Sample(RESET, self._resetting)
        wires = "".join([str(wire.value) for wire in self._wires])
        event, state = "0" * self._streams.event.width, "0" * self._streams.state.width
        if self.port is None:
            wires += "0"
        else:
            wires += str(self.port.bus.valid.value)
            event, state = self._valid(self.port, wires[4]), str(self.port.bus.state.value)
        flags = "000" + wires
        parts = [flags, self._valid(self.answers, wires[2]), event, state]
        if parts == self._before[0]:
            return self._before[1]
        known = set("".join(parts)) <= {"0", "1"}
        streams = self._streams
        layouts = (FLAGS, streams.response, streams.event, streams.state)
        line = " ".join(map(_in_hexadecimal, layouts, parts) if known else parts)
        sample = Sample(int("".join("1" if bit == "1" else "0" for bit in flags), 2), line)
        self._before = parts, sample
        return sample

    def _valid(self, monitor: AnswerMonitor | PortMonitor, valid: str) -> str:
        """The fields of a port. What is not valid is no change; but it must not be unknown."""
        if valid == "0" and not self._knows_x:
            return "0" * monitor.layout.width
        bits = monitor.bits()
        return "0" * len(bits) if valid == "0" and set(bits) <= {"0", "1"} else bits


class Timely:
    """Whether the edges of a clock are seen before the registers change, as the values before an edge are compared.

    In Verilator they are if Python writes the clock, which must be an input of the top. Those of any other signal are
    seen when all has changed. This shows as soon as an output changes that depends on registers alone."""

    def __init__(self, clock: Any) -> None:
        self._clock = clock
        #: Edges are seen in time.
        self.is_known = False
        self._before = self._after = 0
        self._in_reset = True

    def edge(self, sample: Sample) -> None:
        """What is seen at an edge. Raises BadInput if it is too late."""
        self._before = sample.flags
        if self.is_known or self._in_reset or sample.flags & RESET:
            return
        if (sample.flags ^ self._after) & _OUTPUTS:
            signal = "req_ready" if (sample.flags ^ self._after) & REQ_READY else "resp_valid"
            raise BadInput(
                f"{self._clock._path}: on Verilator its edges are seen too late: {signal} has changed already. Give an "
                "input of the top that Python writes and that this clock comes from, as in clock=dut.clk, or use "
                f"Icarus. (Or {signal} changes between two edges, which a design must not do)"
            )

    def settled(self, sample: Sample) -> None:
        """What is seen when all has changed."""
        in_reset = bool(sample.flags & RESET)
        self.is_known = not (in_reset or self._before & RESET) and bool((sample.flags ^ self._before) & _OUTPUTS)
        self._after, self._in_reset = sample.flags, in_reset


def _in_hexadecimal(layout: Layout, bits: str) -> str:
    return layout.text(int(bits or "0", 2))
