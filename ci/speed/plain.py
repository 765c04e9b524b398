"""What the harness is measured against: the leanest testbench that we know how to write with cocotb alone.

Python wakes once a cycle, at the falling edge. There it reads what the rising edge has left, the design's state and its
streams, asks the same model, and drives what the next rising edge is to take. All handles are looked up once. The
design is the top itself, its clock is cocotb's fastest.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge
from loopline.contract.checker import Follower
from loopline.contract.game import AnyRequest, Subject
from loopline.design.dut import Dut
from loopline.signals import Streams

from speed.simulation import job_of_this_simulation, write


class PlainBench:
    def __init__(self, dut: Any, design: Dut, streams: Streams) -> None:
        self._dut, self._streams = dut, streams
        self._reset_cycles, self._settled = design.reset.cycles, (1 << streams.settled.width) - 1
        self._request = [getattr(dut, f"req_{name}") for name in streams.request.names]
        self._response = [getattr(dut, f"resp_{name}") for name in streams.response.names]
        self._event = [getattr(dut, f"vp_{name}") for name in streams.happened.names]
        self._falling = FallingEdge(dut.clk)
        self.cycles = 0

    async def play(self, requests: Sequence[AnyRequest], follower: Follower[AnyRequest]) -> None:
        falling, settled, response, events = self._falling, self._settled, self._response, self._event
        req_ready, resp_valid = self._dut.req_ready, self._dut.resp_valid
        vp_valid, vp_state = self._dut.vp_valid, self._dut.vp_state
        waiting, answered, taken, last = list(reversed(requests)), 0, False, -1
        await self._reset()
        self._drive(waiting)
        while answered < len(requests):
            await falling
            self.cycles += 1
            if taken:
                self._drive(waiting)
            state = int(vp_state.value) & settled
            if state != last:
                follower.state(state)
                last = state
            if vp_valid.value:
                follower.event(tuple([int(wire.value) for wire in events]))
                last = -1
            if resp_valid.value:
                follower.answer(self._streams.response.pack(int(wire.value) for wire in response))
                answered += 1
            taken = bool(waiting) and bool(req_ready.value)
            if taken:
                follower.accept(waiting.pop())

    async def _reset(self) -> None:
        self._dut.rst.value = 1
        self._dut.req_valid.value = 0
        self._dut.resp_ready.value = 1
        for _ in range(self._reset_cycles):
            await self._falling
        self._dut.rst.value = 0

    def _drive(self, waiting: Sequence[AnyRequest]) -> None:
        """Drive the next request, or invalid if all have been taken."""
        self._dut.req_valid.value = int(bool(waiting))
        if waiting:
            *fields, _ = waiting[-1]  # the last field asks for a reset, as no script of these does
            for wire, value in zip(self._request, fields, strict=True):
                wire.value = value


@cocotb.test()
async def plain(dut: Any) -> None:
    job = job_of_this_simulation()
    game = Subject.of(job.dut).engine
    Clock(dut.clk, 10, unit="ns", impl="gpi").start()
    bench = PlainBench(dut, job.dut, game.streams)
    turns, started = 0, time.process_time()
    for _, text, _ in job.deck:
        script = game.read(text.split())
        await bench.play(list(game.requests(script)), game.follower(True))
        turns += game.turns(script)
    figures = {"turns": turns, "seconds": time.process_time() - started, "cycles": bench.cycles}
    write("plain.json", figures)
