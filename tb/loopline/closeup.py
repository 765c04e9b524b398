"""The close-up: the same session as in session.py, but Python drives and watches every single cycle.

It is slow, and there to be looked at: waves of the smallest failing game, with no recorder between design and verdict.
Both speeds give the same verdict on the same session; a test holds them to that.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, repeat
from typing import Any

from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge
from cocotb.utils import get_sim_time
from cocotb_bus.drivers import BusDriver
from cocotb_bus.monitors import BusMonitor

from loopline.session import AT_ONCE, EVENT, REQ_READY, REQ_VALID, RESET, RESP_READY, RESP_VALID, Recording, Timing
from loopline.streams import Streams

PERIOD = 10  # of the clock, in ns: as hdl/loopline_session.v has it
TAIL = 17  # cycles watched after the last answer: as many as the player in HDL does


class _Hung(Exception):
    """Patience has come to its end."""


class Asker(BusDriver):  # type: ignore[misc]
    """Makes requests: waits, asks, and goes on asking until it is heard."""

    _signals = {"valid": "hand_req_valid", "data": "hand_req_data", "ready": "req_ready"}  # noqa: RUF012

    async def ask(self, request: int, gap: int, patience: int) -> None:
        await ClockCycles(self.clock, 1 + gap)
        self.bus.valid.value = 1
        self.bus.data.value = request
        for _ in range(patience):
            await FallingEdge(self.clock)
            heard = str(self.bus.ready.value) == "1"
            await RisingEdge(self.clock)
            if heard:
                self.bus.valid.value = 0
                return
        raise _Hung


class Taker(BusDriver):  # type: ignore[misc]
    """Takes an answer: at once, or after it has been left waiting."""

    _signals = {"ready": "hand_resp_ready", "valid": "resp_valid"}  # noqa: RUF012

    async def take(self, stall: int, patience: int) -> None:
        self.bus.ready.value = int(stall == 0)
        for _ in range(patience):
            await FallingEdge(self.clock)
            there = str(self.bus.valid.value) == "1"
            await RisingEdge(self.clock)
            if there and stall == 0:
                self.bus.ready.value = 0
                return
            if there:
                stall -= 1
                self.bus.ready.value = int(stall == 0)
        raise _Hung


class Watcher(BusMonitor):  # type: ignore[misc]
    """Writes down every cycle from the reset on, in the recorder's words, and leaves out what it leaves out."""

    _signals = (
        *("rst", "req_valid", "req_ready", "resp_valid", "resp_ready", "resp"),
        *("event_valid", "event_data", "state"),
    )

    def start(self) -> None:
        self.lines: list[str] = []
        self.cycle = -1

    async def _monitor_recv(self) -> None:
        self.start()
        last = ""
        while True:
            await FallingEdge(self.clock)
            if self.cycle < 0 and str(self.bus.rst.value) != "1":
                continue
            self.cycle += 1
            line = self._line()
            flags = int(line[:2].replace("x", "0"), 16)
            asked, taken = REQ_VALID | REQ_READY, RESP_VALID | RESP_READY
            if self.cycle == 0 or line != last or flags & EVENT or flags & asked == asked or flags & taken == taken:
                self.lines.append(f"{self.cycle:08x} {line}")
            last = line

    def _line(self) -> str:
        bus = self.bus
        wires = {
            bus.req_valid: REQ_VALID,
            bus.req_ready: REQ_READY,
            bus.resp_valid: RESP_VALID,
            bus.resp_ready: RESP_READY,
            bus.event_valid: EVENT,
        }
        if str(bus.rst.value) == "1":
            return f"{RESET:02x} {_hex(bus.resp, True)} {_hex(bus.event_data, True)} {_hex(bus.state, True)}"
        known = all(wire.value.is_resolvable for wire in wires)
        flags = f"{sum(bit for wire, bit in wires.items() if str(wire.value) == '1'):02x}" if known else "xx"
        answer = _hex(bus.resp, str(bus.resp_valid.value) == "0")
        event = _hex(bus.event_data, str(bus.event_valid.value) == "0")
        return f"{flags} {answer} {event} {_hex(bus.state)}"


def _hex(signal: Any, blank: bool = False) -> str:
    """A packed signal in hexadecimal digits; a digit with an unknown bit is x."""
    bits = "0" * len(signal) if blank else str(signal.value)
    bits = bits.rjust(-(-len(bits) // 4) * 4, "0")
    digits = (bits[at : at + 4] for at in range(0, len(bits), 4))
    return "".join(f"{int(digit, 2):x}" if set(digit) <= {"0", "1"} else "x" for digit in digits)


class CloseUp:
    """Plays like loopline.session.Session."""

    def __init__(self, top: Any, streams: Streams) -> None:
        self._session = session = top.session
        self._pack, self._cut = streams.request.pack, streams.cut
        session.by_hand.value = 1
        self._asker = Asker(session, None, session.clk)
        self._taker = Taker(session, None, session.clk)
        self._watcher = Watcher(session, None, session.clk)
        #: When the first cycle of the last session began, in ns.
        self.began = 0

    async def play(
        self, requests: Sequence[Sequence[int]], timings: Sequence[Timing], *, reset_cycles: int, patience: int
    ) -> Recording:
        session, hung = self._session, False
        await RisingEdge(session.clk)
        session.hand_rst.value = 1
        session.hand_req_valid.value = session.hand_resp_ready.value = 0  # as a design that hung may have left them
        self._watcher.start()
        await RisingEdge(session.clk)
        self.began = round(get_sim_time("ns"))
        await self._end_reset(reset_cycles - 1)
        try:
            for request, (gap, stall) in zip(requests, chain(timings, repeat(AT_ONCE)), strict=False):
                await self._asker.ask(self._pack(request), gap, patience)
                if cut := request[self._cut]:
                    await ClockCycles(session.clk, cut - 1)
                    session.hand_rst.value = 1
                    await self._end_reset(reset_cycles)
                else:
                    await self._taker.take(stall, patience)
            await ClockCycles(session.clk, TAIL)
        except _Hung:
            hung = True
        return Recording("\n".join(self._watcher.lines) + "\n", hung)

    async def _end_reset(self, cycles: int) -> None:
        await ClockCycles(self._session.clk, cycles)
        self._session.hand_rst.value = 0
        await RisingEdge(self._session.clk)
