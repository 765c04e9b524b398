"""Runs inside the simulator: `trax_contest` at the far end of a serial line, beside the model's player."""

from __future__ import annotations

import os
import random
from itertools import groupby
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer, with_timeout
from goldenrules.trax import Player, write_move
from rtl.serial_line import frame, stretched

PERIOD = 10
DIVIDER = int(os.environ["DIVIDER"])
PATIENCE = 400_000 * PERIOD


class Host:
    """Sends lines, collects those that come back."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.rng = random.Random(1)
        Clock(dut.clk, PERIOD, "step", impl="gpi").start()
        self.listening = cocotb.start_soon(self._listen())

    async def reset(self) -> None:
        dut = self.dut
        self.listening.cancel()
        dut.rx.value, dut.rst.value = 1, 1
        await self.clocks(2)
        dut.rst.value = 0
        assert dut.tx.value == 1
        await self.clocks(DIVIDER)
        self.heard = bytearray()
        self.player = Player("Xy", capacity=(1 << len(dut.vp_x)) - 2)
        self.listening = cocotb.start_soon(self._listen())

    async def clocks(self, number: int) -> None:
        await Timer(number * PERIOD - PERIOD // 4, "step")
        await FallingEdge(self.dut.clk)

    async def bits(self, bits: list[int]) -> None:
        for level, clocks in groupby(stretched(bits, DIVIDER)):
            self.dut.rx.value = level
            await self.clocks(len(list(clocks)))

    async def send(self, text: bytes) -> None:
        for byte in text:
            await self.bits(frame(byte))

    async def _listen(self) -> None:
        tx = self.dut.tx
        while True:
            await FallingEdge(tx)
            bits = []
            for halves in (1, *[2] * 9):
                await Timer(halves * DIVIDER * PERIOD // 2, "step")
                bits.append(int(tx.value))
            byte = sum(level << place for place, level in enumerate(bits[1:9]))
            assert bits == frame(byte)
            self.heard.append(byte)

    async def hears(self, *lines: str) -> None:
        """These lines and no more."""
        expected = "".join(f"{line}\n" for line in lines).encode()

        async def wait() -> None:
            while len(self.heard) < len(expected) or self.dut.thinking.value:
                await self.clocks(DIVIDER)

        await with_timeout(wait(), PATIENCE, "step")
        await self.clocks(30 * DIVIDER)
        assert self.heard == expected
        self.heard.clear()

    async def says(self, line: str, end: bytes = b"\n") -> None:
        """A line, and all that follows from it."""
        await self.send(line.encode() + end)
        await self.hears(*self.player.receive(line))
        self.check_lamps()

    def check_lamps(self) -> None:
        for lamp in ("thinking", "foul", "unreadable", "over", "won"):
            assert getattr(self.dut, lamp).value == getattr(self.player, lamp), lamp

    async def plays(self, moves: int) -> None:
        """Some moves of the game that has begun, or the rest of it."""
        for _ in range(moves):
            if self.player.over:
                return
            await self.says(write_move(self.player.position, self.rng.choice(self.player.position.legal_moves())))


async def host_of(dut: Any) -> Host:
    """When the engine has cleared its board."""
    host = Host(dut)
    await host.reset()
    await host.clocks(1 << 2 * len(dut.vp_x))
    return host


@cocotb.test()
async def plays_as_the_model_does(dut):
    host = await host_of(dut)
    await host.says("-T")
    for command in ("-B", "-W") * 4:
        await host.says(command)
        await host.plays(100)
        assert host.player.over
    assert dut.overrun.value == 0


@cocotb.test()
async def lines_end_as_the_host_likes(dut):
    host = await host_of(dut)
    for end in (b"\n", b"\r", b"\r\n", b"\n\r\r\n\n"):
        for line in ("-T", "-B", "@0/", "-W", "@1x", "zz", "A01+"):
            await host.says(line, end)


@cocotb.test()
async def a_line_with_an_error_in_it_is_no_line(dut):
    """Though it could be read: as the move it was or as a command."""
    host = await host_of(dut)
    await host.says("-B")
    for beginning, byte, rest in ((b"", ord("@"), b"0+\n"), (b"@0+", ord("\n"), b"\n"), (b"-", ord("T"), b"\n")):
        await host.send(beginning)
        await host.bits([*frame(byte, stop=0), 1])
        await host.send(rest)
        await host.hears()
        assert dut.unreadable.value == 1
    host.player.unreadable = True
    await host.says("@0+")
    await host.says("-B")


@cocotb.test()
async def after_a_break_or_noise_a_line_end_puts_things_right(dut):
    host = await host_of(dut)
    for disturbance in ([0] * 40, [0, 1, 1] * 20, [host.rng.randrange(2) for _ in range(500)]):
        await host.bits([*disturbance, *[1] * 12])
        await host.send(b"\n")
        host.heard.clear()
        await host.says("-W")
        await host.plays(2)


@cocotb.test()
async def reset_ends_everything(dut):
    """In the middle of a line, of a thought and of an answer."""
    host = await host_of(dut)
    for clocks in (10, 15, 35, 60):
        await host.send(b"-B\n@0+\n@1+\n-W\n")
        await host.clocks(clocks * DIVIDER)
        await host.reset()
        host.check_lamps()
        await host.says("@0+")
        await host.says("-W")
        await host.plays(1)


@cocotb.test()
async def lost_bytes_are_noticed(dut):
    """After reset the engine clears its board, -T waits behind -W, and the queue overflows with line ends."""
    host = Host(dut)
    await host.reset()
    await host.send(b"-W\n-T\n" + b"\n" * 64)
    assert dut.overrun.value == 0
    await host.send(b"\n" * 3)
    assert dut.overrun.value == 1
    await host.hears("Xy", *host.player.receive("-W"))
    host.check_lamps()
    await host.send(b"-T\n")
    await host.hears()
    assert dut.unreadable.value == 1
    await host.says("-B")
    await host.says("-T")
    assert dut.overrun.value == 1
    await host.reset()
    assert dut.overrun.value == 0
