"""The results of synthesis, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

from loopline.design.dut import Dut
from loopline.report.console import table
from rich.console import Console

from fpga.implement import Implementation


def print_head(screen: Console, dut: Dut, programs: Sequence[str]) -> None:
    screen.print(" · ".join([f"loopline {version('loopline')}", *programs]), style="dim")
    screen.print(f"{dut.name}: {dut.top}, from {dut.shown}\n")


def show(screen: Console, results: Sequence[Implementation], cycles: Mapping[str, int]) -> None:
    head = ("board", "part", "LUTs", "carry", "registers", "block RAM", "LUT RAM", "filled", "MHz", "median", "best")
    rows = [_row(build, [f"{build.mhz:.1f}", f"{build.middle:.1f}", f"{build.fastest:.1f}"]) for build in results]
    screen.print(table(head, rows, left={1}))
    if cycles:
        names = [f"{name}: {number:,} cycles" for name, number in cycles.items()]
        fitting = [build for build in results if build.speeds]
        times = [
            (build.dut.board.label, build.part.name, *(_time(number / build.mhz) for number in cycles.values()))
            for build in fitting
        ]
        screen.print()
        screen.print(table(("board", "part", *names), times, left={1}))
    slowest = min((build for build in results if build.speeds), key=lambda build: build.mhz, default=None)
    if slowest:
        screen.print(f"\n{path(slowest)}")


def _row(build: Implementation, speeds: Sequence[str]) -> list[str]:
    counts = [f"{number:,}" for number in build.cells.values()]
    used, available = build.slices
    filled = f"{100 * used / available:.0f} %" if available else ""
    return [
        build.dut.board.label,
        build.part.name,
        *counts,
        filled,
        *(speeds if build.speeds else ("does not fit", "", "")),
    ]


def path(build: Implementation) -> str:
    """Return the longest path in words: its time, and the cells where it begins and ends."""
    total = sum(hop.ns for hop in build.critical)
    wires = sum(hop.ns for hop in build.critical if hop.kind == "routing")
    first, last = build.critical[0].cell, build.critical[-1].cell
    levels = sum(hop.kind == "logic" for hop in build.critical)
    return (
        f"Longest, {build.dut.board} on {build.part.name}: {total:.1f} ns, {wires:.1f} of them on wires, "
        f"through {levels} cells\n  from {first}\n  to   {last}"
    )


def _time(microseconds: float) -> str:
    for unit, scale in (("µs", 1), ("ms", 1e3)):
        if microseconds < 1000 * scale:
            return f"{microseconds / scale:.3g} {unit}"
    return f"{microseconds / 1e6:.3g} s"


def write(
    results: Sequence[Implementation],
    programs: Sequence[str],
    cycles: Mapping[str, int],
    complaints: Sequence[str],
    folder: Path,
) -> Path:
    file = folder / "synth.json"
    builds = [_document(build, cycles) for build in results]
    file.write_text(json.dumps({"programs": programs, "builds": builds, "complaints": complaints}, indent=2) + "\n")
    return file


def _document(build: Implementation, cycles: Mapping[str, int]) -> dict[str, Any]:
    return {
        "design": build.dut.name,
        "top": build.dut.top,
        "board": str(build.dut.board),
        "part": build.part.name,
        **build.cells,
        "used": {name: {"used": used, "there": there} for name, (used, there) in build.used.items()},
        "mhz": build.mhz,
        "mhz_by_seed": build.speeds,
        "seconds": {name: number / build.mhz / 1e6 for name, number in cycles.items() if build.mhz},
        "critical_path": [asdict(hop) for hop in build.critical],
        "fits": not build.lacking,
    }
