"""A design on trial inside its simulator: properties that try to break it, scripts that are replayed, and failures made
small. How a script is played depends on the contract: engine.py, player.py.

May import: contract, workers and below."""

from __future__ import annotations

import re
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from cocotbext.hypothesis import FlakyProperty, Interrupted, NoExamples, Result, check
from hypothesis import Phase, event
from hypothesis import strategies as st

from loopline import system
from loopline.contract import game as games
from loopline.contract.checker import Mismatch
from loopline.contract.game import AnyScript, AnyScripts
from loopline.design.plugins import NondeterministicModel, in_words, mistake
from loopline.drawing import ignore_the_source, observed, property_of
from loopline.errors import BadInput
from loopline.simulation.channel import Detached, write_down_at_a_signal
from loopline.simulation.delays import SHORT, drawn, read_delays, write_delays
from loopline.simulation.job import AFTER, DECK, Answer, Outcome, PropertyJob, ScriptsJob, TrialJob, Waveform
from loopline.simulation.session import PERIOD
from loopline.trial.shrinking import Shrinking

#: The first example of a property is the simplest, often an empty script. If nothing has been asked by its end, this
#: many more are tried until something is.
_MORE = 20

#: Seconds for a smaller script that shows what is wrong with something else than the design.
_TO_SHOW_IT = 5.0

#: The number of scripts before a failure that are remembered: one of them may have left something behind.
_EARLIER = 64

#: Delays: a byte for each thing that can be delayed; in one example of six also long waits.
stalls = st.binary(max_size=SHORT).map(drawn)


#: The share of the time for shrinking that Hypothesis gets. It lowers and removes what it has drawn, one byte after the
#: other; in a long script that takes long, and leaving out the turns that are not needed shortens it sooner.
_BY_HYPOTHESIS = 0.5


#: Of so many examples one has its answers timed: this one. (The first is often empty.)
_TIMED, _TIMED_OF_THEM = 20, 4


#: Cycles cannot be counted while an engine's session is played. Where they are limited, a script makes no more requests
#: than are left of them, with this number for each request.
_CYCLES = 20


class Failure(NamedTuple):
    """A failing script, and the one that was played before it."""

    before: AnyScript
    script: AnyScript
    delays: bytes


