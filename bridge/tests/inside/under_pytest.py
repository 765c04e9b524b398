"""Properties where pytest itself runs cocotb's tests, by cocotb's plugin: test_pytest.py says which of them pass.

There are two runners, so that xdist has something to share out.
"""

import cocotb
import pytest
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge
from cocotbext.hypothesis import in_simulation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule


@pytest.fixture
def counter(hdl):
    hdl.sources, hdl.toplevel, hdl.timescale = ["counter.v"], "counter", ("1ns", "1ps")
    hdl.build()
    return hdl


@pytest.mark.cocotb_runner
def test_once(counter):
    counter.test()


@pytest.mark.cocotb_runner
def test_again(counter):
    counter.test()


async def set_up(dut):
    dut.skips.value = 10
    dut.stalls.value = dut.finish.value = 0
    Clock(dut.clk, 10, "ns").start()
    return dut


async def reset(dut):
    dut.en.value, dut.rst.value = 0, 1
    await FallingEdge(dut.clk)
    await FallingEdge(dut.clk)
    dut.rst.value = 0


async def counts(dut, n):
    dut.en.value = 1
    for _ in range(n):
        await FallingEdge(dut.clk)
    assert dut.count.value == n


simulated = in_simulation(setup=set_up, reset=reset, cycles=1000)
few = st.integers(0, 9)


@simulated
@given(st.integers(0, 100))
async def test_breaks(dut, n):
    await counts(dut, n)


@cocotb.test(timeout_time=1, timeout_unit="sec")
@cocotb.parametrize(width=[1, 2])
@simulated
@given(n=few)
async def of_cocotb(dut, width, n):
    assert width in (1, 2)
    await counts(dut, n)


@pytest.mark.parametrize("width", [1, 2])
@simulated
@given(few)
async def test_of_pytest(bench, width, n):
    assert width in (1, 2)
    await counts(bench, n)


@pytest.fixture
async def five(dut):
    return 5


@pytest.fixture(scope="module")
def six():
    return 6


@simulated
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(few)
async def test_with_a_fixture(bench, five, n):
    assert five == 5
    await counts(bench, n)


@simulated
@given(few)
async def test_with_a_fixture_of_the_module(bench, request, six, n):
    assert (six, request.node.name) == (6, "test_with_a_fixture_of_the_module")
    await counts(bench, n)


@simulated
@given(few)
async def test_with_another(bench, five, n):
    pass


@cocotb.test()
@simulated
@settings(max_examples=5)
class Machine(RuleBasedStateMachine):
    @rule()
    async def idles(self):
        await FallingEdge(self.bench.clk)
        assert self.bench.count.value == 0
