"""What many measurements come to: against the plain definition of each figure."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopline.errors import duration
from loopline.latency import bins, histogram, spread
from loopline.report.latency import _drawn

values = st.lists(st.integers(0, 10_000_000), min_size=1, max_size=300)


@given(values)
def test_spread(cycles):
    one = spread(cycles)
    assert (one.number, one.least, one.most) == (len(cycles), min(cycles), max(cycles))
    for per_cent, figure in ((50, one.median), (90, one.p90), (99, one.p99)):
        assert figure in cycles
        assert 100 * sum(value <= figure for value in cycles) >= per_cent * len(cycles)
        assert 100 * sum(value < figure for value in cycles) < per_cent * len(cycles)


@given(values)
def test_every_value_has_one_bin(counts):
    parts = bins(counts)
    assert all(sum(count in part for part in parts) == 1 for count in counts)
    assert len(parts) <= 10
    assert len({len(part) for part in parts}) == 1
    assert max(counts) in parts[-1]


@given(values, st.integers(8, 64))
def test_every_value_has_one_bar(cycles, most):
    bars = histogram(cycles, most)
    assert sum(bar.number for bar in bars) == len(cycles)
    assert len(bars) <= most
    assert bars[0].number
    assert bars[-1].number
    for bar in bars:
        inside = sum(bar.low * (1 - 1e-8) <= max(1, value) < bar.high * (1 - 1e-8) for value in cycles)
        assert inside == bar.number


@pytest.mark.parametrize("values", [[-8, -8, 1], [0], [7, 7]])
def test_negative_times_are_in_the_histogram(values):
    assert sum(bar.number for bar in histogram(values, 8)) == len(values)


def test_bars_on_the_terminal_begin_at_real_values():
    rows = [row.split() for row in _drawn([4, 5, 5, 6, 7, 7, 8], "#")]
    assert [int(first) for _, first, *_ in rows] == [4, 5, 6, 7, 8]
    assert [int(number) for *_, number in rows] == [1, 2, 1, 2, 1]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (1.0, "1 s"),
        (0.99999, "1 s"),
        (0.9994, "999 ms"),
        (33.657e-3, "33.7 ms"),
        (7.5e-4, "750 µs"),
        (9e-6, "9 µs"),
        (80e-9, "80 ns"),
        (0.0, "0 ns"),
        (1234.0, "1,234 s"),
    ],
)
def test_duration(seconds, text):
    assert duration(seconds) == text
