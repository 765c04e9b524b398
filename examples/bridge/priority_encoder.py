"""The number of the highest bit that is set. Nothing to clock, and nothing to reset."""

import cocotb
from cocotb.triggers import Timer
from cocotbext.hypothesis import in_simulation
from cocotbext.hypothesis.strategies import corners, sized
from hypothesis import given


@cocotb.test()
@in_simulation(reset=None, timeout=(1, "us"))
@given(sized(corners(16), max_size=40))
async def finds_the_highest(dut, requests):
    for request in requests:
        dut.request.value = request
        await Timer(1, "ns")
        assert dut.valid.value == (request != 0)
        assert request == 0 or dut.index.value == request.bit_length() - 1
