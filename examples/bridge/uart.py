"""A UART, both ways at once. The other side's clock may be two in a hundred wrong, and some stop bits are missing."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, Timer
from cocotbext.hypothesis import in_simulation
from cocotbext.hypothesis.strategies import resets, sized
from hypothesis import example, given
from hypothesis import strategies as st


def setup(dut):
    Clock(dut.clk, 100, "ns").start()
    return dut


async def reset(dut, cycles=1):
    dut.rx.value, dut.tx_valid.value, dut.rst.value = 1, 0, 1
    await ClockCycles(dut.clk, cycles + 1, FallingEdge)
    dut.rst.value = 0


async def send(dut, frames, bit):
    for gap, byte, stop in frames:
        await Timer(1 + gap * 100, "ns")
        for level in (0, *(byte >> place & 1 for place in range(8)), stop, *[1][stop:]):
            dut.rx.value = level
            await Timer(bit, "ns")


async def hear(dut, sent, bit):
    for byte in sent:
        await FallingEdge(dut.tx)
        await Timer(bit * 1.5, "ns")
        for place in range(8):
            assert dut.tx.value == byte >> place & 1
            await Timer(bit, "ns")
        assert dut.tx.value == 1


async def give(dut, sent):
    for byte in sent:
        dut.tx_valid.value, dut.tx_data.value = 1, byte
        while not dut.tx_ready.value:
            await FallingEdge(dut.clk)
        await FallingEdge(dut.clk)
    dut.tx_valid.value = 0


frames = st.tuples(st.integers(0, 40), st.integers(0, 255), st.booleans())


@cocotb.test()
@in_simulation(setup=setup, reset=reset, cycles=3_000)
@given(sized(frames, max_size=8), sized(st.integers(0, 255), max_size=8), st.integers(784, 816), resets(100))
@example(received=[(0, 0, False), (0, 255, True)], sent=[], bit=816, restart=None)  # low for longer, no start bit
async def sends_and_receives(dut, received, sent, bit, restart):
    if restart:  # perhaps within a byte, of which nothing is left
        after, cycles = restart
        cut_off = cocotb.start_soon(send(dut, received, bit))
        await ClockCycles(dut.clk, after, FallingEdge)
        cut_off.cancel()
        await reset(dut, cycles)
    tasks = [cocotb.start_soon(each) for each in (send(dut, received, bit), hear(dut, sent, bit), give(dut, sent))]
    expected = [(stop, byte) for _, byte, stop in received]
    while expected or not all(task.done() for task in tasks):
        await FallingEdge(dut.clk)
        if dut.rx_valid.value or dut.rx_error.value:
            stop, byte = expected.pop(0)
            assert (dut.rx_valid.value, dut.rx_error.value) == (stop, not stop)
            assert not stop or dut.rx_data.value == byte
