"""Runs inside the simulator: the player with its engine, line by line, against `goldenrules.trax.player.Player`."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import cocotb
from cocotb.triggers import FallingEdge, ReadOnly, RisingEdge, ValueChange
from goldenrules.trax import SYMBOLS, GameError, Player, read_move, write_move
from goldenrules.trax.contest_line import Kind, read_line
from goldenrules.trax.scan import column_name
from rtl.trax_player_hosts import Host, Sent, careful
from rtl.trax_search_cycles import thinking

DEPTH = int(os.environ["DEPTH"])
GAMES = int(os.environ["GAMES"])
#: Plies of the host after which a game is left for the next one.
LONGEST = 40
IDENTITY = "LL"
LOG = Path("log.txt")

#: By depth: the host's lines of a game after which, at the host's turn, the last ones are traps.
TRAPS = {
    1: (r"-W @1/ B0/ B4/ B5+ F1/ C0\ H2/ H5+ I6\ ", r"J4\ J5/"),
    2: (r"-W B1/ A0/ @2/ C5+ B6+ @4+ C7\ A8+ E4+ B3+ @8\ A3\ I4/ I1\ G0/ L2\ ", r"M3\ M4/"),
}

#: What every long run must have met: fouls by their reasons, lines at each moment, ends of games.
MET = {
    *("out of range", "occupied", "unconnected", "mismatch", "first move"),
    *(f"{kind}, thinking" for kind in ("MOVE", "IDENTIFY", "WHITE", "RED", "UNREADABLE")),
    *("MOVE, over", "IDENTIFY, over", "WHITE, over", "RED, over", "won"),
}
#: And on a small board, which fills up.
MET_WITHOUT_ROOM = {"box limit", "no turn"}


class TB:
    """Sends bursts of lines, and holds what the log says against the model."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.log = LOG.open()
        self.width = (len(dut.line) - 5) // 2
        self.player = self.new_player()
        #: When the last line was taken, when the player last said something, and when it last ended thinking.
        self.taken = self.spoken = self.thought = 0
        #: What has been tried, and what came of it.
        self.seen: Counter[str] = Counter()

    def new_player(self) -> Player:
        return Player(IDENTITY, DEPTH, capacity=(1 << self.width - 1) - 2)

    async def reset(self) -> None:
        """And forgets what went before."""
        dut = self.dut
        await FallingEdge(dut.clk)
        dut.rst.value = 1
        await FallingEdge(dut.clk)
        await FallingEdge(dut.clk)
        self.log.read()
        dut.rst.value = 0
        self.player = self.new_player()
        await self.settle([])

    async def send(self, burst: Iterable[Sent], stall: int = 0) -> None:
        """The lines of a burst, one after the other; then waits until nothing more comes of them.

        What the player says is taken only after so many cycles.
        """
        dut, texts = self.dut, []
        dut.stall.value = stall
        for delay, text in burst:
            self.offer(delay, text)
            texts.append(text)
            await ValueChange(dut.sent)
        await self.settle(texts)

    def offer(self, delay: int, text: str) -> None:
        dut, line = self.dut, read_line(text)
        assert line
        most = (1 << self.width) - 1  # where the line reader saturates
        symbol = SYMBOLS.index(line.symbol) if line.symbol else 0
        number = line.kind
        for value, width in ((line.column, self.width), (line.row, self.width), (symbol, 2)):
            number = number << width | min(value, most)
        dut.line.value = number
        dut.delay.value = delay
        dut.send.value = int(dut.send.value) + 1

    async def settle(self, texts: list[str]) -> None:
        dut = self.dut
        await ReadOnly()
        if not dut.quiet.value:
            await RisingEdge(dut.quiet)
        await FallingEdge(dut.clk)
        assert not dut.hung.value, f"after {texts}: the player hangs"
        self.compare(texts)

    def compare(self, texts: list[str]) -> None:
        """Replays the log on the model."""
        player, waiting = self.player, iter(texts)
        said: list[str] = []
        expected: list[str] = []
        for entry in self.log.read().splitlines():
            what, cycle, *values = entry.split()
            where = f"cycle {cycle}, after {texts}"
            assert what in "LFAS", f"{where}: something unknown is put out, or is no longer what was offered"
            if what == "L":
                text, self.taken = next(waiting), int(cycle)
                self.note(text)
                expected += player.hear(text)
            elif what == "F":
                self.thought = int(cycle)
                expected += player.answer()
            elif what == "A":
                self.spoken = int(cycle)
                said.append(self.text(*map(int, values)))
            else:
                shown = [int(value) for value in values]
                model = [player.thinking, player.foul, player.unreadable, player.over, player.won]
                assert shown == model, f"{where}: status {shown}, not {model}"
        assert next(waiting, None) is None
        assert not player.thinking, f"after {texts}: no answer"
        assert said == expected, f"after {texts}: said {said}, not {expected}"
        if player.colour:
            assert int(self.dut.resp_count.value) == len(player.position.tiles), f"after {texts}: the board"

    def text(self, kind: int, move: int) -> str:
        if kind:
            return IDENTITY
        bits = self.width - 1
        column, row, symbol = move >> bits + 2, move >> 2 & (1 << bits) - 1, move & 3
        return f"{column_name(column)}{row}{SYMBOLS[symbol]}"

    def note(self, text: str) -> None:
        line, player = read_line(text), self.player
        assert line
        if player.thinking or player.over:
            self.seen[f"{line.kind.name}, {'thinking' if player.thinking else 'over'}"] += 1
        elif line.kind == Kind.MOVE:
            try:
                player.position.play(*read_move(player.position, text))
                player.position.take_back()
            except GameError as error:
                self.seen[error.reason] += 1


