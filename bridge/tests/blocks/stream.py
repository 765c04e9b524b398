"""A stream with back-pressure, with a driver and a monitor of cocotb-bus.

Both start tasks of their own. Made in the reset hook, they live as long as the example, and none has anything left in
its queue when the next begins.
"""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge
from cocotb_bus.drivers import BusDriver
from cocotb_bus.monitors import BusMonitor
from cocotbext.hypothesis import in_simulation
from hypothesis import given
from hypothesis import strategies as st


class Source(BusDriver):
    _signals = ("valid", "ready", "data")

    async def _driver_send(self, transaction, sync=True):
        self.bus.valid.value, self.bus.data.value = 1, transaction
        await FallingEdge(self.clock)  # where ready has settled
        while not self.bus.ready.value:
            await FallingEdge(self.clock)
        await RisingEdge(self.clock)
        self.bus.valid.value = 0


class Sink(BusMonitor):
    _signals = ("valid", "ready", "data")

    async def _monitor_recv(self):
        while True:
            await FallingEdge(self.clock)
            if self.bus.valid.value and self.bus.ready.value:
                self._recv(int(self.bus.data.value))


class Bench:
    def __init__(self, dut):
        self.dut, self.clk = dut, dut.clk
        dut.bug.value = "bug" in cocotb.plusargs
        Clock(dut.clk, 10, "ns").start()

    async def reset(self):
        self.dut.s_valid.value = self.dut.m_ready.value = 0
        self.dut.rst.value = 1
        await RisingEdge(self.clk)
        await RisingEdge(self.clk)
        self.dut.rst.value = 0
        self.received = []
        self.source = Source(self.dut, "s", self.clk)
        Sink(self.dut, "m", self.clk, callback=self.received.append)

    async def takes(self, pauses):
        """Is ready, but for these pauses, a byte after each."""
        for pause in pauses:
            self.dut.m_ready.value = 0
            for _ in range(pause):
                await RisingEdge(self.clk)
            self.dut.m_ready.value = 1
            await RisingEdge(self.clk)
        self.dut.m_ready.value = 1


bytes_sent = st.lists(st.integers(0, 255), max_size=20)
pauses = st.lists(st.integers(0, 5), max_size=20)


@cocotb.test()
@in_simulation(setup=Bench, reset=Bench.reset, cycles=1000)
@given(bytes_sent, pauses)
async def delivers_everything_in_order(bench, sent, pauses):
    cocotb.start_soon(bench.takes(pauses))
    for byte in sent:
        bench.source.append(byte)
    while len(bench.received) < len(sent):
        await RisingEdge(bench.clk)
    assert bench.received == sent
