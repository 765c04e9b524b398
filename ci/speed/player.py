"""Measures the harness on a player that thinks long: verified, against the same simulation without any checks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from loopline.contract.game import Subject
from loopline.design.build import TOP, Build
from loopline.design.dut import Dut
from loopline.design.simulators import Simulator
from loopline.simulation.job import PropertyJob

from speed.figures import Figure
from speed.simulation import simulated

EXAMPLES = 3


def measure(simulator: Simulator, dut: Dut, out: Path) -> Iterator[Figure]:
    """Yield the figures: checked by its line alone, and with the engine inside it followed through its search."""
    line, inside = (_parts(simulator, dut, out, port) for port in (False, True))
    alone = line["cycles"] / line["alone"]
    for about, parts, aim in (("by its line", line, "≥ 0.8"), ("with the engine inside it", inside, "")):
        verified = parts["cycles"] / parts["verified"]
        yield Figure(f"a thinking player's cycles, {about}, against the clock", verified / alone, "times", aim)
        yield Figure(f"a thinking player verified {about}", verified, "cycles/s")
    yield Figure("a thinking player's turn", line["cycles"] / line["turns"], "cycles")


def _parts(simulator: Simulator, dut: Dut, out: Path, port: bool) -> dict[str, Any]:
    one = dut.model_copy(update={"verification_port": port})
    build = Build(one, Subject.of(one).scripts.streams, simulator, out / "build")
    build.run()
    run = (out / "run" / f"bench-player-{'port' if port else 'line'}-{simulator.name}").resolve()
    run.mkdir(parents=True, exist_ok=True)
    job = PropertyJob(dut=one, examples=EXAMPLES, seed=1)
    module = "speed.player_parts"
    return simulated(simulator, build.folder, run, TOP, module, job, "parts.json", public=False)
