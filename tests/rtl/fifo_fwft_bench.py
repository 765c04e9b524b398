"""Runs inside the simulator: `fifo_fwft` against a queue."""

from collections import deque

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge
from cocotbext.hypothesis import in_simulation
from hypothesis import given
from hypothesis import strategies as st

DEPTH = 8

#: For each clock: is a word offered, is one wanted. Runs of the same fill it up and drain it.
phases = st.tuples(st.booleans(), st.booleans(), st.integers(1, 2 * DEPTH))


def setup(dut):
    Clock(dut.clk, 10, "ns", impl="gpi").start()
    return dut


async def reset(dut):
    dut.rst.value, dut.in_valid.value, dut.in_data.value, dut.out_ready.value = 1, 0, 0, 0
    await FallingEdge(dut.clk)
    await FallingEdge(dut.clk)
    dut.rst.value = 0


@cocotb.test()
@in_simulation(setup=setup, reset=reset, cycles=10_000)
@given(st.lists(phases))
async def is_a_queue(dut, phases):
    queue = deque()
    word = 0
    for offered, wanted, clocks in phases:
        for _ in range(clocks):
            word = (word + 37) % 512
            dut.in_valid.value, dut.in_data.value, dut.out_ready.value = offered, word, wanted
            await FallingEdge(dut.clk)  # both happen in between, at the rising edge
            pop, push = wanted and queue, offered and len(queue) < DEPTH
            if pop:
                queue.popleft()
            if push:
                queue.append(word)
            assert bool(dut.in_ready.value) == (len(queue) < DEPTH)
            assert bool(dut.out_valid.value) == bool(queue)
            if queue:
                assert int(dut.out_data.value) == queue[0]
