"""What the blocks of docs/property.md need around them: a design that can be filled, and two properties of it."""

import json
import os
from types import SimpleNamespace

import cocotb
from cocotb.triggers import FallingEdge
from hypothesis import strategies as st
from loopline.property import check, given
from property.bench import Bench as Counter
from property.bench import counts

__all__ = ["check", "cocotb", "given", "st"]


class Bench(Counter):
    """The counter as a store of ten."""

    @property
    def free(self):
        return SimpleNamespace(value=10 - int(self.dut.count.value))

    @property
    def full(self):
        return SimpleNamespace(value=int(self.free.value == 0))


setup, reset = Bench, Bench.reset


async def push(bench, burst):
    await bench.count(burst)
    await FallingEdge(bench.clk)


async def fails_at_five(bench, n):
    await bench.count(1)
    assert n < 5


async def closely(bench, n):
    assert n == 5


PROPERTIES = [(counts, st.integers(0, 9)), (fails_at_five, st.integers(0, 9))]

for block in json.loads(os.environ["BLOCKS"]):
    exec(block)
