"""Runs one job in one simulator, in a process of its own that can be watched, interrupted and killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from loopline.build import TOP, Build
from loopline.job import STOP, Job, Outcome
from loopline.simulators import find

#: Seconds that a simulator may take to start, on a busy machine.
_TO_START = 60.0


def simulate(
    build: Build, job: Job, folder: Path, watch: Callable[[Outcome], None], module: str = "loopline.inside"
) -> list[Outcome]:
    """Every outcome of the job, each as soon as it is known to `watch`; the last may be of a simulation that died.

    Ctrl-C is passed on to the simulation, which ends with what it has; a second one kills it. (Not in a thread: who has
    started that hears of Ctrl-C, and can leave STOP in the folder.)
    """
    folder.mkdir(parents=True, exist_ok=True)
    job.results.unlink(missing_ok=True)
    job.results.touch()
    path = folder / "job.json"
    path.write_text(job.model_dump_json())
    command = [sys.executable, "-m", "loopline.simulate"]
    command += [build.simulator.name, str(build.folder), str(folder), module]
    with (folder / "simulator.log").open("w") as log:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
        )
        with _interruptible(process, folder):
            return _follow(process, job, watch, folder)


def _follow(
    process: subprocess.Popen[bytes], job: Job, watch: Callable[[Outcome], None], folder: Path
) -> list[Outcome]:
    outcomes: list[Outcome] = []
    current: Outcome | None = None
    heard, timeout = time.monotonic(), max(job.timeout, _TO_START)
    with job.results.open() as results:
        rest = ""
        while True:
            ended = process.poll() is not None
            text = rest + results.read()
            *lines, rest = text.split("\n")
            for line in lines:
                heard, timeout = time.monotonic(), job.timeout
                current = Outcome.model_validate_json(line)
                watch(current)
                if current.state != "running":
                    outcomes.append(current)
                    current = None
            if ended:
                break
            if time.monotonic() - heard > timeout:
                _kill(process)
                return [*outcomes, _gone(current, "hung", f"no sign of life for {timeout:.0f} s", folder)]
            time.sleep(0.02)
    if process.returncode or current is not None:
        outcomes.append(
            _gone(current, "died", f"the simulator ended by itself (exit code {process.returncode})", folder)
        )
    return outcomes


def _gone(current: Outcome | None, state: str, why: str, folder: Path) -> Outcome:
    """The outcome of what was under way. The session it was playing is still in its file."""
    outcome = current or Outcome(name="start of the simulation")
    log = (folder / "simulator.log").read_text(errors="replace").splitlines()
    tail = [line for line in log if re.search(r"fatal|error|assert|fault|abort|finish", line, re.I)][-5:] or log[-3:]
    return outcome.model_copy(update={"state": state, "error": "\n".join([why, *tail])})


@contextmanager
def _interruptible(process: subprocess.Popen[bytes], folder: Path) -> Iterator[None]:
    """The simulation is in a session of its own, so the terminal's Ctrl-C does not reach it by itself."""

    def interrupt(*_: object) -> None:
        (folder / STOP).touch()  # for whoever is between two properties, and hears no signal
        signal.signal(signal.SIGINT, lambda *_: _kill(process))
        os.killpg(process.pid, signal.SIGINT)

    in_main_thread = threading.current_thread() is threading.main_thread()
    previous = signal.signal(signal.SIGINT, interrupt) if in_main_thread else None
    try:
        yield
    finally:
        if in_main_thread:
            signal.signal(signal.SIGINT, previous)
        _kill(process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def main(simulator: str, build_folder: str, folder: str, module: str = "loopline.inside") -> None:
    """In the process of its own: hand over to cocotb's runner, which has that module do the job."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # meant for the simulation, for which this process has to wait
    job = Job.model_validate_json((Path(folder) / "job.json").read_text())
    chosen = find(simulator)
    try:
        chosen.runner(everything_public=False).test(
            test_module=module,
            hdl_toplevel=TOP,
            hdl_toplevel_lang="verilog",
            build_dir=build_folder,
            test_dir=folder,
            results_xml=str(Path(folder) / "cocotb.xml"),
            waves=job.close_up,
            plusargs=[
                "+session=session.hex",
                "+record=record.txt",
                f"+dumpfile_path={chosen.wave_file(TOP)}",
                *job.plusargs,
            ],
            extra_env={"LOOPLINE_JOB": str(Path(folder) / "job.json"), "COCOTB_LOG_LEVEL": "WARNING"},
        )
    except RuntimeError:
        sys.exit(1)  # the simulator has said why; where that is run from is of no interest


if __name__ == "__main__":
    main(*sys.argv[1:])
