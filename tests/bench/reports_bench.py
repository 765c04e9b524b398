"""Runs inside the simulator: tests that fail, for what their reports and the saved games have to say."""

import os

import cocotb
from loopline.bench import Engine

DESCRIPTION = os.environ["DESCRIPTIONS"]


@cocotb.test()
async def reads_a_tile(dut):
    engine = await Engine.start(dut, DESCRIPTION, out="tile")
    for move in ("@0/", "B1\\", "B2/"):
        await engine.play(move)
    await engine.ask("read:1,0")


@cocotb.test()
async def waits_long(dut):
    engine = await Engine.start(dut, DESCRIPTION, out="slow")
    await engine.play("@0/", gap=1)
    await engine.play("B1\\", gap=12, stall=15)


@cocotb.test()
async def asked_too_late(dut):
    """Later than a saved game can say."""
    engine = await Engine.start(dut, DESCRIPTION, out="late")
    await engine.play("@0/")
    await engine.play("B1\\", gap=1 << 14, stall=15)
