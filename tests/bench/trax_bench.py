"""Runs inside the simulator: an engine of Trax with the golden model beside it, driven from there or by others."""

import os
from pathlib import Path

import cocotb
import pytest
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge
from loopline.bench import Engine
from loopline.games.trax.protocol import Op, Request

#: The design's descriptions, by name.
HOW = {Path(file).stem: file for file in os.environ["DESCRIPTIONS"].split(":")}
#: Red wins by a tile that White's turn forces.
GAME = ("@0/", "B1\\", "B2/")


@cocotb.test()
@cocotb.parametrize(how=list(HOW))
async def driven(dut, how):
    engine = await Engine.start(dut, HOW[how], out=f"driven-{how}")
    assert (await engine.ask("new:classic"))["over"] == 0
    await engine.play("@0/")
    await engine.play("A0+", gap=3, stall=2)
    turn = await engine.play("@1+")
    assert len(turn.tiles) == 2
    assert engine.position.winner is None
    await engine.undo()
    with engine.refused("occupied"):
        await engine.play("A1+")
    with pytest.raises(AssertionError, match=r"not because: trap\. A1\+: occupied"), engine.refused("trap"):
        await engine.play("A1+")
    with pytest.raises(AssertionError, match="nothing was refused; expected: trap"), engine.refused("trap"):
        await engine.play("@1+")
    assert len(engine.position.turns) == 3
    await engine.reset()
    assert not engine.position.turns
    for task in [cocotb.start_soon(engine.play(move, stall=1)) for move in GAME]:
        await task
    assert engine.position.winner.name == "RED"


@cocotb.test()
@cocotb.parametrize(how=list(HOW))
async def watched(dut, how):
    """By the engine's ports alone."""
    for name in Request._fields[:-1]:
        getattr(dut, f"req_{name}").value = 0
    dut.req_valid.value, dut.resp_ready.value, dut.rst.value = 0, 0, 1
    Clock(dut.clk, 10, unit="ns", impl="gpi").start()
    engine = await Engine.watch(dut, HOW[how], out=f"watched-{how}")
    answers = []
    engine.answers.add_callback(answers.append)
    await FallingEdge(dut.clk)
    await FallingEdge(dut.clk)
    dut.rst.value = 0
    for x, y, symbol in ((0, 0, 1), (1, 0, 2), (1, 1, 1)):
        for name, value in Request(Op.PLAY, x, y, symbol, box_limit=5)._asdict().items():
            if name != "cut":
                getattr(dut, f"req_{name}").value = value
        dut.req_valid.value = 1
        while not dut.req_ready.value:
            await FallingEdge(dut.clk)
        await FallingEdge(dut.clk)
        dut.req_valid.value = 0
        while not dut.resp_valid.value:
            await FallingEdge(dut.clk)
        for ready in (0, 0, 1):
            dut.resp_ready.value = ready
            await FallingEdge(dut.clk)
        dut.resp_ready.value = 0
    assert [answer["winner"] for answer in answers] == [0, 0, 2]
    assert engine.position.winner.name == "RED"
