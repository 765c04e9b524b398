"""Inside the simulation: plays one leg after the other, each until one of its scripts fails."""

from __future__ import annotations

import time
from typing import Any

from loopline.contract.checker import Mismatch
from loopline.contract.coverage import Counts, hits
from loopline.contract.game import AnyScript
from loopline.coverage import coverage_of
from loopline.fuzz.job import NAME, FuzzJob
from loopline.fuzz.leg import Leg, variations
from loopline.fuzz.steering import Try
from loopline.simulation.channel import Channel
from loopline.simulation.job import Job, Outcome
from loopline.trial.engine import EngineTrial


class FuzzTrial(EngineTrial):
    def __init__(self, top: Any, job: FuzzJob, channel: Channel) -> None:
        super().__init__(top, job, channel)
        self._coverage, self._vary = coverage_of(self.dut), variations(self.dut)
        #: Of the last script that agreed.
        self._counts: Counts = {}

    async def do(self, job: Job) -> None:
        assert isinstance(job, FuzzJob)
        self.job = job
        await self._play(Leg(job, self._vary), job)

    async def _play(self, leg: Leg, job: FuzzJob) -> None:
        began, source = time.monotonic(), ""
        self._longest = None
        self._begin(Outcome(name=NAME), job.seconds)
        outcome = self.outcome
        self.report(outcome)
        try:
            for tried in leg.tries():
                if self.enough():
                    break
                source = tried.source
                await self.play(tried.script, tried.delays)
                self._count_source(tried, leg.learn(tried, self._counts))
            outcome.state, outcome.partial = "agrees", self.why_enough or None
        except Mismatch:
            assert self._failed
            before, script, delays = self._failed
            strategy = next((one for one in self.game.properties() if one.name == source), None)
            await self.minimise(script, delays, outcome, (before, self._longest), strategy)
        outcome.covered = hits(self._coverage.model, leg.steering.met)
        outcome.told = leg.told.model_dump_json()
        outcome.seconds = time.monotonic() - began
        self.report(outcome)

    def _count_source(self, tried: Try, turns: int) -> None:
        for what, n in (("scripts", 1), ("turns", turns), ("new", 0)):  # what is new, only the whole run can tell
            name = f"{tried.source}, {what}"
            self.outcome.figures[name] = self.outcome.figures.get(name, 0) + n

    async def try_out(self, script: AnyScript, delays: bytes) -> int:
        """Counts a script once the hardware has agreed on it."""
        plan = self.plan(script, delays)
        cycles = await self.carry_out(plan)
        collector = self._coverage.collector()
        collector.add(script, plan.timings)
        self._counts = collector.counts
        return cycles
