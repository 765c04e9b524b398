"""Has a module of the bench run in a simulator, and reads the figures that it writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from loopline.design.simulators import Simulator
from loopline.simulation.files import plusargs
from loopline.simulation.job import Job
from loopline.simulation.launch import asked


def simulated(
    simulator: Simulator, built: Path, run: Path, top: str, module: str, job: Job, result: str, public: bool = True
) -> dict[str, Any]:
    (run / result).unlink(missing_ok=True)
    simulator.runner(everything_public=public).test(
        **asked(job, module, top, built, run), plusargs=plusargs(run), log_file=run / f"{module}.log"
    )
    figures: dict[str, Any] = json.loads((run / result).read_text())
    return figures
