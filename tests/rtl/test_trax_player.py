"""The player and its engine, at the level of lines. What runs in the simulator: trax_player_bench, trax_duel_bench."""

from pathlib import Path

import pytest
from rtl.benches import RTL, run, sources

HERE = Path(__file__).parent

TESTS = (
    "plays",
    "thinks_as_long_as_stated",
    "lines_at_any_moment",
    "answers_are_kept_in_order",
    "reset_interrupts_anything",
)

#: The clock is in Verilog, so that Python need not wake for it; and Verilator shows only what is marked for it.
BUILD_ARGS = {
    "verilator": ["--timing", "-CFLAGS", "-fcoroutines", "-Wno-fatal", "--x-initial", "unique", "--x-assign", "unique"],
    "icarus": [],
}


PLAYERS = [
    ("icarus", 3, 1, 4),
    ("icarus", 3, 2, 4),
    ("verilator", 3, 1, 60),
    ("verilator", 3, 2, 40),
    ("verilator", 6, 1, 100),
    ("verilator", 6, 2, 40),
]


def build(simulator, top, folder, log2_size, depth):
    runner = simulator.runner(everything_public=False)
    runner.build(
        sources=[*sources("common", "trax", "trax/player"), HERE / f"{top}.v"],
        includes=[RTL / "trax"],
        hdl_toplevel=top,
        parameters={"LOG2_SIZE": log2_size, "DEPTH": depth},
        build_dir=folder,
        timescale=("1ns", "1ps"),
        build_args=BUILD_ARGS[simulator.name],
    )
    return runner


@pytest.mark.parametrize(
    ("simulator", "log2_size", "depth", "games"),
    PLAYERS,
    indirect=["simulator"],
)
def test_player(simulator, log2_size, depth, games, tmp_path):
    runner = build(simulator, "trax_player_bench", tmp_path, log2_size, depth)
    settings = {"LOG2_SIZE": str(log2_size), "DEPTH": str(depth), "GAMES": str(games)}
    results = run(runner, "trax_player_bench", "trax_player_bench", **settings)
    assert results.pop("traps_are_fouls") == ({"skipped"} if log2_size == 3 else set())
    assert results == {test: set() for test in TESTS}


@pytest.mark.parametrize(
    ("simulator", "log2_size", "depth"),
    [("verilator", 3, 2), ("verilator", 6, 1), ("icarus", 6, 1)],
    indirect=["simulator"],
)
def test_two_players(simulator, log2_size, depth, tmp_path):
    runner = build(simulator, "trax_duel_bench", tmp_path, log2_size, depth)
    results = run(runner, "trax_duel_bench", "trax_duel_bench", DEPTH=str(depth), LOG2_SIZE=str(log2_size))
    assert results == {"ends_as_in_the_model": set()}


@pytest.mark.parametrize("depth", [0, 3])
def test_other_depths_do_not_elaborate(simulator, depth, tmp_path, capfd):
    with pytest.raises((RuntimeError, SystemExit)):
        build(simulator, "trax_player_bench", tmp_path, 3, depth)
    assert "DEPTH_must_be_1_or_2" in "".join(capfd.readouterr())
