"""A FIFO that drops frames, against a list that is compared in each cycle: what it accepts depends on what it holds."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge
from cocotbext.hypothesis import in_simulation
from cocotbext.hypothesis.strategies import flowing, lengths, packets, resets, sized, stalls
from hypothesis import given
from hypothesis import strategies as st


def setup(dut):
    Clock(dut.clk, 10, "ns").start()
    return dut


async def reset(dut, cycles=1):
    dut.s_valid.value = dut.m_ready.value = 0
    dut.rst.value = 1
    await ClockCycles(dut.clk, cycles + 1, FallingEdge)
    dut.rst.value = 0


@cocotb.test()
@in_simulation(setup=setup, reset=reset, cycles=5_000)
@given(
    packets(st.integers(0, 255), longest=40),
    sized(st.tuples(lengths(8), st.booleans()), 8, max_size=8),
    stalls(),
    resets(128),
)
async def keeps_whole_frames(dut, frames, gaps, pauses, restart):
    kept, frame, fits, dropped, flow = [], [], True, False, flowing(pauses)

    async def cycle(valid, byte=0, last=False, bad=False):
        nonlocal kept, frame, fits, dropped
        assert (dut.dropped.value, dut.m_valid.value) == (dropped, bool(kept))
        assert not kept or (dut.m_data.value, dut.m_last.value) == kept[0]
        dut.s_valid.value, dut.s_data.value, dut.s_last.value, dut.s_bad.value = valid, byte, last, bad
        dut.m_ready.value = ready = next(flow)
        dropped, room = False, len(kept) + len(frame) < 32
        kept = kept[1:] if ready else kept
        if valid:
            fits = fits and room
            frame = [*frame, (byte, last)] if room else frame
        if last:
            dropped = bad or not fits
            kept, frame, fits = kept if dropped else kept + frame, [], True
        await FallingEdge(dut.clk)

    if restart:  # in a frame, of which nothing is left
        after, cycles = restart
        for _ in range(after):
            await cycle(valid=True)
        await reset(dut, cycles)
        kept, frame, fits, dropped, flow = [], [], True, False, flowing(pauses)
        await cycle(valid=True, last=True)  # so a byte is kept
    for bytes_, (gap, bad) in zip(frames, gaps, strict=False):
        for _ in range(gap):
            await cycle(valid=False)
        for place, byte in enumerate(bytes_, 1):
            last = place == len(bytes_)
            await cycle(True, byte, last, last and bad)
    while kept or dropped:
        await cycle(valid=False)
