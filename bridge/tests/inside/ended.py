"""What ends the simulation in the middle of an example. One of these a run: nothing comes after it."""

import cocotb
from cocotbext.hypothesis import in_simulation
from hypothesis import given
from hypothesis import strategies as st
from inside.bench import Bench

NUMBERS = st.integers(0, 100)


@cocotb.test()
@in_simulation(setup=Bench, reset=Bench.reset, cycles=1000)
@given(NUMBERS)
async def finishes(bench, n):
    bench.dut.finish.value = n > 5
    await bench.count(2)
