"""Serial receiver and transmitter at two ratios, one on each simulator. What runs in the simulator: uart_bench."""

from pathlib import Path

import pytest
from rtl.benches import build, run, sources

SOURCES = [*sources("common"), Path(__file__).with_name("uart_pair.v")]

TESTS = {
    "receives_every_byte",
    "reset_forgets_the_byte_on_its_way",
    "whatever_comes_is_received_as_specified",
    "transmits_every_byte",
    "reset_ends_the_frame",
}


@pytest.mark.parametrize(
    ("simulator", "clock", "baud", "divider", "stride"),
    [
        ("verilator", 50_000_000, 115_200, 434, 16),
        ("icarus", 8_000_000, 1_000_000, 8, 1),
    ],
    indirect=["simulator"],
)
def test_uart(simulator, clock, baud, divider, stride, tmp_path):
    """With every so many-th byte."""
    runner = build(simulator, "uart_pair", SOURCES, tmp_path, CLOCK_HZ=clock, BAUD=baud)
    outcome = run(runner, "uart_pair", "uart_bench", DIVIDER=str(divider), STRIDE=str(stride))
    assert outcome == {test: set() for test in TESTS}
