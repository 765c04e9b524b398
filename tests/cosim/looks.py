"""Runs inside the simulator: whether Python looks for garbage, and among how much it does not."""

import gc

from loopline.simulation.job import Draft, Outcome


class Looks:
    outcome = Draft(name="looks")

    def __init__(self, top, job, channel):
        self._channel = channel

    async def do(self, job):
        state = "agrees" if gc.isenabled() else "error"
        self._channel.report(Outcome(name="garbage", state=state, turns=gc.get_freeze_count()))
