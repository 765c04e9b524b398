"""Runs inside the simulator: the counter counts, and wraps around where the test says."""

import os

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

WRAPS_AT = int(os.environ["COUNTER_WRAPS_AT"])


@cocotb.test()
async def counts(dut):
    Clock(dut.clk_i, 10, unit="ns", impl="gpi").start()
    dut.rst_i.value = 1
    await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.rst_i.value = 0
    for cycle in range(40):
        assert dut.count_o.value.to_unsigned() == cycle % WRAPS_AT
        await FallingEdge(dut.clk_i)
