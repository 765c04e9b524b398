"""A rival: a cocotb testbench that wakes once a request, and compares answers alone.

Events, state, latency and stalls go unseen. The next request is driven when the answer comes, before the design can be
ready for it: nobody has to look whether it was taken.
"""

from __future__ import annotations

import time
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge
from loopline.contract.game import Subject

from speed.simulation import job_of_this_simulation, write


@cocotb.test()
async def answers(dut: Any) -> None:
    job = job_of_this_simulation()
    game = Subject.of(job.dut).engine
    Clock(dut.clk, 10, unit="ns", impl="gpi").start()
    requests = [getattr(dut, f"req_{name}") for name in game.streams.request.names]
    responses = [getattr(dut, f"resp_{name}") for name in game.streams.response.names]
    answered, pack = RisingEdge(dut.resp_valid), game.streams.response.pack
    turns, started = 0, time.process_time()
    for _, text, _ in job.deck:
        script = game.read(text.split())
        follower = game.follower(False)
        dut.rst.value, dut.req_valid.value, dut.resp_ready.value = 1, 0, 1
        await ClockCycles(dut.clk, job.dut.reset.cycles + 1)
        dut.rst.value, dut.req_valid.value = 0, 1
        for request in game.requests(script):
            *fields, reset = request
            assert not reset, "no script of these properties asks for a reset"
            for wire, value in zip(requests, fields, strict=True):
                wire.value = value
            follower.accept(request)
            await answered
            follower.answer(pack(int(wire.value) for wire in responses))
        turns += game.turns(script)
    write("answers.json", {"turns": turns, "seconds": time.process_time() - started})
