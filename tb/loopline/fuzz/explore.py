"""Inside the simulation: plays script after script, as the steering says, until it is stopped or one fails."""

from __future__ import annotations

import os
import time
from random import Random
from typing import Any

import cocotb

from loopline.contract.checker import Mismatch
from loopline.contract.coverage import Counts, hits
from loopline.contract.game import AnyScript
from loopline.coverage import coverage_of
from loopline.fuzz.corpus import Corpus, Saved
from loopline.fuzz.job import FuzzJob
from loopline.fuzz.steering import CORPUS, Feature, Steering, Try
from loopline.simulation.job import Outcome, job_of_this_simulation
from loopline.trial.engine import EngineTrial
from loopline.trial.play import conduct
from loopline.trial.trial import stopped

#: The name of its outcome.
NAME = "fuzz"

#: After so many scripts it looks for games that other runs have found.
_LOOK = 16

#: At most so many of the situations for which a game is kept are named in its file.
_NAMED = 4


@cocotb.test()
async def fuzz(top: Any) -> None:
    job = job_of_this_simulation(FuzzJob)
    await conduct(job, lambda: FuzzTrial(top, job), FuzzTrial.fuzz)


class FuzzTrial(EngineTrial):
    #: A fuzzer may run for days, and each sign of life is a line.
    pulse_every = 1.0

    def __init__(self, top: Any, job: FuzzJob) -> None:
        super().__init__(top, job)
        self._orders = job
        self._coverage = coverage_of(self.dut)
        self._model = self._coverage.model
        self._properties = self.game.properties()
        self._steering = Steering(self._model, self._properties, self._varied, job.seed)
        self._corpus = Corpus(job.corpus, self.dut)
        #: Of the last script that agreed.
        self._counts: Counts = {}
        self._began = time.monotonic()

    async def fuzz(self) -> None:
        figures = dict.fromkeys(("reached", "taken over", "kept", "not written"), 0)
        self._begin(Outcome(name=NAME, figures={"bins": self._steering.bins, **figures}))
        outcome = self.outcome
        self.report(outcome)
        try:
            await self._play_on()
            outcome.state = "agrees"
        except Mismatch:
            assert self._failed
            before, script, delays = self._failed
            source = next((one for one in self._properties if one.name == self._source), None)
            await self.minimise(script, delays, outcome, (before, self._longest), source)
        outcome.covered = hits(self._model, self._steering.met)
        outcome.seconds = time.monotonic() - self._began
        self.report(outcome)

    async def _play_on(self) -> None:
        while True:
            for saved in self._corpus.fresh():
                if self._over():
                    return
                await self._try(Try(saved.script, saved.delays, CORPUS))
                self.outcome.figures["taken over"] += 1
            for _ in range(_LOOK):
                if self._over():
                    return
                tried = self._steering.next()
                if new := await self._try(tried):
                    written = self._corpus.add(Saved(tried.script, tried.delays), self._words(new))
                    self.outcome.figures["kept" if written else "not written"] += 1

    async def _try(self, tried: Try) -> list[Feature]:
        """Play a script; if it agrees, learn what is new in it."""
        self._source = tried.source
        await self.play(tried.script, tried.delays)
        turns, figures = self.game.turns(tried.script), self.outcome.figures
        new = self._steering.learn(tried, turns, self._counts)
        figures["reached"] = self._steering.reached
        for what, n in (("scripts", 1), ("turns", turns), ("new", len(new))):
            name = f"{tried.source}, {what}"
            figures[name] = figures.get(name, 0) + n
        return new

    async def try_out(self, script: AnyScript, delays: bytes) -> int:
        """Counts a script once the hardware has agreed on it."""
        plan = self.plan(script, delays)
        cycles = await self.carry_out(plan)
        collector = self._coverage.collector()
        collector.add(script, plan.timings)
        self._counts = collector.counts
        return cycles

    def _varied(self, one: AnyScript, other: AnyScript, random: Random) -> AnyScript:
        return self.game.varied(one, other, random)

    def _words(self, new: list[Feature]) -> str:
        """Which situations are new."""
        bins = {group.name: group.bins for group in self._model}
        names = [f"{group}: {bins[group][key].name}" for group, key, _ in new]
        return "; ".join([*names[:_NAMED], *([f"and {len(names) - _NAMED} more"] if len(names) > _NAMED else [])])

    def _over(self) -> bool:
        job, outcome = self._orders, self.outcome
        if job.turns is not None and outcome.turns >= job.turns:
            return True
        if job.seconds is not None and time.monotonic() - self._began >= job.seconds:
            outcome.partial = "seconds"
        if stopped() or not _lives(job.owner):
            outcome.partial = "interrupted"
        return outcome.partial is not None


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # it belongs to another run
        pass
    return True
