"""What runs inside the simulator: properties or single scripts, as a job asks, with every result written down at once.

Whoever started the simulation reads the results while it runs; so if it dies, all that was found before is there.
"""

from __future__ import annotations

import os
import re
import time
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import cocotb
from cocotb.triggers import Timer
from hypothesis import strategies as st

from loopline import game as games
from loopline.build import Streams
from loopline.checker import Checker, Mismatch, Wrong
from loopline.closeup import PERIOD, CloseUp
from loopline.dut import load
from loopline.job import STOP, Job, Outcome
from loopline.property import Interrupted, check
from loopline.reduction import reduced
from loopline.session import RESP_READY, RESP_VALID, Recording, Session, Timing

#: How often, in seconds, the reader hears that the run goes on.
_PULSE = 0.2

#: Waiting cycles for each request and each answer, from one byte: mostly none, up to seven.
_TIMINGS = [Timing(gap=byte & 7 if byte & 64 else 0, stall=byte >> 3 & 7 if byte & 128 else 0) for byte in range(256)]
stalls = st.binary(max_size=64)

_TAKEN = RESP_VALID | RESP_READY


class Bench:
    """A design in its simulator, the game it plays, and what has been compared so far."""

    def __init__(self, top: Any, job: Job) -> None:
        self.job = job
        self.dut = load(job.dut).resized(job.size)
        self.game = games.find(self.dut.game)
        self.streams = self.game.streams(self.dut.size)
        self.session = CloseUp(top, self.streams) if job.close_up else Session(top, self.streams, Path())
        self.patience = self.dut.patience or 3 * self.dut.size**2 + 1000
        self.outcome = Outcome(name="")
        self.last = Recording("", False)
        self._played: Any = None
        self._longest: Any = None
        #: The property's latest failure: the script before it, the script, its waiting.
        self._failed: tuple[Any, Any, bytes] | None = None
        self._log = job.results.open("a")
        self._last_pulse = 0.0

    def report(self, outcome: Outcome) -> None:
        self._log.write(outcome.model_dump_json() + "\n")
        self._log.flush()

    def pulse(self) -> None:
        now = time.monotonic()
        if now - self._last_pulse > _PULSE:
            self._last_pulse = now
            self.report(self.outcome.model_copy(update={"state": "running"}))

    async def play(self, script: Any, waits: bytes = b"") -> None:
        """One script against the hardware. Raises Mismatch."""
        timings, dut = [_TIMINGS[byte] for byte in waits], self.dut
        if dut.exact:
            requests, predicted = self.game.plan(script, timings, dut.size, dut.reset.cycles)
        else:
            requests, predicted = self.game.requests(script, dut.size), ""
        recording = await self.session.play(
            requests, timings, reset_cycles=self.dut.reset.cycles, patience=self.patience
        )
        self.last = recording
        before, self._played = self._played, script
        self._longest = max(script, self._longest or script, key=self.game.turns)
        self.outcome.cycles += recording.cycles
        self.outcome.examples += 1
        self.outcome.turns += self.game.turns(script)
        if not predicted or not recording.text.endswith(predicted):
            try:
                self._compare(recording, requests, predicted)
            except Mismatch:
                self._failed = before, script, waits
                raise
        self.pulse()

    def _compare(self, recording: Recording, requests: Sequence[Any], predicted: str) -> None:
        """Say what is wrong: in the words of the rules if they are broken, and in which cycle it shows first."""
        difference = _first_difference(recording, predicted, self.dut.reset.cycles, self.streams) if predicted else None
        follower = self.game.follower(self.dut.size, self.dut.verification_port)
        try:
            Checker(self.streams, follower, requests).check(recording)
        except Mismatch as mismatch:
            if difference and difference.cycle < mismatch.cycle:
                difference.request = mismatch.request
                difference.wrong.says += f"; by cycle {mismatch.cycle:,} it breaks the rules: {mismatch.wrong.says}"
                raise difference from None
            raise
        if difference:
            raise difference

    async def property(self, one: games.Property) -> None:
        """Try to break one property; report, shrunk, what does."""
        job, started = self.job, time.monotonic()
        self.outcome, self._failed = Outcome(name=one.name), None
        self.report(self.outcome)
        result = await check(
            Bench.play,
            self,
            one.scripts,
            stalls,
            reset=None,
            examples=job.examples,
            seconds=job.seconds,
            seed=job.seed,
            database=job.database,
            name=re.sub(r"\W", "_", f"{one.name}_{self.dut.size}"),
        )
        outcome = self.outcome
        outcome.examples, outcome.shrinks = result.statistics.examples, result.statistics.shrinks
        outcome.partial = result.partial
        passed = result.passed or isinstance(result.error, Interrupted)
        outcome.found_at = None if passed else result.statistics.examples
        outcome.state = "agrees" if passed else "failed"
        outcome.error = "" if passed else f"{type(result.error).__name__}: {result.error}"
        if not passed and self._failed:
            before, script, waits = self._failed
            if result.counterexample is not None:
                script, waits = result.counterexample.values
            outcome.turns_before = self.game.turns(script)
            await self._minimise(script, waits, outcome, before, self._longest)
        outcome.seconds = time.monotonic() - started
        self.report(outcome)

    async def exhaustive(self, plies: int) -> None:
        """Every game of so many plies; stops at the first that fails."""
        started = time.monotonic()
        self.outcome = outcome = Outcome(name=f"every game of {plies} plies")
        counts: Counter[str] = Counter()
        outcome.state = "agrees"
        for script in self.game.every_game(plies):
            if _to_stop():
                outcome.partial = "interrupted"
                break
            if await self._fails(script, b""):
                await self._minimise(script, b"", outcome)
                break
            counts += self.game.figures(script, self._answers(self.last), plies)
        outcome.figures = dict(counts)
        outcome.seconds = time.monotonic() - started
        self.report(outcome)

    async def script(self, name: str, text: str, waits: str) -> None:
        """Replay one script."""
        started = time.monotonic()
        outcome = self.outcome = Outcome(name=name, script=text, waits=waits)
        script = self.game.read(text.split(), self.dut.size)
        mismatch = await self._fails(script, bytes.fromhex(waits))
        outcome.state = "agrees"
        if mismatch:
            self._describe(outcome, script, bytes.fromhex(waits), mismatch)
            if isinstance(self.session, CloseUp):
                outcome.nanoseconds = self.session.began + mismatch.cycle * PERIOD
            outcome.board = await self._board(script, mismatch.request)
        outcome.seconds = time.monotonic() - started
        self.report(outcome)

    async def _fails(self, script: Any, waits: bytes) -> Mismatch | None:
        try:
            await self.play(script, waits)
        except Mismatch as mismatch:
            return mismatch
        return None

    async def _minimise(self, script: Any, waits: bytes, outcome: Outcome, *before: Any) -> None:
        """Report the smallest script that fails like this one, and how.

        It should fail by itself. If not, it has failed by what the reset had left of a script before it: of which?
        """
        for first, waiting in ((None, b""), (None, waits), *((one, waits) for one in before)):
            fails = partial(self._fails_after, first, waits=waiting)
            if await fails(script) and (mismatch := await fails(script)):  # after itself, too
                break
        else:
            return
        script, mismatch = await reduced(self.game, script, mismatch, fails)
        self._describe(outcome, script, waiting, mismatch)
        if first is not None:
            first, _ = await reduced(
                self.game, first, mismatch, lambda other: self._fails_after(other, script, waits=waiting)
            )
            outcome.before = self.game.write(first, self.dut.size)
            outcome.says += "; but only after another game, of which the reset leaves something behind"
            await self._fails(first, b"")
        outcome.board = await self._board(script, mismatch.request)

    async def _fails_after(self, first: Any, script: Any, *, waits: bytes) -> Mismatch | None:
        if first is not None:
            await self._fails(first, b"")
        return await self._fails(script, waits)

    async def _board(self, script: Any, request: int | None) -> list[tuple[list[int], list[int]]]:
        """What the hardware says is on its board when it has gone wrong: every answer it still gives."""
        requests = self.game.requests(self.game.until(script, request), self.dut.size)
        recording = await self.session.play(requests, [], reset_cycles=self.dut.reset.cycles, patience=self.patience)
        answers = self._answers(recording)
        return [(list(map(int, request)), answer) for request, answer in zip(requests, answers, strict=False)]

    def _answers(self, recording: Recording) -> list[list[int]]:
        """Every answer that was taken, as far as it is known."""
        return [
            list(self.streams.response.unpack(int(row[2], 16)).values())
            for row in recording.rows
            if _is_known(row[1] + row[2]) and int(row[1], 16) & _TAKEN == _TAKEN
        ]

    def _describe(self, outcome: Outcome, script: Any, waits: bytes, mismatch: Mismatch) -> None:
        outcome.state = "mismatch"
        outcome.script = self.game.write(script, self.dut.size)
        outcome.turns_left = self.game.turns(script)
        outcome.waits = waits.hex()
        outcome.cycle, outcome.request = mismatch.cycle, mismatch.request
        wrong = mismatch.wrong
        outcome.signal, outcome.expected, outcome.found = wrong.signal, wrong.expected, wrong.found
        outcome.says = wrong.says


