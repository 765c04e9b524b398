"""A block without a clock and without state: no reset, and a moment to settle instead of a cycle."""

import cocotb
from cocotb.triggers import Timer
from cocotbext.hypothesis import in_simulation
from hypothesis import given, settings
from hypothesis import strategies as st

OPERATIONS = {
    "add": (0, lambda a, b: a + b),
    "subtract": (1, lambda a, b: a - b),
    "and": (2, lambda a, b: a & b),
    "or": (3, lambda a, b: a | b),
}
bytes_ = st.integers(0, 255)


def setup(dut):
    dut.bug.value = "bug" in cocotb.plusargs
    return dut


@cocotb.test()
@in_simulation(setup=setup, reset=None)
@settings(max_examples=500)
@given(st.sampled_from(list(OPERATIONS)), bytes_, bytes_)
async def computes(dut, operation, a, b):
    code, compute = OPERATIONS[operation]
    dut.op.value, dut.a.value, dut.b.value = code, a, b
    await Timer(1, "ns")
    result = compute(a, b)
    assert dut.y.value == result % 256
    assert dut.carry.value == (result not in range(256))
