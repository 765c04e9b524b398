"""Runs inside the simulator: words of a script, asked of an engine of any game, with the golden model beside it."""

import os

import cocotb
from loopline.bench import Engine

#: The design's descriptions, by name.
HOW = dict(one.split("=") for one in os.environ["DESCRIPTIONS"].split(":"))


@cocotb.test()
@cocotb.parametrize(how=list(HOW))
async def asked(dut, how):
    engine = await Engine.start(dut, HOW[how], out=f"asked-{how}")
    for number, word in enumerate(os.environ["WORDS"].split()):
        await engine.ask(word, gap=number % 3, stall=number % 2)
    assert engine.position is not None
