"""A FIFO against a deque: whatever is pushed and popped, in every cycle."""

from collections import deque

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge
from cocotbext.hypothesis import in_simulation
from hypothesis import given
from hypothesis import strategies as st

DEPTH = 4


def setup(dut):
    dut.bug.value = "bug" in cocotb.plusargs
    Clock(dut.clk, 10, "ns").start()
    return dut


async def reset(dut):
    dut.push.value = dut.pop.value = 0
    dut.rst.value = 1
    await FallingEdge(dut.clk)
    await FallingEdge(dut.clk)
    dut.rst.value = 0


@cocotb.test()
@in_simulation(setup=setup, reset=reset, cycles=1000)
@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=60))
async def is_a_queue(dut, steps):
    queue = deque()
    for number, (push, pop) in enumerate(steps):
        dut.push.value, dut.wdata.value, dut.pop.value = push, number, pop
        full = len(queue) == DEPTH
        if pop and queue:
            queue.popleft()
        if push and not full:
            queue.append(number)
        await FallingEdge(dut.clk)
        assert (dut.empty.value, dut.full.value) == (not queue, len(queue) == DEPTH)
        assert not queue or dut.rdata.value == queue[0]
