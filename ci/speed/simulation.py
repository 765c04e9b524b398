"""Has a module of the bench run in a simulator, and reads the figures that it writes."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from loopline.design.simulators import Simulator
from loopline.simulation import LOG, plusargs
from loopline.simulation.job import PropertyJob
from loopline.simulation.simulate import asked

#: The job, in the folder where the simulation runs.
_JOB = "job.json"


def job_of_this_simulation() -> PropertyJob:
    """Return the job of the simulation in which this is called."""
    return PropertyJob.model_validate_json(Path(_JOB).read_text())


def write(result: str, figures: object) -> None:
    """Write figures to this file inside a simulation, where `simulated` finds them."""
    Path(result).write_text(json.dumps(figures))


def simulated(
    simulator: Simulator,
    built: Path,
    run: Path,
    top: str,
    module: str,
    job: PropertyJob,
    result: str,
    public: bool = True,
) -> dict[str, Any]:
    """Run a module in a simulation. Return the figures that it writes to a file in the folder of the run."""
    (run / result).unlink(missing_ok=True)
    (run / _JOB).write_text(job.model_dump_json())
    with suppress(SystemExit):  # cocotb's runner exits if a test fails, but only below pytest
        simulator.runner(everything_public=public).test(
            **asked(module, top, built, run), plusargs=plusargs(run), log_file=run / LOG
        )
    if not (run / result).exists():
        raise RuntimeError(f"{module} left no figures; what it printed is in {run / LOG}")
    figures: dict[str, Any] = json.loads((run / result).read_text())
    return figures
