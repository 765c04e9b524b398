"""Starts a simulation: cocotb's runner says how, and the process is loopline's own, to watch, interrupt and kill."""

from __future__ import annotations

import os
import socket
import subprocess
from pathlib import Path
from typing import IO, Any

from loopline.design.build import TOP
from loopline.design.simulators import find
from loopline.simulation.begin import ENTRY
from loopline.simulation.job import Job
from loopline.simulation.runs import plusargs
from loopline.system.processes import start

#: The one cocotb test that runs in simulations.
_MAIN = "loopline.trial.play"


def launch(
    simulator: str, build: Path, job: Job, folder: Path, log: IO[str], channel: socket.socket
) -> subprocess.Popen[bytes]:
    """Start a simulation with this end of its channel. `job` says how: its seed, and whether there are waves. Raises
    SimulatorMissing."""
    chosen = find(simulator)
    command, env = chosen.runner(everything_public=False).command(
        **asked(_MAIN, TOP, build, folder),
        waves=job.close_up,
        plusargs=[
            *plusargs(folder),
            f"+dumpfile_path={chosen.wave_file(TOP)}",
            *chosen.unknown(job.seed),
        ],
    )
    env |= {**ENTRY, "PYTHONPATH": _path()}
    return start(command, cwd=folder, env=env, stdin=channel, stdout=log, stderr=subprocess.STDOUT)


def asked(module: str, top: str, build: Path, folder: Path) -> dict[str, Any]:
    """What cocotb's runner has to know to run the tests of this module with that build."""
    return {
        "test_module": module,
        "hdl_toplevel": top,
        "hdl_toplevel_lang": "verilog",
        "build_dir": build,
        "test_dir": folder,
        "results_xml": str(folder / "cocotb.xml"),
        "extra_env": {"COCOTB_LOG_LEVEL": "WARNING"},
    }


def _path() -> str:
    """Where a simulation looks for modules first: not where this process does, as what it has added to its own path
    would be found there by accident."""
    asked = os.environ.get("PYTHONPATH")
    return os.pathsep.join(str(Path(folder).absolute()) for folder in asked.split(os.pathsep)) if asked else ""
