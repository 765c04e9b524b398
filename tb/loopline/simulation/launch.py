"""Starts a simulation: cocotb's runner says how, and the process is loopline's own, to watch, interrupt and kill."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import IO

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
    ours(folder, JOB).write_text(job.model_dump_json())
    chosen = find(simulator)
    command, env = chosen.runner(everything_public=False).command(
        test_module=module,
        hdl_toplevel=TOP,
        hdl_toplevel_lang="verilog",
        build_dir=build,
        test_dir=folder,
        results_xml=str(folder / "cocotb.xml"),
        waves=job.close_up,
        plusargs=[
            *plusargs(folder),
            f"+dumpfile_path={chosen.wave_file(TOP)}",
            *chosen.unknown(job.seed),
            *job.plusargs,
        ],
        extra_env={
            "LOOPLINE_JOB": str(ours(folder, JOB)),
            "COCOTB_LOG_LEVEL": "WARNING",
            **ENTRY,
        },
    )
    env["PYTHONPATH"] = _path()
    return start(command, cwd=folder, env=env, stdin=stdin, stdout=log, stderr=subprocess.STDOUT)


def _path() -> str:
    """Where a simulation looks for modules first: not where this process does, as what it has added to its own path
    would be found there by accident."""
    asked = os.environ.get("PYTHONPATH")
    return os.pathsep.join(str(Path(folder).absolute()) for folder in asked.split(os.pathsep)) if asked else ""
