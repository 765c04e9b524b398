"""Runs jobs in a simulator, in a process of its own that can be watched, interrupted and killed.

(cocotb's runner says how it is started.)
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from select import select
from typing import IO, Any, NamedTuple
from uuid import uuid4

from pydantic import BaseModel, ValidationError

from loopline import system
from loopline.design.build import TOP, Build
from loopline.design.simulators import find
from loopline.design.sources import memory_images
from loopline.errors import as_named
from loopline.simulation import LOG, RECORD, cut_log, new_folder, plusargs, remove_folder, run_file, sweep_folders
from loopline.simulation.channel import ENTRY, message
from loopline.simulation.job import START, UNDER_WAY, Job, Outcome, State
from loopline.system import end, processor_time, start

#: Seconds that a simulator may take to start, even on a busy machine.
_TO_START = 60.0

#: Seconds between two checks whether it hangs or has ended, and is still wanted.
_PAUSE = 0.05

_CHUNK = 1 << 16

#: The one cocotb test that runs in simulations.
_MAIN = "loopline.trial.play"

#: Seconds between two checks whether it has ended, once it says no more.
_TO_EXIT = 0.005

#: Seconds that a simulation has to end by itself when it is asked to.
_TO_END = 1.2

#: Seconds that a hung simulation has to write out what it has recorded, on a busy machine, too.
_TO_WRITE = 2.0

#: The reason why a simulator ended is searched in this many bytes at the end of its output.
_LAST = 100_000

#: Exit codes of a killed process, as Python and as a shell report them.
_KILLED = {sign for number in (signal.SIGKILL, signal.SIGTERM) for sign in (-number, 128 + number)}


#: What cocotb and its interface to the simulator have to say, but for errors: that a simulation begins and is over.
_OF_COCOTB = re.compile(
    r"\S+ns +(INFO|WARNING) +(gpi|pygpi|cocotb)\b|\S+ns +WARNING .*: cocotb ended the test in |cocotb\.|"
    r"- :0: Verilog \$finish$"
)

#: Characters of a line that may say why a simulator ended.
_WIDEST = 500


#: Seconds between two checks whether it makes progress.
_TO_LOOK = 0.5

#: A simulation that uses no processor time waits for something that does not come. It gets this many times the limit.
_BLOCKED = 10


class Setup(NamedTuple):
    """Where and how simulations run: the same for all that do the jobs of a campaign."""

    simulator: str
    build: Path
    #: The folder of all runs, and the prefix of these.
    runs: Path
    prefix: str
    #: For which design they are, and by what the jobs are done; it asks for nothing.
    idle: Job
    #: Verilator writes its counts when a simulation ends. So it ends after each batch, to which the counts then belong.
    counting: bool = False
    #: It ends after each batch for another reason: its files are to be complete.
    ends: bool = False
    #: Files that the design reads, each after the name that it has for it.
    images: Sequence[tuple[str, Path]] = ()


def set_up(build: Build, runs: Path, idle: Job, about: str = "") -> Setup:
    """Return the set-up of simulations with this build, each in a folder of its own in `runs`.

    What was left there by runs that were killed is removed.

    Args:
        build: The build.
        runs: The folder of all runs.
        idle: A job that asks for nothing.
        about: How the names begin; by default as that of the build.
    """
    runs = runs.resolve()
    runs.mkdir(parents=True, exist_ok=True)
    sweep_folders(runs)
    prefix = f"{about or build.folder.name}-{uuid4().hex[:8]}-"
    dut = build.dut
    folders = [dut.path.parent, *dut.folders, *dict.fromkeys(file.parent for file in dut.files)]
    images = memory_images(dut.files, folders, [*map(str, dut.values.values()), *dut.macros.values()])
    return Setup(build.simulator.name, build.folder, runs, prefix, idle, build.coverage, images=images)


class SimulationLost(Exception):
    """The simulation has died or hung, or cannot be understood: `state` is that of an outcome."""

    def __init__(self, state: State, why: str, *, by_itself: bool = False) -> None:
        super().__init__(why)
        self.state, self.by_itself = state, by_itself


class Simulation:
    """A simulation that does one job after the other."""

    def __init__(self, setup: Setup, power_up: int | None = None) -> None:
        """Start the simulation. Raise SimulatorMissing.

        `power_up`: the seed of bits that were never written; by default that of the jobs.
        """
        idle, self.folder = setup.idle, new_folder(setup.runs, setup.prefix)
        self._timeout = idle.timeout
        for name, image in setup.images:
            with suppress(OSError):  # the simulator says what it cannot read
                (copy := self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(image, copy)
        self.is_over = False
        #: When it has been asked to end, and will be ended.
        self._ends_at: float | None = None
        #: Of the channel: this end, what is to be sent, the beginning of a line, and whether no more will come.
        self._channel, far_end = socket.socketpair()
        self._channel.setblocking(False)
        self._unsent, self._rest, self._is_silent = message(idle), b"", False
        #: The process that plays.
        self._plays: int | None = None
        try:
            with (self.folder / LOG).open("a") as log:
                self._process = launch(setup.simulator, setup.build, idle, self.folder, log, far_end, power_up)
        finally:
            far_end.close()
        self._watchdog = Watchdog(self._process.pid, self.folder, max(idle.timeout, _TO_START))

    def do(self, job: Job, look: Callable[[], None] = lambda: None) -> Iterator[Outcome]:
        """Yield every outcome of a job as soon as it is known; the last may be of a simulation that died.

        `look` is called often. A failure that was known is an outcome, whatever has become of the simulation.
        """
        self._timeout = job.timeout
        current: Outcome | None = None
        try:
            for result in self.results(job, look):
                try:
                    current = job.outcome.model_validate(result)
                except ValidationError:
                    self.kill()
                    raise _unreadable(str(result)) from None
                yield current
                current = current if current.state in UNDER_WAY else None
        except SimulationLost as gone:
            if not gone.by_itself or current is not None:
                yield self._gone(current or job.outcome(name=START), gone.state, str(gone))
        else:
            if current is not None and current.state == "shrinking" and self._ends_at:
                yield current.cut_short("interrupted")

    def results(self, job: BaseModel, look: Callable[[], None] = lambda: None) -> Iterator[Any]:
        """Yield what the simulation reports of a job, until the job is done. Raise SimulationLost.

        They also end when the simulation has ended as it was asked to.
        """
        self._watchdog.progressed(self._timeout)
        self._unsent += message(job)
        while True:
            self.is_over = self._process.poll() is not None
            cut_log(self.folder)
            for heard in self._exchange():
                self._watchdog.progressed(self._timeout)
                if "result" in heard:
                    yield heard["result"]
                elif "process" in heard:
                    self._plays = heard["process"]
                elif "done" in heard:
                    return
            if self.is_over:
                break
            if self._is_to_end:
                self.kill()
            elif why := self._watchdog.hangs():
                self._have_it_written_down()
                self.kill()
                raise SimulationLost("hung", why)
            look()
        if self._ends_at is None:
            code = self._process.returncode
            how = f"exit code {code}" if code >= 0 else signal.strsignal(-code) or f"signal {-code}"
            why = f"the simulator ended by itself ({how})"
            raise SimulationLost("died", why, by_itself=not code and not self._rest)

    def _exchange(self) -> Iterator[dict[str, Any]]:
        """Send what is to be sent, and return what has come: nothing, if nothing has come for a while."""
        if not self.is_over:
            reading = [] if self._is_silent else [self._channel]
            writing = [self._channel] if self._unsent else []
            if select(reading, writing, [], _PAUSE if reading else _TO_EXIT)[1]:
                self._write()
        for text in self._read():
            try:
                heard = json.loads(text)
                known = isinstance(heard, dict)
            except ValueError:
                known = False
            if not known:  # what else it says cannot be trusted
                self.kill()
                raise _unreadable(text.decode(errors="replace"))
            yield heard

    def _write(self) -> None:
        try:
            self._unsent = self._unsent[self._channel.send(self._unsent) :]
        except BlockingIOError:
            pass
        except OSError:  # it has ended
            self._unsent = b""

    def _read(self) -> list[bytes]:
        """Read the complete lines that have come."""
        lines: list[bytes] = []
        while True:
            try:
                chunk = self._channel.recv(_CHUNK)
            except BlockingIOError:
                return lines
            except OSError:
                chunk = b""
            if not chunk:
                self._is_silent = True
                return lines
            *more, self._rest = (self._rest + chunk).split(b"\n")
            lines += more

    @property
    def _is_to_end(self) -> bool:
        return self._ends_at is not None and time.monotonic() > self._ends_at

    def _gone(self, outcome: Outcome, state: State, why: str) -> Outcome:
        """Return the outcome of the job that was running. The session that it was playing is still in its file."""
        if outcome.state == "shrinking":
            return outcome.cut_short(why)
        if words := system.disk_full(self.folder) or _unreadable_image(self.folder):
            return outcome.model_copy(update={"state": "error", "set_up": True, "error": words})
        return outcome.model_copy(update={"state": state, "error": "\n".join([why, *last_words(self.folder)])})

    @property
    def was_killed(self) -> bool:
        """Whether the simulation was killed from outside, which no design can do."""
        return self._process.returncode in _KILLED

    def interrupt(self) -> None:
        """Ask it to end with what it has. If it takes too long, it is killed."""
        if self._ends_at is None:
            self._ends_at = time.monotonic() + _TO_END
            self._say_no_more()

    def answer(self, shrink: bool) -> None:
        """Tell it whether the failure that it has reported is to be shrunk."""
        self._unsent += b'{"shrink": true}\n' if shrink else b'{"shrink": false}\n'

    def end(self) -> None:
        """End the simulation after its last job: wait until it has written its files. Kill it if it hangs."""
        self._say_no_more()
        self._watchdog.progressed(self._timeout)
        while self._process.poll() is None and not self._is_to_end and not self._watchdog.hangs():
            cut_log(self.folder)
            time.sleep(_TO_EXIT)
        self.kill()

    def _say_no_more(self) -> None:
        self._unsent = b""
        with suppress(OSError):  # it has ended
            self._channel.shutdown(socket.SHUT_WR)

    def kill(self) -> None:
        """Kill it."""
        self.is_over = True
        end(self._process)

    def close(self) -> None:
        """Kill it, and read no more. Its folder stays."""
        self.kill()
        self._channel.close()

    def dismiss(self) -> None:
        """Kill it, and remove its folder."""
        self.close()
        remove_folder(self.folder)

    @property
    def lives(self) -> bool:
        """Whether it can do another job."""
        return not self.is_over and self._ends_at is None

    def _have_it_written_down(self) -> None:
        """Make it write down where its Python is, and its buffers, which contain the cycle in which it hangs."""
        with suppress(OSError):
            if self._plays and os.getsid(self._plays) == self._process.pid:
                os.kill(self._plays, signal.SIGUSR2)
                os.kill(self._plays, signal.SIGUSR1)
                time.sleep(_TO_WRITE)


class Watchdog:
    """Decides whether a simulation hangs, by its own progress, not by how busy the machine is.

    It hangs when it has used this many seconds of processor time without any.
    """

    def __init__(self, session: int, folder: Path, timeout: float) -> None:
        self._session = session
        #: A file that grows as long as simulated time passes.
        self._record = run_file(folder, RECORD)
        self.progressed(timeout)

    def progressed(self, timeout: float) -> None:
        """Note that it has made progress."""
        self._timeout = timeout
        self._since = self._looked = time.monotonic()
        self._used_before: float | None = None
        self._size = self._recorded

    @property
    def _recorded(self) -> tuple[int, int]:
        with suppress(OSError):
            about = self._record.stat()
            return about.st_size, about.st_mtime_ns
        return 0, 0

    def hangs(self) -> str:
        """Return why it counts as hung, or "" if it does not."""
        now = time.monotonic()
        if now - self._looked < _TO_LOOK:
            return ""
        self._looked = now
        if self._recorded != self._size:
            self.progressed(self._timeout)
            return ""
        used = processor_time(self._session)
        if self._used_before is None:
            self._used_before = used
        used -= self._used_before
        if used >= self._timeout:
            return f"no progress in {self._timeout:.0f} s of processor time"
        if now - self._since >= _BLOCKED * self._timeout and used < self._timeout / _BLOCKED:
            return f"no progress in {now - self._since:.0f} s, using hardly any processor time"
        return ""


def _unreadable(text: str) -> SimulationLost:
    """Return the error for a line that cannot be read as a message or an outcome."""
    return SimulationLost("error", f"a result cannot be read: {text[:200]!r}")


def not_begun(job: Job, folder: Path) -> Outcome:
    """Return the outcome of a simulation that had a job and never reported anything."""
    if words := system.disk_full(folder) or _unreadable_image(folder):
        return job.outcome(name=START, state="error", set_up=True, error=words)
    why = "the simulation has ended before it began"
    return job.outcome(name=START, state="died", error="\n".join([why, *last_words(folder)]))


#: Verilator ends where it cannot read a memory image; Icarus warns, and goes on. It counts lines from 0.
_OF_AN_IMAGE = re.compile(r"^%Error: (?P<file>.*):(?P<line>\d+): (?P<what>\$readmem.*)", re.M)


def _unreadable_image(folder: Path) -> str:
    """Return which memory image has ended a simulation, and where; empty if none has."""
    if not (found := _OF_AN_IMAGE.search("\n".join(last_words(folder)))):
        return ""
    place = f"{as_named(Path(found['file']))}:{int(found['line']) + 1}"
    return f"{place}: {found['what']}. Mend this memory image, or the range of the array that it fills"


def last_words(folder: Path) -> list[str]:
    """Return the lines of a simulator's output that may say why it ended."""
    with (folder / LOG).open("rb") as file:  # a design may print as much as it likes
        file.seek(max(0, file.seek(0, os.SEEK_END) - _LAST))
        log = [line.strip() for line in file.read().decode(errors="replace").splitlines()]
    log = [line[:_WIDEST] for line in log if not _OF_COCOTB.match(line)]
    says = [line for line in log if re.search(r"fatal|error|assert|fault|abort|finish", line, re.I)]
    return says[-5:] or log[-3:]


