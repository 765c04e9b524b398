"""Runs inside the simulator: an engine deep in a system that drives it is watched."""

import os

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge, with_timeout
from loopline.bench import Engine

DESCRIPTION = os.environ["DESCRIPTIONS"]


@cocotb.test()
async def watched_in_a_system(dut):
    await plays(dut, clock=dut.clock_100)


@cocotb.test()
async def watched_by_its_own_clock(dut):
    await plays(dut)


async def plays(dut, **clock):
    dut.power_good_n.value = 1
    Clock(dut.clock_100, 10, unit="ns").start()
    engine = await Engine.watch(dut.shell.u_rules, DESCRIPTION, out="soc", **clock)
    for _ in range(3):
        await FallingEdge(dut.clock_100)
    dut.power_good_n.value = 0
    await with_timeout(RisingEdge(dut.finished), 100, "us")
    assert engine.position.winner.name == "RED"
    assert len(engine.position.turns) == 3
