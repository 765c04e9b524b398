"""Compares every cycle of an engine with the golden model, by the checker of `verify`, while the test runs.

It does not matter who drives the engine: what it is asked is read from its ports."""

from __future__ import annotations

from asyncio import CancelledError
from pathlib import Path
from typing import Any

import cocotb
from cocotb.triggers import Event, RisingEdge

from loopline.bench.exactly import Exactly, typed
from loopline.bench.failing import Disagrees, NothingChecked, disagrees, said
from loopline.bench.sampled import Sample, Sampler
from loopline.contract.checker import Checker, Mismatch, first_of
from loopline.contract.game import AnyEngine
from loopline.design.dut import Dut
from loopline.errors import BadInput
from loopline.signals.streams import Streams
from loopline.simulation.recording import ASKED, REQ_READY, REQ_VALID, RESET, RESP_READY, RESP_VALID


class Check:
    """One engine, from the first reset that is seen."""

    def __init__(self, dut: Dut, game: AnyEngine, sampler: Sampler, clock: Any, out: Path) -> None:
        self._dut, self._game, self._out = dut, game, out
        self._streams: Streams = game.streams
        self._sampler, self._clock = sampler, clock
        self._patience = dut.patience or game.patience
        self.follower = game.follower(dut.verification_port)
        #: What was asked, and the number of the first request after the last reset that has cut nothing short.
        self.requests: list[Any] = []
        self._first = 0
        self._waits: list[tuple[int, int]] = []
        self._checker = Checker(self._streams, self.follower, self.requests)
        self._exactly = Exactly(game) if dut.cycle_exact else None
        self._cycle, self._edges, self._owing, self._since = -1, 0, 0, 0
        #: For how many cycles the engine has been left without a request.
        self._left = 0
        self._under_way = self._in_reset = False
        self._listening = 0
        self._heard = Event()
        #: The last answer, by the names of its fields.
        self.answer: dict[str, int] = {}
        self.answered = 0
        self.failure: Exception | None = None
        self._task = cocotb.start_soon(self._run())

    async def next_answer(self) -> dict[str, int]:
        """The next answer that is taken; it agrees. Raises Disagrees."""
        self._listening += 1
        try:
            answered = self.answered
            while self.failure is None and self.answered == answered:
                self._heard.clear()
                await self._heard.wait()
        finally:
            self._listening -= 1
        if self.failure:
            raise self.failure
        return self.answer

    @property
    def compares(self) -> bool:
        """Whether a reset has been seen."""
        return self._cycle >= 0

    async def ready(self) -> None:
        """Wait until the engine would take a request, or should have long been able to. Raises Disagrees."""
        edge = RisingEdge(self._clock)
        for _ in range(self._patience):
            if self.failure:
                raise self.failure
            if str(self._sampler.requests.bus.ready.value) == "1":
                return
            await edge

    def fail_with(self, error: Exception) -> Exception:
        """Something else has ended the test: that nothing was checked is no news."""
        self.failure = self.failure or error
        return error

    async def _run(self) -> None:
        edge = RisingEdge(self._clock)
        try:
            while self.failure is None:
                await edge
                self._edges += 1
                self._one(self._sampler.sample())
        except CancelledError:
            self._over()
            raise
        except Exception as error:
            self.failure = error
            self._heard.set()
            if not self._listening:
                raise

    def _one(self, sample: Sample) -> None:
        """A cycle."""
        flags, line, _ = sample
        if flags & RESET:
            self._reset(line)
            return
        if self._cycle < 0:
            return  # nothing is known before the first reset
        self._cycle, self._in_reset = self._cycle + 1, False
        request = self._taken(sample) if flags & ASKED == ASKED and not self._under_way else None
        self._judge(line, self._exact(flags, line, request))
        self._follow(flags, request)
        self._wait(flags)

    def _exact(self, flags: int, line: str, request: Any) -> Mismatch | None:
        """Where a cycle-exact engine has differed from what is predicted."""
        try:
            if self._exactly:
                self._exactly.see(self._cycle, flags, line, request)
        except Mismatch as difference:
            return difference
        return None

    def _judge(self, line: str, difference: Mismatch | None) -> None:
        """What comes first of what is wrong in this cycle, or before it. Raises Disagrees."""
        mismatch = None
        try:
            self._checker.see(self._cycle, line)
        except Mismatch as found:
            mismatch = found
            if self._exactly and not difference:
                difference = self._exactly.difference()
        if first := first_of(mismatch, difference):
            raise self._disagrees(first)

    def _reset(self, line: str) -> None:
        if self._in_reset and self._cycle >= 0:
            self._cycle += 1
            return
        self._cycle, self._in_reset = self._cycle + 1, True
        if self._under_way:
            self.requests[-1] = typed(self._game, self.requests[-1][:-1], self._cycle - self._since)
        else:
            self._first = len(self.requests)
        self._judge(line, self._exact(RESET, line, None))
        if self._exactly:
            self._exactly.reset()
        self._under_way, self._owing, self._left = False, 0, 0

    def _taken(self, sample: Sample) -> Any:
        """The request of this cycle, without what must not matter."""
        if not set(sample.request) <= {"0", "1"}:
            names = ", ".join(f"req_{name}" for name in self._streams.request.unknown(sample.request))
            raise BadInput(f"the engine takes a request of which some bits are X or Z: {names}. Drive all of its ports")
        self.requests.append(request := self._meant(sample.request))
        return request

    def _meant(self, bits: str) -> Any:
        layout = self._streams.request
        packed = int(bits or "0", 2)
        packed &= ~layout.unused([*layout.unpack(packed).values()])
        return typed(self._game, [*layout.unpack(packed).values()])

    def _follow(self, flags: int, request: Any) -> None:
        """Who is waiting for what after this cycle."""
        if request is not None:
            self._waits.append((self._left, 0))
            self._left = 0
            self._under_way, self._since = True, self._cycle
        elif not self._under_way:
            self._left += bool(flags & REQ_READY)
        elif flags & RESP_VALID:
            gap, stall = self._waits[-1]
            if not flags & RESP_READY:
                self._waits[-1] = gap, stall + 1
                return
            line = self._sampler.answers.bits()
            self.answer = self._streams.response.unpack(int(line or "0", 2))
            self._under_way = False
            self.answered += 1
            self._heard.set()

    def _wait(self, flags: int) -> None:
        """Whether the engine owes something for too long. Raises Disagrees."""
        asked = flags & REQ_VALID and not flags & REQ_READY
        owes = not flags & RESP_VALID if self._under_way else asked
        self._owing = self._owing + 1 if owes else 0
        if self._owing <= self._patience:
            return
        offered = self._sampler.requests.bits()
        if not self._under_way and set(offered) <= {"0", "1"}:
            self.requests.append(self._meant(offered))
        try:
            self._checker.end(self._patience)
        except Mismatch as mismatch:
            raise self._disagrees(self._late(mismatch)) from None

    def _late(self, mismatch: Mismatch) -> Mismatch:
        if self._exactly and not (difference := self._exactly.difference()):
            raise BadInput(
                f"{self._dut.place('patience')}: patience = {self._patience} is too little for a correct design: leave "
                "it out, or give it more"
            )
        return first_of(mismatch, difference if self._exactly else None) or mismatch

    def _disagrees(self, mismatch: Mismatch) -> Disagrees:
        first = self._first
        if mismatch.request is not None:
            mismatch.request = max(0, mismatch.request - first)
        return disagrees(mismatch, self._dut, self._game, self.requests[first:], self._waits[first:], self._out)

    def _over(self) -> None:
        """The test has ended. Raises what it must not pass with."""
        if self.failure:
            return
        if self._exactly and (difference := self._exactly.difference()):
            raise said(self._disagrees(difference))
        if not self.answered:
            raise said(NothingChecked(f"{self._dut.name}: {self._nothing()}, so a pass would mean nothing"))

    def _nothing(self) -> str:
        if not self._edges:
            return "the test has ended, and its clock never ticked: start a Clock"
        if self._cycle < 0:
            return "the test has ended, and no reset was seen: watch the engine before its reset ends"
        return "the test has ended, and no request was answered: have the engine asked something"
