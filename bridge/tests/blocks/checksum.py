"""A pipeline: packets go in on one side, and a task compares what comes out on the other."""

import binascii
from collections import deque

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge
from cocotbext.hypothesis import in_simulation
from hypothesis import given
from hypothesis import strategies as st


def setup(dut):
    dut.bug.value = "bug" in cocotb.plusargs
    Clock(dut.clk, 10, "ns").start()
    return dut


async def reset(dut):
    dut.valid.value = 0
    dut.rst.value = 1
    await ClockCycles(dut.clk, 2, FallingEdge)
    dut.rst.value = 0


async def compare(dut, expected):
    """Runs until the example ends. If it fails, the example fails at once."""
    while True:
        await FallingEdge(dut.clk)
        if dut.done.value:
            assert dut.crc.value == expected.popleft()


packets = st.lists(st.tuples(st.binary(min_size=1, max_size=8), st.integers(0, 3)), max_size=8)


@cocotb.test()
@in_simulation(setup=setup, reset=reset, cycles=1000)
@given(packets)
async def computes_each(dut, packets):
    expected = deque()
    cocotb.start_soon(compare(dut, expected))
    for packet, gap in packets:
        expected.append(binascii.crc_hqx(packet, 0xFFFF))
        for place, byte in enumerate(packet):
            dut.valid.value, dut.data.value = 1, byte
            dut.last.value = place == len(packet) - 1
            await FallingEdge(dut.clk)
        dut.valid.value = 0
        if gap:
            await ClockCycles(dut.clk, gap, FallingEdge)
    await ClockCycles(dut.clk, 3, FallingEdge)
    assert not expected