def _first_difference(recording: Recording, predicted: str, reset_cycles: int, streams: Streams) -> Mismatch:
    """The first cycle that is not as predicted, and the signal that is not."""
    found = [row for row in recording.rows if int(row[0], 16) >= reset_cycles]
    expected = [line.split() for line in predicted.splitlines()]
    end = ["ffffffff"]
    want, got = next((a, b) for a, b in zip([*expected, end], [*found, end], strict=False) if a != b)
    cycle = min(int(want[0], 16), int(got[0], 16))
    if want[0] != got[0]:
        early = "early" if got < want else "late"
        return Mismatch(cycle, None, Wrong("timing", f"at {want[0]}", f"at {got[0]}", f"something happens too {early}"))
    if want[4] != got[4] and _is_known(got[4]):
        name, a, b = streams.state.differences(int(want[4], 16), int(got[4], 16))[0]
        return Mismatch(cycle, None, Wrong(f"vp_state.{name}", a, b, f"the state's {name} is wrong"))
    names = ("cycle", "handshakes", "answer", "event", "state")
    index = next(index for index in range(1, 5) if want[index] != got[index])
    wrong = Wrong(names[index], want[index], got[index], f"the {names[index]} of this cycle is not the predicted one")
    return Mismatch(cycle, None, wrong)


def _is_known(digits: str) -> bool:
    return set(digits) <= set("0123456789abcdef")


@cocotb.test()
async def campaign(top: Any) -> None:
    bench = Bench(top, _job())
    await Timer(1, "ns")  # only now has Icarus set its own handler of Ctrl-C, and ours can replace it
    for one in bench.game.properties(bench.dut.size):
        if one.name in bench.job.properties and not _to_stop():
            await bench.property(one)
            if bench.job.stop_at_failure and bench.outcome.state != "agrees":
                return
    if bench.job.exhaustive:
        await bench.exhaustive(bench.job.exhaustive)
    for name, text, waits in bench.job.scripts:
        if not _to_stop():
            await bench.script(name, text, waits)


def _to_stop() -> bool:
    return Path(STOP).exists()


def _job() -> Job:
    return Job.model_validate_json(Path(os.environ["LOOPLINE_JOB"]).read_text())
