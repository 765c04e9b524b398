"""Has a module of the bench run in a simulator, and reads the figures that it writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from loopline.design.simulators import Simulator
from loopline.simulation.files import JOB, ours, plusargs
from loopline.simulation.job import Job


def simulated(
    simulator: Simulator, built: Path, run: Path, top: str, module: str, job: Job, result: str, public: bool = True
) -> dict[str, Any]:
    ours(run, JOB).write_text(job.model_dump_json())
    (run / result).unlink(missing_ok=True)
    simulator.runner(everything_public=public).test(
        test_module=module,
        hdl_toplevel=top,
        hdl_toplevel_lang="verilog",
        build_dir=built,
        test_dir=run,
        results_xml=str(run / "cocotb.xml"),
        plusargs=plusargs(run),
        extra_env={"LOOPLINE_JOB": str(ours(run, JOB)), "COCOTB_LOG_LEVEL": "WARNING"},
        log_file=run / f"{module}.log",
    )
    figures: dict[str, Any] = json.loads((run / result).read_text())
    return figures
