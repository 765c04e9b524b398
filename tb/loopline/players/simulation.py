"""What runs inside the simulator when a design plays: it does what the referee's side of it asks, line by line.

Both sides write JSON, a line for each thing asked or answered, into a pipe of its own. An empty line says: still alive.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import IO, Any

import cocotb
from cocotb.triggers import Timer

from loopline.signals.uart import HIGH, IN_RESET, wave, whole
from loopline.simulation.files import ours
from loopline.simulation.job import Job, job_of_this_simulation
from loopline.simulation.line import BadByte, Heard, SerialLine

#: Names of the pipes.
ASKED, ANSWERED = "asked", "answered"

#: Bit times of an idle line before each line to the player.
_IDLE = 12


class Table:
    """A design as a player."""

    def __init__(self, top: Any, job: Job, answers: IO[str]) -> None:
        self._dut = job.dut
        self._line = SerialLine(top, self._dut.bit, Path(), lambda: self.answer(None))
        self._answers = answers
        self._heard: list[Heard] = []

    def answer(self, what: object) -> None:
        self._answers.write(("" if what is None else json.dumps(what)) + "\n")
        self._answers.flush()

    async def begin(self) -> None:
        self._line.begin()
        if self._dut.reset.signal:
            await self._line.say([(HIGH + IN_RESET, self._dut.reset.cycles)], wanted=0, patience=0, tail=1)
            self._line.begin()
        await self._line.say(self._idle, wanted=0, patience=0, tail=1)

    @property
    def _idle(self) -> list[tuple[int, int]]:
        return whole([(HIGH, _IDLE * self._dut.bit)])

    async def send(self, line: str) -> None:
        await self._line.say(
            [*self._idle, *wave(bytes.fromhex(line) + b"\n", self._dut.bit)], wanted=0, patience=0, tail=1
        )
        self._sent = self._line.sent
        self._heard += self._line.lines()
        self.answer({})

    async def receive(self, cycles: int) -> None:
        """The next line that ends within this many cycles of what was sent."""
        while not self._heard and (left := self._sent + cycles - self._line.now) > 0:
            await self._line.say([], wanted=1, patience=left)
            self._heard += self._line.lines()
        self._say_next(lambda heard: heard.last - self._sent <= cycles)

    async def overhear(self, cycles: int) -> None:
        """A line that comes within this many cycles from now."""
        if not self._heard:
            await self._line.say([], wanted=1, patience=cycles)
            self._heard += self._line.lines()
        self._say_next(lambda _: True)

    def _say_next(self, fits: Any) -> None:
        if not self._heard or not fits(self._heard[0]):
            self.answer({"unfinished": self._line.rest().hex()})
            return
        heard = self._heard.pop(0)
        self.answer({"line": heard.text.hex(), "first": heard.first - self._sent, "last": heard.last - self._sent})


@cocotb.test()
async def play(top: Any) -> None:
    await Timer(1, "ns")
    asked, answers = _pipes()
    table = Table(top, job_of_this_simulation(Job), answers)
    does: dict[str, Callable[..., Awaitable[None]]] = {
        "send": table.send,
        "receive": table.receive,
        "overhear": table.overhear,
    }
    try:
        await table.begin()
        table.answer({})
        for line in asked:
            what, *values = json.loads(line)
            await does[what](*values)
    except BadByte as bad:
        table.answer({"lost": f"the line does not carry a valid byte: {bad}"})


def _pipes() -> tuple[IO[str], IO[str]]:
    return ours(Path(), ASKED).open(), ours(Path(), ANSWERED).open("w")
