"""Runs inside the simulator: an engine of the Globe is asked in the very first cycle after a reset."""

import os
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge
from loopline.bench import Engine
from loopline.contract.game import Subject
from loopline.design.dut import load


@cocotb.test()
async def asked_in_the_first_cycle(dut):
    """Again after a reset that cuts the first request short."""
    engine = await Engine.watch(dut, os.environ["DESCRIPTION"], out="asked")
    streams, answers = Subject.of(load(Path(os.environ["DESCRIPTION"]))).engine.streams, []
    engine.answers.add_callback(answers.append)
    dut.req_valid.value, dut.resp_ready.value, dut.rst.value = 0, 1, 1
    Clock(dut.clk, 10, unit="ns", impl="gpi").start()
    for wait in (1, 20):
        for name in streams.request.names:
            getattr(dut, f"req_{name}").value = 0  # a new game
        dut.rst.value = 1
        for _ in range(2):
            await FallingEdge(dut.clk)
        dut.rst.value, dut.req_valid.value = 0, 1
        await FallingEdge(dut.clk)
        dut.req_valid.value = 0
        for _ in range(wait):
            await FallingEdge(dut.clk)
    assert [answer["reason"] for answer in answers] == [0]
