"""Builds a design together with the session that plays and records it, for one simulator."""

from __future__ import annotations

import codecs
import hashlib
import json
import os
import platform
import re
import signal
import threading
import time
from dataclasses import dataclass, field
from importlib import metadata, resources
from pathlib import Path

import cocotb_tools.config

from loopline.design import language, ports
from loopline.design.dut import Dut
from loopline.design.simulators import BuildRefused, Simulator, Unknown
from loopline.design.simulators.simulator import stop_building
from loopline.design.store import ChangedWhileReading, Inputs, Manifest, Store, changed, part, places, see
from loopline.design.top import engine_top, player_top
from loopline.errors import BadInput, as_named
from loopline.signals import Streams
from loopline.system import check_disk, interruptible

TOP = "loopline_top"
_HDL = Path(str(resources.files("loopline"))) / "hdl"

#: The main program of a simulation in Verilator.
_MAIN = _HDL / "loopline_main.cpp"
_LOG = "build.log"


@dataclass(frozen=True)
class Build:
    """The build of a design for a simulator."""

    dut: Dut
    streams: Streams
    simulator: Simulator
    #: The folder in which all builds are kept.
    builds: Path
    waves: bool = False
    #: Whether Verilator counts which lines run and which bits toggle.
    coverage: bool = False
    #: Whether it is a netlist with mutants.
    netlist: bool = False
    #: What takes the place of X, in a simulator of two states.
    x: Unknown = "random"
    #: What has been built. (In Python 3.11 a `cached_property` has one lock for all builds: none could be made while
    #: another is.)
    _made: list[tuple[Path, Manifest]] = field(default_factory=list, init=False, repr=False, compare=False)

    def run(self) -> None:
        """Build, unless that has been done. Raise BadInput.

        The ports may differ from those of the contract; if the simulator refuses the design, the error has its own
        words.
        """
        self._kept  # noqa: B018

    @property
    def folder(self) -> Path:
        """The folder of the build. Its contents never change, and stay as long as this process lives."""
        return self._kept[0]

    @property
    def inputs(self) -> Inputs:
        """What the build was made of."""
        return self._kept[1].inputs

    @property
    def _kept(self) -> tuple[Path, Manifest]:
        if not self._made:
            self._made.append(self._find())
        return self._made[0]

    def _find(self) -> tuple[Path, Manifest]:
        if not self.netlist:  # the ports of a netlist were made by Yosys
            ports.check(self.dut, self.streams, self.simulator.name)
        try:
            return Store(self.builds.resolve()).get(f"{self.simulator.name}-{self._key}", self._make)
        except ChangedWhileReading as error:
            raise BadInput(f"{error} is changed again and again while it is being built") from None

    @property
    def _key(self) -> str:
        """How it is made. What the files say that it is made of is not in it: these are not all known before."""
        how = [
            *(str(self.simulator), metadata.version("cocotb"), str(cocotb_tools.config.libs_dir), platform.machine()),
            *(self._top(), [str(file) for file in self._sources], [str(folder) for folder in self.dut.folders]),
            {str(file): standard for file, standard in language.standards(self.dut).items()},
            *(self._flags, self.waves, os.environ.get("WAVES")),  # cocotb's runner reads this variable
        ]
        return hashlib.sha256(json.dumps(how).encode()).hexdigest()[:16]

    def _make(self, folder: Path) -> Manifest:
        """Build in that folder. Raises Changing if a source was changed meanwhile."""
        before = {str(file): see(file) for file in (_MAIN, *self._sources)}
        top = folder / f"{TOP}.v"
        top.write_text(self._top())
        since = top.stat().st_ctime_ns
        self._compile(folder, top)
        read = [file for file in self.simulator.reads(folder) if not file.is_relative_to(folder)]
        after = {path: see(path) for path in {*before, *places(read, self.dut.folders)}}
        if suspects := changed(before, after, since):
            raise ChangedWhileReading(suspects[0])
        names = {*self.simulator.needs(TOP), top.name, _LOG}
        parts = {name: part(folder / name) for name in sorted(names)}
        return Manifest(inputs={path: seen and seen.digest for path, seen in sorted(after.items())}, parts=parts)

    def _compile(self, folder: Path, top: Path) -> None:
        log = folder / _LOG
        try:
            self.simulator.runner(everything_public=False, main=_MAIN).build(
                sources=[*self._partners, *language.readable(self.dut, folder), top],
                includes=self.dut.folders,
                hdl_toplevel=TOP,
                build_args=self._flags,
                build_dir=folder,
                timescale=("1ns", "1ps"),
                waves=self.waves,
                always=True,
                log_file=log,
            )
        except BuildRefused as error:
            raise BadInput(f"{self.dut.shown}: {self.simulator} cannot build {self.dut.top}: {error}") from None
        except (SystemExit, RuntimeError) as error:
            hint = ports.hint_of_language(self.dut, self.simulator.name)
            said = f"{_essence(log, error)}{self._marks}{hint}"
            raise BadInput(f"{self.dut.shown}: {self.simulator} cannot build it:\n{said}") from None

    @property
    def _marks(self) -> str:
        """A line for each file with a byte order mark: Icarus ends at it without a word, Verilator reads it."""
        if self.simulator.name != "icarus":
            return ""
        included = [file for folder in self.dut.folders for file in folder.glob("*.*v*") if file.is_file()]
        files = dict.fromkeys([*self.dut.files, *sorted(included)])
        return "".join(
            f"\n{as_named(file)}:1: begins with a byte order mark, which Icarus cannot read: save it without one"
            for file in files
            if file.read_bytes().startswith(codecs.BOM_UTF8)
        )

    @property
    def _flags(self) -> list[str]:
        # (cocotb's own `defines` would end Verilator's values at a plus.)
        macros = [f"-D{name}={value}" for name, value in self.dut.macros.items()]
        return [
            *self.simulator.flags(
                coverage=self.coverage, netlist=self.netlist, x=self.x, asserts=self.dut.assertions != "off"
            ),
            *macros,
            *self.dut.options(self.simulator.name),
        ]

    @property
    def _sources(self) -> list[Path]:
        """The sources: first what plays with the design, then the design."""
        return [*self._partners, *self.dut.files]

    @property
    def _partners(self) -> list[Path]:
        """What plays with the design, with waves or without."""
        partners = {
            "engine": ("loopline_session.v", "loopline_model.v"),
            "player": ("loopline_line.v", "loopline_model.v"),
        }
        return [_HDL / name for name in partners[self.dut.contract]]

    def _top(self) -> str:
        make = {"engine": engine_top, "player": player_top}[self.dut.contract]
        return make(TOP, self.dut, self.streams, waves=self.waves)


