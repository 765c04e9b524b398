"""Measures the harness on a design: every figure from one run, on the same scripts, ratios first."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from loopline import game as games
from loopline.bench import Figure
from loopline.build import TOP, Build
from loopline.dut import Dut
from loopline.job import Job
from loopline.simulators import Simulator

#: Scripts of each of these properties; the plain testbench, which is slow, gets the first few of them.
PROPERTIES = ("games", "traps", "wins")
EXAMPLES, PLAIN = 100, 30


def measure(simulator: Simulator, dut: Dut, out: Path) -> Iterator[Figure]:
    streams = games.find(dut).streams(dut.size)
    build = Build(dut, streams, simulator, (out / "build" / f"bench-{dut.size}-{simulator.name}").resolve())
    build.run()
    run = (out / "run" / f"bench-{simulator.name}").resolve()
    run.mkdir(parents=True, exist_ok=True)
    job = Job(
        dut=dut.path,
        size=dut.size,
        properties=list(PROPERTIES),
        examples=EXAMPLES,
        seed=1,
        results=run / "results.jsonl",
    )
    parts = _simulate(simulator, build.folder, run, TOP, "loopline.bench.parts", job, "parts.json", public=False)
    texts = json.loads((run / "scripts.json").read_text())
    job.scripts = [("", text, "") for text in texts[:: max(1, len(texts) // PLAIN)]]
    plain = _simulate(
        simulator, _build_plain(simulator, dut, out), run, dut.top, "loopline.bench.plain", job, "plain.json"
    )

    verified = parts["verified_turns"] / parts["verified"]
    unavoidable = sum(parts[name] for name in ("generation", "model", "simulator"))
    by_hand = plain["turns"] / plain["seconds"]
    clock = 200_000 / parts["clock alone"]
    yield Figure("verified turns against a plain cocotb testbench's", verified / by_hand, "times", "≥ 8, floor 4")
    each = parts["verified"] / parts["verified_turns"] / (unavoidable / parts["turns"])
    yield Figure("time against generation + model + simulator alone", each, "times", "≤ 1.3")
    yield Figure("verified cycles against the clock alone", parts["cycles"] / parts["verified"] / clock, "times")
    yield Figure("verified", verified, "turns/s")
    yield Figure("verified", parts["cycles"] / parts["verified"], "cycles/s")
    yield Figure("plain cocotb testbench", by_hand, "turns/s")
    yield Figure("plain cocotb testbench", plain["cycles"] / plain["seconds"], "cycles/s")
    for name in ("generation", "model", "simulator"):
        yield Figure(f"{name} alone", parts["turns"] / parts[name], "turns/s")
    yield Figure("clock alone", clock, "cycles/s")


def _build_plain(simulator: Simulator, dut: Dut, out: Path) -> Path:
    """The design by itself, every signal visible, as cocotb builds it."""
    folder = (out / "build" / f"plain-{dut.size}-{simulator.name}").resolve()
    simulator.runner().build(
        sources=dut.files,
        includes=dut.folders,
        hdl_toplevel=dut.top,
        parameters=dut.parameters,
        build_dir=folder,
        build_args=["-Wno-fatal"] if simulator.name == "verilator" else [],
        timescale=("1ns", "1ps"),
        log_file=folder.parent / f"{folder.name}.log",
    )
    return folder


def _simulate(
    simulator: Simulator, built: Path, run: Path, top: str, module: str, job: Job, result: str, public: bool = True
) -> dict[str, Any]:
    (run / "job.json").write_text(job.model_dump_json())
    (run / result).unlink(missing_ok=True)
    simulator.runner(everything_public=public).test(
        test_module=module,
        hdl_toplevel=top,
        hdl_toplevel_lang="verilog",
        build_dir=built,
        test_dir=run,
        results_xml=str(run / "cocotb.xml"),
        plusargs=["+session=session.hex", "+record=record.txt"],
        extra_env={"LOOPLINE_JOB": str(run / "job.json"), "COCOTB_LOG_LEVEL": "WARNING"},
        log_file=run / f"{module}.log",
    )
    figures: dict[str, Any] = json.loads((run / result).read_text())
    return figures
