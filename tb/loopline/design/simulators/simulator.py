"""What every simulator can be asked, and how its build is run."""

from __future__ import annotations

import os
import re
import subprocess
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal, Self, TextIO

import cocotb_tools.runner

from loopline import system

#: What takes the place of X in a simulator of two states.
Unknown = Literal["random", "zeros", "ones"]

#: Seconds that a build may take. A design with a far too large board would be elaborated for ever.
LONGEST_BUILD = 600.0


class SimulatorMissing(Exception):
    """The simulator cannot run here. The text says what it lacks and how to get that."""


class BuildRefused(Exception):
    """The simulator cannot build this for reasons that are not in the design. The text says why."""


def missing(name: str, what: Sequence[str], packages: str) -> SimulatorMissing:
    """Return the error that names the missing parts and says how to install them.

    Args:
        name: The simulator.
        what: The parts that are missing.
        packages: The system's packages that have them.
    """
    return SimulatorMissing(
        f"The simulator {name} cannot run: no {', no '.join(what)} here. "
        f"`make setup` installs it if it may; by hand: sudo apt-get install {packages}"
    )


@dataclass(frozen=True)
class Options:
    """The options of a simulator that a description may name, each as a regular expression.

    They change how it compiles, never what is compared.
    """

    #: The options that may be named.
    allowed: str
    #: Of these, those that a number follows, as a word of its own.
    with_number: str
    #: Some of those that may not be named, and why.
    refused: Mapping[str, str]
    #: Those that may be named, for readers.
    known: str

    def problems(self, words: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Yield each word that may not be named, and why."""
        number_follows = ""
        for word in words:
            if number_follows and not word.isdecimal():
                yield number_follows, "a number must follow it, as the next text of the list"
            if number_follows and (word.isdecimal() or not word.startswith("-")):
                number_follows = ""
                continue
            number_follows = word if re.fullmatch(self.with_number, word) else ""
            if not number_follows and not re.fullmatch(self.allowed, word):
                yield word, self._why(word)
        if number_follows:
            yield number_follows, "a number must follow it, as the next text of the list"

    def _why(self, word: str) -> str:
        for pattern, why in self.refused.items():
            if re.fullmatch(pattern, word):
                return why
        if not word.startswith(("-", "+")):
            return "expected an option, with - or + in front: files belong into sources, libraries or file_list"
        return f"loopline cannot say whether it changes what is compared; known are {self.known}"


#: Why options are refused that several simulators have.
MACRO = "macros belong into [defines], where the ports are read with them, too"
PARAMETER = "parameters belong into [parameters], where the ports are read with them, too"
FOLDER = "folders belong into include, where the ports are read with them, too"
FILES = "files belong into sources, libraries or file_list, where the ports are read with them, too"
LANGUAGE = "the language belongs into the key language, by which the ports are read, too"
TOP = "the simulation has loopline's own top, and the key top names that of the design"
OUTPUT = "loopline says where a build is made, and keeps it"
WAVES = "loopline makes waves by itself where a game fails, and with --waves"
TIME = "loopline drives the clock, in its own units of time"


@dataclass(frozen=True)
class Simulator(ABC):
    """A simulator that is ready to run."""

    #: The macros that it defines: a design's ports may depend on them.
    macros: ClassVar[Mapping[str, str]]
    #: Has it an X, that is neither 0 nor 1 and stays visible?
    has_x: ClassVar[bool] = True
    #: Can it count lines and bits of the Verilog?
    counts_lines: ClassVar[bool] = False
    #: What becomes of a run that would have used it by default, where it is missing.
    without: ClassVar[str]
    #: The options that a description may name.
    options: ClassVar[Options]

    name: str
    version: str
    wave_format: Literal["fst", "vcd"]

    def __str__(self) -> str:
        return f"{self.name} {self.version}"

    @classmethod
    @abstractmethod
    def find(cls) -> Self:
        """Return the simulator that is installed here. Raise SimulatorMissing."""

    @abstractmethod
    def wave_file(self, top: str) -> str:
        """Return the name of the waveform file that a run with waves leaves in its folder."""

    @abstractmethod
    def runner(self, everything_public: bool = True, main: Path | None = None) -> TimedRunner:
        """Return a fresh cocotb runner: one a build folder.

        `main`: in Verilator, a main program instead of cocotb's.

        Unless everything is public, Python sees the signals that the Verilog itself marks `verilator public_flat_rw`,
        and a large design runs several times faster in Verilator.
        """

    @abstractmethod
    def needs(self, top: str) -> set[str]:
        """Return the names of all that a build folder must have to be run."""

    @abstractmethod
    def reads(self, folder: Path) -> list[Path]:
        """Return the files that the build in that folder has read."""

    def flags(self, *, coverage: bool, netlist: bool, x: Unknown, asserts: bool = True) -> list[str]:
        """Return the flags for a build of a design; by default none.

        Args:
            coverage: Whether lines and bits are counted.
            netlist: Whether it is a netlist with bugs in it.
            x: What is assigned where the source says X, in a simulator of two states.
            asserts: Whether assertions are looked at.
        """
        return []

    def unknown(self, seed: int) -> list[str]:
        """Return arguments of a simulation that give unknown bits random values; by default none, as there is X."""
        return []


class _Ready(Exception):
    """A simulation that is ready to be run by another process."""


class TimedRunner(cocotb_tools.runner.Runner):
    """A runner whose builds end, together with everything they have started.

    Its builds know no absolute path of their own folder, so that one can be moved and may have any name.
    """

    _building = False
    _only_asked = False

    def command(self, **test: Any) -> tuple[Sequence[str], dict[str, str]]:
        """Return the command by which `test` would run a simulation, and its environment."""
        self._only_asked = True
        try:
            self.test(**test)
        except _Ready as ready:
            (command,) = ready.args
            return command, self.env
        raise AssertionError("cocotb's runner has run nothing")

    def _set_env_build(self) -> None:
        super()._set_env_build()
        self._building = True

    def _set_env_test(self) -> None:
        super()._set_env_test()
        self._building = False

    def _execute_cmds(
        self, cmds: Sequence[list[str]], cwd: os.PathLike[str] | str, stdout: TextIO | None = None
    ) -> None:
        if self._building:
            for command in cmds:
                _run(command, cwd, self.env, stdout)
        elif self._only_asked:
            raise _Ready(*cmds)
        else:
            super()._execute_cmds(cmds, cwd, stdout)


#: What each thread builds with.
_builders: dict[int, subprocess.Popen[bytes]] = {}

#: Seconds in which a thread notices that what it builds with has ended.
_TO_NOTICE = 0.1


def end_build(thread: threading.Thread) -> None:
    """End what this thread builds, if it does."""
    if process := _builders.get(thread.ident or 0):
        system.end(process)


def stop_building(threads: Sequence[threading.Thread]) -> None:
    """End what these threads build, and wait for their ends.

    A thread may wait for another, so all are ended before the first is waited for.
    """
    while alive := [thread for thread in threads if thread.is_alive()]:
        for thread in alive:
            end_build(thread)
        alive[0].join(_TO_NOTICE)


def _run(command: Sequence[str], cwd: os.PathLike[str] | str, env: dict[str, str], log: TextIO | None) -> None:
    process = system.start(
        command,
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log and subprocess.STDOUT,
    )
    _builders[threading.get_ident()] = process
    try:
        code = process.wait(LONGEST_BUILD)
    except subprocess.TimeoutExpired:
        raise BuildRefused(f"it takes longer than {LONGEST_BUILD:g} s; is a parameter far too large?") from None
    finally:
        system.end(process)
        del _builders[threading.get_ident()]
    if code:
        raise RuntimeError(f"Command failed with return code: {code}")
