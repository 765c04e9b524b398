"""What the cocotb modules of this folder share: the counter with a running clock, and a property of it."""

import inspect

import hypothesis
import pytest
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge
from cocotb.utils import get_sim_time
from cocotbext.hypothesis import check
from hypothesis.database import DirectoryBasedExampleDatabase

PERIOD_NS = 10
BROKEN_AT = 10


class Bench:
    clock = None

    def __init__(self, dut, skips=0, stalls=0):
        self.dut = dut
        self.clk = dut.clk
        self.resets = []  # when each began
        self.runs = []  # what the bodies got, in order
        dut.rst.value = 0
        dut.en.value = 0
        dut.skips.value = skips
        dut.stalls.value = stalls
        dut.finish.value = 0
        if Bench.clock is not None:  # that of another bench in the same test, or of another test
            Bench.clock.stop()
        Bench.clock = Clock(dut.clk, PERIOD_NS, "ns", impl="gpi")
        Bench.clock.start()

    @classmethod
    def broken(cls, dut):
        """Skips a value: any property of a count breaks at exactly that one."""
        return cls(dut, skips=BROKEN_AT)

    async def reset(self):
        self.resets.append(get_sim_time("ns"))
        self.dut.en.value = 0
        self.dut.rst.value = 1
        await FallingEdge(self.clk)
        await FallingEdge(self.clk)
        self.dut.rst.value = 0

    async def count(self, cycles):
        """Enable the counter for this number of cycles."""
        if cycles:
            self.dut.en.value = 1
            await ClockCycles(self.clk, cycles, FallingEdge)
            self.dut.en.value = 0

    async def ready(self):
        while not self.dut.ready.value:
            await RisingEdge(self.clk)


async def counts(bench, n):
    bench.runs.append(n)
    await bench.count(n)
    assert bench.dut.count.value == n


async def waits(bench, n):
    """Hangs in a counter that stalls."""
    bench.runs.append(n)
    for _ in range(n):
        await bench.ready()
        await bench.count(1)


def property_of(body, *strategies, seed=1, settings=None, examples=None, database=None, **named):
    """What the decorators of Hypothesis make of a body."""
    test = hypothesis.given(*strategies, **named)(body)
    if seed is not None:
        hypothesis.seed(seed)(test)
    settings = settings or hypothesis.settings.default
    number = settings.max_examples if examples is None else examples
    database = database and DirectoryBasedExampleDatabase(database)
    return hypothesis.settings(settings, max_examples=number, database=database)(test)


async def checked(body, bench, *strategies, **options):
    """`check` with the options that most of these tests share."""
    options = {"reset": Bench.reset, "cycles": 1000} | options
    words = {name: options.pop(name) for name in WORDS & options.keys()}
    return await check(property_of(body, *strategies, **words), bench, **options)


WORDS = {"seed", "settings", "examples", "database"}


class Watch:
    """The wall clock as the property sees it: any body here takes a second."""

    def __init__(self):
        self.now = 0

    def __call__(self):
        return self.now

    async def checked(self, body, bench, *strategies, **options):
        async def ticks(bench, **values):
            self.now += 1
            await body(bench, **values)

        ticks.__signature__ = inspect.signature(body)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("cocotbext.hypothesis._run.monotonic", self)
            return await checked(ticks, bench, *strategies, **options)
