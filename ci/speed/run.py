"""Measures the harness on an engine: all figures from the same scripts, ratios first."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from loopline.contract.game import Subject
from loopline.design import Change
from loopline.design.build import TOP, Build
from loopline.design.dut import Dut
from loopline.design.simulators import Simulator
from loopline.simulation.job import PropertyJob

from speed import vectors
from speed.figures import LARGE, PROPERTIES, SMALL, Figure
from speed.parts import IDLE
from speed.simulation import simulated

#: Scripts of each property; the plain testbench, which is slow, gets the first few of them.
EXAMPLES, PLAIN = 100, 30

#: Where only the time for a turn is wanted: scripts for another size, and for a simulator that is slow.
FEW, FEWER = 40, 10


def measure(simulator: Simulator, dut: Dut, out: Path) -> Iterator[Figure]:
    parts, job, run = _parts(simulator, dut, out, EXAMPLES)
    texts = json.loads((run / "scripts.json").read_text())
    job.deck = [("", text, "") for text in texts[:: max(1, len(texts) // PLAIN)]]
    built = build_plain(simulator, dut, out)
    plain = simulated(simulator, built, run, dut.top, "speed.plain", job, "plain.json")
    job.deck = [("", text, "") for text in texts]
    answers = simulated(simulator, built, run, dut.top, "speed.answers", job, "answers.json")
    verified = parts["verified_turns"] / parts["verified"]
    unavoidable = sum(parts[name] for name in ("generation", "model", "simulator"))
    by_hand, once_a_request = (bench["turns"] / bench["seconds"] for bench in (plain, answers))
    clock = IDLE / parts["clock alone"]
    yield Figure("verified turns against a plain cocotb testbench's", verified / by_hand, "times", "≥ 12")
    once = "verified turns against a cocotb testbench's that compares answers alone"
    yield Figure(once, verified / once_a_request, "times", "≥ 4")
    if simulator.name == "verilator":
        made, played = vectors.measure(dut, texts, run / "vectors")
        fresh = parts["turns"] / (parts["generation"] + made + played)
        yield Figure(
            "verified turns against a C++ main program's, vectors made for it", verified / fresh, "times", "≥ 1.5"
        )
        yield Figure(
            "verified turns against a C++ main program's, vectors stored", verified * played / parts["turns"], "times"
        )
    each = parts["verified"] / parts["verified_turns"] / (unavoidable / parts["turns"])
    yield Figure("time against generation + model + simulator alone", each, "times", "≤ 1.2")
    yield Figure("verified cycles against the clock alone", parts["cycles"] / parts["verified"] / clock, "times")
    quarters = "a turn in the longest quarter of the scripts against the shortest"
    yield Figure(quarters, parts["long against short"], "times the time", "≤ 1")
    small, large = (dut.with_board(Change(board)) for board in (SMALL, LARGE))
    each_small, each_large = (_seconds(_parts(simulator, one, out, FEW)[0]) for one in (small, large))
    yield Figure(f"a turn on {large.board} against one on {small.board}", each_large / each_small, "times the time")
    yield Figure("verified", verified, "turns/s")
    yield Figure("verified", parts["cycles"] / parts["verified"], "cycles/s")
    yield Figure("verified", parts["scripts"] / parts["verified"], "examples/s")
    yield Figure("plain cocotb testbench", by_hand, "turns/s")
    yield Figure("cocotb testbench that compares answers alone", once_a_request, "turns/s")
    yield Figure("plain cocotb testbench", plain["cycles"] / plain["seconds"], "cycles/s")
    for name in ("generation", "model", "simulator"):
        yield Figure(f"{name} alone", parts["turns"] / parts[name], "turns/s")
    yield Figure("clock alone", clock, "cycles/s")


def against(first: Simulator, second: Simulator, dut: Dut, out: Path) -> Iterator[Figure]:
    """Yield how fast two simulators verify the same scripts, the first against the second."""
    fast, slow = (_seconds(_parts(simulator, dut, out, FEWER)[0]) for simulator in (first, second))
    yield Figure(f"verified turns in {first.name} against {second.name}", slow / fast, "times")
    yield Figure(f"verified in {second.name}", 1 / slow, "turns/s")


def _seconds(parts: dict[str, Any]) -> float:
    """Return the seconds for a verified turn."""
    seconds: float = parts["verified"] / parts["verified_turns"]
    return seconds


def _parts(simulator: Simulator, dut: Dut, out: Path, examples: int) -> tuple[dict[str, Any], PropertyJob, Path]:
    streams = Subject.of(dut).scripts.streams
    build = Build(dut, streams, simulator, out / "build")
    build.run()
    run = (out / "run" / f"bench-{dut.board.label}-{simulator.name}").resolve()
    run.mkdir(parents=True, exist_ok=True)
    fields = {"dut": dut, "properties": list(PROPERTIES), "seed": 1}
    job = PropertyJob(**fields, examples=examples)
    return simulated(simulator, build.folder, run, TOP, "speed.parts", job, "parts.json", public=False), job, run


def build_plain(simulator: Simulator, dut: Dut, out: Path) -> Path:
    """Build the design by itself, every signal visible, as cocotb does. Return the folder."""
    folder = (out / "plain" / f"{dut.board.label}-{simulator.name}").resolve()
    folder.parent.mkdir(parents=True, exist_ok=True)
    simulator.runner().build(
        sources=dut.files,
        includes=dut.folders,
        hdl_toplevel=dut.top,
        parameters=dut.values,
        build_dir=folder,
        build_args=[
            *(["-Wno-fatal"] if simulator.name == "verilator" else []),
            *(f"-D{name}={value}" for name, value in dut.macros.items()),
        ],
        timescale=("1ns", "1ps"),
        log_file=folder.parent / f"{folder.name}.log",
    )
    return folder