def _essence(log: Path, error: BaseException) -> str:
    """Return the lines of a build log that say what is wrong; all of a short log."""
    lines = log.read_text(errors="replace").splitlines() if log.is_file() else [str(error)]
    telling = [line for line in lines if re.search(r"error|unknown module|cannot find|no such|not found", line, re.I)]
    return "\n".join(f"    {line}" for line in (telling or lines)[:20])


#: One at a time: what is waited for has the other processors.
_turn = threading.Lock()
_under_way: set[EarlyBuild] = set()


class EarlyBuild:
    """A build in a thread of its own. Nothing of it is left behind after `stop_all`, or at the end of the process."""

    def __init__(self, build: Build) -> None:
        self.build, self._unwanted = build, False
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="early build", daemon=True)
        _under_way.add(self)
        self._thread.start()

    def _run(self) -> None:
        try:
            with _turn:
                if not self._unwanted:
                    self.build.run()
        except BaseException as error:
            self._error = error
        finally:
            _under_way.discard(self)

    def run(self) -> None:
        """Wait for it. Raises what the build has raised."""
        self._thread.join()
        if self._error:
            raise self._error
        self.build.run()  # in case that it was stopped

    def forget(self) -> None:
        """Keep the build from beginning."""
        self._unwanted = True


class Builds:
    """The builds of a design, one for each simulator, and one that makes waves.

    Each is made once: the design stays what it was when its first build was made.
    """

    def __init__(self, dut: Dut, streams: Streams, folder: Path, coverage: bool = False) -> None:
        """Begin without any build.

        `coverage`: whether it is counted which lines run, if the simulator can; not with waves.
        """
        self._dut, self._streams, self._folder, self._coverage = dut, streams, folder, coverage
        #: The description that is played, with less to compare, perhaps. Waves are always of the design itself.
        self.played = dut
        #: In which builds have been made.
        self.seconds = 0.0
        #: By simulator, and whether they make waves; and those with waves that were begun at the first failure.
        self._made: dict[tuple[str, bool], Build] = {}
        self._early: dict[str, EarlyBuild] = {}
        self._lock = threading.Lock()

    def get(self, simulator: Simulator, waves: bool = False) -> Build:
        """Return the build for that simulator. Raises BadInput if it cannot be built, and KeyboardInterrupt."""
        if build := self._made.get((simulator.name, waves)):
            return build
        begun = self._early.get(simulator.name) if waves else None
        build = begun.build if begun else self._described(simulator, waves)
        started = time.monotonic()
        with interruptible(signal.default_int_handler):
            try:
                (begun or build).run()
            except BadInput:
                check_disk(self._folder)
                raise
            finally:
                self.seconds += time.monotonic() - started
        return self._made.setdefault((simulator.name, waves), build)

    def begin(self, simulator: Simulator) -> None:
        """Begin the build with waves, unless it has begun. Called from any thread."""
        with self._lock:
            if simulator.name not in self._early:
                self._early[simulator.name] = EarlyBuild(self._described(simulator, waves=True))

    def _described(self, simulator: Simulator, waves: bool) -> Build:
        counting = self._coverage and simulator.counts_lines and not waves
        return Build(self._dut if waves else self.played, self._streams, simulator, self._folder, waves, counting)


def stop_all() -> None:
    """End all early builds, and wait for their ends."""
    builds = list(_under_way)
    for build in builds:
        build.forget()
    stop_building([build._thread for build in builds])
