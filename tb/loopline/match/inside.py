"""A design that plays, inside the simulator: it does what the referee's side of it asks, line by line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from loopline.simulation.channel import Channel
from loopline.simulation.job import Draft, Job
from loopline.simulation.line import HIGH, IDLE, BadByte, RxLine, SerialLine, wave
from loopline.simulation.printed import Output, assertions


class PlayerJob(Job):
    """A job in which the design plays, for as long as the referee wants."""

    waits = None
    does: str = "loopline.match.inside:PlayerServer"
    #: The bytes of each message; None: a line feed ends it.
    length: int | None = None


class BeginRequest(BaseModel):
    """A request to reset the player, if it has a reset, and put its line to rest."""


class SendRequest(BaseModel):
    """A request to send this line to the player: its bytes in hexadecimal."""

    line: str


class ReceiveRequest(BaseModel):
    """A request to wait for the next line that ends within this many cycles of the last one sent."""

    cycles: int


class OverhearRequest(BaseModel):
    """A request to wait for a line that comes within this many cycles from now."""

    cycles: int


class LineAnswer(BaseModel):
    """The player's line, if it has said one; in hexadecimal."""

    model_config = ConfigDict(extra="forbid")  # the outcome of a simulation that has failed must not pass for an answer

    line: str | None = None
    #: The first and the last cycle of the line, from the end of the line that was sent.
    first: int = 0
    last: int = 0
    #: The beginning of an unfinished line.
    unfinished: str = ""
    #: Why nothing that is said can be understood any more.
    lost: str = ""


class PlayerServer:
    """A design as a player."""

    def __init__(self, top: Any, job: PlayerJob, channel: Channel) -> None:
        self._dut, self._channel, self._end = job.dut, channel, b"" if job.length else b"\n"
        self._line = SerialLine(top, self._dut.bit, Path(), channel.alive, job.length)
        self._heard: list[RxLine] = []
        self._output = Output()
        self.outcome = Draft(name="")

    async def do(self, asked: BeginRequest | SendRequest | ReceiveRequest | OverhearRequest) -> None:
        """Do what is asked, and report the answer."""
        try:
            match asked:
                case BeginRequest():
                    answer = await self.begin()
                case SendRequest():
                    answer = await self.send(asked.line)
                case ReceiveRequest():
                    answer = await self.receive(asked.cycles)
                case OverhearRequest():
                    answer = await self.overhear(asked.cycles)
        except BadByte as bad:
            answer = LineAnswer(lost=f"the line does not carry a valid byte: {bad}")
        self._channel.report(self._unless_failed(asked, answer))

    def _unless_failed(
        self, asked: BeginRequest | SendRequest | ReceiveRequest | OverhearRequest, answer: LineAnswer
    ) -> LineAnswer:
        """Return the answer, or the first assertion of the design that has failed meanwhile.

        In a reset it does not count.
        """
        printed = self._output.take() if self._dut.assertions == "fail" else ""
        failed = None if isinstance(asked, BeginRequest) else next(assertions(printed), None)
        if failed is None:
            return answer
        return LineAnswer(lost=f"the design's own assertion has failed: {failed.place}: {failed.says}")

    async def begin(self) -> LineAnswer:
        """Reset the design, or leave the line idle if it cannot be reset."""
        await self._line.reset(self._dut.reset.cycles if self._dut.reset.signal else 0)
        return LineAnswer()

    async def send(self, line: str) -> LineAnswer:
        """Send a line, given in hexadecimal digits."""
        idle, said = (HIGH, round(IDLE * self._dut.bit)), wave(bytes.fromhex(line) + self._end, self._dut.bit)
        await self._line.say([idle, *said], wanted=0, patience=0, tail=1)
        self._sent = self._line.sent
        self._heard += self._line.lines()
        return LineAnswer()

    async def receive(self, cycles: int) -> LineAnswer:
        """Return the next line that ends within this many cycles of the last one sent, or an empty answer."""
        while not self._heard and (left := self._sent + cycles - self._line.now) > 0:
            await self._line.say([], wanted=1, patience=left)
            self._heard += self._line.lines()
        return self._next(lambda heard: heard.last - self._sent <= cycles)

    async def overhear(self, cycles: int) -> LineAnswer:
        """Return an unsolicited line, if one comes within this many cycles."""
        if not self._heard:
            await self._line.say([], wanted=1, patience=cycles)
            self._heard += self._line.lines()
        return self._next(lambda _: True)

    def _next(self, fits: Callable[[RxLine], bool]) -> LineAnswer:
        if not self._heard or not fits(self._heard[0]):
            return LineAnswer(unfinished=self._line.rest().hex())
        heard = self._heard.pop(0)
        return LineAnswer(line=heard.text.hex(), first=heard.first - self._sent, last=heard.last - self._sent)
