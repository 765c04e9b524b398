"""Bytes become words of four. The words are compared when they are taken, with the packets that were sent."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge
from cocotbext.hypothesis import in_simulation
from cocotbext.hypothesis.strategies import flowing, packets, resets, stalls
from hypothesis import given
from hypothesis import strategies as st


def setup(dut):
    Clock(dut.clk, 10, "ns").start()
    return dut


async def reset(dut, cycles=2):
    dut.s_tvalid.value = dut.m_tready.value = 0
    dut.rst.value = 1
    await ClockCycles(dut.clk, cycles)
    dut.rst.value = 0


async def send(dut, packets, flow):
    for packet in packets:
        for place, byte in enumerate(packet, 1):
            while not next(flow):
                await RisingEdge(dut.clk)
            dut.s_tvalid.value, dut.s_tdata.value, dut.s_tlast.value = 1, byte, place == len(packet)
            await FallingEdge(dut.clk)  # where ready has settled
            while not dut.s_tready.value:
                await FallingEdge(dut.clk)
            await RisingEdge(dut.clk)
            dut.s_tvalid.value = 0


@cocotb.test()
@in_simulation(setup=setup, reset=reset, cycles=3_000)
@given(packets(st.integers(0, 255), longest=20), stalls(16), stalls(16), resets(64))
async def packs_bytes(dut, packets, gaps, pauses, restart):
    if restart:  # of what came before, nothing is left
        after, cycles = restart
        cut_off = cocotb.start_soon(send(dut, packets, flowing(gaps)))
        dut.m_tready.value = 1
        await ClockCycles(dut.clk, after)
        cut_off.cancel()
        await reset(dut, cycles)
    cocotb.start_soon(send(dut, packets, flowing(gaps)))
    words = [(packet[at : at + 4], at + 4 >= len(packet)) for packet in packets for at in range(0, len(packet), 4)]
    for ready in flowing(pauses):
        dut.m_tready.value = ready
        await FallingEdge(dut.clk)
        if ready and dut.m_tvalid.value:
            kept = int(dut.m_tkeep.value).bit_count()
            word = int(dut.m_tdata.value) & (1 << 8 * kept) - 1
            assert dut.m_tkeep.value == (1 << kept) - 1
            assert words, "a word too many"
            assert (list(word.to_bytes(kept, "little")), dut.m_tlast.value) == words.pop(0)
        await RisingEdge(dut.clk)
        if not words:
            break
    await ClockCycles(dut.clk, 3)
    assert not dut.m_tvalid.value
