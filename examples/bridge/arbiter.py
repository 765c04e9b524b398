"""One grant a cycle, to the first request after the one that was granted last."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge
from cocotbext.hypothesis import in_simulation
from cocotbext.hypothesis.strategies import sized
from hypothesis import given
from hypothesis import strategies as st


def setup(dut):
    Clock(dut.clk, 10, "ns").start()
    return dut


async def reset(dut):
    dut.request.value = 0
    dut.rst.value = 1
    await FallingEdge(dut.clk)
    await FallingEdge(dut.clk)
    dut.rst.value = 0


@cocotb.test()
@in_simulation(setup=setup, reset=reset, cycles=1_000)
@given(sized(st.integers(0, 15), max_size=40))
async def takes_turns(dut, requests):
    latest = 3
    for request in requests:
        dut.request.value = request
        await FallingEdge(dut.clk)
        turns = [(latest + step) % 4 for step in (1, 2, 3, 4)]
        granted = next((turn for turn in turns if request >> turn & 1), None)
        assert dut.grant.value == (0 if granted is None else 1 << granted)
        latest = latest if granted is None else granted
