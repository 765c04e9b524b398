"""Builds a design together with the session that plays and records it, for one simulator."""

from __future__ import annotations

import fcntl
import hashlib
import json
import re
import subprocess
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path

from loopline import ports
from loopline.dut import Dut
from loopline.errors import BadInput
from loopline.simulators import Simulator
from loopline.streams import Streams
from loopline.top import engine_top, player_top

TOP = "loopline_top"
_HDL = resources.files("loopline") / "hdl"


@dataclass(frozen=True)
class Build:
    """A design in a simulator."""

    dut: Dut
    streams: Streams
    simulator: Simulator
    folder: Path
    waves: bool = False
    #: Verilator counts which lines are run and which bits toggle.
    coverage: bool = False
    #: It is a netlist with bugs in it. In Verilator, which has no X, what is assigned X is anything then, not 0, as
    #: `+verilator+rand+reset` says; and that two ways of a selection are taken at once does not end the simulation.
    netlist: bool = False

    @cached_property
    def key(self) -> str:
        """Changes whenever anything changes that the build depends on."""
        digest = hashlib.sha256(self._top().encode())
        for file in [*self.dut.files, self._partner]:
            digest.update(file.read_bytes())
        how = [str(self.simulator), self.waves, self._arguments()]
        digest.update(json.dumps([*how, self.dut.values, self.dut.include]).encode())
        return digest.hexdigest()

    def run(self) -> None:
        """Build, unless it is there already. Raises BadInput if its ports are not those of its contract, and with the
        simulator's own words if it cannot be built."""
        if not self.netlist:  # of a netlist Yosys has made the ports
            ports.check(self.dut, self.streams, self.simulator.name)
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # somebody else may be building the same
            stamp = self.folder / "built"
            if not stamp.is_file() or stamp.read_text() != self.key:
                stamp.unlink(missing_ok=True)
                self._build()
                stamp.write_text(self.key)

    def _build(self) -> None:
        top, log = self.folder / f"{TOP}.v", self.folder / "build.log"
        top.write_text(self._top())
        try:
            self.simulator.runner(everything_public=self.waves).build(
                sources=[self._partner, *self.dut.files, top],
                includes=self.dut.folders,
                hdl_toplevel=TOP,
                build_args=self._arguments(),
                build_dir=self.folder,
                timescale=("1ns", "1ps"),
                waves=self.waves,
                always=True,
                log_file=log,
            )
        except (SystemExit, subprocess.CalledProcessError, RuntimeError) as error:
            raise BadInput(f"{self.dut.path}: {self.simulator} cannot build it:\n{_essence(log, error)}") from None

    def _arguments(self) -> list[str]:
        # (cocotb's own `defines` would end Verilator's values at a plus.)
        macros = [f"-D{name}={value}" for name, value in self.dut.macros.items()]
        arguments = [*_BUILD_ARGS[self.simulator.name], *macros, *(_COUNTING if self.coverage else [])]
        return [*arguments, *(_NETLIST if self.netlist and self.simulator.name == "verilator" else [])]

    @property
    def _partner(self) -> Path:
        """What plays with the design."""
        return Path(str(_HDL / {"engine": "loopline_session.v", "player": "loopline_line.v"}[self.dut.contract]))

    def _top(self) -> str:
        return {"engine": engine_top, "player": player_top}[self.dut.contract](TOP, self.dut, self.streams)


_BUILD_ARGS = {
    "icarus": [],
    "verilator": ["--timing", "-CFLAGS", "-fcoroutines -O1", "-O3", "-Wno-fatal", "-Wno-lint", "-Wno-style"],
}
_COUNTING = ["--coverage-line", "--coverage-toggle"]
_NETLIST = ["--x-assign", "unique", "--no-assert"]


def _essence(log: Path, error: BaseException) -> str:
    """The lines of a build log that say what is wrong; all of a short log."""
    lines = log.read_text(errors="replace").splitlines() if log.is_file() else [str(error)]
    telling = [line for line in lines if re.search(r"error|unknown module|cannot find|no such", line, re.I)]
    return "\n".join(f"    {line}" for line in (telling or lines)[:20])