class Trial(ABC):
    """A design in its simulator, the game it plays, and what has been compared so far."""

    game: AnyScripts

    #: The seconds between two signs of life to the reader.
    pulse_every = 0.2

    def __init__(self, job: TrialJob, channel: Detached) -> None:
        ignore_the_source()
        self.job, self.channel = job, channel
        self.dut = job.dut
        self.game = games.scripts(self.dut)
        self.outcome = Outcome(name="")
        self._played: AnyScript = None
        self._longest: AnyScript = None
        #: What was played last, attempts to shrink a failure apart.
        self._earlier: deque[AnyScript] = deque(maxlen=_EARLIER)
        #: The smallest failure. Once there is one, scripts are played only to shrink it.
        self._failed: Failure | None = None
        #: What else than the design has failed first.
        self._broken: Exception | None = None
        #: When the time for the search, or for shrinking, is over.
        self._until: float | None = None
        #: The cycles, and the requests, after which the search is over; and the requests made until now.
        self._cycles: int | None = None
        self._most_requests: int | None = None
        self._made = 0
        #: When shrinking began.
        self._shrinking_since = 0.0
        #: While a failure is shrunk, an attempt need not always be waited for to its end.
        self.in_a_hurry = True
        self.why_enough = ""
        write_down_at_a_signal(channel)
        self._last_pulse = 0.0

    @abstractmethod
    async def try_out(self, script: AnyScript, delays: bytes) -> int:
        """Play one script against the hardware. Returns the number of cycles. Raises Mismatch."""

    def plan(self, script: AnyScript, delays: bytes) -> Any:
        """What can be known of a script before it is played, once for all designs that it is played against."""
        return script, delays

    async def carry_out(self, plan: Any) -> int:
        """What `try_out` does with the script of this plan."""
        return await self.try_out(*plan)

    async def agrees(self, plan: Any) -> bool:
        """Whether a plan is carried out as it must be."""
        try:
            await self.carry_out(plan)
        except Mismatch:
            return False
        return True

    @abstractmethod
    async def board(self, script: AnyScript, request: int | None) -> list[tuple[list[int], list[int]]]:
        """The hardware's board after a failure, if the hardware can be asked."""

    async def carried(
        self, script: AnyScript, delays: bytes, request: int | None, before: AnyScript = None
    ) -> list[str]:
        """Where a failure in this request takes it: what fields that must not matter have carried."""
        return []

    @abstractmethod
    def timed(self) -> list[Answer]:
        """Return how long each answer to the last script took."""

    async def seen(self, script: AnyScript, delays: bytes, mismatch: Mismatch) -> int:
        """When the first wrong cycle of the last script begins in the waves, in ns."""
        return self.began + mismatch.cycle * PERIOD

    def waveform(self, script: AnyScript, delays: bytes, mismatch: Mismatch) -> Waveform | None:
        """The signals around the first wrong cycle of the last script; None if they are not recorded one by one."""
        return None

    @property
    @abstractmethod
    def began(self) -> int:
        """When the record of the last script began, in ns of simulated time."""

    @property
    def transcript(self) -> list[str]:
        """The transcript of the last script, if it was a conversation."""
        return []

    async def do(self, job: TrialJob) -> None:
        """Play what a job asks for, and report each outcome."""
        self.job = job
        if isinstance(job, PropertyJob):
            if DECK in job.properties and not self.channel.stopped:
                await self.deck(job)
            for one in self.game.properties():
                if one.name in job.properties and not self.channel.stopped:
                    await self.property(one, job)
        elif isinstance(job, ScriptsJob):
            for one_script in job.scripts:
                if not self.channel.stopped:
                    await self.script(*one_script)

    def concrete(self, script: AnyScript) -> AnyScript:
        """The last script as it was played, with every choice replaced by what was chosen."""
        return script

    async def play(self, script: AnyScript, delays: bytes = b"") -> None:
        """Play a script and count it. The first failure is reported at once, so that it is known. Raises Mismatch."""
        before, self._played = self._played, script
        searching = self._failed is None
        if searching:
            self._earlier.append(script)
            self._longest = max(script, self._longest or script, key=self.game.turns)
        try:
            cycles = await self.try_out(script, delays)
        except Mismatch as mismatch:
            system.check_disk(Path())  # what was recorded may not be all there was
            self._count(script, mismatch.cycle, searching)
            if self.learn(script, delays, mismatch):
                self._failed = Failure(before, script, delays)
            raise
        except Exception as error:  # there is nothing to be found of the design, so not much time for a smaller script
            if not self._broken:
                self._broken, self._until = error, time.monotonic() + min(self.job.shrink, _TO_SHOW_IT)
            raise
        self._count(script, cycles, searching)
        if searching and self.outcome.examples % _TIMED == _TIMED_OF_THEM:
            self._note_times()
        self.pulse()

    def _note_times(self) -> None:
        """A line that has begun before the last one to the player ended is the answer to an earlier one: not timed."""
        for one in self.timed():
            if one.begins < 0:
                continue
            its = self.outcome.latency.setdefault(one.kind, {})
            its[one.begins] = its.get(one.begins, 0) + 1

    async def again(self, script: AnyScript, delays: bytes) -> Mismatch | None:
        """Play a script that may fail like a known failure. It counts as an attempt to shrink that one."""
        try:
            cycles, found = await self.try_out(script, delays), None
        except Mismatch as mismatch:
            cycles, found = mismatch.cycle, mismatch
        self._count(script, cycles, searching=False)
        self.pulse()
        return found

    def _count(self, script: AnyScript, cycles: int, searching: bool) -> None:
        outcome = self.outcome
        if searching:
            outcome.examples += 1
            outcome.turns += self.game.turns(script)
            outcome.cycles += cycles
        else:
            outcome.shrinks += 1

    def report(self, outcome: Outcome) -> None:
        """Send an outcome."""
        self.channel.report(outcome)

    def pulse(self) -> None:
        """Report what is known so far, if that was not done just now: a sign of life."""
        now = time.monotonic()
        if now - self._last_pulse > self.pulse_every:
            self._last_pulse = now
            if self.outcome.state == "shrinking":
                self.outcome.shrink_left = max(0.0, self._shrinking_since + self.job.shrink - now)
            self.report(self.outcome)

    async def property(self, one: games.Property, job: PropertyJob) -> None:
        """Try to break one property. A failure is shrunk and reported."""
        started = time.monotonic()
        self.forget()
        self._begin(Outcome(name=one.name), job.seconds, job.cycles)
        if one.lengthy and job.requests is not None:
            self._most_requests = job.requests * job.examples * len(self.game.properties())
        self.report(self.outcome)
        outcome = self.outcome
        result = await self._search(one, job, job.examples, self.enough, job.seed, job.database)
        if result.passed and outcome.empty == outcome.examples and not self.enough():
            result = await self._search(one, job, _MORE, self._has_asked, job.seed + 1)
        if self._failed:
            before, script, delays = self._failed
            await self.minimise(script, delays, outcome, (before, self._longest), one)
        else:
            outcome.partial = self.why_enough or (None if result.partial == "enough" else result.partial)
            too_short = outcome.partial and isinstance(result.error, NoExamples)
            if result.passed or too_short or isinstance(result.error, Interrupted):
                outcome.state = "agrees"
            else:
                assert result.error
                flaky = isinstance(result.error, FlakyProperty)  # what comes of a model that changes, for example
                could_not_test(outcome, self._broken if flaky and self._broken else result.error)
                if result.counterexample is not None:
                    script, delays = result.counterexample.values
                    outcome.script, outcome.delays = self._written(script), write_delays(delays)
        outcome.seconds = time.monotonic() - started
        self.report(outcome)

    async def _search(
        self,
        one: games.Property,
        job: PropertyJob,
        examples: int,
        enough: Callable[[], bool],
        seed: int,
        database: Path | None = None,
    ) -> Result:
        """Play examples of a property until one fails."""

        shown: str | None = None

        async def example(trial: Trial, script: AnyScript, delays: bytes) -> None:
            nonlocal shown
            searching = trial._failed is None
            if searching:
                script = trial._within_limits(script)
            if job.observe:
                event("turns", trial.game.turns(script))
                shown = f"delays:{write_delays(delays)} " * bool(delays) + trial.game.write(script)
            await trial.play(script, delays)
            if searching:
                trial.outcome.empty += not (trial.game.turns(script) or trial.game.write(script))

        name = example.__name__ = re.sub(r"\W", "_", f"{one.name}_{self.dut.board.label}")
        test = property_of(
            example,
            one.scripts,
            stalls,
            examples=examples,
            seed=seed,
            phases=_phases(job),
            database=database and database / name,
        )

        def taken() -> str | None:
            nonlocal shown
            text, shown = shown, None
            return text

        with observed(job.observe, taken):
            return await check(test, self, reset=None, enough=enough)

    def _within_limits(self, script: AnyScript) -> AnyScript:
        """As much of the script as the search may still play; its requests count as made."""
        length, left = self.game.length(script), self._requests_left()
        if left is None or length <= left:
            self._made += length
            return script
        self._made += left
        self.outcome.cut += 1
        return self.game.until(script, left - 1)

    def _requests_left(self) -> int | None:
        """How many requests may still be made; None: any number."""
        left = []
        if self._most_requests is not None:
            left.append(self._most_requests - self._made)
        if self._cycles is not None:
            left.append(max(1, (self._cycles - self.outcome.cycles) // _CYCLES))
        return min(left, default=None)

    def _has_asked(self) -> bool:
        return self.enough() or self.outcome.empty < self.outcome.examples

    async def deck(self, job: PropertyJob, name: str = DECK) -> None:
        """Play the games of a deck. The first that fails is shrunk and reported."""
        started = time.monotonic()
        self.forget()
        self._begin(Outcome(name=name), job.seconds, job.cycles)
        outcome = self.outcome
        self.report(outcome)
        for _, text, delays in job.deck:
            if self.enough():
                outcome.partial = self.why_enough
                break
            if await self._fails(self.game.read(text.split()), read_delays(delays)):
                break
        if self._failed:
            before, script, waiting = self._failed
            await self.minimise(script, waiting, outcome, (before, self._longest))
        else:
            outcome.state = "agrees"
        outcome.seconds = time.monotonic() - started
        self.report(outcome)

    def forget(self) -> None:
        """No property depends on what was tried before it. (But what was played last is still known: in a design that
        a reset does not clear, that may be why the first script fails.)"""
        self._failed = None

    def _begin(self, outcome: Outcome, seconds: float | None = None, cycles: int | None = None) -> None:
        self.outcome, self._failed, self.why_enough, self._broken = outcome, None, "", None
        self._cycles, self._most_requests, self._made = cycles, None, 0
        self._until = None if seconds is None else time.monotonic() + seconds
        self.channel.finish = False

    def enough(self) -> bool:
        """Whether the search is over; after a failure, whether shrinking is."""
        if self.channel.stopped:
            self.why_enough = "interrupted"
        elif self._failed and self.channel.finish:
            self.why_enough = "another property failed in the same way"
        elif self.spent(0):
            self.why_enough = f"{self._cycles:,} cycles were played"
        elif self._most_requests is not None and not self._failed and self._made >= self._most_requests:
            self.why_enough = f"{self._most_requests:,} requests were made"
        elif self._until is not None and time.monotonic() >= self._until:
            self.why_enough = f"{self.job.shrink:g} s were over" if self._failed else "seconds"
        return bool(self.why_enough)

    def spent(self, cycles: int) -> bool:
        """Return whether the search may play no more, after these cycles of the present script. Shrinking has limits of
        its own."""
        limit = self._cycles
        return limit is not None and not self._failed and self.outcome.cycles + cycles >= limit

    async def script(self, name: str, text: str, delays: str) -> None:
        """Replay one script."""
        started = time.monotonic()
        self._begin(Outcome(name=name, script=text, delays=delays))
        outcome = self.outcome
        self.report(outcome)
        script = self.game.read(text.split())
        mismatch = await self._fails(script, read_delays(delays))
        if not mismatch:
            outcome.transcript = self.transcript
            self._note_times()
        else:
            if self.job.waves:
                outcome.nanoseconds = await self.seen(script, read_delays(delays), mismatch)
                outcome.waveform = self.waveform(script, read_delays(delays), mismatch)
            outcome.board = await self.board(script, mismatch.request)
            outcome.earlier = self._written_earlier()
            if self.job.shrink and not self.job.waves:
                outcome.carried = await self.carried(script, read_delays(delays), mismatch.request)
        outcome.state, outcome.shrink_left = "mismatch" if mismatch else "agrees", None
        outcome.seconds = time.monotonic() - started
        self.report(outcome)

    async def _fails(self, script: AnyScript, delays: bytes) -> Mismatch | None:
        try:
            await self.play(script, delays)
        except Mismatch as mismatch:
            return mismatch
        return None

    async def minimise(
        self,
        script: AnyScript,
        delays: bytes,
        outcome: Outcome,
        before: Sequence[AnyScript] = (),
        source: games.Property | None = None,
    ) -> None:
        """Shrink a failure. It stays known, whatever happens meanwhile."""
        self.outcome = outcome
        if outcome.state != "shrinking":
            self._failed = Failure(None, script, delays)
            self._start_to_shrink()
        self._may_use(1.0)
        outcome.state = "shrinking"
        try:
            if self.job.shrink:
                await Shrinking(self, source).run(script, delays, before)
        except NondeterministicModel as error:
            outcome.shrink_left = None
            could_not_test(outcome, error)
            return
        except Exception as error:
            outcome.unshrunk = in_words(error)
        outcome.state, outcome.shrink_left = "mismatch", None
        outcome.earlier = self._written_earlier() if self.job.shrink else []

    def _start_to_shrink(self) -> None:
        self._shrinking_since = time.monotonic()
        self._may_use(_BY_HYPOTHESIS)

    def _may_use(self, share: float) -> None:
        """This share of the time for shrinking."""
        self._until, self.why_enough = self._shrinking_since + share * self.job.shrink, ""

    def learn(self, script: AnyScript, delays: bytes, mismatch: Mismatch, before: AnyScript = None) -> bool:
        """A script has failed. Returns whether it is the first, or no larger than what is known."""
        outcome, turns = self.outcome, self.game.turns(script)
        if outcome.turns_before is None:
            outcome.found_at, outcome.turns_before = outcome.examples, turns
            self._start_to_shrink()
        elif outcome.turns_left is not None and turns > outcome.turns_left:
            return False
        self.describe(script, delays, mismatch, before)
        outcome.state = "shrinking"
        self.report(outcome)
        return True

    def describe(self, script: AnyScript, delays: bytes, mismatch: Mismatch, before: AnyScript = None) -> None:
        """Put this script, the last one played, into the outcome, and how it fails."""
        outcome = self.outcome
        outcome.unwritten = ""
        outcome.script = self._written(script)
        outcome.before = "" if before is None else self._written(before)
        outcome.turns_left = self.game.turns(script)
        outcome.delays = write_delays(delays)
        mismatch.put_into(outcome)
        outcome.says += AFTER if outcome.before else ""
        outcome.transcript = self.transcript

    def _written(self, script: AnyScript) -> str:
        """If a game cannot write it, a failure is one nevertheless."""
        try:
            return self.game.write(script)
        except Exception as error:
            self.outcome.unwritten = in_words(error)
            return ""

    def _written_earlier(self) -> list[str]:
        """Without those that the game cannot write."""
        written = []
        for script in self._earlier:
            with suppress(Exception):
                written.append(self.game.write(script))
        return written


def could_not_test(outcome: Outcome, error: BaseException) -> None:
    """The design could not be tested; the outcome says why."""
    if words := system.disk_full(Path()):
        error = system.DiskFull(words)
    outcome.state, outcome.set_up = "error", isinstance(error, BadInput) or bool(mistake(error))
    outcome.error = str(error) if isinstance(error, BadInput) else in_words(error)


def _phases(job: PropertyJob) -> list[Phase]:
    """What Hypothesis is to do."""
    search = [Phase.reuse, Phase.generate]
    return [*search, Phase.target, Phase.shrink] if job.shrink else search
