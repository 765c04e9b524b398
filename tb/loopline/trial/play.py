"""The one cocotb test that runs in simulations: does one job after the other, each as the job itself says."""

from __future__ import annotations

from typing import Any, Protocol

import cocotb
from cocotb.triggers import Timer

from loopline.design.plugins import in_words
from loopline.simulation.channel import Channel, Detached, here, named
from loopline.simulation.job import START, Outcome, TrialJob
from loopline.system import collect_garbage
from loopline.trial import Trial, could_not_test
from loopline.trial.engine import EngineTrial
from loopline.trial.player import PlayerTrial


class JobRunner(Protocol):
    """Does jobs inside a simulation: what `Job.does` names makes one, of the top, the first job and the channel."""

    @property
    def outcome(self) -> Outcome:
        """What is known of the present job, in case an error ends it."""

    async def do(self, job: Any) -> None:
        """Do a job, and report what comes of it."""


def trial(top: Any, job: TrialJob, channel: Detached) -> Trial:
    """The trial of the design in this simulation, according to its contract."""
    return {"engine": EngineTrial, "player": PlayerTrial}[job.dut.contract](top, job, channel)


@cocotb.test()
async def jobs(top: Any) -> None:
    """Do one job after the other, until nothing more is wanted."""
    await Timer(1, "ns")
    channel, runner = here(), None
    try:
        if first := channel.next_job():
            collect_garbage()
            runner = named(first.does)(top, first, channel)
            while job := channel.next_job(first.waits):
                await runner.do(job)
                channel.done()
    except Exception as error:
        _report(channel, runner, error)


def _report(channel: Channel, runner: JobRunner | None, error: Exception) -> None:
    """If loopline itself fails, that is an outcome too. The simulation ends: nothing more that it says counts."""
    outcome = runner.outcome if runner else Outcome(name="")
    if outcome.state == "shrinking":
        outcome = outcome.cut_short(in_words(error))
    else:
        could_not_test(outcome, error)
    outcome.name = outcome.name or START
    channel.report(outcome)
