"""Compares every cycle of an engine with the golden model, by the checker of `verify`, while the test runs.

It does not matter who drives the engine: what it is asked is read from its ports.
"""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import cocotb
from cocotb.triggers import Event, ReadOnly, RisingEdge

from loopline.bench.buses import EdgeOrder, Sample, Sampler
from loopline.bench.exactly import ExactComparison, RecordLines, request_of
from loopline.bench.failing import Answered, Disagrees, NothingChecked, disagrees, said, unfinished
from loopline.contract.checker import Checker, Follower, Mismatch, first_of, judge_again
from loopline.contract.game import AnyEngine, Subject
from loopline.design.dut import Dut
from loopline.design.plugins import NondeterministicModel, mistake
from loopline.errors import BadInput
from loopline.signals import Streams
from loopline.simulation.recording import ASKED, REQ_READY, REQ_VALID, RESET, RESP_READY, RESP_VALID, TAKEN

#: Why a board is not known.
_SILENT = "the engine does not answer any more"


class CycleJudge:
    """Says of each cycle of an engine whether it is right."""

    def __init__(self, dut: Dut, game: AnyEngine, follower: Follower[Any]) -> None:
        self._dut, self._game = dut, game
        #: What was asked, and the number of the first request after the last reset that has cut nothing short.
        self.requests: list[Any] = []
        self.first = 0
        self._checker = Checker(game.streams, follower, self.requests)
        self._exactly = ExactComparison(game) if dut.cycle_exact else None
        #: What was seen since that reset, to be judged again.
        self._record = RecordLines()

    def see(self, cycle: int, flags: int, line: str, request: Any = None) -> None:
        """Judge a cycle.

        Args:
            cycle: The cycle.
            flags: Its flags.
            line: Its line in a record.
            request: The request that is taken in it, if one is.

        Raises:
            Mismatch: Something is wrong in this cycle, or before it; of several what comes first.
        """
        self._record.add(cycle, line, flags)
        mismatch: Mismatch | None = None
        difference: Mismatch | None = None
        asked = self._checker.accepted
        try:
            if self._exactly:
                self._exactly.see(cycle, flags, line, request)
        except Mismatch as found:
            difference = found
        try:
            self._checker.see(cycle, line)
        except Mismatch as found:
            mismatch, difference = found, difference or self.difference()
        if mismatch and not difference:
            self._again(mismatch)
        if difference:  # which knows only what it has not compared yet
            difference.request = asked - 1 if asked else None
        if first := first_of(mismatch, difference):
            raise first

    def reset(self, cycle: int, line: str, cut: int | None) -> None:
        """Judge the first cycle of a reset.

        Args:
            cycle: The cycle.
            line: Its line in a record.
            cut: After how many cycles it cuts the last request short, if it does.

        Raises:
            Mismatch: Something is wrong in this cycle, or before it.
        """
        if cut is None:
            self.first, self._record = len(self.requests), RecordLines()
        else:
            self.requests[-1] = request_of(self._game, self.requests[-1][:-1], cut)
        self.see(cycle, RESET, line)
        if self._exactly:
            self._exactly.reset()

    def end(self, cycle: int, patience: int) -> None:
        """Judge an engine that has owed something for too long.

        Raises Mismatch, or BadInput if a correct design may do so.
        """
        try:
            self._checker.end(patience)
        except Mismatch as mismatch:
            if not self._exactly:
                self._again(mismatch, cycle, patience)
                raise
            if difference := self.difference():
                raise (first_of(mismatch, difference) or mismatch) from None
            raise BadInput(
                f"{self._dut.place('patience')}: patience = {patience} is too little for a correct design: leave it "
                "out, or give it more"
            ) from None

    def difference(self) -> Mismatch | None:
        """Return the first difference of a cycle-exact engine from its prediction, if one is not raised yet."""
        return self._exactly.difference() if self._exactly else None

    def _again(self, mismatch: Mismatch, end: int = 0, hung: int = 0) -> None:
        """Raise NondeterministicModel if the model, asked again, judges what was seen since the reset in another way.

        `end`: the last cycle, if the engine has hung for some.
        """
        requests, first = self.requests[self.first :], self.first
        then = Mismatch(mismatch.cycle, mismatch.request, mismatch.wrong)
        if then.request is not None:
            then.request -= first

        def judged(follower: Follower[Any]) -> Mismatch | None:
            checker = Checker(self._game.streams, follower, requests)
            try:
                for cycle, line in self._record.lines:
                    checker.see(cycle, line)
                if hung:
                    if cycle < end:  # nothing has changed since
                        checker.see(end, self._record.last)
                    checker.end(hung)
            except Mismatch as found:
                return found
            return None

        otherwise = "says something else when it is asked again"
        if first:
            otherwise += " after its reset() alone, without the games before"
        try:
            judge_again(self._game, self._dut.verification_port, judged, then, requests=requests, otherwise=otherwise)
        except NondeterministicModel as fickle:
            raise NondeterministicModel(self._game, mistake(fickle) or str(fickle)) from None


