"""`python -m speed.memory [SECONDS]`, with `ci` on PYTHONPATH: how much memory an hour of `fuzz` takes.

One worker fuzzes the bundled engine of Trax. The memory of the main process and of the worker is noted six times. The
figures of an hour go into results/.
"""

from __future__ import annotations

import sys
import time
from datetime import date
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from evidence import RESULTS, Cell, ResultFile, text

#: Whose types mypy cannot read.
PSUTIL: Any = import_module("psutil")

#: The seconds of a run whose figures are kept, and how often the memory is noted.
HOUR, SAMPLES = 3600, 6
#: The share of a run after which it is noted first: that is what the processes need at least.
FIRST = 1 / 30


def command(seconds: float) -> None:
    """Fuzz for this long, print the memory of the processes, and write the result of an hour."""
    fuzz = [sys.executable, "-m", "loopline", "fuzz", "trax-engine", "--jobs", "1", "--seed", "1"]
    minutes, main, worker = list[str](), list[Cell](), list[Cell]()
    with TemporaryDirectory() as folder:
        log = Path(folder, "log")
        with (
            log.open("wb") as file,
            PSUTIL.Popen([*fuzz, "--seconds", f"{seconds:g}", "--out", folder], stdout=file, stderr=file) as process,
        ):
            began = time.monotonic()
            for sample in range(SAMPLES):
                due = seconds * (sample / SAMPLES or FIRST)
                time.sleep(max(0.0, began + due - time.monotonic()))
                if process.poll() is not None:
                    break
                minutes.append(f"{due / 60:.0f}")
                main.append(_megabytes(process))
                worker.append(max(map(_megabytes, process.children(recursive=True)), default=0))
                print(minutes[-1], main[-1], worker[-1], sep="\t", flush=True)
        if process.returncode or len(minutes) < SAMPLES:
            sys.exit(log.read_text(encoding="utf-8"))
    if seconds >= HOUR:
        columns, rows = ["minutes", *minutes], [["main process, MB", *main], ["worker, MB", *worker]]
        result = ResultFile(
            measured=date.today().isoformat(), command="python -m speed.memory", columns=columns, rows=rows
        )
        (RESULTS / "fuzz-memory.json").write_text(text(result), encoding="utf-8")


def _megabytes(process: Any) -> int:
    return round(int(process.memory_info().rss) / 1e6)


if __name__ == "__main__":
    command(float(sys.argv[1]) if len(sys.argv) > 1 else HOUR)
