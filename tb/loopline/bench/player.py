"""The golden model as the host of a player, in a cocotb test of your own."""

from __future__ import annotations

from asyncio import CancelledError
from pathlib import Path
from typing import Any

import cocotb
from cocotb.handle import HierarchyObject
from cocotb.triggers import Event as Bell
from cocotb.triggers import FallingEdge, First, RisingEdge, Timer, ValueChange
from cocotb.utils import get_sim_time

from loopline.bench.buses import PortMonitor, clocked, signals
from loopline.bench.failing import NothingChecked, checks, disagreement, must_end, said, unfinished
from loopline.contract.checker import Mismatch
from loopline.contract.game import PlayerGame, Subject
from loopline.design.dut import Dut, load
from loopline.errors import BadInput
from loopline.simulation.job import Draft
from loopline.simulation.line import IN_RESET, LF, TAIL, LampChange, PortChange, SerialLine, Wave
from loopline.trial.player import Talk, patience


class Player:
    """A player and its golden model as the host, made by `start`."""

    def __init__(self, design: HierarchyObject, dut: Dut, out: Path, period: int) -> None:
        self._subject = Subject.of(dut)
        self._dut, self._out, self._game = dut, out, self._subject.player
        clock = getattr(design, dut.clock.signal)
        self._wires = Wires(design, clock, dut, self._game, period)
        self._talk = Talk(dut, self._game, self._wires)
        self._host = self._game.host(dut.model_copy(update={"patience": patience(dut)}))
        self._words: list[str] = []
        self._failure: Exception | None = None
        self._answered = 0
        self.calls: dict[object, str] = {}
        checks(getattr(design, dut.port("rx")), cocotb.start_soon(self._until_the_end()))

    @classmethod
    async def start(
        cls, design: HierarchyObject, description: str | Path | Dut, *, out: str | Path = "out/bench"
    ) -> Player:
        """Drive the player's serial line, and reset it, if it has a reset.

        If its clock does not run, it is started.

        Args:
            design: The handle of the player.
            description: The file that describes it, or what was read from it.
            out: The folder in which the conversation of a failure is saved.

        Raises:
            BadInput: The description does not fit the design.
        """
        dut = description if isinstance(description, Dut) else load(Path(description).resolve())  # noqa: ASYNC240
        if dut.contract != "player":
            raise BadInput(f"{dut.place('contract')}: it describes an engine, and this is for players: use Engine")
        signals(design, {"clock": (dut.clock.signal, 1)})
        clock = getattr(design, dut.clock.signal)
        await clocked(design, clock, dut, "Player.start")
        await RisingEdge(clock)
        first = get_sim_time("step")
        await RisingEdge(clock)
        period = round(get_sim_time("step") - first)
        await Timer(period // 4, "step")
        player = cls(design, dut, Path(out), period)
        await player._talk.begin()
        return player

    @must_end
    async def say(self, words: str) -> list[str]:
        """Send what these words of a script mean, and return the lines that the player has answered, which are right.

        Words are lines such as `-W` and `@0/`, or `?3`, a reply that the golden model chooses. Raises Disagrees, and
        BadInput for other words.
        """
        if self._failure:
            raise self._failure
        before = len(self._host.transcript)
        try:
            script = self._game.read(words.split())
        except ValueError as error:
            self._failure = BadInput(f"{words!r} cannot be read: {error}")
            raise self._failure from None
        try:
            await self._talk.converse(self._host.converse(script, b""), first=len(self._words))
        except Mismatch as mismatch:
            self._failure = self._disagrees(mismatch)
            raise self._failure from None
        self._words += words.split()
        heard = [line.removeprefix("< ") for line in self._host.transcript[before:] if line.startswith("< ")]
        self._answered += len(heard)
        return heard

    @property
    def position(self) -> Any:
        """The golden model's position, in step with the player; None before a game begins."""
        return getattr(self._host, "position", None)

    @property
    def transcript(self) -> list[str]:
        """All lines so far: `> ` from the host, `< ` from the player."""
        return list(self._host.transcript)

    def _disagrees(self, mismatch: Mismatch) -> Exception:
        outcome = Draft(name=f"bench of {self._dut.name}", state="mismatch")
        outcome.script = self._game.write(self._host.concrete)
        mismatch.put_into(outcome)
        outcome.transcript = self.transcript
        return disagreement(mismatch, outcome.done(), self._subject, self._out)

    async def _until_the_end(self) -> None:
        try:
            await Bell().wait()
        except CancelledError:
            if self.calls and not self._failure:
                raise said(unfinished(self._dut.name, self.calls)) from None
            if not self._failure and not self._answered:
                says = "the test has ended, and the player has answered nothing: have it asked something"
                raise said(NothingChecked(f"{self._dut.name}: {says}, so a pass would mean nothing")) from None
            raise


class Wires(SerialLine):
    """What hdl/loopline_line.v does, seen from Python: cycles are counted by the simulated time."""

    def __init__(self, design: Any, clock: Any, dut: Dut, game: PlayerGame[Any], period: int) -> None:
        """Take hold of the wires, between two rising edges of the clock.

        What is driven changes there, so it does not matter which of two things that fall on an edge comes first.
        `period`: of the clock, in steps of the simulator.
        """
        self._dut, self._clock, self._period, self.bit = dut, clock, period, dut.bit
        self._length = game.messages.length or 0
        wanted = {name: (name, 1) for name in [dut.port("rx"), dut.port("tx"), *dut.lamps.values()]}
        if dut.reset.signal:
            wanted["reset"] = (dut.reset.signal, 1)
        signals(design, wanted)
        self._rx, self._tx = getattr(design, dut.port("rx")), getattr(design, dut.port("tx"))
        self._reset = getattr(design, dut.reset.signal) if dut.reset.signal else None
        self._shining = [getattr(design, name) for name in dut.lamps.values()]
        self._port = PortMonitor(design, clock, game.streams, dut.port) if dut.verification_port else None
        self._streams = game.streams
        self._lines, self._came, self._pulse = 0, Bell(), lambda: None
        self._rx.value = 1
        self.begin()
        for task in (self._watch_edges(), self._receive()):
            cocotb.start_soon(task)
        if self._port or self._shining:
            cocotb.start_soon(self._watch_cycles())

    def begin(self) -> None:
        """Begin a new record."""
        self._start = int(get_sim_time("step"))
        level = str(self._tx.value).lower()
        self._edges, self._bytes = [(0, level)] if level != "1" else [], []
        self.events, self.lamps, self.sent = [], [], 0
        self._shown = self._lit = ""
        self._after_event = False

    @property
    def now(self) -> int:
        """The present cycle."""
        return (int(get_sim_time("step")) - self._start) // self._period

    async def _play(self, wave: Wave, wanted: int, patience: int, tail: int | None) -> None:
        before = self._lines
        for level, cycles in wave:
            self._rx.value = level & 1
            self._hold(bool(level & IN_RESET))
            await Timer(cycles * self._period, "step")
        self._hold(False)
        if wave:
            self.sent = self.now + 1
        until = self.now + patience
        while self._lines - before < wanted and self.now < until:
            self._came.clear()
            await First(self._came.wait(), Timer((until - self.now) * self._period, "step"))
        late = self._lines - before < wanted
        cycles = 1 if late else round(TAIL * self.bit) if tail is None else tail
        steps = max(1, cycles) * self._period
        await Timer(steps - (int(get_sim_time("step")) - self._start) % self._period, "step")

    def _hold(self, in_reset: bool) -> None:
        if self._reset is not None:
            self._reset.value = int(in_reset == (self._dut.reset.active == "high"))

    async def _watch_edges(self) -> None:
        while True:
            await ValueChange(self._tx)
            self._edges.append((self.now + 1, str(self._tx.value).lower()))

    async def _receive(self) -> None:
        """Receive bytes in a simple way, to know when a line has ended."""
        while True:
            await FallingEdge(self._tx)
            byte = 0
            await Timer(round(self.bit * self._period / 2), "step")
            for place in range(8):
                await Timer(round(self.bit * self._period), "step")
                byte |= (str(self._tx.value) == "1") << place
            if byte == LF:
                self._lines += 1
                await Timer(round(self.bit * self._period), "step")
                self._came.set()

    async def _watch_cycles(self) -> None:
        """Record the verification port and the lamps, in every cycle in which they show something new."""
        edge = RisingEdge(self._clock)
        while True:
            await edge
            if (
                self._shining
                and (lit := "".join(str(lamp.value).lower() for lamp in reversed(self._shining))) != self._lit
            ):
                self.lamps.append(LampChange(self.now, lit))
                self._lit = lit
            if self._port:
                self._see(self._port)

    def _see(self, port: PortMonitor) -> None:
        valid, state = str(port.bus.valid.value).lower(), str(port.bus.state.value).lower()
        settled, event = state[-self._streams.settled.width :], port.bits().lower()
        if valid == "0" and set(event) <= {"0", "1"}:
            event = "0" * len(event)
        if valid == "0" and not self._after_event and settled == self._shown:
            return
        self._after_event, self._shown = valid != "0", settled
        known = set(event + settled) <= {"0", "1"}
        texts = [
            layout.text(int(bits, 2)) if known else bits
            for layout, bits in ((self._streams.event, event), (self._streams.settled, settled))
        ]
        self.events.append(PortChange(self.now, valid, *texts))
