"""Reader and writer of contest lines on each simulator and in several sizes. What runs in the simulator: line_bench."""

from pathlib import Path

import pytest
from rtl.benches import build, run, sources

SOURCES = [*sources("trax/player"), Path(__file__).with_name("line_pair.v")]

TESTS = {
    "every_move_is_written_and_read_as_in_the_model",
    "moves_and_names_with_stalls_everywhere",
    "every_short_line",
    "every_byte_for_every_byte_of_a_line",
    "numbers_of_every_size",
    "line_ends",
    "reset_forgets_the_line_on_its_way",
    "games_with_bad_lines_in_them",
    "nearly_lines",
    "bytes_with_errors",
    "reset_ends_the_line_that_is_written",
}


@pytest.mark.parametrize("log2_size", [3, 6, 7])
def test_lines(simulator, log2_size, tmp_path):
    lines(simulator, log2_size, tmp_path, 23)


@pytest.mark.parametrize("simulator", ["verilator"], indirect=True)
def test_all_lines(simulator, tmp_path):
    lines(simulator, 6, tmp_path, 1)


def lines(simulator, log2_size, folder, stride):
    """With every so many-th of the cells, words and bytes."""
    runner = build(simulator, "line_pair", SOURCES, folder, LOG2_SIZE=log2_size)
    assert run(runner, "line_pair", "line_bench", STRIDE=str(stride)) == {test: set() for test in TESTS}
