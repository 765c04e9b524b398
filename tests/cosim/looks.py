"""Runs inside the simulator: whether Python looks for garbage, and among how much it does not."""

import gc

from loopline.simulation.job import Outcome
from loopline.trial.engine import EngineTrial


class Looks(EngineTrial):
    async def do(self, job):
        self.report(Outcome(name="garbage", state="agrees" if gc.isenabled() else "error", turns=gc.get_freeze_count()))
