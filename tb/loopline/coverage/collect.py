"""Inside the simulation: a campaign whose scripts are counted, once the design has agreed."""

from __future__ import annotations

from typing import Any

from loopline.contract.coverage import hits
from loopline.contract.game import AnyScript
from loopline.coverage import coverage_of
from loopline.simulation.channel import Channel
from loopline.simulation.job import UNDER_WAY, Outcome, TrialJob
from loopline.trial.engine import EngineTrial


class CoveredTrial(EngineTrial):
    """Counts a script once the hardware has agreed on it. Failing scripts and their shrinking do not count."""

    def __init__(self, top: Any, job: TrialJob, channel: Channel) -> None:
        super().__init__(top, job, channel)
        self._coverage = coverage_of(self.dut)
        self._collector = self._coverage.collector()

    async def try_out(self, script: AnyScript, delays: bytes) -> int:
        """Play a script, and count it if the hardware agrees."""
        plan = self.plan(script, delays)
        cycles = await self.carry_out(plan)
        self._collector.add(script, plan.timings)
        return cycles

    def report(self, outcome: Outcome) -> None:
        """The counts travel with the outcome: if one is lost, so is the other, and both are done again."""
        if outcome.state not in UNDER_WAY:
            outcome.covered = hits(self._coverage.model, self._collector.counts)
            self._collector = self._coverage.collector()
        super().report(outcome)
