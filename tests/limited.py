"""Runs inside the simulator: trials whose shrinking ends after a number of cycles, which is the same on any machine."""

from loopline.fuzz.steering import FuzzRunner
from loopline.trial import Limits
from loopline.trial.play import Trial, hardware


class Effort(Limits):
    #: Cycles that may be spent on making one failure smaller.
    effort = 1_000_000_000
    _spent, _part = 0, 1.0

    def played(self, cycles):
        super().played(cycles)
        self._spent += cycles if self.shrinking else 0

    def shrink(self, seconds):
        self._spent = 0
        super().shrink(seconds)

    def use(self, share):
        self._part = share
        super().use(share)

    def enough(self):
        if self.shrinking and self._spent >= self._part * self.effort:
            self.why = f"{self.effort:,} cycles were played"
        return super().enough() or bool(self.why)


def limited(top, job, channel, effort=Effort.effort):
    under_test = hardware(top, job, channel)
    limits = under_test.account.limits = Effort(channel)
    limits.effort = effort
    return Trial(job, under_test)


def hasty(top, job, channel):
    return limited(top, job, channel, 4000)


class LimitedFuzzing(FuzzRunner):
    effort = 1_000_000

    def __init__(self, top, job, channel):
        super().__init__(top, job, channel)
        self._trial = limited(top, job, channel, self.effort)
