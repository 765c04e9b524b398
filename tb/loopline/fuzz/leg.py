"""The scripts of one leg, and what is told of them: the same with hardware and without."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from loopline.contract import game as games
from loopline.contract.coverage import Counts
from loopline.contract.game import AnyScript
from loopline.coverage import coverage_of
from loopline.design.dut import Dut
from loopline.fuzz.job import FuzzJob
from loopline.fuzz.knowledge import Kept, Met, Numbers, Told
from loopline.fuzz.steering import CORPUS, Steering, Try, Vary
from loopline.simulation.delays import read_delays, write_delays


class Leg:
    def __init__(self, job: FuzzJob, vary: Vary) -> None:
        self._job, self._game = job, games.engine(job.dut)
        model = coverage_of(job.dut).model
        self._numbers = Numbers(model)
        self.steering = Steering(model, self._game.properties(), vary, job.seed, job.known)
        self.told = Told()

    def tries(self) -> Iterator[Try]:
        """Those of the corpus, or new ones until there are enough turns."""
        for one in self._job.saved:
            yield Try(self._game.read(one.script.split()), read_delays(one.delays), CORPUS)
        while sum(one.script.turns for one in self.told.met) < self._job.turns:
            yield self.steering.next()

    def learn(self, tried: Try, counts: Counts) -> int:
        """The design agrees on a script. Returns its turns."""
        turns = self._game.turns(tried.script)
        self.steering.learn(tried, turns, counts)
        script = Kept(script=self._game.write(tried.script), delays=write_delays(tried.delays), turns=turns)
        self.told.met.append(Met(script=script, source=tried.source, bins=self._numbers.numbered(counts)))
        return turns


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
