"""What the harness is measured against: a testbench as a competent engineer writes it with cocotb alone.

Python wakes on every clock edge, reads the design's packed state and its streams, follows the events and asks the same
model. The design is the top itself, its clock is cocotb's fastest.
"""

from __future__ import annotations

import json
import time
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge

from loopline.contract import game as games
from loopline.contract.checker import Follower
from loopline.contract.game import AnyRequest
from loopline.design.dut import Dut
from loopline.signals.streams import Streams
from loopline.simulation.job import Job, job_of_this_simulation


class PlainBench:
    def __init__(self, dut: Any, design: Dut, streams: Streams) -> None:
        self.dut, self.design, self.streams = dut, design, streams
        self.fields = {
            name: [getattr(dut, f"{prefix}_{port}") for port in layout.names]
            for name, prefix, layout in (
                ("request", "req", streams.request),
                ("response", "resp", streams.response),
                ("event", "vp", streams.event),
            )
        }
        self.cycles = 0

    async def reset(self) -> None:
        self.dut.rst.value = 1
        self.dut.req_valid.value = 0
        self.dut.resp_ready.value = 1
        for _ in range(self.design.reset.cycles):
            await RisingEdge(self.dut.clk)
        self.dut.rst.value = 0

    async def play(self, requests: list[AnyRequest], follower: Follower[AnyRequest]) -> None:
        dut, waiting, answered = self.dut, list(reversed(requests)), 0
        state = None
        await self.reset()
        dut.req_valid.value = 1
        self._drive(waiting[-1])
        while answered < len(requests):
            await FallingEdge(dut.clk)
            self.cycles += 1
            state = int(dut.vp_state.value)
            if dut.vp_valid.value:
                names = self.streams.event.names
                event = {name: int(wire.value) for name, wire in zip(names, self.fields["event"], strict=True)}
                event.pop("order")
                follower.event(event)
            if dut.resp_valid.value:
                follower.answer(self.streams.response.pack(int(wire.value) for wire in self.fields["response"]))
                answered += 1
            accepted = bool(dut.req_ready.value) and waiting
            if accepted:
                follower.accept(waiting.pop())
            await RisingEdge(dut.clk)
            if accepted:
                dut.req_valid.value = int(bool(waiting))
                if waiting:
                    self._drive(waiting[-1])
        assert state is not None

    def _drive(self, request: AnyRequest) -> None:
        *fields, _ = request  # the last asks for a reset, as no script of these does
        for wire, value in zip(self.fields["request"], fields, strict=True):
            wire.value = value


@cocotb.test()
async def plain(dut: Any) -> None:
    job = job_of_this_simulation(Job)
    design = job.dut
    game = games.engine(design)
    Clock(dut.clk, 10, unit="ns", impl="gpi").start()
    bench = PlainBench(dut, design, game.streams)
    turns, started = 0, time.process_time()
    for _, text, _ in job.scripts:
        script = game.read(text.split())
        await bench.play(list(game.requests(script)), game.follower(True))
        turns += game.turns(script)
    figures = {"turns": turns, "seconds": time.process_time() - started, "cycles": bench.cycles}
    job.results.with_name("plain.json").write_text(json.dumps(figures))
