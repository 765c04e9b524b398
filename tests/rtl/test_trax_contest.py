"""The contest player as a whole, on each simulator. What runs in the simulator: contest_bench."""

import pytest
from rtl.benches import build, run, sources

SOURCES = sources("common", "trax", "trax/player")

TESTS = {
    "plays_as_the_model_does",
    "lines_end_as_the_host_likes",
    "a_line_with_an_error_in_it_is_no_line",
    "after_a_break_or_noise_a_line_end_puts_things_right",
    "reset_ends_everything",
    "lost_bytes_are_noticed",
}
IDENTITY = "16'h5879"  # Xy


@pytest.mark.parametrize("simulator", ["verilator", "icarus"], indirect=True)
def test_contest(simulator, tmp_path):
    """8 clocks a bit and a large board: bytes come as fast as may be, while the engine needs long to clear it."""
    sizes = {"LOG2_SIZE": 7, "CLOCK_HZ": 8_000_000, "BAUD": 1_000_000, "IDENTITY": IDENTITY}
    runner = build(simulator, "trax_contest", SOURCES, tmp_path, **sizes)
    assert run(runner, "trax_contest", "contest_bench", DIVIDER="8") == {test: set() for test in TESTS}


@pytest.mark.parametrize(
    ("parameter", "value", "complaint"),
    [
        ("LOG2_SIZE", 8, "LOG2_SIZE_must_be_3_to_7"),
        ("DEPTH", 3, "DEPTH_must_be_1_or_2"),
        ("BAUD", 10_000_000, "CLOCK_HZ_must_be_8_times_BAUD_or_more"),
    ],
)
def test_what_cannot_be_does_not_elaborate(simulator, parameter, value, complaint, tmp_path, capfd):
    with pytest.raises(RuntimeError):
        build(simulator, "trax_contest", SOURCES, tmp_path, **{parameter: value})
    assert complaint in "".join(capfd.readouterr())
