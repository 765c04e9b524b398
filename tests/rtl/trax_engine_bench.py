"""Runs inside the simulator: the bundled engine against what `rtl.expected` says of every request."""

from __future__ import annotations

import random
from dataclasses import replace
from importlib.resources import files
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge, with_timeout
from cocotb.utils import get_sim_time
from goldenrules.trax import CLASSIC, CONTEST, cell_at
from goldenrules.trax.tiles import entry
from loopline.games.trax import strategies
from loopline.games.trax.protocol import Op, Reason, Request, Response
from rtl.expected import Happened
from rtl.sessions import CLASSIC_LOOPS, NINE_PLIES, Session, Step, open_ends

PERIOD = 10
LIBRARY = (files(strategies) / "library.txt").read_text().splitlines()
#: Games whose last turn is a trap; in some, one that has made a loop before.
TRAPS = [line.partition(": ")[2] for line in LIBRARY if line.startswith("trap")][::8]
#: Played games that end in every kind of win and of double win, for the mover and for the other.
WINS = [line.partition(": ")[2] for line in LIBRARY if line.startswith("win")][::3]

#: Of a request, what is a port of the engine: that it is cut short is not.
REQUEST = [name for name in Request._fields if name != "cut"]
#: Response field → port.
PORTS = {field: f"resp_{'count' if field == 'tiles' else field}" for field in Response._fields}


class TB:
    """Clock, reset, the two streams and the verification port. `session` collects requests, `run` carries them out."""

    def __init__(self, dut: Any, seed: int, stalls: float = 0.3) -> None:
        self.dut = dut
        self.rng = random.Random(seed)
        self.stalls = stalls
        self.size = 1 << len(dut.req_x)
        self.patience = (5_000 + self.size**2) * PERIOD
        self.session = Session(self.size, self.rng)
        self.accepted: list[int] = []
        self.answered: list[int] = []
        self.events: list[tuple[int, Happened]] = []
        self.seen = 0

    async def start(self) -> None:
        dut = self.dut
        for name in REQUEST:
            getattr(dut, f"req_{name}").value = 0
        dut.req_valid.value = dut.resp_ready.value = 0
        self.begin = get_sim_time("step")
        Clock(dut.clk, PERIOD, unit="step", impl="gpi").start()
        await self.reset()
        cocotb.start_soon(self._watch())

    def cycle(self) -> int:
        """The number of the present clock cycle. All sampling and driving is done in the middle of one."""
        return int(get_sim_time("step") - self.begin) // PERIOD

    async def reset(self) -> None:
        """Two cycles of reset, then the sweep of the memories; and nothing else."""
        dut = self.dut
        await FallingEdge(dut.clk)
        dut.rst.value = 1
        await FallingEdge(dut.clk)
        await FallingEdge(dut.clk)
        dut.rst.value = 0
        begin = self.cycle()
        assert dut.req_ready.value == 0
        await RisingEdge(dut.req_ready)
        assert self.cycle() - begin == self.size**2
        self.seen = 0

    async def run(self) -> None:
        """The session's steps so far, compared one by one; then an empty list of steps, the same game."""
        steps, self.session.steps = self.session.steps, []
        driver = cocotb.start_soon(self._drive(steps))
        for number, step in enumerate(steps):
            await self._check(number, step)
        await driver
        await FallingEdge(self.dut.clk)

    async def _drive(self, steps: list[Step]) -> None:
        dut = self.dut
        await FallingEdge(dut.clk)
        for request, _ in steps:
            while self.rng.random() < self.stalls:
                await FallingEdge(dut.clk)
            for name, value in zip(REQUEST, request, strict=False):
                getattr(dut, f"req_{name}").value = value
            dut.req_valid.value = 1
            if not dut.req_ready.value:
                await RisingEdge(dut.req_ready)
                await FallingEdge(dut.clk)
            self.accepted.append(self.cycle())
            await FallingEdge(dut.clk)
            assert dut.req_ready.value == 0
            dut.req_valid.value = 0

    async def _check(self, number: int, step: Step) -> None:
        dut, (request, expected) = self.dut, step
        stall = 0
        while self.rng.random() < self.stalls:
            stall += 1
        early = not stall and self.rng.random() < 0.5
        if early:
            dut.resp_ready.value = 1
        await with_timeout(RisingEdge(dut.resp_valid), self.patience, "step")
        valid_at = self.cycle()
        await FallingEdge(dut.clk)
        where = f"request {number}: {request}"
        for _ in range(stall + 1):
            assert dut.resp_valid.value == 1, where
            response = Response(*(int(getattr(dut, port).value) for port in PORTS.values()))
            assert response == expected.response, f"{where}: {response} is not {expected.response}"
            state = self.state()
            assert (state.pop("fsm"), state.pop("pending")) == (8, 0), where
            assert response._replace(**state) == response, where
            if not early:
                dut.resp_ready.value = stall == 0
                stall -= 1
                await FallingEdge(dut.clk)
        if early:
            await FallingEdge(dut.clk)
        dut.resp_ready.value = 0
        assert dut.resp_valid.value == 0, where

        accepted = self.accepted.pop(0)
        assert valid_at - accepted == expected.cycles, where
        events = [event._replace(at=event.at - accepted) for event in self.events]
        assert events == expected.events, f"{where}: {events} are not {expected.events}"
        self.events.clear()

    def state(self) -> dict[str, int]:
        """The packed state, field by field."""
        k, value, fields = len(self.dut.req_x), int(self.dut.vp_state.value), {}
        widths = {"draw": 2, "winner": 2, "over": 1, "to_move": 2, "rows": k, "columns": k, "top": k, "left": k}
        for name, width in {**widths, "tiles": 2 * k + 1, "pending": 2 * k + 1, "fsm": 4}.items():
            fields[name] = value & (1 << width) - 1
            value >>= width
        return fields

    async def _watch(self) -> None:
        """The events, as they come. Two are never in adjacent cycles, so each shows as a rising edge."""
        dut = self.dut
        while True:
            await RisingEdge(dut.vp_valid)
            await FallingEdge(dut.clk)
            if dut.vp_valid.value == 1:
                assert int(dut.vp_order.value) == self.seen
                self.seen += 1
                fields = (dut.vp_kind, dut.vp_reason, dut.vp_x, dut.vp_y, dut.vp_tile)
                values = [int(field.value) for field in fields]
                self.events.append(Happened(self.cycle(), *values, self.state()["pending"]))

    def check_memories(self) -> None:
        """Colours and far ends of all open edges, and nothing in any other empty cell. Between operations."""
        k, engine = len(self.dut.req_x), self.session.engine
        tiles = {engine.address(cell) for cell in engine.position.tiles}
        ends = {(cell, side): (far, far_side) for cell, side, far, far_side in open_ends(engine)}
        for side in range(4):
            memory = self.dut.board.ends.g_side[side].entry.mem
            for address in range(self.size**2):
                y, x = divmod(address, self.size)
                if (x, y) in tiles:
                    continue
                value = int(memory[address].value)
                if ((x, y), side) not in ends:
                    assert value >> 2 * k + 2 == 0, (x, y, side)
                    continue
                (far_x, far_y), far_side = ends[(x, y), side]
                entries = engine.position.entries[engine.cell(x, y)]
                assert value == entry(entries, side) << 2 * k + 2 | far_side << 2 * k | far_y << k | far_x, (x, y, side)


