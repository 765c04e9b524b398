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
async def a_rate_that_is_off_by_8_percent_harms_nothing_else(dut):
    """What is received is what is there at the sampling points, with an error where there is no stop bit."""
    tb = await bench(dut)
    some, wrong, errors = BYTES[:64], 0, 0
    for clocks_a_bit in (DIVIDER / 0.92, DIVIDER / 1.08):
        bits = [bit for byte in some for bit in (*frame(byte), *[1] * RNG.choice((0, 3)))]
        levels = stretched(bits, clocks_a_bit)
        events = received(levels, DIVIDER)
        await tb.wave(levels)
        await tb.idle(12)
        await tb.expect(*events)
        wrong += events != [(byte, False) for byte in some]
        errors += sum(error for _, error in events)
    assert wrong == 2
    assert errors > len(some) / 2


@cocotb.test()
async def what_is_shorter_than_half_a_bit_does_not_start_a_byte(dut):
    tb = await bench(dut)
    shortest_bit = DIVIDER // 2
    for clocks in {1, 2, shortest_bit // 2, shortest_bit - 1}:
        await tb.wave([0] * clocks + [1] * (DIVIDER - clocks))
        await tb.expect()
        # At any place between two edges of the clock.
        await Timer(RNG.randrange(PERIOD), "step")
        dut.rx.value = 0
        await Timer(clocks * PERIOD, "step")
        dut.rx.value = 1
        await tb.clocks(1)
        await tb.expect()


@cocotb.test()
async def a_spike_in_a_bit_changes_nothing(dut):
    """As long as it is shorter than the distance of two samples."""
    tb = await bench(dut)
    for byte in BYTES[: 2048 // DIVIDER]:
        levels = stretched(frame(byte), DIVIDER)
        for bit in range(10):
            at = bit * DIVIDER + RNG.randrange(2, DIVIDER - DIVIDER // 8)
            for clock in range(at, at + DIVIDER // 8):
                levels[clock] ^= 1
        await tb.wave(levels)
        await tb.idle(1)
        await tb.expect((byte, False))


@cocotb.test()
async def a_missing_stop_bit_is_an_error(dut):
    tb = await bench(dut)
    for byte in (0, 0x55, 0xFF, 0x0A):
        await tb.wave(stretched(frame(byte, stop=0), DIVIDER))
        await tb.idle(1)
        await tb.expect((byte, True))


@cocotb.test()
async def a_break_is_one_error(dut):
    tb = await bench(dut)
    for bits in (10, 11, 13, 40):
        await tb.wave([0] * bits * DIVIDER)
        await tb.wave([1] * 2)
        await tb.wave(stretched(frame(0x5A), DIVIDER))
        await tb.expect((0, True), (0x5A, False))


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


@cocotb.test()
@in_simulation(setup=TB, reset=TB.reset, cycles=100_000 * DIVIDER)
@settings(max_examples=2400 // DIVIDER, database=None)
@given(st.lists(st.integers(1, 3 * DIVIDER) | st.sampled_from([1, DIVIDER // 2, DIVIDER, 9 * DIVIDER, 10 * DIVIDER])))
async def noise_is_received_as_specified(tb, runs):
    """Any waveform: low for so many clocks, high for so many, and so on."""
    levels = [level for number, clocks in enumerate(runs) for level in [number % 2] * clocks]
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
