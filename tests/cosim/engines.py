"""The bundled engine in tests: where it is, where its builds are shared, which simulators there are."""

import shutil
from pathlib import Path

import pytest
from loopline import simulators

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "rtl" / "trax" / "engine.toml"
#: All tests build there, each design once.
OUT = ROOT / "out" / "test"


def needs(name):
    """Skip, and say why, where the simulator is missing."""
    try:
        simulators.find(name)
    except simulators.SimulatorMissing as problem:
        pytest.skip(str(problem))


def with_its_box_shifted(folder):
    """A copy of the bundled engine with a bug that any game shows: its description."""
    shutil.copytree(ROOT / "rtl", folder / "rtl")
    box = folder / "rtl" / "trax" / "trax_box.v"
    text = box.read_text()
    assert text.count("x == left_of") == 1
    box.write_text(text.replace("x == left_of", "x == left"))
    return folder / "rtl" / "trax" / "engine.toml"
