"""The trial of a design: properties that try to break it, scripts that are replayed, and failures made small.

And the one cocotb test that runs in simulations: it does one job after the other, each as the job itself says.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

import cocotb
from cocotb.triggers import Timer
from cocotbext.hypothesis import FlakyProperty, NoExamples, Result, check
from hypothesis import Phase, event

from loopline import system
from loopline.contract.checker import Mismatch
from loopline.contract.game import AnyScript, Property, Subject
from loopline.design.plugins import NondeterministicModel, in_words
from loopline.drawing import observed, property_of, watched
from loopline.simulation.channel import Channel, NullChannel, here, named
from loopline.simulation.delays import read_delays, write_delays
from loopline.simulation.job import DECK, START, CloseUpJob, Draft, Omission, PropertyJob, ScriptsJob, TrialJob
from loopline.simulation.line import RESETS_OF_A_LINE
from loopline.simulation.recording import RESET_IN_OPERATION, UNFINISHED
from loopline.system import collect_garbage
from loopline.trial import Account, Failure, could_not_test, stalls
from loopline.trial.engine import EngineHardware
from loopline.trial.player import PlayerHardware
from loopline.trial.shrinking import Attempts, ShrunkFailure

#: The first example of a property is the simplest, often an empty script. If nothing has been asked by its end, this
#: many more are tried until something is.
_MORE = 20

#: Of this number of examples, the one whose answers are timed. (The first is often empty.)
_TIMED, _TIMED_OF_THEM = 20, 4


class Trial(Attempts):
    """A search for what is wrong with a design, and for the smallest script that shows it."""

    async def do(self, job: TrialJob) -> None:
        """Play what a job asks for, and report each outcome."""
        self.job, channel = job, self.account.channel
        self.hardware.spared = job.spared if isinstance(job, ScriptsJob) else Omission()
        if isinstance(job, PropertyJob):
            if DECK in job.properties and not channel.stopped:
                await self.deck(job)
            for claim in self.game.properties():
                if claim.name in job.properties and not channel.stopped:
                    await self.property(claim, job)
        elif isinstance(job, ScriptsJob):
            for one_script in job.scripts:
                if not channel.stopped:
                    await self.script(*one_script)

    async def property(self, claim: Property, job: PropertyJob) -> None:
        """Try to break one property. A failure is shrunk and reported."""
        started, account, limits = time.monotonic(), self.account, self.limits
        self.hardware.forget()
        limited = claim.lengthy and job.requests is not None
        requests = (job.requests or 0) * job.examples * len(self.game.properties()) if limited else None
        account.begin(outcome := Draft(name=claim.name), job.seconds, job.cycles, requests)
        kept = job.database and job.database / self._label(claim)
        if kept and kept.is_dir():  # apart, so that the examples of a seed are the same with it
            account.replaying = True
            result = await self._search(claim, job, job.examples, limits.enough, job.seed, kept, [Phase.reuse])
            account.replaying = False
            if not limits.shrinking:
                limits.begin(job.seconds, job.cycles, requests)
        if not (account.failed or account.broken):
            result = await self._search(claim, job, job.examples, limits.enough, job.seed, kept)
        if result.passed and outcome.empty == outcome.examples and not limits.enough():
            result = await self._search(claim, job, _MORE, self._has_asked, job.seed + 1)
        if account.failed:
            before, script, delays = account.failed
            await self.minimise(script, delays, (before, account.longest), claim)
        else:
            outcome.partial = limits.why or (None if result.partial == "enough" else result.partial)
            too_short = outcome.partial and isinstance(result.error, NoExamples)
            if account.broken and (result.passed or too_short):
                could_not_test(outcome, account.broken)  # the time for showing it in a smaller example was over
            elif result.passed or too_short:
                outcome.state = "agrees"
            else:
                assert result.error
                flaky = isinstance(result.error, FlakyProperty)  # what comes of a model that changes, for example
                could_not_test(outcome, account.broken if flaky and account.broken else result.error)
                if result.counterexample is not None:
                    script, delays = result.counterexample.values
                    outcome.script, outcome.delays = account.written(script), write_delays(delays)
        resets = {RESET_IN_OPERATION: UNFINISHED, **RESETS_OF_A_LINE}
        came = {aim: sum(outcome.resets.get(moment, 0) for moment in moments) for aim, moments in resets.items()}
        outcome.aims = {aim: came.get(aim, number) for aim, number in claim.aims.items()}
        outcome.seconds = time.monotonic() - started
        account.report()

    async def _search(
        self,
        claim: Property,
        job: PropertyJob,
        examples: int,
        enough: Callable[[], bool],
        seed: int,
        database: Path | None = None,
        source: Sequence[Phase] = (Phase.generate, Phase.target),
    ) -> Result:
        """Play examples of a property until one fails: new ones, or those that were kept."""
        shown: str | None = None

        async def example(trial: Trial, script: AnyScript, delays: bytes) -> None:
            nonlocal shown
            game, searching = trial.game, not trial.limits.shrinking
            script = trial.asked(trial._within_limits(script) if searching else script)
            if job.observe:
                event("turns", game.turns(script))
                shown = f"delays:{write_delays(delays)} " * bool(delays) + game.write(script)
            trial.keeps = False
            try:
                await trial.play(script, delays)
            except Mismatch:
                trial.keeps = True  # only that: a fault of loopline is not a failure of the design
                raise
            if searching:
                trial.outcome.empty += not (game.turns(script) or game.write(script))

        example.__name__ = self._label(claim)
        test = property_of(
            example,
            watched(claim.scripts, self._breaks),
            stalls,
            examples=examples,
            seed=seed,
            phases=[*source, Phase.shrink] if job.shrink else [phase for phase in source if phase is not Phase.target],
            database=database,
            keeps=lambda: self.keeps,
        )

        def taken() -> str | None:
            nonlocal shown
            text, shown = shown, None
            return text

        with observed(job.observe, taken):
            return await check(test, self, reset=None, timeout=None, shrink_seconds=math.inf, enough=enough)

    def _label(self, claim: Property) -> str:
        """Return what a property is called where its failing examples are kept."""
        return re.sub(r"\W", "_", f"{claim.name}_{self.hardware.dut.board.label}")

    def _within_limits(self, script: AnyScript) -> AnyScript:
        """Return as much of the script as the search may still play."""
        length = self.game.length(script)
        allowed = self.limits.allowed(length)
        if allowed == length:
            return script
        self.outcome.cut += 1
        return self.game.until(script, allowed - 1)

    def _has_asked(self) -> bool:
        return self.limits.enough() or self.outcome.empty < self.outcome.examples

    async def deck(self, job: PropertyJob, name: str = DECK) -> None:
        """Play the games of a deck. The first that fails is shrunk and reported."""
        started, account = time.monotonic(), self.account
        self.hardware.forget()
        account.begin(outcome := Draft(name=name), job.seconds, job.cycles)
        for _, text, delays in job.deck:
            if self.limits.enough():
                outcome.partial = self.limits.why
                break
            if await self.fails(self.asked(self.game.read(text.split())), read_delays(delays)):
                break
        if account.failed:
            before, script, waiting = account.failed
            await self.minimise(script, waiting, (before, account.longest))
        else:
            outcome.state = "agrees"
        outcome.seconds = time.monotonic() - started
        account.report()

    async def script(self, name: str, text: str, delays: str) -> None:
        """Replay one script.

        Args:
            name: The name of its outcome: its file, or a property.
            text: The script in words, as the game writes it.
            delays: The delays in hexadecimal, as after `delays:`; empty for none.
        """
        started, account, hardware = time.monotonic(), self.account, self.hardware
        account.begin(outcome := Draft(name=name, script=text, delays=delays))
        script, waiting = self.game.read(text.split()), read_delays(delays)
        if mismatch := await self.fails(script, waiting):
            if self.job.waves:
                outcome.nanoseconds = await hardware.seen(script, waiting, mismatch)
                whole = isinstance(self.job, CloseUpJob) and self.job.whole_requests
                outcome.waveform = hardware.waveform(script, waiting, mismatch, whole_requests=whole)
            outcome.board = await hardware.board(script, mismatch.request)
            outcome.earlier, outcome.history = account.earlier(), account.history()
            if self.job.shrink and not self.job.waves:
                outcome.agreed_again = await self._agreed_again(script, waiting)
            if self.job.shrink and not self.job.waves and not outcome.agreed_again:
                outcome.causes = await hardware.causes(script, waiting, mismatch.request, self.again)
        else:
            outcome.transcript = hardware.transcript
            account.note_times(hardware.timed())
        outcome.state, outcome.shrink_left = "mismatch" if mismatch else "agrees", None
        outcome.seconds = time.monotonic() - started
        account.report()

    async def _agreed_again(self, script: AnyScript, delays: bytes) -> int:
        """Play a failed script again and, if it agrees then, after the one before it.

        Return how often it agreed; 0 if it fails again.
        """
        before = self.account.failed.before if self.account.failed else None
        if await self.again(script, delays):
            return 0
        if before is None:
            return 1
        await self.again(before, b"")
        return 0 if await self.again(script, delays) else 2

    async def fails(self, script: AnyScript, delays: bytes) -> Mismatch | None:
        """Play a script and count it. Returns how it fails, if it does."""
        try:
            await self.play(script, delays)
        except Mismatch as mismatch:
            return mismatch
        return None

    async def play(self, script: AnyScript, delays: bytes = b"") -> None:
        """Play a script and count it. The first failure is reported at once, so that it is known. Raises Mismatch."""
        account, limits = self.account, self.limits
        before, searching = account.note(script, delays), not limits.shrinking
        try:
            cycles = await self.hardware.play(self.hardware.plan(script, delays))
            account.agreed(script, delays, cycles)
        except Mismatch as mismatch:
            system.check_disk(Path())  # what was recorded may not be all there was
            account.count(script, mismatch.cycle)
            if self.learn(script, delays, mismatch):
                account.failed = Failure(before, script, delays)
            raise
        except (Exception, SystemExit) as error:  # a game's code may end the program
            self._breaks(error)
            raise
        if searching and account.outcome.examples % _TIMED == _TIMED_OF_THEM:
            account.note_times(self.hardware.timed())
        account.pulse()

    def _breaks(self, error: BaseException) -> None:
        """Note that something else than the design has failed. Examples that follow only show it in a smaller one."""
        if not self.account.broken:
            self.account.broken = error
            self.limits.show(self.job.shrink)

    async def minimise(
        self, script: AnyScript, delays: bytes, before: Sequence[AnyScript] = (), source: Property | None = None
    ) -> None:
        """Shrink a failure. It stays known, whatever happens meanwhile.

        Args:
            script: The script.
            delays: Its delays.
            before: The scripts that were played before it.
            source: The property that made it, if one did.
        """
        outcome = self.outcome
        if outcome.state != "shrinking":
            self.limits.shrink(self.job.shrink)
        self.limits.use(1.0)
        outcome.state = "shrinking"
        try:
            if self.job.shrink:
                await ShrunkFailure(self, source).run(script, delays, before)
        except NondeterministicModel as error:
            outcome.shrink_left = None
            could_not_test(outcome, error)
            return
        except Exception as error:
            outcome.unshrunk = in_words(error)
        outcome.state, outcome.shrink_left = "mismatch", None
        if self.job.shrink:
            outcome.earlier, outcome.history = self.account.earlier(), self.account.history()


_CONTRACTS: dict[str, type[EngineHardware | PlayerHardware]] = {"engine": EngineHardware, "player": PlayerHardware}


def hardware(top: Any, job: TrialJob, channel: NullChannel) -> EngineHardware | PlayerHardware:
    """Return the design in this simulation, according to its contract.

    Args:
        top: cocotb's handle of the top module.
        job: The first job of the simulation, with the design.
        channel: The channel to the process that handed the job out.
    """
    return _CONTRACTS[job.dut.contract](top, job, Account(Subject.of(job.dut), channel))


def trial(top: Any, job: TrialJob, channel: NullChannel) -> Trial:
    """Return the trial of the design in this simulation.

    Args:
        top: cocotb's handle of the top module.
        job: The first job of the simulation, with the design.
        channel: The channel to the process that handed the job out.
    """
    return Trial(job, hardware(top, job, channel))


class JobRunner(Protocol):
    """A runner of jobs inside a simulation.

    Created by the factory that `Job.does` names, called with the top, the first job and the channel.
    """

    @property
    def outcome(self) -> Draft:
        """What is known of the present job, in case an error ends it."""

    async def do(self, job: Any) -> None:
        """Do a job, and report what comes of it."""


@cocotb.test()
async def jobs(top: Any) -> None:
    """Do one job after the other, until nothing more is wanted."""
    await Timer(1, "ns")
    channel, runner = here(), None
    try:
        if first := channel.next_job():
            collect_garbage()
            runner = named(first.does)(top, first, channel)
            while job := channel.next_job(first.waits):
                await runner.do(job)
                channel.done()
    except (Exception, SystemExit) as error:  # a game's code may end the program
        _report(channel, runner, error)


def _report(channel: Channel, runner: JobRunner | None, error: BaseException) -> None:
    """Report an outcome although loopline itself has failed. The simulation ends: nothing more that it says counts."""
    outcome = runner.outcome if runner else Draft(name="")
    if outcome.state == "shrinking":
        outcome = outcome.cut_short(in_words(error))
    else:
        could_not_test(outcome, error)
    outcome.name = outcome.name or START
    channel.report(outcome)