async def start(dut: Any) -> TB:
    await FallingEdge(dut.clk)  # now there is a log
    tb = TB(dut)
    await tb.reset()
    return tb


@cocotb.test()
async def plays(dut):
    """Whole games, one after the other, against hosts of all kinds."""
    tb = await start(dut)
    rng = random.Random(f"{tb.width} {DEPTH}")
    player = tb.player
    for game in range(GAMES):
        host = Host(player, rng, spiteful=game % 2 == 1)
        await tb.send(host.new_game())
        for _ in range(LONGEST):
            if player.over or not (burst := host.turn()):
                break
            await tb.send(burst, stall=rng.choice((0, 0, 0, 30, 3000)))
        ended = ("won" if player.won else "lost") if player.position.winner else "no turn" if player.over else "left"
        tb.seen[ended] += 1
        if player.over:
            await tb.send([(0, "@1+"), (0, "-T")])
    dut._log.info(f"{dict(tb.seen)}")
    if GAMES >= 30:
        assert set(tb.seen) >= MET | (MET_WITHOUT_ROOM if tb.width == 4 else set()), tb.seen


@cocotb.test(skip=os.environ["LOG2_SIZE"] == "3")
async def traps_are_fouls(dut):
    """And nothing comes of them: the host may still play another turn."""
    tb = await start(dut)
    game, traps = (texts.split() for texts in TRAPS[DEPTH])
    for text in [*game, *traps]:
        await tb.send([(0, text)])
    assert tb.seen["trap"] == 2
    assert tb.player.foul
    turns = len(tb.player.position.turns)
    await tb.send(Host(tb.player, random.Random(1), spiteful=False).turn())
    assert len(tb.player.position.turns) == turns + 2


@cocotb.test()
async def thinks_as_long_as_stated(dut):
    """From a line to the end of its answer, which is the longest that any line can wait."""
    tb = await start(dut)
    rng, player = random.Random(DEPTH), tb.player
    for _ in range(1 + GAMES // 20):
        await tb.send([(0, "-B")])
        while not player.over and len(player.position.turns) < 30 and (move := careful(player.position, rng)):
            text = write_move(player.position, move)
            turn = player.position.play(*move)
            theirs = turn.tiles_after - turn.tiles_before
            cycles = 0 if player.position.winner else thinking(player.position, DEPTH)
            player.position.take_back()
            await tb.send([(0, text)])
            if player.position.turns[-1].mover != player.colour:
                continue  # it has had nothing to say
            answer = player.position.turns[-1]
            mine = answer.tiles_after - answer.tiles_before
            assert tb.spoken - tb.taken == 7 * theirs + cycles + 5, text
            assert tb.thought - tb.taken == 7 * theirs + cycles + 7 * mine + 8, text


@cocotb.test()
async def lines_at_any_moment(dut):
    """In each of the cycles in which it makes up its mind, speaks, and plays what it has said."""
    tb = await start(dut)
    begin = [(0, "-B"), (0, "@0/")]
    await tb.send(begin)
    cycles = tb.thought - tb.taken
    for line in ("-T", "-W", "-B", "A0+"):
        for delay in range(cycles - 30, cycles + 5):
            await tb.send([*begin, (delay, line), (0, "-T")])


@cocotb.test()
async def answers_are_kept_in_order(dut):
    """Questions, a move in the midst of them, and nobody who takes an answer."""
    tb = await start(dut)
    questions = [(0, "-T")] * 5
    await tb.send([(0, "-B"), *questions, (0, "@0/"), *questions, (2_000, "-T"), *questions], stall=100)


@cocotb.test()
async def reset_interrupts_anything(dut):
    """In whatever cycle reset comes, the player knows of no game any more, and plays the next one."""
    tb = await start(dut)
    for cycles in range(0, 120, 7):
        tb.dut.stall.value = 60
        tb.offer(0, "-W")
        await ValueChange(dut.sent)
        for _ in range(cycles):
            await FallingEdge(dut.clk)
        await tb.reset()
        await tb.send([(0, "@0/"), (0, "-B"), (0, "-T"), (0, "@0/")])
