"""How fast sessions are played and recorded: `python -m speed.session GAME…` with this folder on PYTHONPATH.

Prints processor time of the simulation alone, recorded and not recorded: nothing is compared. Two versions are compared
by running it with each in turn; the digests say whether the records are the same.
"""

from __future__ import annotations

import hashlib
import random
import time
from pathlib import Path
from typing import Annotated, Any

import cocotb
import typer
from loopline.cli._app import main, program
from loopline.contract.designs import RTL
from loopline.contract.game import Subject
from loopline.design.build import TOP, Build
from loopline.design.dut import load
from loopline.design.simulators import find
from loopline.drawing import examples_of
from loopline.simulation.channel import NullChannel
from loopline.simulation.job import PropertyJob
from loopline.simulation.session import timings_of
from loopline.trial import Account
from loopline.trial.engine import EngineHardware

from speed.simulation import job_of_this_simulation, simulated, write

#: Scripts of each property; every second one has delays. All are played so many times; the fastest counts.
EXAMPLES, ROUNDS = 4, 3


@cocotb.test()
async def played(top: Any) -> None:
    job = job_of_this_simulation()
    hardware = EngineHardware(top, job, Account(Subject.of(job.dut), NullChannel()))
    game, chance, digest = hardware.game, random.Random(job.seed), hashlib.sha256()
    scripts = [
        script for property in game.properties() for script in examples_of(property.scripts, job.examples, job.seed)
    ]
    sessions = [
        (game.requests(script), timings_of(chance.randbytes(number % 2 * 24))) for number, script in enumerate(scripts)
    ]
    reset_cycles, patience = hardware.dut.reset.cycles, hardware.patience
    seconds: dict[str, list[float]] = {"played": [], "recorded": []}
    for part in list(seconds) * ROUNDS:
        top.session.watch.value = int(part == "recorded")
        started = time.process_time()
        texts = [
            (await hardware.session.play(*session, reset_cycles=reset_cycles, patience=patience)).text
            for session in sessions
        ]
        seconds[part].append(time.process_time() - started)
    digest.update("".join(texts).encode())
    write("played.json", {part: min(each) for part, each in seconds.items()} | {"digest": digest.hexdigest()[:16]})


def command(
    games: Annotated[list[str], typer.Argument(help="Names of bundled games.")],
    sim: str = "verilator",
    out: Path = Path("out"),
) -> None:
    """Print for each game the seconds of processor time for playing its sessions, and for recording them as well."""
    for name in games:
        dut, simulator = load(RTL / name / "engine.toml"), find(sim)
        build = Build(dut, Subject.of(dut).scripts.streams, simulator, out / "build")
        run = (out / "run" / f"session-{name}-{sim}").resolve()
        run.mkdir(parents=True, exist_ok=True)
        job = PropertyJob(dut=dut, properties=[], seed=1, examples=EXAMPLES)
        found = simulated(simulator, build.folder, run, TOP, "speed.session", job, "played.json", public=False)
        print(f"{name}: played in {found['played']:.3f} s, recorded in {found['recorded']:.3f} s; {found['digest']}")


if __name__ == "__main__":
    main(program(command))
