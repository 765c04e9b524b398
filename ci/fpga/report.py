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
    rows = [_row(one, [f"{one.mhz:.1f}", f"{one.middle:.1f}", f"{one.fastest:.1f}"]) for one in results]
    screen.print(table(head, rows, left={1}))
    if cycles:
        names = [f"{name}: {number:,} cycles" for name, number in cycles.items()]
        fitting = [one for one in results if one.speeds]
        times = [
            (one.dut.board.label, one.part.name, *(_time(number / one.mhz) for number in cycles.values()))
            for one in fitting
        ]
        screen.print()
        screen.print(table(("board", "part", *names), times, left={1}))
    slowest = min((one for one in results if one.speeds), key=lambda one: one.mhz, default=None)
    if slowest:
        screen.print(f"\n{path(slowest)}")


def _row(one: Implementation, speeds: Sequence[str]) -> list[str]:
    counts = [f"{number:,}" for number in one.cells.values()]
    used, there = one.slices
    filled = f"{100 * used / there:.0f} %" if there else ""
    return [one.dut.board.label, one.part.name, *counts, filled, *(speeds if one.speeds else ("does not fit", "", ""))]


def path(one: Implementation) -> str:
    """The longest path, as the parts of the design that it passes through."""
    total = sum(hop.ns for hop in one.critical)
    wires = sum(hop.ns for hop in one.critical if hop.kind == "routing")
    first, last = one.critical[0].cell, one.critical[-1].cell
    levels = sum(hop.kind == "logic" for hop in one.critical)
    return (
        f"Longest, {one.dut.board} on {one.part.name}: {total:.1f} ns, {wires:.1f} of them on wires, "
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
    builds = [_document(one, cycles) for one in results]
    file.write_text(json.dumps({"programs": programs, "builds": builds, "complaints": complaints}, indent=2) + "\n")
    return file


def _document(one: Implementation, cycles: Mapping[str, int]) -> dict[str, Any]:
    return {
        "design": one.dut.name,
        "top": one.dut.top,
        "board": str(one.dut.board),
        "part": one.part.name,
        **one.cells,
        "used": {name: {"used": used, "there": there} for name, (used, there) in one.used.items()},
        "mhz": one.mhz,
        "mhz_by_seed": one.speeds,
        "seconds": {name: number / one.mhz / 1e6 for name, number in cycles.items() if one.mhz},
        "critical_path": [asdict(hop) for hop in one.critical],
        "fits": not one.lacking,
    }
