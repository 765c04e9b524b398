"""Inside the simulation: the harness, and each part of its work by itself, on the same scripts."""

from __future__ import annotations

import time
from typing import Any

import cocotb
from cocotb.triggers import Timer
from cocotbext.hypothesis import check
from loopline.contract.game import AnyScript, Subject
from loopline.drawing import examples_of, property_of
from loopline.simulation.channel import NullChannel
from loopline.simulation.job import Draft
from loopline.simulation.session import PERIOD
from loopline.trial import Account
from loopline.trial.engine import EngineHardware
from loopline.trial.play import Trial

from speed.simulation import job_of_this_simulation, write

#: Cycles for which only the clock runs.
IDLE = 200_000


@cocotb.test()
async def parts(top: Any) -> None:
    job = job_of_this_simulation()
    hardware = EngineHardware(top, job, Account(Subject.of(job.dut), NullChannel()))
    bench, game, session = Trial(job, hardware), hardware.game, hardware.session
    strategies = [one for one in game.properties() if one.name in job.properties]
    scripts: list[AnyScript] = []

    started = time.process_time()
    for one in strategies:
        scripts += examples_of(one.scripts, job.examples, job.seed)
    seconds = {"generation": time.process_time() - started}

    started = time.process_time()
    sessions = [game.requests(script) for script in scripts]
    seconds["model"] = time.process_time() - started

    top.session.watch.value = 0
    started = time.process_time()
    for requests in sessions:
        await session.play(requests, [], reset_cycles=hardware.dut.reset.cycles, patience=hardware.patience)
    seconds["simulator"] = time.process_time() - started
    top.session.watch.value = 1

    bench.account.begin(Draft(name="bench"))
    started = time.process_time()
    for one in strategies:
        test = property_of(_play, one.scripts, examples=job.examples, seed=job.seed)
        (await check(test, bench, reset=None, timeout=None)).raise_error()
    seconds["verified"] = time.process_time() - started
    verified = {"verified_turns": bench.outcome.turns, "cycles": bench.outcome.cycles, "scripts": len(scripts)}

    lengths = []
    for script in scripts:
        started = time.process_time()
        await bench.play(script)
        lengths.append((game.turns(script), time.process_time() - started))

    started = time.process_time()
    await Timer(IDLE * PERIOD, "ns")
    seconds["clock alone"] = time.process_time() - started

    texts = [game.write(script) for script in scripts]
    write("scripts.json", texts)
    turns = sum(map(game.turns, scripts))
    ratio = _long_against_short(lengths)
    write("parts.json", {"turns": turns, "long against short": ratio, **verified, **seconds})


async def _play(bench: Trial, script: AnyScript) -> None:
    await bench.play(script)


def _long_against_short(lengths: list[tuple[int, float]]) -> float:
    """Return the time for a turn in the longest quarter of the scripts, divided by that in the shortest quarter."""
    lengths = sorted((turns, seconds) for turns, seconds in lengths if turns)
    short, long = lengths[: len(lengths) // 4], lengths[-(len(lengths) // 4) :]
    turns, seconds = (sum(column) for column in zip(*short, strict=True))
    more_turns, more_seconds = (sum(column) for column in zip(*long, strict=True))
    ratio: float = (more_seconds / more_turns) / (seconds / turns)
    return ratio
