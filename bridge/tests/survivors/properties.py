"""Properties that fail by what the reset forgets. `PASTED` holds examples to play first, and alone."""

import json
import os

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer
from cocotbext.hypothesis import in_simulation
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

PASTED = json.loads(os.environ.get("PASTED", "null"))
BYTES = st.lists(st.integers(0, 255), max_size=20)


async def setup(dut):
    Clock(dut.clk, 10, "ns").start()
    dut.en.value = dut.d.value = 0
    return dut


async def reset(dut):
    dut.en.value, dut.rst.value = 0, 1
    await FallingEdge(dut.clk)
    await FallingEdge(dut.clk)
    dut.rst.value = 0


async def cycle(dut, value):
    dut.en.value, dut.d.value = 1, value
    await FallingEdge(dut.clk)
    dut.en.value = 0


def simulated(**options):
    """The decorators that all have."""
    phases = [Phase.generate, Phase.shrink] if PASTED is None else [Phase.explicit]

    def decorate(test):
        for values in reversed(PASTED or []):
            test = example(**values)(test)
        test = settings(max_examples=100, database=None, phases=phases)(test)
        return cocotb.test()(in_simulation(**{"setup": setup, "reset": reset, "cycles": 500} | options)(test))

    return decorate


@simulated()
@given(data=BYTES)
async def bank(dut, data):
    for value in data:
        await cycle(dut, value)
        assert dut.bank_q.value == value


@simulated()
@given(value=st.integers(0, 255))
async def bank_once(dut, value):
    await cycle(dut, value)
    assert dut.bank_q.value == value


@simulated()
@given(data=BYTES)
async def quarter(dut, data):
    for value in data:
        await cycle(dut, value)
    assert not data or dut.quarter_q.value == data[-1]


@simulated()
@given(data=BYTES)
async def sticky(dut, data):
    for value in data:
        await cycle(dut, value)
        assert dut.sticky_q.value == value


@simulated()
@given(data=BYTES)
async def memory(dut, data):
    words = {}
    for value in data:
        await cycle(dut, value)
        assert dut.word_q.value == words.get(value % 16, 0)
        if value >= 128:
            words[value % 16] = value


@simulated()
@given(data=st.lists(st.integers(0, 255), max_size=6))
async def credits(dut, data):
    for value in data:
        assert dut.ready.value
        await cycle(dut, value)


@simulated()
@given(requests=st.lists(st.integers(0, 15), max_size=20))
async def arbiter(dut, requests):
    mask = 0xF
    for asked in requests:
        await cycle(dut, asked)
        among = asked & mask or asked
        lowest = among & -among
        assert dut.grant.value == lowest
        mask = ~(lowest | (lowest - 1)) & 0xF


@simulated(cycles=3)
@given(n=st.integers(0, 100))
async def phase(dut, n):
    await FallingEdge(dut.clk)


@simulated(timeout=(47, "ns"), cycles=None)
@given(n=st.integers(0, 100))
async def no_clock_given(dut, n):
    await Timer(n % 7 + 1, "ns")
    await FallingEdge(dut.clk)


@simulated()
@given(value=st.integers(0, 255))
async def both(dut, value):
    await cycle(dut, value)
    assert dut.both_q.value == value
