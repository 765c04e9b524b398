"""Measures the harness on a player, which thinks long: verified, against the same simulation with nobody who looks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from loopline import game as games
from loopline.bench import Figure
from loopline.bench.player_parts import PlayerJob
from loopline.bench.simulation import simulated
from loopline.build import TOP, Build
from loopline.dut import Dut
from loopline.simulators import Simulator

PROPERTY, EXAMPLES = "long games", 4


def measure(simulator: Simulator, dut: Dut, out: Path) -> Iterator[Figure]:
    """By its line alone, and with the engine inside it followed through its search."""
    for about, port in (("by its line", False), ("with the engine inside it", True)):
        one = dut.model_copy(update={"verification_port": port})
        folder = (out / "build" / f"bench-player-{'port' if port else 'line'}-{simulator.name}").resolve()
        build = Build(one, games.find(one).streams(one.size), simulator, folder)
        build.run()
        run = (out / "run" / folder.name).resolve()
        run.mkdir(parents=True, exist_ok=True)
        fields = {"dut": dut.path, "properties": [PROPERTY], "examples": EXAMPLES, "seed": 1, "port": port}
        job = PlayerJob(**fields, results=run / "results.jsonl")
        module = "loopline.bench.player_parts"
        parts = simulated(simulator, build.folder, run, TOP, module, job, "parts.json", public=False)
        what = f"a thinking player's cycles, verified {about}, against its clock alone"
        yield Figure(what, parts["bare"] / parts["verified"], "times", "≥ 0.8")
        yield Figure(f"a thinking player verified {about}", parts["cycles"] / parts["verified"], "cycles/s")
