"""Runs one job in one simulator, in a process of its own that can be watched, interrupted and killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from pydantic import ValidationError

from loopline.design.build import Build
from loopline.simulation.files import PROCESS, STOP, ours
from loopline.simulation.job import START, UNDER_WAY, Job, Outcome
from loopline.simulation.launch import launch
from loopline.simulation.pulse import Pulse
from loopline.system import disk
from loopline.system.interrupts import interruptible
from loopline.system.processes import end

#: Seconds that a simulator may take to start, even on a busy machine.
_TO_START = 60.0

#: Seconds between two checks of what it has written.
_PAUSE = 0.01

#: Seconds that a simulation has to end by itself when it is asked to.
_TO_END = 1.2

#: Seconds that a hung simulation has to write out what it has recorded, on a busy machine, too.
_TO_WRITE = 2.0

#: The reason why a simulator ended is searched in this many bytes at the end of its output.
_LAST = 100_000

#: Exit codes of a killed process, as Python and as a shell report them.
_KILLED = {sign for number in (signal.SIGKILL, signal.SIGTERM) for sign in (-number, 128 + number)}


#: What cocotb and its interface to the simulator have to say, but for errors: that a simulation begins and is over.
_OF_COCOTB = re.compile(r"\S+ns +(INFO|WARNING) +(gpi|pygpi|cocotb)\b|cocotb\.")


class Simulation:
    """A job that is running in a simulator."""

    def __init__(
        self,
        simulator: str,
        build: Path,
        job: Job,
        folder: Path,
        module: str = "loopline.trial.play",
        fed: bool = False,
    ) -> None:
        """`fed`: when the job is done, it waits for more, see `feed`."""
        folder.mkdir(parents=True, exist_ok=True)
        job.results = ours(folder, "results.jsonl")
        job.results.write_text("")  # another simulation may have used the folder
        self._job, self.folder = job, folder
        self.is_over = False
        #: What was reported of the job before has been removed: a simulation may be fed for days.
        self._from_the_beginning = False
        #: When it has been asked to end, and will be ended.
        self._ends_at: float | None = None
        with (folder / "simulator.log").open("w") as log:
            stdin = subprocess.PIPE if fed else subprocess.DEVNULL
            self._process = launch(simulator, build, job, folder, module, log, stdin)
        self._pulse = Pulse(self._process.pid, folder, max(job.timeout, _TO_START))

    def feed(self, job: Job) -> None:
        """Hand it another job. If the feeding process dies, the simulation sees the end of its input and ends too."""
        self._pulse.beats(self._job.timeout)
        assert self._process.stdin
        with suppress(FileNotFoundError):  # the folder has been removed, as nobody wants its results any more
            os.truncate(self._job.results, 0)
            self._from_the_beginning = True
        with suppress(BrokenPipeError):  # it has ended: `outcomes` will say so
            self._process.stdin.write(job.model_dump_json().encode() + b"\n")
            self._process.stdin.flush()

    def outcomes(self, look: Callable[[], None] = lambda: None) -> Iterator[Outcome]:
        """Every outcome as soon as it is known; the last may be of a simulation that died. `look` is called often.

        A failure that was known is an outcome, whatever has become of the simulation.
        """
        current: Outcome | None = None
        rest = ""
        with self._job.results.open() as results:
            while True:
                self.is_over = self._process.poll() is not None
                if self._from_the_beginning:
                    self._from_the_beginning, rest = False, ""
                    results.seek(0)
                *lines, rest = (rest + results.read()).split("\n")
                for line in lines:
                    self._pulse.beats(self._job.timeout)
                    outcome = _read(line)
                    if outcome is None:  # what else it says cannot be trusted
                        self.kill()
                        yield self._gone(current, "error", f"a result cannot be read: {line[:200]!r}")
                        return
                    current = outcome
                    yield current
                    current = current if current.state in UNDER_WAY else None
                if self.is_over:
                    break
                if self._ends_at is None and ours(self.folder, STOP).exists():
                    self.interrupt()  # as somebody in another thread asks
                if self._is_to_end:
                    self.kill()
                elif why := self._pulse.stopped():
                    self._have_it_written_down()
                    self.kill()
                    yield self._gone(current, "hung", why)
                    return
                look()
                time.sleep(_PAUSE)
        code = self._process.returncode
        if current is not None and current.state == "shrinking" and self._ends_at:
            yield current.cut_short("interrupted")
        elif (code or current is not None or rest) and not self._ends_at:
            yield self._gone(current, "died", f"the simulator ended by itself (exit code {code})")

    @property
    def _is_to_end(self) -> bool:
        return self._ends_at is not None and time.monotonic() > self._ends_at

    def _gone(self, current: Outcome | None, state: str, why: str) -> Outcome:
        """The outcome of what was running. The session that it was playing is still in its file."""
        if current is not None and current.state == "shrinking":
            return current.cut_short(why)
        outcome = current or Outcome(name=START)
        if words := disk.full(self.folder):
            return outcome.model_copy(update={"state": "error", "set_up": True, "error": words})
        return outcome.model_copy(update={"state": state, "error": "\n".join([why, *_last_words(self.folder)])})

    @property
    def was_killed(self) -> bool:
        """Whether the simulation was killed from outside, which no design can do."""
        return self._process.returncode in _KILLED

    def interrupt(self) -> None:
        """Ask it to end with what it has. If it takes too long, it is killed."""
        if self._ends_at is None:
            self._ends_at = time.monotonic() + _TO_END
            with suppress(FileNotFoundError):
                ours(self.folder, STOP).touch()

    def end(self) -> None:
        """There are no more jobs: it ends when it has finished the current one."""
        assert self._process.stdin
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait()

    def kill(self) -> None:
        self.is_over = True
        end(self._process)

    def _have_it_written_down(self) -> None:
        """Make it write down where its Python is, and its buffers, which contain the cycle in which it hangs."""
        with suppress(OSError, ValueError):
            process = int(ours(self.folder, PROCESS).read_text())
            if os.getsid(process) == self._process.pid:
                os.kill(process, signal.SIGUSR2)
                os.kill(process, signal.SIGUSR1)
                time.sleep(_TO_WRITE)


def _read(line: str) -> Outcome | None:
    """An outcome. None: the line is none, as when a full disk has cut it off."""
    try:
        return Outcome.model_validate_json(line)
    except ValidationError:
        return None


def not_begun(folder: Path) -> Outcome:
    """The outcome of a simulation that had a job and never reported anything."""
    if words := disk.full(folder):
        return Outcome(name=START, state="error", set_up=True, error=words)
    why = "the simulation has ended before it began"
    return Outcome(name=START, state="died", error="\n".join([why, *_last_words(folder)]))


def _last_words(folder: Path) -> list[str]:
    with (folder / "simulator.log").open("rb") as file:  # a design may print whatever it likes, and as much
        file.seek(max(0, file.seek(0, os.SEEK_END) - _LAST))
        log = [line.strip() for line in file.read().decode(errors="replace").splitlines()]
    log = [line for line in log if not _OF_COCOTB.match(line)]
    says = [line for line in log if re.search(r"fatal|error|assert|fault|abort|finish", line, re.I)]
    return says[-5:] or log[-3:]


def simulate(
    build: Build,
    job: Job,
    folder: Path,
    watch: Callable[[Outcome], None],
    module: str = "loopline.trial.play",
    unwanted: Callable[[], bool] = lambda: False,
) -> list[Outcome]:
    """Every outcome of the job, each as soon as it is known to `watch`; the last may be of a simulation that died.

    Ctrl-C is passed on to the simulation, which ends with what it has; a second one kills it. (Not in a thread: who has
    started that hears of Ctrl-C, and can leave STOP there.) `unwanted`: Ctrl-C has come before it is heard here.
    """
    simulation: Simulation | None = None
    outcomes: list[Outcome] = []
    pressed = 0

    def interrupt(*_: object) -> None:
        nonlocal pressed
        pressed += 1
        if simulation is not None:
            (simulation.interrupt if pressed == 1 else simulation.kill)()

    with interruptible(interrupt):
        if unwanted():
            return []
        simulation = Simulation(build.simulator.name, build.folder, job, folder, module)
        try:
            if pressed:  # interrupted while it was being started
                simulation.interrupt()
            for outcome in simulation.outcomes():
                if outcome.state not in ("died", "hung"):
                    watch(outcome)
                if outcome.state not in UNDER_WAY:
                    outcomes.append(outcome)
        finally:
            simulation.kill()
    return outcomes
