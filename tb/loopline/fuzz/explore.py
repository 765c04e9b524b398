"""Inside the simulation: plays one leg after the other, each until one of its scripts fails."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

from loopline.contract import game as games
from loopline.contract.checker import Mismatch
from loopline.contract.coverage import Counts, hits
from loopline.contract.game import AnyScript
from loopline.coverage import coverage_of
from loopline.design.dut import Dut
from loopline.fuzz.knowledge import NAME, FuzzJob, FuzzOutcome, Kept, Met, Numbers
from loopline.fuzz.steering import CORPUS, Steering, Try, Vary
from loopline.simulation.channel import Channel
from loopline.simulation.delays import read_delays, write_delays
from loopline.simulation.job import TrialJob
from loopline.trial.engine import EngineTrial


class Leg:
    """The choice of scripts in one simulation, and what was learnt from them."""

    def __init__(self, job: FuzzJob, vary: Vary) -> None:
        self._job, self._game = job, games.engine(job.dut)
        model = coverage_of(job.dut).model
        self._numbers = Numbers(model)
        self.steering = Steering(model, self._game.properties(), vary, job.seed, job.known)
        self.met: list[Met] = []

    def tries(self) -> Iterator[Try]:
        """Those of the corpus, or new ones until there are enough turns."""
        for one in self._job.saved:
            yield Try(self._game.read(one.script.split()), read_delays(one.delays), CORPUS)
        while sum(one.script.turns for one in self.met) < self._job.turns:
            yield self.steering.next()

    def learn(self, tried: Try, counts: Counts) -> None:
        """Take note of a script on which the design agrees."""
        turns = self._game.turns(tried.script)
        self.steering.learn(tried, turns, counts)
        script = Kept(script=self._game.write(tried.script), delays=write_delays(tried.delays), turns=turns)
        self.met.append(Met(script=script, source=tried.source, bins=self._numbers.numbered(counts)))


def variations(dut: Dut) -> Vary:
    """Many legs vary the same scripts, which they get as texts."""
    game = games.engine(dut)

    @lru_cache(maxsize=2000)
    def read(text: str) -> AnyScript:
        return game.read(text.split())

    def vary(one: AnyScript, other: AnyScript, random: Random) -> AnyScript:
        one, other = (read(script) if isinstance(script, str) else script for script in (one, other))
        return game.varied(one, other, random)

    return vary


class FuzzTrial(EngineTrial):
    """Plays a leg's scripts in a simulation."""

    def __init__(self, top: Any, job: FuzzJob, channel: Channel) -> None:
        super().__init__(top, job, channel)
        self._coverage, self._vary = coverage_of(self.dut), variations(self.dut)
        #: Of the last script that agreed.
        self._counts: Counts = {}

    async def do(self, job: TrialJob) -> None:
        """Play a leg, and report what it has met."""
        assert isinstance(job, FuzzJob)
        self.job = job
        await self._play(Leg(job, self._vary), job)

    async def _play(self, leg: Leg, job: FuzzJob) -> None:
        began, source = time.monotonic(), ""
        self._longest = None
        outcome = FuzzOutcome(name=NAME)
        self._begin(outcome, job.seconds)
        self.report(outcome)
        try:
            for tried in leg.tries():
                if self.enough():
                    break
                source = tried.source
                await self.play(tried.script, tried.delays)
                leg.learn(tried, self._counts)
            outcome.state, outcome.partial = "agrees", self.why_enough or None
        except Mismatch:
            assert self._failed
            before, script, delays = self._failed
            strategy = next((one for one in self.game.properties() if one.name == source), None)
            await self.minimise(script, delays, outcome, (before, self._longest), strategy)
        outcome.covered = hits(self._coverage.model, leg.steering.met)
        outcome.met = leg.met
        outcome.seconds = time.monotonic() - began
        self.report(outcome)

    async def try_out(self, script: AnyScript, delays: bytes) -> int:
        """Counts a script once the hardware has agreed on it."""
        plan = self.plan(script, delays)
        cycles = await self.carry_out(plan)
        collector = self._coverage.collector()
        collector.add(script, plan.timings)
        self._counts = collector.counts
        return cycles
