"""Serial receiver and transmitter on each simulator and at two ratios. What runs in the simulator: uart_bench."""

from pathlib import Path

import pytest
from rtl.benches import build, run, sources

SOURCES = [*sources("common"), Path(__file__).with_name("uart_pair.v")]

TESTS = {
    "receives_every_byte",
    "a_rate_that_is_off_by_8_percent_harms_nothing_else",
    "what_is_shorter_than_half_a_bit_does_not_start_a_byte",
    "a_spike_in_a_bit_changes_nothing",
    "a_missing_stop_bit_is_an_error",
    "a_break_is_one_error",
    "reset_forgets_the_byte_on_its_way",
    "noise_is_received_as_specified",
    "transmits_every_byte",
    "reset_ends_the_frame",
}


@pytest.mark.parametrize(
    ("simulator", "clock", "baud", "divider", "stride"),
    [
        ("verilator", 50_000_000, 115_200, 434, 16),
        ("verilator", 50_000_000, 115_200, 434, 1),
        ("verilator", 8_000_000, 1_000_000, 8, 1),
        ("icarus", 50_000_000, 115_200, 434, 16),
        ("icarus", 8_000_000, 1_000_000, 8, 1),
    ],
    indirect=["simulator"],
)
def test_uart(simulator, clock, baud, divider, stride, tmp_path):
    """With every so many-th byte."""
    runner = build(simulator, "uart_pair", SOURCES, tmp_path, CLOCK_HZ=clock, BAUD=baud)
    outcome = run(runner, "uart_pair", "uart_bench", DIVIDER=str(divider), STRIDE=str(stride))
    assert outcome == {test: set() for test in TESTS}


@pytest.mark.parametrize("module", ["uart_rx", "uart_tx"])
@pytest.mark.parametrize(
    ("clock", "baud", "complaint"),
    [
        (7_000_000, 1_000_000, "CLOCK_HZ_must_be_8_times_BAUD_or_more"),
        (100_000, 115_200, "CLOCK_HZ_must_be_8_times_BAUD_or_more"),
        (50_000_000, 2_000_000_000, "CLOCK_HZ_must_be_8_times_BAUD_or_more"),
        (1_000_000, 115_200, "BAUD_would_be_off_by_more_than_2_percent"),  # 3.7 %
        (1_021_000, 125_000, "BAUD_would_be_off_by_more_than_2_percent"),  # 2.06 %
        (979_000, 122_400, None),  # just below 2 %
        (12_000_000, 921_600, None),
    ],
)
def test_only_a_rate_that_the_clock_can_make_elaborates(simulator, module, clock, baud, complaint, tmp_path, capfd):
    def attempt():
        build(simulator, module, sources("common"), tmp_path, elaborated_only=True, CLOCK_HZ=clock, BAUD=baud)

    if complaint is None:
        attempt()
        return
    with pytest.raises(RuntimeError):
        attempt()
    assert complaint in "".join(capfd.readouterr())