class Check:
    """One engine, from the first reset that is seen."""

    def __init__(self, subject: Subject, sampler: Sampler, clock: Any, out: Path) -> None:
        dut, game = subject.dut, subject.engine
        self._subject, self._dut, self._game, self._out = subject, dut, game, out
        self._streams: Streams = game.streams
        self._sampler, self._clock = sampler, clock
        self._patience = dut.patience or game.patience
        self.follower = game.follower(dut.verification_port)
        self._judge = CycleJudge(dut, game, self.follower)
        #: What was asked, and how each request and its answer have waited.
        self._requests, self._waits = self._judge.requests, list[tuple[int, int]]()
        #: Has the engine answer requests after a failure: these, an answer that is owed, and for how long to wait.
        self.read_back: Callable[[Sequence[Any], bool, int], Awaitable[list[list[int]]]] | None = None
        self._owed, self._unread = False, ""
        self._cycle, self._edges, self._owing, self._since = -1, 0, 0, 0
        #: For how many cycles the engine has been left without a request.
        self._left = 0
        self._under_way = self._in_reset = False
        #: Whether a request of this game was made in the first cycle after a reset.
        self._first = False
        self._listening = 0
        self._heard = Event()
        #: The last answer, by the names of its fields.
        self.answer: dict[str, int] = {}
        self.answered = 0
        self.failure: Exception | None = None
        #: Calls of the bench that have not come to their end.
        self.calls: dict[object, str] = {}
        self._cuts = 0
        self.task = cocotb.start_soon(self._run())

    def cut(self) -> None:
        """Note that the bench resets the engine: what waits for an answer ends its wait."""
        self._cuts += 1
        self.calls.clear()
        self._heard.set()

    async def next_answer(self) -> dict[str, int]:
        """Wait for the next answer that is taken; it agrees.

        Raises Disagrees, or BadInput if the bench resets the engine.
        """
        self._listening += 1
        try:
            answered, cuts = self.answered, self._cuts
            while self.failure is None and self.answered == answered:
                if self._cuts != cuts:
                    says = "reset() has cut this request short: cancel the task that waits for its answer before"
                    raise self.fail_with(BadInput(says))
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
        """Note that something else has ended the test, so that it need not say that nothing was checked."""
        self.failure = self.failure or error
        return error

    async def _run(self) -> None:
        edge, found = RisingEdge(self._clock), None
        timely = EdgeOrder(self._clock) if "verilator" in cocotb.SIM_NAME.lower() else None
        try:
            while self.failure is None:
                await edge
                self._edges += 1
                sample = self._sampler.sample()
                if timely:
                    timely.edge(sample)
                self._one(sample)
                if timely and not timely.is_known:
                    await ReadOnly()
                    timely.settled(self._sampler.sample())
        except CancelledError:
            self._over()
            raise
        except Mismatch as mismatch:
            found = mismatch
        except Exception as error:
            self._fail(error)
        if found:
            self._fail(await self._told(found))

    def _fail(self, error: Exception) -> None:
        self.failure = error
        self._heard.set()
        if not self._listening:
            raise error

    def _one(self, sample: Sample) -> None:
        """Check a cycle."""
        flags, line = sample
        if flags & RESET:
            self._reset(line)
            return
        if self._cycle < 0:
            return  # nothing is known before the first reset
        self._first |= self._in_reset and bool(flags & REQ_VALID)
        self._cycle, self._in_reset = self._cycle + 1, False
        request = self._taken() if flags & ASKED == ASKED and not self._under_way else None
        self._owed = (self._under_way or request is not None) and flags & TAKEN != TAKEN
        self._judge.see(self._cycle, flags, line, request)
        self._follow(flags, request)
        self._wait(flags)

    def _reset(self, line: str) -> None:
        if self._in_reset and self._cycle >= 0:
            self._cycle += 1
            return
        self._cycle, self._in_reset = self._cycle + 1, True
        self._owed, self._unread = False, "a reset has come"
        self._judge.reset(self._cycle, line, self._cycle - self._since if self._under_way else None)
        self._first &= self._under_way
        self._under_way, self._owing, self._left, self._unread = False, 0, 0, ""

    def _taken(self) -> Any:
        """Return the request of this cycle, without what must not matter. Raise BadInput."""
        bits = self._sampler.requests.bits()
        if not set(bits) <= {"0", "1"}:
            names = ", ".join(f"req_{name}" for name in self._streams.request.unknown(bits))
            raise BadInput(f"the engine takes a request of which some bits are X or Z: {names}. Drive all of its ports")
        self._requests.append(request := self._meant(bits))
        return request

    def _meant(self, bits: str) -> Any:
        layout = self._streams.request
        packed = int(bits or "0", 2)
        packed &= ~layout.unused([*layout.unpack(packed).values()])
        return request_of(self._game, [*layout.unpack(packed).values()])

    def _follow(self, flags: int, request: Any) -> None:
        """Keep track of who is waiting for what after this cycle."""
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
        """Count how long the engine has owed something. Raise Mismatch if it is too long."""
        asked = flags & REQ_VALID and not flags & REQ_READY
        owes = not flags & RESP_VALID if self._under_way else asked
        self._owing = self._owing + 1 if owes else 0
        if self._owing <= self._patience:
            return
        offered = self._sampler.requests.bits()
        if not self._under_way and set(offered) <= {"0", "1"}:
            self._requests.append(self._meant(offered))
        try:
            self._judge.end(self._cycle, self._patience)
        except Mismatch:
            self._unread = _SILENT
            raise

    async def _told(self, mismatch: Mismatch) -> Disagrees:
        """Return the report, with the hardware's board if it can be read."""
        requests, read = self._requests[self._judge.first :], list[list[int]]()
        script = self._game.script_of(requests or self._game.requests(self._game.script_of([]))[:1])
        asked = self._game.requests(script)[max(1, len(requests)) :]
        if self.read_back is None:
            self._unread = "the engine is only watched"
        elif mismatch.request is not None and mismatch.request + 1 < len(self._requests):
            self._unread = "the next request has been taken"
        elif not self._unread:
            try:
                read = await self.read_back(asked, self._owed, self._patience)
            except CancelledError:
                raise said(self._disagrees(mismatch, unread="the test has ended before")) from None
            if len(read) < len(asked):
                self._unread = _SILENT
        board = [(list(map(int, bits)), answer) for bits, answer in zip(asked, read, strict=False)]
        return self._disagrees(mismatch, [] if self._unread else board, self._unread)

    def _disagrees(self, mismatch: Mismatch, read: Sequence[Answered] = (), unread: str = "") -> Disagrees:
        first = self._judge.first
        if mismatch.request is not None:
            mismatch.request = max(0, mismatch.request - first)
        return disagrees(
            mismatch,
            self._subject,
            self._requests[first:],
            self._waits[first:],
            self._first,
            self._out,
            read,
            unread,
        )

    def _over(self) -> None:
        """End the check with the test. Raise what the test must fail with."""
        if self.failure:
            return
        if difference := self._judge.difference():
            raise said(self._disagrees(difference))
        if self.calls:
            raise said(unfinished(self._dut.name, self.calls))
        if not self.answered:
            raise said(NothingChecked(f"{self._dut.name}: {self._nothing()}, so a pass would mean nothing"))

    def _nothing(self) -> str:
        if not self._edges:
            return "the test has ended, and its clock never ticked: start a Clock"
        if self._cycle < 0:
            return "the test has ended, and no reset was seen: watch the engine before its reset ends"
        return "the test has ended, and no request was answered: have the engine asked something"
