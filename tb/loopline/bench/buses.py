"""The ports of an engine: drivers and monitors of its streams and of its verification port, as classes of cocotb-bus.

`Sampler` reads all of them in one cycle, as a line of a record. That is what hdl/loopline_session.v writes, seen from
Python.

Each driver and monitor can be used alone: `ports` of loopline.bench has what they take. `port` says what the design
calls a port of the contract.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import First, RisingEdge, Timer
from cocotb_bus.drivers import BusDriver
from cocotb_bus.monitors import BusMonitor

from loopline.design.dut import Dut
from loopline.errors import BadInput, plural
from loopline.signals import Layout, Streams, packed
from loopline.simulation.recording import FLAGS, REQ_READY, RESET, RESP_VALID, line_in_reset

Port = Callable[[str], str]

#: A clock that has not ticked in this many of its periods does not run.
_PERIODS = 1000

#: Ports that depend on registers alone.
_OUTPUTS = REQ_READY | RESP_VALID

#: Steps of the simulator in a period: an even number of picoseconds.
_EVEN = 2


def signals(entity: Any, wanted: Mapping[str, tuple[str, int]]) -> dict[str, str]:
    """Return the name of the signal for each attribute of a bus. Raise BadInput.

    `wanted`: that name and its width.
    """
    for name, width in wanted.values():
        handle = getattr(entity, name, None)
        if handle is None:
            says = "say under [signals] of the description what the design calls it"
            if name.startswith("vp_"):
                says += ", or leave verification_port out if it has none"
            raise BadInput(
                f"{entity._path} has no signal {name}: give the handle of the engine itself, such as dut.u_engine, and "
                f"the description of this design, or {says}"
            )
        if len(handle) != width:
            raise BadInput(
                f"{entity._path}.{name} has {plural(len(handle), 'bit')}, and by the description {width}: are [board] "
                "and verification_port what this design was built with, and is it an engine of this game?"
            )
    return {attribute: name for attribute, (name, _) in wanted.items()}


def _fields(prefix: str, layout: Layout, port: Port) -> dict[str, tuple[str, int]]:
    return {name: (port(f"{prefix}_{name}"), field.bits) for name, field in layout.ports}


def _handshake(prefix: str, port: Port) -> dict[str, tuple[str, int]]:
    return {wire: (port(f"{prefix}_{wire}"), 1) for wire in ("valid", "ready")}


async def clocked(entity: Any, clock: Any, dut: Dut, caller: str) -> None:
    """Start the clock, if it does not run.

    Args:
        entity: The handle of the design.
        clock: The handle of its clock.
        dut: The description.
        caller: What to call after a clock was started, for the message.

    Raises:
        BadInput: Something else in the design drives the clock.
    """
    picoseconds = round(1e6 / dut.clock.mhz / _EVEN) * _EVEN
    limit = Timer(_PERIODS * picoseconds, "ps")
    if await First(RisingEdge(clock), limit) is not limit:
        return
    if "." in entity._path:
        raise BadInput(f"{clock._path} does not tick: start a Clock on what drives it, before {caller}")
    Clock(clock, picoseconds, unit="ps", impl="gpi").start()


class _Driver(BusDriver):
    def stop(self) -> None:
        """Drive no more: what is queued is forgotten, and what is under way is left as it is."""
        self.clear()
        self._thread.cancel()


class RequestDriver(_Driver):
    """Makes requests: `await driver.send(request)` returns when the request is taken.

    A request has the fields of the request stream by their names, where those left out are 0, or all of them in order;
    anything else raises BadInput. Between requests the port carries another value.
    """

    def __init__(self, entity: Any, clock: Any, streams: Streams, port: Port = str) -> None:
        layout = self._layout = streams.request
        self._signals = signals(entity, {**_handshake("req", port), **_fields("req", layout, port)})
        self._before: Sequence[int] = [0] * len(layout.fields)
        super().__init__(entity, None, clock, case_insensitive=False)
        self.bus.valid.value = 0
        self._put(0)

    def _put(self, request: int) -> None:
        for name, value in self._layout.unpack(request).items():
            if name in self._signals:
                getattr(self.bus, name).value = value

    async def _driver_send(
        self, transaction: Sequence[int] | Mapping[str, int], sync: bool = True, gap: int = 0
    ) -> None:
        """Make a request.

        `gap`: this many cycles later.
        """
        names = self._layout.names
        if isinstance(transaction, Mapping):
            if unknown := set(transaction) - set(names):
                raise BadInput(f"a request has no {', '.join(sorted(unknown))}; it has {', '.join(names)}")
            transaction = [transaction.get(name, 0) for name in names]
        if misfit := self._layout.misfit(list(transaction), "a request"):
            raise BadInput(f"{tuple(transaction)} does not fit a request: {misfit}")
        edge = RisingEdge(self.clock)
        for _ in range(gap):
            await edge
        *_, request = packed(self._layout, [self._before, transaction])
        self._before = transaction
        self.bus.valid.value = 1
        self._put(request)
        await edge
        while str(self.bus.ready.value) != "1":
            await edge
        self.bus.valid.value = 0
        self._put(~request & (1 << self._layout.width) - 1)


class AnswerDriver(_Driver):
    """Takes answers: `driver.append(stall)` leaves the next answer waiting for that many cycles."""

    def __init__(self, entity: Any, clock: Any, port: Port = str) -> None:
        self._signals = signals(entity, _handshake("resp", port))
        super().__init__(entity, None, clock, case_insensitive=False)
        self.bus.ready.value = 0

    async def _driver_send(self, transaction: int, sync: bool = True) -> None:
        edge = RisingEdge(self.clock)
        left = transaction
        while left:
            await edge
            left -= str(self.bus.valid.value) == "1"
        self.bus.ready.value = 1
        await edge
        while str(self.bus.valid.value) != "1":
            await edge
        self.bus.ready.value = 0


class _StreamMonitor(BusMonitor):
    """What passes over a port of these fields."""

    def __init__(
        self, entity: Any, clock: Any, prefix: str, layout: Layout, port: Port, wires: Mapping[str, tuple[str, int]]
    ) -> None:
        self.layout = layout
        self._signals = signals(entity, {**wires, **_fields(prefix, layout, port)})
        super().__init__(entity, None, clock, case_insensitive=False)
        self._handles = [getattr(self.bus, name) for name, _ in layout.ports]

    def bits(self) -> str:
        """Return the fields as they are now, in binary."""
        return "".join([str(handle.value) for handle in self._handles])

    def passes(self) -> bool:
        """Return whether a transaction passes in this cycle."""
        return str(self.bus.valid.value) == "1" == str(self.bus.ready.value)

    async def _monitor_recv(self) -> None:
        edge = RisingEdge(self.clock)
        while True:
            await edge
            if self.passes():
                self._recv(self.taken(self.bits()))

    def taken(self, bits: str) -> dict[str, int | None]:
        """Return the fields of a transaction by their names; None if some bits are unknown."""
        values = {}
        for name, field in self.layout.fields:
            text, bits = bits[: field.bits], bits[field.bits :]
            values[name] = int(text or "0", 2) if set(text) <= {"0", "1"} else None
        return values


class RequestMonitor(_StreamMonitor):
    """The requests that the design takes, as dicts by the names of the fields."""

    def __init__(self, entity: Any, clock: Any, streams: Streams, port: Port = str) -> None:
        super().__init__(entity, clock, "req", streams.request, port, _handshake("req", port))


class AnswerMonitor(_StreamMonitor):
    """The answers that are taken."""

    def __init__(self, entity: Any, clock: Any, streams: Streams, port: Port = str) -> None:
        super().__init__(entity, clock, "resp", streams.response, port, _handshake("resp", port))


class PortMonitor(_StreamMonitor):
    """The events of the verification port."""

    def __init__(self, entity: Any, clock: Any, streams: Streams, port: Port = str) -> None:
        wires = {"valid": (port("vp_valid"), 1), "state": (port("vp_state"), streams.state.width)}
        super().__init__(entity, clock, "vp", streams.event, port, wires)

    def passes(self) -> bool:
        """Return whether the port shows an event."""
        return str(self.bus.valid.value) == "1"


class Sample(NamedTuple):
    """One cycle."""

    #: What of it is known to be 1.
    flags: int
    #: As a record has it.
    line: str


class Sampler:
    """Reads all ports at once. It has the monitors of an engine, which others may use as well.

    Reading takes most of the time. Where all is known, as in Verilator, only what is valid is read.
    """

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
        """Read what the ports have just before the edge at which this is called."""
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
        """Return the fields of a port.

        What is not valid counts as unchanged; but it must be known.
        """
        if valid == "0" and not self._knows_x:
            return "0" * monitor.layout.width
        bits = monitor.bits()
        return "0" * len(bits) if valid == "0" and set(bits) <= {"0", "1"} else bits


class EdgeOrder:
    """Tells whether the edges of a clock are seen before the registers change.

    The values before an edge are compared. In Verilator they are if Python writes the clock, which must be an input of
    the top. Those of any other signal are seen when all has changed. This shows as soon as an output changes that
    depends on registers alone.
    """

    def __init__(self, clock: Any) -> None:
        self._clock = clock
        #: Edges are seen in time.
        self.is_known = False
        self._before = self._after = 0
        self._in_reset = True

    def edge(self, sample: Sample) -> None:
        """Note what is seen at an edge. Raise BadInput if it is too late."""
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
        """Note what is seen when all has changed."""
        in_reset = bool(sample.flags & RESET)
        self.is_known = not (in_reset or self._before & RESET) and bool((sample.flags ^ self._before) & _OUTPUTS)
        self._after, self._in_reset = sample.flags, in_reset


def _in_hexadecimal(layout: Layout, bits: str) -> str:
    return layout.text(int(bits or "0", 2))
