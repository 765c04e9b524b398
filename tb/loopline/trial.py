"""A design on trial: properties that try to break it, scripts that are replayed, and failures made small.

How a script is played depends on the contract: engine_trial.py, player_trial.py.
"""

from __future__ import annotations

import gc
import re
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from hypothesis import Phase, settings
from hypothesis import strategies as st

from loopline import game as games
from loopline.checker import Mismatch
from loopline.closeup import PERIOD
from loopline.draws import ignore_the_source
from loopline.dut import load
from loopline.job import STOP, Job, Outcome
from loopline.property import Interrupted, NoExamples, check
from loopline.reduction import FEW, Fails, reduced, short_game

#: Waiting, one byte for each thing that can be made to wait.
stalls = st.binary(max_size=64)

#: When a failure's game is not very short: so many more are made up for each of its turns, and so many that fail are
#: made smaller.
_OTHERS, _TRIES = 60, 4


class Trial(ABC):
    """A design in its simulator, the game it plays, and what has been compared so far."""

    #: How often, in seconds, the reader hears that the run goes on.
    pulse_every = 0.2

    def __init__(self, job: Job) -> None:
        _spare_the_collector()
        ignore_the_source()
        self.job = job
        self.dut = load(job.dut).resized(job.size)
        self.game: Any = games.find(self.dut)
        self.outcome = Outcome(name="")
        self._played: Any = None
        self._longest: Any = None
        #: The property's latest failure: the script before it, the script, its waiting.
        self._failed: tuple[Any, Any, bytes] | None = None
        self._log = job.results.open("a")
        self._last_pulse = 0.0

    @abstractmethod
    async def try_out(self, script: Any, waits: bytes) -> int:
        """One script against the hardware; how many cycles it took. Raises Mismatch."""

    @abstractmethod
    async def board(self, script: Any, request: int | None) -> list[tuple[list[int], list[int]]]:
        """What the hardware says is on its board when it has gone wrong, if it can be asked."""

    @property
    @abstractmethod
    def began(self) -> float:
        """When the record of the last script began, in ns of simulated time."""

    @property
    def transcript(self) -> list[str]:
        """What was said in the last script, if it was a conversation."""
        return []

    def concrete(self, script: Any) -> Any:
        """The last script played, with nothing left to choose."""
        return script

    async def play(self, script: Any, waits: bytes = b"") -> None:
        """The same, and keep count."""
        before, self._played = self._played, script
        self._longest = max(script, self._longest or script, key=self.game.turns)
        self.outcome.examples += 1
        self.outcome.turns += self.game.turns(script)
        try:
            self.outcome.cycles += await self.try_out(script, waits)
        except Mismatch as mismatch:
            self.outcome.cycles += mismatch.cycle
            self._failed = before, script, waits
            raise
        self.pulse()

    def report(self, outcome: Outcome) -> None:
        self._log.write(outcome.model_dump_json() + "\n")
        self._log.flush()

    def pulse(self) -> None:
        now = time.monotonic()
        if now - self._last_pulse > self.pulse_every:
            self._last_pulse = now
            self.report(self.outcome.model_copy(update={"state": "running"}))

    async def property(self, one: games.Property) -> None:
        """Try to break one property; report, shrunk, what does."""
        job, started = self.job, time.monotonic()
        self.forget()
        self.outcome = Outcome(name=one.name)
        self.report(self.outcome)
        result = await check(
            Trial.play,
            self,
            one.scripts,
            stalls,
            reset=None,
            examples=job.examples,
            seconds=job.seconds,
            seed=job.seed,
            database=job.database,
            name=re.sub(r"\W", "_", f"{one.name}_{self.dut.size}"),
            settings=settings(phases=_phases(job)),
        )
        outcome = self.outcome
        outcome.examples, outcome.shrinks = result.statistics.examples, result.statistics.shrinks
        outcome.partial = result.partial
        too_short = result.partial is not None and isinstance(result.error, NoExamples)
        passed = result.passed or too_short or isinstance(result.error, Interrupted)
        outcome.found_at = None if passed else result.statistics.examples
        outcome.state = "agrees" if passed else "failed"
        outcome.error = "" if passed else f"{type(result.error).__name__}: {result.error}"
        if not passed and self._failed:
            before, script, waits = self._failed
            if result.counterexample is not None:
                script, waits = result.counterexample.values
            outcome.turns_before = self.game.turns(script)
            if job.shrink:
                await self._minimise(script, waits, outcome, (before, self._longest), one)
            elif mismatch := await self._fails(script, waits):
                self._describe(outcome, script, waits, mismatch)
        outcome.seconds = time.monotonic() - started
        self.report(outcome)

    def forget(self) -> None:
        """No property depends on what was tried before it. (But what was played last is still known: in a design that
        a reset does not clear, that may be why the first script fails.)"""
        self._failed = None

    async def script(self, name: str, text: str, waits: str) -> None:
        """Replay one script."""
        started = time.monotonic()
        outcome, self._failed = Outcome(name=name, script=text, waits=waits), None
        self.outcome = outcome
        script = self.game.read(text.split(), self.dut.size)
        mismatch = await self._fails(script, bytes.fromhex(waits))
        outcome.state = "agrees"
        if mismatch:
            self._describe(outcome, script, bytes.fromhex(waits), mismatch)
            if self.job.close_up:
                outcome.nanoseconds = round(self.began + mismatch.cycle * PERIOD)
            outcome.board = await self.board(script, mismatch.request)
        outcome.seconds = time.monotonic() - started
        self.report(outcome)

    async def _fails(self, script: Any, waits: bytes) -> Mismatch | None:
        try:
            await self.play(script, waits)
        except Mismatch as mismatch:
            return mismatch
        return None

    async def _minimise(
        self,
        script: Any,
        waits: bytes,
        outcome: Outcome,
        before: Sequence[Any] = (),
        source: games.Property | None = None,
    ) -> None:
        """Report the smallest script that fails like this one, and how.

        It should fail by itself. If not, it has failed by what the reset had left of a script before it: of which?
        """
        async for first, waiting in self._ways(waits, before, source):
            fails = partial(self._fails_after, first, waits=waiting)
            if await fails(script) and (mismatch := await fails(script)):  # after itself, too
                break
        else:
            return
        limit = outcome.cycles + self.job.effort

        async def still_fails(smaller: Any) -> Mismatch | None:
            return await fails(smaller) if outcome.cycles < limit else None

        script, mismatch = await reduced(self.game, script, mismatch, still_fails)
        if self.game.turns(script) > FEW:
            script, mismatch = await short_game(self.game, script, mismatch, still_fails)
        if source is not None and self.game.turns(script) > FEW:
            script, mismatch = await self._among_others(source, script, mismatch, still_fails)
        await fails(script)
        concrete = self.concrete(script)
        if found := await fails(concrete):
            script, mismatch = concrete, found
        self._describe(outcome, script, waiting, mismatch)
        if first is not None:
            first, _ = await reduced(
                self.game, first, mismatch, lambda other: self._fails_after(other, script, waits=waiting)
            )
            outcome.before = self.game.write(first, self.dut.size)
            outcome.says += "; but only after another game, of which the reset leaves something behind"
            await self._fails(first, b"")
        outcome.board = await self.board(script, mismatch.request)

    async def _ways(
        self, waits: bytes, before: Sequence[Any], source: games.Property | None
    ) -> AsyncIterator[tuple[Any, bytes]]:
        """After which other script a script may fail, and with what waiting: one of those that were before it; or, if
        they do not leave the same behind when they are played again, any that the property makes up."""
        for way in ((None, b""), (None, waits), *((one, waits) for one in before)):
            yield way
        for one in await self._others(source, _OTHERS) if source else []:
            yield one, waits

    async def _among_others(
        self, source: games.Property, script: Any, mismatch: Mismatch, fails: Fails
    ) -> tuple[Any, Mismatch]:
        """A script that can do without none of its turns need not be the smallest, if the first one was unlucky.
        So begin again with some that are shorter from the start."""
        others = await self._others(source, _OTHERS * self.game.turns(script))
        tries = 0
        for other in sorted(others, key=self.game.turns):
            if self.game.turns(other) >= self.game.turns(script) or tries == _TRIES:
                break
            if found := await fails(other):
                tries += 1
                other, found = await reduced(self.game, other, found, fails)
                if self.game.turns(other) < self.game.turns(script):
                    script, mismatch = other, found
        return script, mismatch

    async def _others(self, source: games.Property, examples: int) -> list[Any]:
        """So many more scripts of a property, which are not played."""
        others: list[Any] = []

        async def note(_: Trial, other: Any) -> None:
            others.append(other)

        generate = settings(phases=[Phase.generate])
        await check(
            note, self, source.scripts, reset=None, examples=examples, seed=self.job.seed + 1, settings=generate
        )
        return others

    async def _fails_after(self, first: Any, script: Any, *, waits: bytes) -> Mismatch | None:
        if first is not None:
            await self._fails(first, b"")
        return await self._fails(script, waits)

    def _describe(self, outcome: Outcome, script: Any, waits: bytes, mismatch: Mismatch) -> None:
        outcome.state = "mismatch"
        outcome.script = self.game.write(script, self.dut.size)
        outcome.turns_left = self.game.turns(script)
        outcome.waits = waits.hex()
        outcome.cycle, outcome.request = mismatch.cycle, mismatch.request
        wrong = mismatch.wrong
        outcome.signal, outcome.expected, outcome.found = wrong.signal, wrong.expected, wrong.found
        outcome.says = wrong.says
        outcome.transcript = self.transcript


def _spare_the_collector() -> None:
    """Modules and libraries will never be garbage: to look at them again and again took a sixth of all the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def _phases(job: Job) -> list[Phase]:
    """What Hypothesis is to do."""
    search = [Phase.reuse, Phase.generate]
    return [*search, Phase.target, Phase.shrink] if job.shrink else search


def stopped() -> bool:
    """Somebody has asked this simulation to end."""
    return Path(STOP).exists()
