"""Runs inside the simulator: two players of the same depth play each other to the end, as two of the model's do."""

from __future__ import annotations

import os
from pathlib import Path

import cocotb
from cocotb.triggers import FallingEdge, RisingEdge
from goldenrules.trax import SYMBOLS, Player
from goldenrules.trax.scan import column_name


def game_of(white: Player, red: Player) -> list[str]:
    """What they say to each other, until one of them has nothing more to say."""
    red.receive("-B")
    said, moves, listener = white.receive("-W"), [], red
    while said:
        moves += said
        said = listener.receive(said[0])
        listener = white if listener is red else red
    return moves


def logged() -> list[str]:
    return Path("log.txt").read_text().splitlines()


@cocotb.test()
async def ends_as_in_the_model(dut):
    depth, capacity = int(os.environ["DEPTH"]), 2 ** int(os.environ["LOG2_SIZE"]) - 2
    white, red = (Player(depth=depth, capacity=capacity) for _ in range(2))
    game = game_of(white, red)
    await FallingEdge(dut.clk)
    await FallingEdge(dut.clk)
    dut.rst.value = 0
    await RisingEdge(dut.ended)
    *moves, end = logged()
    fields = [[int(value) for value in line.split()[2:]] for line in moves]
    assert [f"{column_name(column)}{row}{SYMBOLS[symbol]}" for column, row, symbol in fields] == game
    assert end.split()[2:] == [f"{red.over:d}{white.over:d}", f"{red.won:d}{white.won:d}", "00"]
    dut._log.warning(f"{len(game)} moves, {end.split()[1]} cycles")
