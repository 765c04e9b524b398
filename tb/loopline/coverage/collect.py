"""Inside the simulation: a campaign whose scripts are counted, once the design has agreed."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from typing import Any

from loopline.contract.coverage import hits
from loopline.contract.game import AnyScript
from loopline.coverage import coverage_of
from loopline.simulation.channel import Channel
from loopline.simulation.job import UNDER_WAY, Filled, Outcome, TrialJob
from loopline.trial.engine import EngineTrial

#: Characters of a script: a longer one is kept for no bin.
_LONGEST = 2000


class CoveredTrial(EngineTrial):
    """Counts a script once the hardware has agreed on it. Failing scripts and their shrinking do not count."""

    def __init__(self, top: Any, job: TrialJob, channel: Channel) -> None:
        super().__init__(top, job, channel)
        self._coverage = coverage_of(self.dut)
        self._count_anew()

    def _count_anew(self) -> None:
        self._collector = self._coverage.collector()
        self._filled: Filled = {}

    async def try_out(self, script: AnyScript, delays: bytes) -> int:
        """Play a script, and count it if the hardware agrees."""
        plan = self.plan(script, delays)
        cycles = await self.carry_out(plan)
        before = {name: set(counts) for name, counts in self._collector.counts.items()}
        self._collector.add(script, plan.timings)
        self._note(script, before)
        return cycles

    def _note(self, script: AnyScript, before: Mapping[str, Collection[Hashable]]) -> None:
        """If a script is the first to fill some bins, not long, and fills them without delays, too, it is kept for
        them."""
        counts = self._collector.counts
        first = [
            (group.name, group.bins[key].name)
            for group in self._coverage.model
            if len(counts[group.name]) > len(before.get(group.name, ()))
            for key in counts[group.name].keys() - set(before.get(group.name, ()))
        ]
        if not first or len(text := self._written(script)) > _LONGEST:
            return
        alone = self._coverage.collector()
        alone.add(script, [])
        filled = hits(self._coverage.model, alone.counts)
        if bins := [(group, name) for group, name in first if filled.get(group, {}).get(name)]:
            self._filled[text] = sorted(bins)

    def report(self, outcome: Outcome) -> None:
        """The counts travel with the outcome: if one is lost, so is the other, and both are done again."""
        if outcome.state not in UNDER_WAY:
            outcome.covered = hits(self._coverage.model, self._collector.counts)
            outcome.filled = self._filled
            self._count_anew()
        super().report(outcome)
