"""What ends the simulation in the middle of an example. One of these a run: nothing comes after it."""

import os
import signal

import cocotb
from hypothesis import strategies as st
from loopline.property import given
from property.bench import Bench

NUMBERS = st.integers(0, 100)


@cocotb.test()
@given(NUMBERS, setup=Bench, reset=Bench.reset, cycles=1000)
async def finishes(bench, n):
    bench.dut.finish.value = n > 5
    await bench.count(2)


@cocotb.test()
@given(NUMBERS, setup=Bench, reset=Bench.reset, cycles=1000)
async def interrupted_twice(bench, n):
    await bench.count(2)
    if n > 5:
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGINT)  # before anything else has had a chance


def twice(n):
    if n > 5:
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGINT)
    return n


@cocotb.test()
@given(NUMBERS.map(twice), setup=Bench, reset=Bench.reset, cycles=1000)
async def interrupted_in_a_draw(bench, n):
    await bench.count(2)
