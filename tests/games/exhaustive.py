"""Every game of a number of plies, played against an engine, and counted from its answers."""

from __future__ import annotations

import time
from collections import Counter

from loopline.contract.game import Subject
from loopline.errors import BadInput
from loopline.simulation.job import Draft, ScriptsJob
from loopline.trial import Account
from loopline.trial.engine import EngineHardware
from loopline.trial.play import Trial


class ExhaustiveJob(ScriptsJob):
    """Play every game of this many plies."""

    does: str = "games.exhaustive:ExhaustiveTrial"
    plies: int = 0


class ExhaustiveTrial(Trial):
    """Plays every game in a simulation, up to the first that fails."""

    def __init__(self, top, job, channel) -> None:
        super().__init__(job, EngineHardware(top, job, Account(Subject.of(job.dut), channel)))

    async def do(self, job) -> None:
        """Play the games, and report what the hardware's answers come to."""
        assert isinstance(job, ExhaustiveJob)
        self.job, plies, started = job, job.plies, time.monotonic()
        self.account.begin(outcome := Draft(name=f"every game of {plies} plies"))
        counts: Counter[str] = Counter()
        scripts = self.game.every_game(plies)
        if scripts is None:
            raise BadInput(f"{job.dut.shown}: its game cannot say which games of {plies} plies there are")
        for script in scripts:
            if self.account.channel.stopped:
                outcome.state, outcome.partial = "agrees", "interrupted"
                break
            if await self.fails(script, b""):
                await self.minimise(script, b"")
                break
            counts += self.game.figures(script, self.hardware.answers(self.hardware.last), plies)
        else:
            outcome.state = "agrees"
        outcome.figures = dict(counts)
        outcome.seconds = time.monotonic() - started
        self.account.report()
