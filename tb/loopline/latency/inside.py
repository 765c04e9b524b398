"""Runs inside the simulator: plays the games of one job after the other, and notes how long every answer takes.

A late answer is no mismatch here; all else is compared as usual.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from cocotbext.hypothesis import check

from loopline.contract.checker import Mismatch
from loopline.contract.game import AnyRequest, AnyScript
from loopline.drawing import property_of
from loopline.latency import NAME, LatencyJob, LatencyOutcome, Played
from loopline.simulation.channel import Channel
from loopline.simulation.job import TrialJob
from loopline.simulation.recording import Recording
from loopline.trial import Trial, could_not_test
from loopline.trial.engine import EngineTrial
from loopline.trial.player import PlayerTrial

_FOR_EVER = 1e9


def stopwatch(top: Any, job: LatencyJob, channel: Channel) -> _Stopwatch:
    """The stopwatch for the design in this simulation, according to its contract."""
    return _STOPWATCHES[job.dut.contract](top, job, channel)


class _Stopwatch(Trial):
    """A trial that notes how long every answer takes: what is the same for both contracts."""

    async def do(self, job: TrialJob) -> None:
        """Play the games of a job, and report what came of it."""
        assert isinstance(job, LatencyJob)
        started = time.monotonic()
        self.job, self._answered = job, LatencyOutcome(name=NAME)
        self._begin(self._answered)
        self.report(self.outcome)
        error: BaseException | None = None
        try:
            error = await self._generated(job) if job.examples else None
            if error is None:
                for _, text, _ in job.scripts:
                    if not self.channel.stopped:
                        await self.play(self.game.read(text.split()))
        except Mismatch as mismatch:
            error = mismatch
        if isinstance(error, Mismatch):
            self._describe_failure(error)
        elif error is not None and not self.outcome.partial:
            could_not_test(self.outcome, error)
        else:
            self.outcome.state = "agrees"
        self.outcome.seconds = time.monotonic() - started
        self.report(self.outcome)

    async def _generated(self, job: LatencyJob) -> BaseException | None:
        """Play generated games, and return what they failed with."""
        test = property_of(_play, self.game.long_games(job.turns), examples=job.examples, seed=job.seed)
        result = await check(test, self, reset=None, enough=self.enough)
        self.outcome.partial = self.why_enough or result.partial
        return result.error

    def _describe_failure(self, mismatch: Mismatch) -> None:
        """Put the script that has just failed into the outcome."""
        assert self._failed is not None
        _, script, delays = self._failed
        self.describe(self.concrete(script), delays, mismatch)
        self.outcome.state = "mismatch"

    async def play(self, script: AnyScript, delays: bytes = b"") -> None:
        """Play a script, and tell how long each answer took, with every choice replaced by what was chosen."""
        await super().play(script, delays)
        self._answered.played.append(Played(self.game.write(self.concrete(script)), self.timed()))
        self.report(self._answered)


async def _play(stopwatch: _Stopwatch, script: AnyScript) -> None:
    await stopwatch.play(script)


class _EngineStopwatch(_Stopwatch, EngineTrial):
    """Times an engine, from the recorded cycles."""

    def _compare(self, recording: Recording, requests: Sequence[AnyRequest], predicted: str) -> None:
        """Compare by the rules alone, without the predicted cycles."""
        super()._compare(recording, requests, "")


class _PlayerStopwatch(_Stopwatch, PlayerTrial):
    """Times a player, from the characters on its line."""

    def __init__(self, top: Any, job: LatencyJob, channel: Channel) -> None:
        super().__init__(top, job, channel)
        awaited = round(job.limit * self.dut.clock.mhz * 1e6)
        patience = max(self.dut.patience or 0, awaited)
        self.dut = self.dut.model_copy(update={"limit": _FOR_EVER, "patience": patience})


_STOPWATCHES: dict[str, type[_EngineStopwatch] | type[_PlayerStopwatch]] = {
    "engine": _EngineStopwatch,
    "player": _PlayerStopwatch,
}
