"""How many files of the core one agreeing example passes through: a measure of how much a reader has to follow."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.gate
def test_files_that_one_agreeing_example_enters(tmp_path):
    """From the command to its last line; and on the way of the example alone, from hand-out to verdict and back. Fewer
    is better, and then the numbers here are to be lowered."""
    (notes := tmp_path / "notes").mkdir()
    program, options = Path(sys.executable).with_name("loopline"), "--only games --examples 1 --jobs 1 --seed 1"
    command = [program, "verify", "trax-engine", "--sim", "verilator", *options.split(), "--out", tmp_path / "out"]
    environment = os.environ | {"PYTHONPATH": str(HERE / "traced"), "TRACED": str(notes)}
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    entered = [line.split() for file in notes.iterdir() for line in file.read_text().splitlines()]
    on_the_way = {file for file, where in entered if where == "way"}
    assert len({file for file, _ in entered}) <= 65
    assert len(on_the_way) <= 35, sorted(on_the_way)
    assert {"workers/scheduler.py", "simulation/simulate.py", "trial/engine.py"} <= on_the_way
