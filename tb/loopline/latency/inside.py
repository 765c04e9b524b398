"""Latency inside the simulator: games of one job after the other, and how long every answer takes.

A late answer is not a mismatch here; all else is compared as usual.
"""

from __future__ import annotations

import time
from typing import Any

from cocotbext.hypothesis import check

from loopline.contract.checker import Mismatch
from loopline.contract.game import AnyScript
from loopline.drawing import property_of
from loopline.latency import NAME, AnsweredScript, LatencyJob, LatencyOutcome
from loopline.simulation.channel import Channel
from loopline.simulation.job import Draft
from loopline.trial import could_not_test
from loopline.trial.engine import EngineHardware
from loopline.trial.play import trial

_FOR_EVER = 1e9


class LatencyDraft(LatencyOutcome, Draft, frozen=False):
    """The outcome of the present job."""


class Stopwatch:
    """A runner that notes how long every answer takes."""

    def __init__(self, top: Any, job: LatencyJob, channel: Channel) -> None:
        self._trial = trial(top, job, channel)
        self._hardware, self._account = self._trial.hardware, self._trial.account
        self._answered = LatencyDraft(name=NAME)
        if isinstance(self._hardware, EngineHardware):
            self._hardware.exactly = False
        else:
            patience = max(job.dut.patience or 0, round(job.limit * job.dut.clock.mhz * 1e6))
            self._hardware.dut = job.dut.model_copy(update={"limit": _FOR_EVER, "patience": patience})

    @property
    def outcome(self) -> Draft:
        """What is known of the present job."""
        return self._account.outcome

    async def do(self, job: LatencyJob) -> None:
        """Play the games of a job, and report what came of it."""
        started, account = time.monotonic(), self._account
        self._trial.job, outcome = job, LatencyDraft(name=NAME)
        account.begin(outcome)
        self._answered = outcome
        error: BaseException | None = None
        try:
            error = await self._generated(job) if job.examples else None
            if error is None:
                for _, text, _ in job.scripts:
                    if not account.channel.stopped:
                        await self.play(account.game.read(text.split()))
        except Mismatch as mismatch:
            error = mismatch
        if isinstance(error, Mismatch):
            self._describe_failure(error)
        elif error is not None and not outcome.partial:
            could_not_test(outcome, error)
        else:
            outcome.state = "agrees"
        outcome.seconds = time.monotonic() - started
        account.report()

    async def _generated(self, job: LatencyJob) -> BaseException | None:
        """Play generated games, and return what they failed with."""
        test = property_of(_play, self._account.game.long_games(job.turns), examples=job.examples, seed=job.seed)
        result = await check(test, self, reset=None, timeout=None, enough=self._trial.limits.enough)
        self.outcome.partial = self._trial.limits.why or result.partial
        return result.error

    def _describe_failure(self, mismatch: Mismatch) -> None:
        """Put the script that has just failed into the outcome."""
        assert self._account.failed
        _, script, delays = self._account.failed
        self._trial.describe(self._hardware.concrete(script), delays, mismatch)
        self.outcome.state = "mismatch"

    async def play(self, script: AnyScript) -> None:
        """Play a script, and tell how long each answer took, with every choice replaced by what was chosen."""
        await self._trial.play(script)
        concrete = self._account.game.write(self._hardware.concrete(script))
        self._answered.played.append(AnsweredScript(concrete, self._hardware.timed()))
        self._account.report()


async def _play(stopwatch: Stopwatch, script: AnyScript) -> None:
    await stopwatch.play(script)
