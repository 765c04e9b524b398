"""Two engines in one testbench: each is compared with its own model, and a bug is told of the one that has it."""

import pytest
from bench.benches import ROOT, run

BLOCKS = ROOT / "examples" / "blocks"


@pytest.fixture(scope="module")
def runner(simulator, tmp_path_factory):
    runner = simulator.runner()
    runner.build(
        sources=[BLOCKS / "registers.v", BLOCKS / "crc.v", ROOT / "tests" / "bench" / "pair.v"],
        hdl_toplevel="pair",
        build_dir=tmp_path_factory.mktemp(simulator.name),
        timescale=("1ns", "1ps"),
    )
    return runner


@pytest.mark.parametrize("bug", [[], ["+bug"]], ids=["right", "wrong"])
def test_two_engines_are_compared(runner, tmp_path, bug):
    descriptions = [BLOCKS / name for name in ("registers.toml", "crc.toml")]
    came, log = run(runner, "pair", "pair_bench", tmp_path, *bug, DESCRIPTIONS=":".join(map(str, descriptions)))
    assert bool(came["both"]) == bool(bug), log
    assert ("sum: expected" in log) == bool(bug), log
    saved = [file.parent.name for file in tmp_path.glob("*/*.crc")]
    assert saved == ["crc"] * len(bug)
    assert not list(tmp_path.glob("registers/*"))
