"""A FIFO between two clocks. The reset hook starts them, so each example finds them in the same phase."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge
from cocotbext.hypothesis import in_simulation
from cocotbext.hypothesis.strategies import bursts, flowing, stalls
from hypothesis import given
from hypothesis import strategies as st


async def reset(dut):
    Clock(dut.wclk, 10, "ns").start()
    Clock(dut.rclk, 14, "ns").start()
    dut.push.value = dut.pop.value = 0
    dut.rst.value = 1
    await ClockCycles(dut.rclk, 3, FallingEdge)
    dut.rst.value = 0


async def write(dut, sent):
    for gap, burst in sent:
        await ClockCycles(dut.wclk, gap + 1, FallingEdge)
        for byte in burst:
            dut.push.value, dut.wdata.value = 1, byte
            while dut.full.value:
                await FallingEdge(dut.wclk)
            await FallingEdge(dut.wclk)
        dut.push.value = 0


@cocotb.test()
@in_simulation(reset=reset, timeout=(100, "us"))
@given(bursts(st.integers(0, 255)), stalls())
async def keeps_order(dut, sent, pauses):
    cocotb.start_soon(write(dut, sent))
    expected = [byte for _, burst in sent for byte in burst]
    flow = flowing(pauses)
    while expected:
        dut.pop.value = pop = next(flow)
        if pop and not dut.empty.value:
            assert dut.rdata.value == expected.pop(0)
        await FallingEdge(dut.rclk)
    dut.pop.value = 0
    await ClockCycles(dut.rclk, 4, FallingEdge)
    assert dut.empty.value
