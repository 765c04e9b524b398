"""The golden model as the host of a player, in a cocotb test of your own."""

from __future__ import annotations

from asyncio import CancelledError
from pathlib import Path
from typing import Any

import cocotb
from cocotb.handle import HierarchyObject
from cocotb.triggers import Event, RisingEdge, Timer
from cocotb.utils import get_sim_time

from loopline.bench.buses import clocked, signals
from loopline.bench.failing import NothingChecked, checks, disagreement, must_end, said, unfinished
from loopline.bench.wires import Wires
from loopline.contract import game as games
from loopline.contract.checker import Mismatch
from loopline.design.dut import Dut, load
from loopline.errors import BadInput
from loopline.simulation.job import Outcome
from loopline.trial.player import Talk, patience


class Player:
    """Made by `start`."""

    def __init__(self, design: HierarchyObject, dut: Dut, out: Path, period: int) -> None:
        self._dut, self._out, self._game = dut, out, games.player(dut)
        clock = getattr(design, dut.clock.signal)
        self._wires = Wires(design, clock, dut, self._game.streams, period)
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
        """Drive the player's serial line, and reset it, if it has a reset. If its clock does not run, it is started.

        `out`: the folder in which the conversation of a failure is saved. Raises BadInput if the description does not
        fit."""
        dut = description if isinstance(description, Dut) else _loaded(description)
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
        """Send what these words of a script mean: lines such as `-W` and `@0/`, or `?3`, a reply that the golden model
        chooses. Returns the lines that the player has answered, which are right. Raises Disagrees, and BadInput for
        other words."""
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
        outcome = Outcome(name=f"bench of {self._dut.name}", state="mismatch")
        outcome.script = self._game.write(self._host.concrete)
        mismatch.put_into(outcome)
        outcome.transcript = self.transcript
        return disagreement(mismatch, outcome, self._dut, self._out)

    async def _until_the_end(self) -> None:
        try:
            await Event().wait()
        except CancelledError:
            if self.calls and not self._failure:
                raise said(unfinished(self._dut.name, self.calls)) from None
            if not self._failure and not self._answered:
                says = "the test has ended, and the player has answered nothing: have it asked something"
                raise said(NothingChecked(f"{self._dut.name}: {says}, so a pass would mean nothing")) from None
            raise


def _loaded(description: str | Path) -> Dut:
    return load(Path(description).resolve())
