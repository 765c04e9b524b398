"""A FIFO between two clocks: a writer and a reader, each with pauses of its own, in two tasks.

The reset hook starts the clocks, so they end with the example. Two clocks that ran on would stand to each other in
another way at the beginning of each example, and no failure could be reproduced. And the limit of an example is a
time: when the property starts, there is no clock to count.
"""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge
from cocotbext.hypothesis import in_simulation
from hypothesis import given
from hypothesis import strategies as st


def setup(dut):
    dut.bug.value = "bug" in cocotb.plusargs
    return dut


async def reset(dut):
    Clock(dut.wclk, 10, "ns").start()
    Clock(dut.rclk, 14, "ns").start()
    dut.push.value = dut.pop.value = 0
    dut.rst.value = 1
    await ClockCycles(dut.rclk, 4, FallingEdge)
    dut.rst.value = 0


async def write(dut, pauses):
    for number, pause in enumerate(pauses):
        await ClockCycles(dut.wclk, pause + 1, FallingEdge)
        while dut.full.value:
            await FallingEdge(dut.wclk)
        dut.push.value, dut.wdata.value = 1, number
        await FallingEdge(dut.wclk)
        dut.push.value = 0


async def read(dut, pause, count):
    for number in range(count):
        await ClockCycles(dut.rclk, pause + 1, FallingEdge)
        while dut.empty.value:
            await FallingEdge(dut.rclk)
        assert dut.rdata.value == number
        dut.pop.value = 1
        await FallingEdge(dut.rclk)
        dut.pop.value = 0


@cocotb.test()
@in_simulation(setup=setup, reset=reset, timeout=(20, "us"))
@given(st.lists(st.integers(0, 5), max_size=20), st.integers(0, 9))
async def keeps_order(dut, pauses, reader_pauses):
    cocotb.start_soon(write(dut, pauses))
    await read(dut, reader_pauses, len(pauses))