def launch(
    simulator: str,
    build: Path,
    job: Job,
    folder: Path,
    log: IO[str],
    channel: socket.socket,
    power_up: int | None = None,
) -> subprocess.Popen[bytes]:
    """Start a simulation with this end of its channel.

    Args:
        simulator: The name of the simulator.
        build: The folder of the build.
        job: A job, which has the seed, and whether there are waves.
        folder: The folder of the simulation.
        log: The file for its output.
        channel: Its end of the channel.
        power_up: The seed of bits that were never written; by default that of the job.

    Raises:
        SimulatorMissing: The simulator cannot run here.
    """
    chosen = find(simulator)
    command, env = chosen.runner(everything_public=False).command(
        **asked(_MAIN, TOP, build, folder),
        waves=job.waves,
        plusargs=[
            *plusargs(folder),
            f"+dumpfile_path={chosen.wave_file(TOP)}",
            *chosen.unknown(job.seed if power_up is None else power_up),
        ],
    )
    env |= {**ENTRY, "PYTHONPATH": _path()}
    return start(command, cwd=folder, env=env, stdin=channel, stdout=log, stderr=subprocess.STDOUT)


def asked(module: str, top: str, build: Path, folder: Path) -> dict[str, Any]:
    """Return what cocotb's runner has to know to run the tests of a module with a build.

    Args:
        module: The module.
        top: The top module of the design.
        build: The folder of the build.
        folder: The folder of the simulation.
    """
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
    """Return where a simulation looks for modules first: the user's PYTHONPATH only.

    What this process has added to its own path would be found there by accident.
    """
    asked = os.environ.get("PYTHONPATH")
    return os.pathsep.join(str(Path(folder).absolute()) for folder in asked.split(os.pathsep)) if asked else ""
