"""Runs inside the simulator: two engines of different games in one testbench, asked at the same time."""

import os

import cocotb
from cocotb.clock import Clock
from loopline.bench import Engine

REGISTERS, CRC = os.environ["DESCRIPTIONS"].split(":")


@cocotb.test()
async def both(dut):
    Clock(dut.left.clk, 10, unit="ns").start()
    Clock(dut.right.clk, 7, unit="ns").start()
    registers = await Engine.start(dut.left, REGISTERS, out="registers")
    crc = await Engine.start(dut.right, CRC, out="crc")
    tasks = [cocotb.start_soon(writes(registers)), cocotb.start_soon(feeds(crc))]
    for task in tasks:
        await task
    assert registers.position.values[1:5] == [10, 20, 30, 40]
    assert crc.position.sum == 0x1D0F


async def writes(registers):
    for place in range(1, 5):
        answer = await registers.ask(f"write:{place},{10 * place},3,0", gap=place)
        assert answer["locked"] == 0


async def feeds(crc):
    await crc.ask("start:65535,0")
    for _ in range(2):
        answer = await crc.ask("feed:0", stall=1)
    assert answer["sum"] == crc.position.sum
