"""A FIFO on an AXI stream, with a driver of cocotb-bus. Made in the body, it ends with the example."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge
from cocotb_bus.drivers import BusDriver
from cocotbext.hypothesis import in_simulation
from cocotbext.hypothesis.strategies import bursts, flowing, stalls
from hypothesis import given
from hypothesis import strategies as st


class Source(BusDriver):
    _signals = ("tvalid", "tready", "tdata", "tlast")

    async def _driver_send(self, beat, sync=True):
        self.bus.tvalid.value, self.bus.tdata.value, self.bus.tlast.value = 1, *beat
        await FallingEdge(self.clock)  # where ready has settled
        while not self.bus.tready.value:
            await FallingEdge(self.clock)
        await RisingEdge(self.clock)
        self.bus.tvalid.value = 0


def setup(dut):
    Clock(dut.clk, 10, "ns").start()
    return dut


async def reset(dut):
    dut.s_tvalid.value = dut.m_tready.value = 0
    dut.rst.value = 1
    await ClockCycles(dut.clk, 2)
    dut.rst.value = 0


async def send(dut, sent):
    source = Source(dut, "s", dut.clk)
    for gap, beats in sent:
        await ClockCycles(dut.clk, gap + 1)
        for beat in beats:
            await source.send(beat)


@cocotb.test()
@in_simulation(setup=setup, reset=reset, cycles=3_000)
@given(bursts(st.tuples(st.integers(0, 255), st.booleans())), stalls())
async def delivers_in_order(dut, sent, pauses):
    cocotb.start_soon(send(dut, sent))
    expected = [beat for _, beats in sent for beat in beats]
    flow = flowing(pauses)
    while expected:
        dut.m_tready.value = ready = next(flow)
        await FallingEdge(dut.clk)
        if ready and dut.m_tvalid.value:
            assert (dut.m_tdata.value, dut.m_tlast.value) == expected.pop(0)
        await RisingEdge(dut.clk)
    await ClockCycles(dut.clk, 3)
    assert not dut.m_tvalid.value
