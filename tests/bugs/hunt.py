"""What runs inside the simulator: bug after bug is let out of its cage and hunted."""

from __future__ import annotations

import math
import os
import time
from pathlib import Path
from typing import Any

import cocotb
from limited import Effort, limited
from loopline.simulation.channel import NullChannel
from loopline.simulation.job import DECK, FAILURES, Draft, PropertyJob, Replayed
from loopline.trial.play import Trial
from loopline.trial.shrinking import short_games
from pydantic import BaseModel

#: The outcomes, in the folder where the simulation runs.
RESULTS = Path("results.jsonl")


class Written(NullChannel):
    """Writes down what is reported, in the folder where the simulation runs."""

    def report(self, result: BaseModel, *, fails: bool = False) -> None:
        with RESULTS.open("a") as results:
            results.write(result.model_dump_json() + "\n")


class Hunt(BaseModel):
    """One bug, and the job that is to find it. The outcomes have its name."""

    name: str
    number: int
    job: PropertyJob
    scripts: list[Replayed] = []
    #: Cycles that may be spent on making a failure smaller.
    effort: int = Effort.effort
    #: All games up to so many turns.
    short_games: int = 0
    #: If the bug has been found with this seed, it is not hunted for again.
    until_found: bool = False


@cocotb.test()
async def hunts(top: Any) -> None:
    bench = None
    found = set()
    for hunt in _plan():
        top.dut.loopline_bug.value = hunt.number
        if bench is None:
            bench = limited(top, hunt.job, Written())
        bench.job, bench.limits.effort = hunt.job, hunt.effort
        quarry = hunt.number, hunt.job.seed
        if hunt.until_found and quarry in found:
            bench.account.channel.report(Draft(name=hunt.name, state="not run"))
            continue
        if DECK in hunt.job.properties:
            await bench.deck(hunt.job, hunt.name)
        for one in bench.game.properties():
            if one.name in hunt.job.properties:
                await bench.property(one._replace(name=hunt.name), hunt.job)
        if hunt.job.properties and bench.outcome.state in FAILURES:
            found.add(quarry)
        for _, text, delays in hunt.scripts:
            await bench.script(hunt.name, text, delays)
        if hunt.short_games:
            await _shortest(bench, hunt)


async def _shortest(bench: Trial, hunt: Hunt) -> None:
    """The shortest game that shows the bug: no shorter one does, and this one does, alone."""
    best = Draft(name=hunt.name, state="agrees")
    started = time.monotonic()
    for turns in range(1, hunt.short_games + 1):
        for script in short_games(bench.game, turns, bench.game.read([])):
            if await bench.fails(script, b""):
                found = bench.account.outcome = Draft(name=hunt.name)
                await bench.minimise(script, b"")
                best = min(best, found, key=lambda one: one.turns_left or math.inf)
            if best.turns_left == turns:
                break
        if best.state == "mismatch":
            break
    best.seconds = time.monotonic() - started
    bench.account.channel.report(best)


def _plan() -> list[Hunt]:
    return [Hunt.model_validate_json(line) for line in Path(os.environ["LOOPLINE_HUNTS"]).read_text().splitlines()]
