"""Runs inside the simulator: receiver and transmitter of `uart_pair` against waveforms."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge, Timer, ValueChange
from cocotb.utils import get_sim_time
from cocotbext.hypothesis import in_simulation
from hypothesis import given, settings
from hypothesis import strategies as st
from rtl.serial_line import frame, received, stretched

PERIOD = 10_000
DIVIDER = int(os.environ["DIVIDER"])
#: Every so many-th byte is tried, where simulation is slow.
STRIDE = int(os.environ["STRIDE"])

RNG = random.Random(1)
BYTES = RNG.sample(range(0, 256, STRIDE), 256 // STRIDE)


class TB:
    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.clk = dut.clk
        self.events: list[tuple[int, bool]] = []
        Clock(dut.clk, PERIOD, unit="step", impl="gpi").start()

    async def reset(self) -> None:
        """Ends in the middle of a clock, as does everything that is not said to be asynchronous."""
        dut = self.dut
        dut.rx.value, dut.tx_valid.value, dut.tx_data.value, dut.rst.value = 1, 0, 0, 1
        self.events.clear()
        for _ in range(4):
            await FallingEdge(dut.clk)
        dut.rst.value = 0
        assert dut.tx.value == 1
        cocotb.start_soon(self._watch())
        await self.idle(1)

    async def _watch(self) -> None:
        dut = self.dut
        while True:
            await RisingEdge(dut.rx_valid)
            await FallingEdge(dut.clk)
            self.events.append((int(dut.rx_data.value), bool(dut.rx_error.value)))
            await FallingEdge(dut.clk)
            assert dut.rx_valid.value == 0

    async def clocks(self, number: int) -> None:
        """From the middle of a clock to that of another, without waking at each of them."""
        await Timer(number * PERIOD - PERIOD // 4, "step")
        await FallingEdge(self.clk)

    async def wave(self, levels: Sequence[int]) -> None:
        """These levels, one a clock, with which they change."""
        for level, clocks in groupby(levels):
            self.dut.rx.value = level
            await self.clocks(len(list(clocks)))

    async def idle(self, bits: int) -> None:
        await self.wave([1] * bits * DIVIDER)

    async def peer(self, data: Sequence[int], too_fast: float) -> None:
        """Bytes from somebody with a clock of his own, who pauses after every other one."""
        until = float(get_sim_time("step"))
        for byte in data:
            pause = RNG.choice((0, RNG.random() * 3))
            for level, bits in zip(frame(byte), [*[1] * 9, 1 + pause], strict=True):
                self.dut.rx.value = level
                until += bits * DIVIDER * PERIOD / (1 + too_fast)
                await Timer(round(until) - get_sim_time("step"), "step")
        await self.clocks(1)

    async def expect(self, *events: tuple[int, bool]) -> None:
        """No more than these since the last time; and then a byte that comes as it should."""
        await self.idle(2)
        assert self.events == list(events), (self.events, events)
        self.events.clear()
        byte = RNG.randrange(256)
        await self.wave(stretched(frame(byte), DIVIDER))
        assert self.events == [(byte, False)]
        self.events.clear()

    async def drive(self, data: Sequence[int], pause: float = 0) -> list[tuple[int, int]]:
        """Transmits; all changes of the line, (clock, level)."""
        dut, changes = self.dut, []

        async def watch() -> None:
            while True:
                await ValueChange(dut.tx)
                changes.append((get_sim_time("step") // PERIOD, int(dut.tx.value)))

        watching = cocotb.start_soon(watch())
        for byte in data:
            while RNG.random() < pause:
                await self.clocks(RNG.randrange(1, 12 * DIVIDER))
            dut.tx_valid.value, dut.tx_data.value = 1, byte
            if not dut.tx_ready.value:
                await RisingEdge(dut.tx_ready)
                await FallingEdge(dut.clk)
            await FallingEdge(dut.clk)
            dut.tx_valid.value, dut.tx_data.value = 0, RNG.randrange(256)
        await self.clocks(10 * DIVIDER)
        watching.cancel()
        return changes


async def bench(dut: Any) -> TB:
    tb = TB(dut)
    await tb.reset()
    return tb


# --- the receiver -----------------------------------------------------------------------------------------------------


@cocotb.test()
async def receives_every_byte(dut):
    """Back to back or not, from a peer whose rate is off by up to 2 %."""
    tb = await bench(dut)
    for too_fast in (-0.02, 0, 0.02):
        await tb.peer(BYTES, too_fast)
        await tb.expect(*((byte, False) for byte in BYTES))


@cocotb.test()
async def reset_forgets_the_byte_on_its_way(dut):
    """And nothing starts before the line has been high."""
    tb = await bench(dut)
    for clocks in (1, DIVIDER, 5 * DIVIDER, 9 * DIVIDER + DIVIDER // 2):
        await tb.wave([0] * clocks)
        dut.rst.value = 1
        await tb.wave([0] * 4)
        dut.rst.value = 0
        await tb.wave([0] * 30 * DIVIDER)
        await tb.expect()


def _byte(byte: int, stop: int, off: float, spike: int | None) -> list[int]:
    """A frame whose rate is off by that much, with a spike as long as the distance of two samples, or none."""
    levels = stretched(frame(byte, stop), DIVIDER / (1 + off))
    for clock in range(spike, spike + DIVIDER // 8) if spike is not None else ():
        levels[clock] ^= 1
    return levels


def _noise(runs: Sequence[int]) -> list[int]:
    """Low for so many clocks, high for so many, and so on."""
    return [level for number, clocks in enumerate(runs) for level in [number % 2] * clocks]


RATES = st.sampled_from([0, -0.02, 0.02, -0.08, 0.08])
SPIKES = st.none() | st.integers(2, 9 * DIVIDER - DIVIDER // 8)
FRAMES = st.builds(_byte, st.integers(0, 255), st.integers(0, 1), RATES, SPIKES)
CLOCKS = st.integers(1, 3 * DIVIDER) | st.sampled_from([1, DIVIDER // 2 - 1, DIVIDER // 2, DIVIDER, 9 * DIVIDER])
LOWS = CLOCKS | st.sampled_from([10 * DIVIDER, 40 * DIVIDER])


@cocotb.test()
@in_simulation(setup=TB, reset=TB.reset, cycles=100_000 * DIVIDER)
@settings(max_examples=max(24, 4000 // DIVIDER), database=None)
@given(st.lists(FRAMES | st.lists(LOWS, max_size=6).map(_noise), max_size=6))
async def whatever_comes_is_received_as_specified(tb, pieces):
    """Bytes at other rates, with spikes and without a stop bit; breaks; and any other waveform."""
    levels = [level for piece in pieces for level in piece]
    await tb.wave(levels)
    await tb.idle(12)
    await tb.expect(*received(levels, DIVIDER))


# --- the transmitter --------------------------------------------------------------------------------------------------


def frames(changes: list[tuple[int, int]]) -> list[tuple[int, list[int]]]:
    """Begin and bits of the frames of a line that idles before and after; each bit as long as it should be."""
    begin = changes[0][0]
    found: list[tuple[int, list[int]]] = []
    level = 1
    for at, now in [*changes, (changes[-1][0] + 11 * DIVIDER, 1)]:
        while begin < at:
            if level and (not found or len(found[-1][1]) == 10):
                begin = at  # idle
                continue
            if not found or len(found[-1][1]) == 10:
                found.append((begin, []))
            found[-1][1].append(level)
            begin += DIVIDER
        assert begin == at, f"a bit is {begin - at} clocks too short"
        level = now
    return found


@cocotb.test()
async def transmits_every_byte(dut):
    """Without a gap, if the next is there in time; and what it offers while it sends is not looked at."""
    tb = await bench(dut)
    for pause in (0, 0.5):
        sent = frames(await tb.drive(BYTES, pause))
        assert [bits for _, bits in sent] == [frame(byte) for byte in BYTES]
        distances = {after - before for (before, _), (after, _) in pairwise(sent)}
        assert min(distances) == 10 * DIVIDER
        assert (distances == {10 * DIVIDER}) == (pause == 0)


@cocotb.test()
async def reset_ends_the_frame(dut):
    tb = await bench(dut)
    sending = cocotb.start_soon(tb.drive([0]))
    await tb.clocks(3 * DIVIDER)
    dut.rst.value = 1
    await tb.clocks(1)
    assert (dut.tx.value, dut.tx_ready.value) == (1, 1)
    dut.rst.value = 0
    await sending
    assert [bits for _, bits in frames(await tb.drive([0x5A]))] == [frame(0x5A)]
