"""What runs inside the simulator: properties or single scripts, as a job asks, with every result written down at once.

Whoever started the simulation reads the results while it runs; so if it dies, all that was found before is there.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from select import select
from typing import Any

import cocotb
from cocotb.triggers import Timer

from loopline.dut import load
from loopline.engine_trial import EngineTrial
from loopline.job import Job
from loopline.player_trial import PlayerTrial
from loopline.trial import Trial, stopped

#: Seconds without anything to do after which a simulation ends.
_PATIENCE = 60.0


def trial(top: Any, job: Job) -> Trial:
    """The design that is in this simulation, as its contract has it tried."""
    return {"engine": EngineTrial, "player": PlayerTrial}[load(job.dut).contract](top, job)


@cocotb.test()
async def campaign(top: Any) -> None:
    job = job_of_this_simulation()
    await carry_out(trial(top, job), job)


async def carry_out(on_trial: Trial, job: Job) -> None:
    """The job, and whatever is handed to the simulation afterwards."""
    await Timer(1, "ns")  # only now has Icarus set its own handler of Ctrl-C, and ours can replace it
    more: Job | None = job
    while more:
        await _carry_out(on_trial, more)
        more = _next_job()


async def _carry_out(on_trial: Trial, job: Job) -> None:
    on_trial.job = job
    for one in on_trial.game.properties(on_trial.dut.size):
        if one.name in job.properties and not stopped():
            await on_trial.property(one)
            if job.stop_at_failure and on_trial.outcome.state != "agrees":
                return
    if job.exhaustive and isinstance(on_trial, EngineTrial):
        await on_trial.exhaustive(job.exhaustive)
    for name, text, waits in job.scripts:
        if not stopped():
            await on_trial.script(name, text, waits)


def _next_job() -> Job | None:
    """A line of the input. None at its end: then there is no more, or whoever would say is gone."""
    waiting, _, _ = select([sys.stdin], [], [], _PATIENCE)
    line = sys.stdin.readline() if waiting else ""
    return Job.model_validate_json(line) if line else None


def job_of_this_simulation() -> Job:
    return Job.model_validate_json(Path(os.environ["LOOPLINE_JOB"]).read_text())
