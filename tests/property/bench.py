"""What the cocotb modules of this folder share: the counter with a running clock, and a property of it."""

from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge
from cocotb.utils import get_sim_time

PERIOD_NS = 10
BROKEN_AT = 10


class Bench:
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
        Clock(dut.clk, PERIOD_NS, "ns", impl="gpi").start()

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
        """Enable the counter for so many cycles."""
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
