"""Inside the simulator, with all mutants in it: which mutants a game kills, and how small it can become."""

from __future__ import annotations

import traceback
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any

from loopline.contract.checker import Mismatch, Wrong
from loopline.contract.coverage import Coverage
from loopline.contract.game import AnyScript
from loopline.errors import BadInput
from loopline.mutate.job import DistilJob, bins_of
from loopline.mutate.kill import apart
from loopline.mutate.netlist import SELECT
from loopline.simulation.channel import Channel
from loopline.simulation.delays import read_delays, write_delays
from loopline.simulation.job import Outcome
from loopline.system import disk
from loopline.trial.engine import EngineTrial, Plan
from loopline.trial.reduction import reduced

#: What an attempt costs besides being played, and each game besides its cycles: in cycles that take as long.
_ATTEMPT, _PLAY = 5_000, 1_000


class _Enough(Exception):
    """No more attempts."""


class Inside:
    """Does jobs of `mutate --write-deck`, each apart from all others."""

    def __init__(self, top: Any, job: DistilJob, channel: Channel) -> None:
        self._top, self._channel = top, channel
        self._trial = EngineTrial(top, job, channel)
        read = self._trial.game.read
        #: The candidates: script, waiting; and what of them has been predicted.
        self._games = [(read(text.split()), read_delays(delays)) for _, text, delays in job.scripts]
        self._plans: dict[int, Plan] = {}
        #: Where the harness failed last.
        self._trace = ""

    @property
    def outcome(self) -> Outcome:
        return self._trial.outcome

    async def do(self, job: DistilJob) -> None:
        self._trial.job = job
        self._trial.outcome = Outcome(name="planning")
        for number in job.which:
            self._plan(number)
            self._trial.pulse()
        await apart(self._do(job), self._channel)

    async def _do(self, job: DistilJob) -> None:
        with suppress(_Enough):  # without a verdict
            await (self._reduce(job) if job.reduce else self._judge(job))

    async def _judge(self, job: DistilJob) -> None:
        """Which of the games kill the mutant? One that hangs in each of them is not worth the wait."""
        (mutant,) = job.mutants
        outcome = self._trial.outcome = Outcome(name="judged", figures={"mutant": mutant})
        self._select(mutant)
        effort = job.effort
        self._trace = ""
        for number in job.which:
            if self._channel.stopped:
                raise _Enough
            if effort <= 0:
                break
            if await self._killed(self._plan(number)):
                outcome.figures[str(number)] = 1
            effort -= self.cost
            self._trial.pulse()
        outcome.state, outcome.told = "agrees", self._trace
        self._trial.report(outcome)

    async def _reduce(self, job: DistilJob) -> None:
        (number,) = job.which
        trial, (script, delays) = self._trial, self._games[number]
        outcome = trial.outcome = Outcome(name="reduced", figures={"game": number})
        self._trace = ""
        trial.report(outcome)
        for waiting in dict.fromkeys((b"", delays)):
            smaller = _Smaller(self, job, waiting)
            if found := await smaller.keeps(script):
                try:
                    await reduced(trial.game, script, found, smaller.keeps)
                except _Enough:
                    if self._channel.stopped:
                        raise
                outcome.script, outcome.delays = trial.game.write(smaller.best), write_delays(waiting)
                break
        outcome.state, outcome.told = "agrees", self._trace
        trial.report(outcome)

    async def _killed(self, plan: Plan) -> Mismatch | None:
        """By what, if the mutant that is selected does not survive this. Where the harness fails it is not killed."""
        try:
            await self._trial.carry_out(plan)
        except Mismatch as mismatch:
            return mismatch
        except BadInput:
            raise
        except Exception as error:
            disk.check(Path())  # what was recorded may not be all there was
            self._trace = "".join(traceback.format_exception(error))
        return None

    @property
    def cost(self) -> int:
        """In cycles, of the game that was played last: waiting for one that hangs is the most expensive."""
        last = self._trial.last
        return _PLAY + (last.cycles if last.text else 0) + (self._trial.patience if last.hung else 0)

    def _plan(self, number: int) -> Plan:
        if number not in self._plans:
            self._plans[number] = self._trial.plan(*self._games[number])
        return self._plans[number]

    def _select(self, number: int) -> None:
        getattr(self._top.dut, SELECT).value = number


class _Smaller:
    """Attempts at one game, with one way of waiting."""

    def __init__(self, inside: Inside, job: DistilJob, delays: bytes) -> None:
        self._inside, self._delays, self._effort = inside, delays, job.effort
        self._trial = inside._trial
        #: Those that were not killed last come first: what cannot be left out is soon noticed.
        self._mutants = list(job.mutants)
        self._bins = {(group, name) for group, name in job.bins}
        self.best: AnyScript = None

    @cached_property
    def _coverage(self) -> Coverage[AnyScript] | None:
        return self._trial.game.coverage()

    async def keeps(self, script: AnyScript) -> Mismatch | None:
        """Does it kill all the mutants, and meet all the situations? If so, up to which request it needs to go."""
        if self._effort <= 0 or self._inside._channel.stopped:
            raise _Enough
        self._effort -= _ATTEMPT
        self._trial.pulse()
        if self._coverage and not self._bins <= bins_of(self._coverage, script, self._delays):
            return None
        plan, last = self._trial.plan(script, self._delays), 0
        for mutant in self._mutants:
            self._inside._select(mutant)
            mismatch = await self._inside._killed(plan)
            self._effort -= self._inside.cost
            if mismatch is None:
                self._mutants.remove(mutant)
                self._mutants.insert(0, mutant)
                return None
            last = max(last, mismatch.request or 0)
        self.best = script
        return Mismatch(0, last if self._mutants else None, Wrong("", "", "", "kept"))
