"""Runs inside the simulator: somebody asks to stop while the last run of a failure waits, with all patience."""

from cocotb.utils import get_sim_time
from loopline.simulation.job import Outcome
from loopline.simulation.session import PERIOD
from loopline.trial.player import PlayerTrial


class Interrupted:
    """A channel that asks to stop at some moment."""

    finish = stopped = False

    def __init__(self, channel):
        self.report, self.tell_process = channel.report, channel.tell_process


class LastRun(PlayerTrial):
    def __init__(self, top, job, channel):
        super().__init__(top, job, Interrupted(channel))
        self._asked = []

    def pulse(self):
        if not self.in_a_hurry:
            self.channel.stopped = True
            self._asked.append(get_sim_time("ns"))
        super().pulse()

    async def do(self, job):
        ((_, text, delays),) = job.scripts
        outcome = self.outcome = Outcome(name="last run")
        await self.minimise(self.game.read(text.split()), bytes.fromhex(delays), outcome)
        outcome.cycles = round(get_sim_time("ns") - self._asked[0]) // PERIOD
        self.report(outcome)
