"""Runs inside the simulator: what cannot be used, and what checks nothing. Each of these tests must fail."""

import os

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles
from loopline.bench import Engine, Player

DESCRIPTION, PLAYER, OTHER_BOARD, OTHER_GAME = os.environ["DESCRIPTIONS"].split(":")


@cocotb.test()
async def no_move(dut):
    engine = await Engine.start(dut, DESCRIPTION)
    await engine.play("undo")


@cocotb.test()
async def no_word(dut):
    engine = await Engine.start(dut, DESCRIPTION)
    await engine.play("nonsense")


@cocotb.test()
async def reset_as_a_word(dut):
    engine = await Engine.start(dut, DESCRIPTION)
    await engine.ask("@0/!reset=3")


@cocotb.test()
async def nothing_asked(dut):
    await Engine.start(dut, DESCRIPTION)


@cocotb.test()
async def no_clock(dut):
    await Engine.watch(dut, DESCRIPTION)


@cocotb.test()
async def no_reset(dut):
    dut.rst.value = 0
    Clock(dut.clk, 10, unit="ns").start()
    await Engine.watch(dut, DESCRIPTION)
    await ClockCycles(dut.clk, 3)


@cocotb.test()
async def asks_what_it_watches(dut):
    Clock(dut.clk, 10, unit="ns").start()
    await (await Engine.watch(dut, DESCRIPTION)).play("@0/")


@cocotb.test()
async def inside(dut):
    await Engine.start(dut.control, DESCRIPTION)


@cocotb.test()
async def other_board(dut):
    await Engine.start(dut, OTHER_BOARD)


@cocotb.test()
async def player(dut):
    await Engine.start(dut, PLAYER)


@cocotb.test()
async def engine_as_a_player(dut):
    await Player.start(dut, DESCRIPTION)


@cocotb.test()
async def no_such_file(dut):
    await Engine.start(dut, "nowhere.toml")


@cocotb.test()
async def another_game(dut):
    await Engine.start(dut, OTHER_GAME)


@cocotb.test()
async def no_reason(dut):
    engine = await Engine.start(dut, DESCRIPTION)
    await engine.play("@0/")
    with engine.refused("ocupied"):
        await engine.play("A1+")


@cocotb.test()
async def started_twice(dut):
    engine = await Engine.start(dut, DESCRIPTION)
    await engine.play("@0/")
    await Engine.start(dut, DESCRIPTION)


@cocotb.test()
async def not_awaited(dut):
    engine = await Engine.start(dut, DESCRIPTION)
    await engine.play("@0/")
    engine.play("A0+", gap=1)


@cocotb.test()
async def ends_before_the_answer(dut):
    engine = await Engine.start(dut, DESCRIPTION)
    await engine.play("@0/")
    cocotb.start_soon(engine.undo())
    await ClockCycles(dut.clk, 2)


@cocotb.test()
async def reset_before_the_answer(dut):
    engine = await Engine.start(dut, DESCRIPTION)
    task = cocotb.start_soon(engine.play("@0/"))
    await ClockCycles(dut.clk, 2)
    await engine.reset()
    await task


@cocotb.test()
async def nothing_to_take_back(dut):
    engine = await Engine.start(dut, DESCRIPTION)
    await engine.undo()
