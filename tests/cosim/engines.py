"""The bundled engine in tests: where it is, where its builds are shared, which simulators there are."""

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
