"""Inside the simulation: plays neighbours of a failing game, and notes what runs in each."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from loopline.contract.game import AnyScript, AnyScripts
from loopline.simulation.channel import Channel
from loopline.simulation.delays import read_delays
from loopline.simulation.job import Outcome
from loopline.simulation.session import PERIOD
from loopline.trial.play import trial
from loopline.why.job import SpectraJob
from loopline.why.spectra import Counters, Spectra, Spectrum

#: Of the failing game with something left out, and of others that begin like one that failed: the most that are tried.
_SHORTER, _BEGUN = 120, 24


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