async def bench(dut: Any, seed: int, stalls: float = 0.3) -> TB:
    tb = TB(dut, seed, stalls)
    await tb.start()
    return tb


@cocotb.test()
async def wanders(dut):
    """Random sessions with everything in them; now and then the whole board is read back."""
    tb = await bench(dut, seed=1)
    for _ in range(4):
        tb.session.wander(120)
        tb.session.read_all()
        await tb.run()
    tb.check_memories()


@cocotb.test()
async def stretches(dut):
    """Boxes as large as they can be here, so that capacity refuses turns and large boards are swept."""
    tb = await bench(dut, seed=2, stalls=0)
    tb.session.new(CLASSIC)
    tb.session.wander(300, stretch=0.5)
    tb.session.empty_the_board()
    await tb.run()
    tb.check_memories()
    tb.session.play(0, 0, "+")
    tb.session.wander(300, stretch=0.9)
    tb.session.new()
    tb.session.read_all()
    await tb.run()
    tb.check_memories()


@cocotb.test()
async def traps(dut):
    """Turns that are illegal only because of forced play leave everything as it was, under both sets of rules."""
    tb = await bench(dut, seed=3)
    met = 0
    for number, text in enumerate([NINE_PLIES, NINE_PLIES, *TRAPS]):
        last = tb.session.play_text(text, (CLASSIC, CONTEST)[number % 2])
        met += last.response.reason == Reason.TRAP
        tb.session.take_back()
        tb.session.take_back()
    tb.session.read_all()
    tb.session.empty_the_board()
    await tb.run()
    tb.check_memories()
    assert met >= (len(TRAPS) if tb.size >= 64 else 2)


