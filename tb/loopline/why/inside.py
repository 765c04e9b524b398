"""Inside the simulation: plays neighbours of a failing game and notes what runs in each (`Look`), or plays them with
one change of the design after the other (`Trying`)."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from loopline.contract.checker import Mismatch
from loopline.contract.game import AnyScript, AnyScripts
from loopline.errors import BadInput
from loopline.simulation.channel import Channel
from loopline.simulation.delays import read_delays
from loopline.simulation.job import Outcome
from loopline.simulation.session import PERIOD
from loopline.trial.engine import EngineTrial
from loopline.trial.play import trial
from loopline.why.job import SELECT, ChangeJob, SpectraJob
from loopline.why.spectra import Counters, Spectra, Spectrum

#: Of the failing game with something left out, and of others that begin like one that failed: the most that are tried.
_SHORTER, _BEGUN = 120, 24

#: Of the time, the share in which the failing game is played with each change: the others are for what agrees then.
_FIRST = 0.6

#: A change that takes longer than this many times the failing game counts as one that hangs.
_TIMES, _LEAST = 4, 2000


class Look:
    """Plays games and notes what runs in each. A job's script is the failing game; its deck are others, those that are
    nearest to it first."""

    def __init__(self, top: Any, job: SpectraJob, channel: Channel) -> None:
        self._trial = trial(top, job, channel)
        self._counters = Counters(Path("counters.dat"))

    @property
    def outcome(self) -> Outcome:
        """What the run has found."""
        return self._trial.outcome

    async def do(self, job: SpectraJob) -> None:
        """The outcome tells the spectra."""
        [(name, text, delays)] = job.scripts
        outcome = self._trial.outcome = Outcome(name=name)
        found = await self.spectra(text, delays, job.deck, job.seconds or 0.0)
        outcome.state = "mismatch" if any(one.failed for one in found.games) else "agrees"
        outcome.told = found.text()
        self._trial.report(outcome)

    async def spectra(self, text: str, delays: str, others: Sequence[tuple[str, str, str]], seconds: float) -> Spectra:
        """Of a failing game first, then of as many of its neighbours and of the others as there is time for."""
        trial, waiting, until = self._trial, read_delays(delays), time.monotonic() + seconds
        failing, games = trial.game.read(text.split()), list[Spectrum]()
        await trial.again(failing, waiting)  # all others begin as far from an edge of the clock as they ended
        for script, waits in neighbours(trial.game, failing, waiting, others):
            if games and (trial.channel.stopped or time.monotonic() > until):
                break
            games += await self._of(script, waits)
            if not games:
                break
        return Spectra(self._counters.points, games)

    async def _of(self, script: AnyScript, delays: bytes) -> list[Spectrum]:
        """Play a game. One that fails is played again: what runs after the first wrong cycle is no reason for it. None
        of a game that fails in one way or another: what it shows belongs to neither."""
        trial, counters = self._trial, self._counters
        since = counters.begin()
        mismatch = await trial.again(script, delays)
        if not mismatch:
            return [Spectrum(False, counters.ran())]
        counters.begin(after=trial.began + mismatch.cycle * PERIOD + 1 - since)  # the edge at its beginning counts
        again = await trial.again(script, delays)
        return [Spectrum(True, counters.ran())] if again and again.cycle == mismatch.cycle else []


class Trying:
    """Makes one change after the other. The first outcome of a job is that of no change. Each has as its name the
    number of the change; later ones of the same tell with how many other games it agrees."""

    def __init__(self, top: Any, job: ChangeJob, channel: Channel) -> None:
        self._top, self._trial, self._job = top, trial(top, job, channel), job

    @property
    def outcome(self) -> Outcome:
        """What the run has found."""
        return self._trial.outcome

    async def do(self, job: ChangeJob) -> None:
        """Play the failing game and the others with each change of the job, and count what agrees."""
        trial, self._job = self._trial, job
        began, seconds = time.monotonic(), job.seconds or 0.0
        [(_, text, delays)] = job.scripts
        failing, waiting = trial.game.read(text.split()), read_delays(delays)
        itself = await self._of(0, trial.plan(failing, waiting))
        if itself.state == "agrees":
            return
        patience = self._hurry(itself.cycle or 0)
        agree, plan = list[int](), trial.plan(failing, waiting)
        for number in range(job.first, job.last + 1):
            if trial.channel.stopped or time.monotonic() > began + _FIRST * seconds:
                break
            trial.outcome = Outcome(name=str(number))
            trial.report(trial.outcome)  # in case that the simulation ends with it
            if (await self._of(number, plan)).state == "agrees":
                agree.append(number)
        self._patient(patience)
        await self._among_others(agree, failing, waiting, began + seconds)

    async def _of(self, number: int, plan: Any) -> Outcome:
        outcome = Outcome(name=str(number), state="agrees")
        getattr(self._top.dut, SELECT).value = number
        try:
            outcome.cycles = await self._trial.carry_out(plan)
        except Mismatch as mismatch:
            mismatch.put_into(outcome)
            outcome.state = "mismatch"
        except BadInput as error:  # of the patience
            outcome.state, outcome.error = "mismatch", str(error)
        self._trial.report(outcome)
        return outcome

    async def _among_others(self, agree: Sequence[int], failing: AnyScript, delays: bytes, until: float) -> None:
        """In how many of the other games do these agree, one after the other, the nearest first?"""
        trial = self._trial
        others = [trial.plan(*one) for one in neighbours(trial.game, failing, delays, self._job.deck)]
        left = dict.fromkeys(agree, 0)
        for plan in others:
            for number in list(left):
                if trial.channel.stopped or time.monotonic() > until:
                    return
                outcome = Outcome(name=str(number), state="agrees")
                getattr(self._top.dut, SELECT).value = number
                try:
                    await trial.carry_out(plan)
                    left[number] += 1
                except Mismatch:
                    outcome.state = "mismatch"
                outcome.figures = {"agreed": left[number], "of": len(others)}
                trial.report(outcome)
                if outcome.state == "mismatch":
                    del left[number]

    def _hurry(self, cycles: int) -> int:
        if not isinstance(self._trial, EngineTrial):
            return 0
        patience = self._trial.patience
        self._trial.patience = min(patience, _TIMES * cycles + _LEAST)
        return patience

    def _patient(self, patience: int) -> None:
        if isinstance(self._trial, EngineTrial):
            self._trial.patience = patience


def neighbours(
    game: AnyScripts, failing: AnyScript, delays: bytes, others: Sequence[tuple[str, str, str]]
) -> Iterator[tuple[AnyScript, bytes]]:
    """A failing game, then it with something left out, then others."""
    yield failing, delays
    for shorter in islice(game.shorter(failing), _SHORTER):
        yield shorter, delays
    for number in range(_BEGUN):
        yield game.until(failing, number), delays
    for _, text, waiting in others:
        yield game.read(text.split()), read_delays(waiting)
