"""The process that a simulation is started by: hands over to cocotb's runner, which has a module do the job.

It is started for each simulation, so it imports little: of the job it needs three keys, and neither design nor game.
"""

from __future__ import annotations

import json
import re
import signal
import sys
from pathlib import Path

from loopline.design.simulators import find
from loopline.simulation.files import JOB, ours, plusargs


def main(simulator: str, build_folder: str, folder: str, module: str, top: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # meant for the simulation, for which this process has to wait
    job = json.loads(ours(Path(folder), JOB).read_text())
    chosen = find(simulator)
    try:
        chosen.runner(everything_public=False).test(
            test_module=module,
            hdl_toplevel=top,
            hdl_toplevel_lang="verilog",
            build_dir=build_folder,
            test_dir=folder,
            results_xml=str(Path(folder) / "cocotb.xml"),
            waves=job["close_up"],
            plusargs=[
                *plusargs(Path(folder)),
                f"+dumpfile_path={chosen.wave_file(top)}",
                *chosen.unknown(job["seed"]),
                *job["plusargs"],
            ],
            extra_env={
                "LOOPLINE_JOB": str(ours(Path(folder), JOB)),
                "COCOTB_LOG_LEVEL": "WARNING",
                # Not every module that is imported is to have its assertions rewritten: that took most of a start.
                "COCOTB_REWRITE_ASSERTION_FILES": "",
            },
        )
    except RuntimeError as error:  # the simulator has said why; where that is run from is of no interest
        killed_by = re.search(r"return code: -(\d+)$", str(error))
        sys.exit(128 + int(killed_by[1]) if killed_by else 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
