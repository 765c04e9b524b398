"""The search for the longest answer; runs inside the simulator, which is given one job after the other.

Hypothesis makes up games, and from half of its examples on climbs: what has taken long is varied to take longer. Or
there is a game to go on with, or there are some to play.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import cocotb
from cocotbext.hypothesis import check
from hypothesis import Phase, target

from loopline.contract.checker import Mismatch
from loopline.contract.game import AnyScript, AnyScripts
from loopline.drawing import property_of
from loopline.latency.job import LatencyJob
from loopline.latency.stopwatch import EngineStopwatch, PlayerStopwatch, Stopwatch
from loopline.simulation.job import job_of_this_simulation
from loopline.trial.play import conduct, next_job
from loopline.trial.trial import could_not_test, stopped

_STOPWATCHES: dict[str, type[EngineStopwatch] | type[PlayerStopwatch]] = {
    "engine": EngineStopwatch,
    "player": PlayerStopwatch,
}


@cocotb.test()
async def latency(top: Any) -> None:
    job = job_of_this_simulation(LatencyJob)
    await conduct(job, lambda: _STOPWATCHES[job.dut.contract](top, job), searches)


async def searches(stopwatch: Stopwatch) -> None:
    while job := next_job(LatencyJob):
        await search(stopwatch, job)


async def search(stopwatch: Stopwatch, job: LatencyJob) -> None:
    started = time.monotonic()
    stopwatch.begin(job)
    outcome = stopwatch.outcome
    stopwatch.report(outcome)
    error: BaseException | None = None
    try:
        error = await _make_up(stopwatch, job) if job.examples else None
        if error is None:
            for script in _given(stopwatch.game, job):
                if not stopped():
                    await stopwatch.play(script)
    except Mismatch as mismatch:
        error = mismatch
    if isinstance(error, Mismatch):
        stopwatch.describe_failure(error)
    elif error is not None and not outcome.partial:
        could_not_test(outcome, error)
    else:
        outcome.state = "agrees"
    outcome.seconds = time.monotonic() - started
    stopwatch.report(outcome)


async def _make_up(stopwatch: Stopwatch, job: LatencyJob) -> BaseException | None:
    """Generate games, and return what they failed with."""
    test = property_of(
        _timed,
        stopwatch.game.long_games(job.turns),
        examples=job.examples,
        seed=job.seed,
        phases=[Phase.generate, Phase.target],
    )
    result = await check(test, stopwatch, reset=None, enough=stopwatch.enough)
    stopwatch.outcome.partial = stopwatch.why_enough or result.partial
    return result.error


async def _timed(stopwatch: Stopwatch, script: AnyScript) -> None:
    await stopwatch.play(script)
    for kind, cycles in stopwatch.latest.items():
        target(cycles, label=kind)


def _given(game: AnyScripts, job: LatencyJob) -> Iterator[AnyScript]:
    for _, text, _ in job.scripts:
        yield game.read(text.split())
    if job.go_on:
        text, request, number = job.go_on
        yield game.longer(game.read(text.split()), request, number)