@cocotb.test()
async def wins(dut):
    """Loops and lines of both colours, also where only loops count."""
    tb = await bench(dut, seed=7)
    made, mover_lost, both = 0, 0, 0
    for text in WINS:
        for rules in (CONTEST, CLASSIC_LOOPS):
            last = tb.session.play_text(text, rules).response
            made |= last.wins
            mover_lost += last.winner == last.to_move
            both += last.wins & 7 > 0 and last.wins >> 3 > 0
            tb.session.play_cell(0, "+")
        tb.session.take_back()
    await tb.run()
    if tb.size > 8:
        assert (made, mover_lost > 3, both > 3) == (0b111111, True, True)


@cocotb.test()
async def refuses_for_every_reason(dut):
    """Under the contest's rules most reasons are fouls: then the game is over until the foul is taken back."""
    tb = await bench(dut, seed=4)
    session, last = tb.session, tb.size - 1
    reasons = set()

    def refused(expected):
        reasons.add(expected.response.reason)
        if session.engine.foul_winner:
            reasons.add(session.play(1, 1, "+").response.reason)
            session.take_back()

    for rules in (CLASSIC, CONTEST):
        session.new(rules)
        refused(session.take_back())
        refused(session.play(3, 3, "\\"))
        refused(session.play(3, 3, "?"))
        session.play(last, last, "/")
        refused(session.play(last, last, "/"))
        refused(session.play(last - 2, last, "+"))
        refused(session.play(0, 0, "+"))
        refused(session.play(1, last, "/"))
        while not session.play(session.engine.response().columns - 1, last, "+").response.reason:
            pass
        refused(session.steps[-1].expected)
        refused(session.play(0, last - 1, "?"))
        session.new(replace(rules, box_limit=2))
        session.play(0, 0, "+")
        session.play(1, 0, "+")
        refused(session.play(2, 0, "+"))
        refused(session.play(last, 0, "+"))
        refused(session.play_text(NINE_PLIES.rsplit(maxsplit=1)[0], rules))
        position = session.engine.position
        moves = [(cell, symbol) for cell in position.entries for symbol in "+/\\"]
        refused(session.play_cell(*next(move for move in moves if move not in position.candidates())))
        refused(session.play_text(NINE_PLIES, rules))
        expected = set(range(11)) - {1} if rules is CLASSIC else set(range(11))
        assert reasons == expected, reasons
        reasons.clear()
    session.read_all()
    await tb.run()


@cocotb.test()
async def state_changes_only_with_events(dut):
    """Tile count, box, mover and winner are watched in every cycle; what is pending may change in between.

    And nothing that the engine shows is unknown in any cycle.
    """
    tb = await bench(dut, seed=5)
    tb.session.play_text(NINE_PLIES, CLASSIC)
    tb.session.wander(100)
    changes = 0
    running = cocotb.start_soon(tb.run())
    visible = 6 * len(dut.req_x) + 8
    before, event = None, False
    ports = [getattr(dut, port) for port in (*PORTS.values(), "vp_order", "vp_x", "vp_y", "vp_tile")]
    while not running.done():
        await FallingEdge(dut.clk)
        assert all(port.value.is_resolvable for port in ports)
        now = int(dut.vp_state.value) & (1 << visible) - 1
        assert before in (None, now) or event
        changes += before not in (None, now)
        before, event = now, dut.vp_valid.value == 1
        assert event or not (int(dut.vp_kind.value) or int(dut.vp_x.value) or int(dut.vp_tile.value))
    await running
    assert changes > 100


@cocotb.test()
async def reset_interrupts_anything(dut):
    """In whatever cycle of a turn reset comes, the next game begins on an empty board with the contest's rules."""
    tb = await bench(dut, seed=6, stalls=0)
    for cycles in range(0, 40, 3 if tb.size <= 16 else 13):
        tb.session.play_text(NINE_PLIES.rsplit(maxsplit=1)[0], CLASSIC)
        await tb.run()
        x, y = tb.session.engine.address(cell_at(0, 0))
        request = Request(Op.PLAY, x, y)
        for name, value in zip(REQUEST, request, strict=False):
            getattr(dut, f"req_{name}").value = value
        dut.req_valid.value = 1
        for _ in range(cycles):
            await FallingEdge(dut.clk)
            dut.req_valid.value = 0
        dut.req_valid.value = 0
        await tb.reset()
        tb.events.clear()
        tb.session = Session(tb.size, tb.rng)
        tb.session.play(2, 2, "\\")
        tb.session.take_back()
        tb.session.read(2, 2)
        await tb.run()
