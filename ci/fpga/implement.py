"""From a design's Verilog to figures, by way of Yosys and nextpnr.

The pins lie where nextpnr likes, and the verification port is left open, as it is in a design that uses the engine.
What is timed is from register to register, or memory: pins are left out, as they have no place yet.

Placement is seeded. One seed always gives the same figure, but that is an accident, so several are tried; the lowest
of their figures is what can be relied on.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from loopline import system
from loopline.contract.game import Subject
from loopline.design import yosys
from loopline.design.dut import Dut
from loopline.errors import BadInput

from fpga.part import Family, Part

#: Higher than any design here can reach, so that nextpnr does not stop optimising too early.
_WANTED_MHZ = 200

#: Seed → what nextpnr reaches with it.
Speeds = Mapping[int, float]


@dataclass(frozen=True)
class Hop:
    """A piece of a path: through a cell, or to the next."""

    kind: str
    ns: float
    cell: str


@dataclass(frozen=True)
class Implementation:
    dut: Dut
    part: Part
    #: The number of luts, carries, registers, block_rams and lut_rams.
    cells: Mapping[str, int]
    #: What the part has of each, as nextpnr calls it: used, there.
    used: Mapping[str, tuple[int, int]]
    #: Empty if it does not fit.
    speeds: Speeds
    #: What the slowest seed's clock has to wait for.
    critical: Sequence[Hop]

    @property
    def lacking(self) -> list[str]:
        """The resources of which the part has too few."""
        return [
            f"{used:,} {name} are needed and {available:,} are there"
            for name, (used, available) in self.used.items()
            if used > available
        ]

    @property
    def mhz(self) -> float:
        """The clock that every seed reaches; 0 if the design does not fit."""
        return min(self.speeds.values(), default=0.0)

    @property
    def middle(self) -> float:
        return median(self.speeds.values()) if self.speeds else 0.0

    @property
    def fastest(self) -> float:
        return max(self.speeds.values(), default=0.0)

    @property
    def slices(self) -> tuple[int, int]:
        """The logic cells used, and those of the part."""
        return next((self.used[name] for name in ("TRELLIS_COMB", "ICESTORM_LC") if name in self.used), (0, 0))


def implement(
    dut: Dut, part: Part, folder: Path, seeds: Sequence[int], watch: Callable[[str], None] = lambda doing: None
) -> Implementation:
    """Synthesise, place and route a design in this folder.

    Raise BadInput if a program is missing or cannot use the design.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for program in part.family.programs:
        yosys.find(program)
    watch("Yosys")
    yosys.run(list(_script(dut, part.family, folder)), folder, "synth", dut.path)
    # Of the top alone: all others are in it.
    types = json.loads((folder / "cells.json").read_text())["design"]["num_cells_by_type"]
    speeds: dict[int, float] = {}
    critical: Sequence[Hop] = ()
    for seed in seeds:
        watch(f"seed {seed}")
        log = _place(dut, part, folder, seed)
        used = _used(log)
        result = Implementation(dut, part, part.family.count(types), used, {}, ())
        if result.lacking:
            return result
        report = json.loads((folder / f"seed-{seed}.json").read_text())
        mhz = min((clock["achieved"] for clock in report["fmax"].values()), default=0.0)
        if not mhz:
            raise BadInput(f"{dut.shown}: expected a path from a register to a register: nothing else limits the clock")
        if mhz < min(speeds.values(), default=mhz + 1):
            critical = _critical(report)
        speeds[seed] = round(mhz, 2)
    return Implementation(dut, part, result.cells, used, speeds, critical)


def version(program: str) -> str:
    """Return the version of a program, as a report names it."""
    said = subprocess.run(
        [yosys.find(program), "--version"], stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    number = re.search(rb"(?:Yosys |nextpnr-)(\d[\w.+-]*)", said.stdout + said.stderr)
    return f"{program} {number[1].decode()}" if number else program


# --- Yosys ------------------------------------------------------------------------------------------------------------


def _script(dut: Dut, family: Family, folder: Path) -> Iterator[str]:
    values = dict(dut.values)
    if dut.contract == "player" and dut.serial.baud_parameter:
        values[dut.serial.baud_parameter] = dut.serial.baud  # the real design, not for simulation
    yield from yosys.reading(dut, folder, values)
    if dut.verification_port:
        event = Subject.of(dut).engine.streams.event
        for name in ("valid", "state", *event.names):
            yield f"delete -port {dut.top}/{dut.port(f'vp_{name}')}"
    if dut.tie:
        yield from ("proc", f"cd {dut.top}")
        yield from (f"delete -port {port}\nconnect -set {port} {value}" for port, value in dut.tie.items())
        yield "cd .."
    yield f"synth_{family.name} -top {dut.top} -json design.json"
    yield "tee -q -o cells.json stat -json"


# --- nextpnr ----------------------------------------------------------------------------------------------------------


def _place(dut: Dut, part: Part, folder: Path, seed: int) -> str:
    """Place and route with a seed. Return the output of nextpnr, which also writes seed-….json."""
    command = [yosys.find(f"nextpnr-{part.family.name}"), *part.options, *part.family.options]
    command += ["--json", "design.json", "--report", f"seed-{seed}.json", "--seed", str(seed)]
    command += ["--freq", str(_WANTED_MHZ), "--timing-allow-fail"]
    # In the folder and with relative paths, because the wheels see no other /tmp than their own.
    process = system.run(
        command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    log = process.stdout.decode(errors="replace")
    (folder / f"seed-{seed}.log").write_text(log)
    if process.returncode and all(used <= there for used, there in _used(log).values()):
        said = [line for line in log.splitlines() if line.startswith("ERROR")] or log.splitlines()[-5:]
        told = "\n".join(f"    {line}" for line in said) or f"    nothing; its exit code is {process.returncode}"
        raise BadInput(f"{dut.shown}: nextpnr cannot place it in an {part.name}, and says:\n{told}")
    return log


def _used(log: str) -> dict[str, tuple[int, int]]:
    """Return how much of each resource of the part is used, of how much, from nextpnr's table."""
    rows = re.findall(r"^Info:\s+(\w+):\s+(\d+)/\s*(\d+)\s+\d+%", log, re.M)
    return {name: (int(used), int(there)) for name, used, there in rows if int(used)}


def _critical(report: Mapping[str, Any]) -> list[Hop]:
    """Return the longest path from register to register."""
    inner = [path for path in report["critical_paths"] if path["from"] != "<async>" and path["to"] != "<async>"]
    longest = max(inner, key=lambda path: sum(hop["delay"] for hop in path["path"]))
    return [Hop(hop["type"], round(hop["delay"], 3), hop["to"]["cell"]) for hop in longest["path"]]
