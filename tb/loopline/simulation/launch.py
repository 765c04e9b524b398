"""Starts a simulation: cocotb's runner says how, and the process is loopline's own, to watch, interrupt and kill."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import IO, Any

from loopline.design.build import TOP
from loopline.design.simulators import find
from loopline.simulation.begin import ENTRY
from loopline.simulation.files import JOB, ours, plusargs
from loopline.simulation.job import Job
from loopline.system.processes import start


def launch(
    simulator: str, build: Path, job: Job, folder: Path, module: str, log: IO[str], stdin: int = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
    """Have this module do a job inside a simulation. Raises SimulatorMissing."""
    chosen = find(simulator)
    command, env = chosen.runner(everything_public=False).command(
        **asked(job, module, TOP, build, folder),
        waves=job.close_up,
        plusargs=[
            *plusargs(folder),
            f"+dumpfile_path={chosen.wave_file(TOP)}",
            *chosen.unknown(job.seed),
            *job.plusargs,
        ],
    )
    env |= {**ENTRY, "PYTHONPATH": _path()}
    return start(command, cwd=folder, env=env, stdin=stdin, stdout=log, stderr=subprocess.STDOUT)


def asked(job: Job, module: str, top: str, build: Path, folder: Path) -> dict[str, Any]:
    """Write the job down, and tell what cocotb's runner has to know to have this module do it in that build."""
    ours(folder, JOB).write_text(job.model_dump_json())
    return {
        "test_module": module,
        "hdl_toplevel": top,
        "hdl_toplevel_lang": "verilog",
        "build_dir": build,
        "test_dir": folder,
        "results_xml": str(folder / "cocotb.xml"),
        "extra_env": {"LOOPLINE_JOB": str(ours(folder, JOB)), "COCOTB_LOG_LEVEL": "WARNING"},
    }


def _path() -> str:
    """Where a simulation looks for modules first: not where this process does, as what it has added to its own path
    would be found there by accident."""
    asked = os.environ.get("PYTHONPATH")
    return os.pathsep.join(str(Path(folder).absolute()) for folder in asked.split(os.pathsep)) if asked else ""
