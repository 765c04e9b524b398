"""Inside the simulation: a campaign whose scripts are counted, once the design has agreed."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from typing import Any

from loopline.contract.coverage import hits
from loopline.contract.game import AnyScript, Subject
from loopline.coverage import coverage_of
from loopline.simulation.channel import Channel
from loopline.simulation.job import UNDER_WAY, Filled, TrialJob
from loopline.simulation.session import timings_of
from loopline.trial import Account
from loopline.trial.engine import EngineHardware
from loopline.trial.play import Trial

#: The most characters of a script that is kept for a bin.
_LONGEST = 2000


def trial(top: Any, job: TrialJob, channel: Channel) -> Trial:
    """Return the trial of the engine in this simulation, with situations counted.

    Args:
        top: cocotb's handle of the top module.
        job: The first job of the simulation, with the design.
        channel: The channel to the process that handed the job out.
    """
    return Trial(job, EngineHardware(top, job, CoveredAccount(Subject.of(job.dut), channel)))


class CoveredAccount(Account):
    """An account that counts what a script meets once the hardware has agreed on it.

    Failing scripts and their shrinking do not count.
    """

    def __init__(self, subject: Subject, channel: Channel) -> None:
        super().__init__(subject, channel)
        self._coverage = coverage_of(subject)
        self._count_again()

    def _count_again(self) -> None:
        self._collector = self._coverage.collector()
        self._filled: Filled = {}

    def agreed(self, script: AnyScript, delays: bytes, cycles: int) -> None:
        """Count a script, and what it meets."""
        super().agreed(script, delays, cycles)
        if not self.limits.shrinking:
            before = {name: set(counts) for name, counts in self._collector.counts.items()}
            self._collector.add(script, timings_of(delays))
            self._fill(script, before)

    def _fill(self, script: AnyScript, before: Mapping[str, Collection[Hashable]]) -> None:
        """Keep a script for the bins that it is the first to fill.

        It must not be long, and must fill them without delays, too.
        """
        counts = self._collector.counts
        first = [
            (group.name, group.bins[key].name)
            for group in self._coverage.model
            if len(counts[group.name]) > len(before.get(group.name, ()))
            for key in counts[group.name].keys() - set(before.get(group.name, ()))
        ]
        if not first or len(text := self.written(script)) > _LONGEST:
            return
        alone = self._coverage.collector()
        alone.add(script, [])
        filled = hits(self._coverage.model, alone.counts)
        if bins := [(group, name) for group, name in first if filled.get(group, {}).get(name)]:
            self._filled[text] = sorted(bins)

    def report(self) -> None:
        """Report the counts with the outcome: if one is lost, so is the other, and both are done again."""
        if self.outcome.state not in UNDER_WAY:
            self.outcome.covered = hits(self._coverage.model, self._collector.counts)
            self.outcome.filled = self._filled
            self._count_again()
        super().report()
