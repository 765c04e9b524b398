"""Runs inside the simulator: somebody asks to stop while the last run of a failure waits, with all patience."""

from cocotb.utils import get_sim_time
from loopline.contract.game import Subject
from loopline.simulation.channel import NullChannel
from loopline.simulation.job import Draft
from loopline.simulation.session import PERIOD
from loopline.trial import Account
from loopline.trial.play import Trial
from loopline.trial.player import PlayerHardware


class Interrupted(NullChannel):
    """A channel that asks to stop at some moment."""

    stopped = False

    def __init__(self, channel):
        self.report, self.tell_process = channel.report, channel.tell_process


class Asking(Account):
    def __init__(self, subject, channel):
        super().__init__(subject, Interrupted(channel))
        self.asked = []

    def pulse(self):
        if not self.limits.in_a_hurry:
            self.channel.stopped = True
            self.asked.append(get_sim_time("ns"))
        super().pulse()


class LastRun:
    def __init__(self, top, job, channel):
        self._account = Asking(Subject.of(job.dut), channel)
        self._trial = Trial(job, PlayerHardware(top, job, self._account))

    @property
    def outcome(self):
        return self._account.outcome

    async def do(self, job):
        ((_, text, delays),) = job.scripts
        self._account.begin(outcome := Draft(name="last run"))
        await self._trial.minimise(self._trial.game.read(text.split()), bytes.fromhex(delays))
        outcome.cycles = round(get_sim_time("ns") - self._account.asked[0]) // PERIOD
        self._account.report()
