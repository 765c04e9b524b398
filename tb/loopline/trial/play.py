"""What runs inside the simulator: properties or single scripts, as a job asks, with every result written down at once.

Whoever started the simulation reads the results while it runs; so if it dies, all that was found before is there.
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from select import select
from typing import Any, TypeVar

import cocotb
from cocotb.triggers import Timer

from loopline.design.authors import in_words
from loopline.simulation.job import DECK, START, Job, OneJob, Outcome, job_of_this_simulation
from loopline.trial.engine import EngineTrial
from loopline.trial.player import PlayerTrial
from loopline.trial.trial import Trial, could_not_test, stopped

OneTrial = TypeVar("OneTrial", bound=Trial)

#: Seconds without anything to do after which a simulation ends.
_PATIENCE = 60.0


def trial(top: Any, job: Job) -> Trial:
    """The trial of the design in this simulation, according to its contract."""
    return {"engine": EngineTrial, "player": PlayerTrial}[job.dut.contract](top, job)


@cocotb.test()
async def campaign(top: Any) -> None:
    job = job_of_this_simulation(Job)
    await conduct(job, lambda: trial(top, job), lambda on_trial: carry_out(on_trial, job))


async def conduct(job: Job, begin: Callable[[], OneTrial], act: Callable[[OneTrial], Awaitable[None]]) -> None:
    """Carry out a trial. If loopline itself fails, that is an outcome too."""
    await Timer(1, "ns")
    on_trial: OneTrial | None = None
    try:
        on_trial = begin()
        await act(on_trial)
    except Exception as error:
        outcome = on_trial.outcome if on_trial else Outcome(name="")
        if outcome.state == "shrinking":
            outcome = outcome.cut_short(in_words(error))
        else:
            could_not_test(outcome, error)
        outcome.name = outcome.name or START
        with job.results.open("a") as results:
            results.write(outcome.model_dump_json() + "\n")


async def carry_out(on_trial: Trial, job: Job) -> None:
    """Carry out the job, and any further jobs that the simulation is given."""
    more: Job | None = job
    while more:
        await _carry_out(on_trial, more)
        more = next_job(Job)


async def _carry_out(on_trial: Trial, job: Job) -> None:
    on_trial.job = job
    if DECK in job.properties and not stopped():
        await on_trial.deck(job.deck)
    for one in on_trial.game.properties():
        if one.name in job.properties and not stopped():
            await on_trial.property(one)
    if job.exhaustive and isinstance(on_trial, EngineTrial):
        await on_trial.exhaustive(job.exhaustive)
    for name, text, delays in job.scripts:
        if not stopped():
            await on_trial.script(name, text, delays)


def next_job(kind: type[OneJob]) -> OneJob | None:
    """The next line of the input. None at its end: there are no more jobs, or the parent process is gone."""
    waiting, _, _ = select([sys.stdin], [], [], _PATIENCE)
    line = sys.stdin.readline() if waiting else ""
    return kind.model_validate_json(line) if line else None
