"""Runs inside the simulator: trials whose shrinking ends after a number of cycles, which is the same on any machine."""

from loopline.fuzz.steering import FuzzTrial
from loopline.trial.engine import EngineTrial
from loopline.trial.player import PlayerTrial


class Limited:
    #: Cycles that may be spent on making one failure smaller.
    effort = 1_000_000_000
    _spent, _part = 0, 1.0

    def _count(self, script, cycles, searching):
        super()._count(script, cycles, searching)
        self._spent += 0 if searching else cycles

    def _start_to_shrink(self):
        self._spent = 0
        super()._start_to_shrink()

    def _may_use(self, share):
        self._part = share
        super()._may_use(share)

    def enough(self):
        if self._failed and self._spent >= self._part * self.effort:
            self.why_enough = f"{self.effort:,} cycles were played"
        return super().enough() or bool(self.why_enough)


class LimitedEngine(Limited, EngineTrial):
    pass


class LimitedPlayer(Limited, PlayerTrial):
    pass


class HastyEngine(LimitedEngine):
    effort = 4000


class LimitedFuzzing(Limited, FuzzTrial):
    effort = 1_000_000
