"""An arbiter: only who asks is granted, one at a time, and never the same twice while another waits."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge
from cocotbext.hypothesis import in_simulation
from hypothesis import given
from hypothesis import strategies as st


def setup(dut):
    dut.bug.value = "bug" in cocotb.plusargs
    Clock(dut.clk, 10, "ns").start()
    return dut


async def reset(dut):
    dut.request.value = 0
    dut.rst.value = 1
    await FallingEdge(dut.clk)
    await FallingEdge(dut.clk)
    dut.rst.value = 0


@cocotb.test()
@in_simulation(setup=setup, reset=reset, cycles=1000)
@given(st.lists(st.integers(0, 15), max_size=60))
async def is_fair(dut, requests):
    before = 0
    for request in requests:
        dut.request.value = request
        await FallingEdge(dut.clk)
        grant = int(dut.grant.value)
        assert grant & ~request == 0
        assert grant.bit_count() == (request != 0)
        assert grant != before or grant == request
        before = grant
