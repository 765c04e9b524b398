"""Runs inside the simulator: a player of Trax with the golden model as its host."""

import os

import cocotb
import pytest
from loopline.bench import Player
from loopline.errors import BadInput

#: The player's descriptions, by name.
HOW = dict(one.split("=") for one in os.environ["DESCRIPTIONS"].split(":"))


@cocotb.test()
@cocotb.parametrize(how=list(HOW))
async def played(dut, how):
    player = await Player.start(dut, HOW[how], out=f"played-{how}")
    assert await player.say("-T") == ["LL"]
    [first] = await player.say("-W")
    assert first.startswith("@0")
    assert len(await player.say("?3 ?1")) == 2
    assert len(player.position.turns) == 5
    assert await player.say("-B") == []
    [reply] = await player.say("@0/")
    assert next(turn.move.symbol for turn in player.position.turns) == "/"
    assert player.transcript[-2:] == ["> @0/", f"< {reply}"]
    with pytest.raises(BadInput, match="'nonsense' cannot be read: "):
        await player.say("nonsense")


@cocotb.test()
async def asked_nothing(dut):
    await Player.start(dut, HOW["line"])


@cocotb.test()
async def not_awaited(dut):
    player = await Player.start(dut, HOW["line"], out="not-awaited")
    assert await player.say("-T") == ["LL"]
    player.say("-W")
