"""Bytes become waveforms and are read from them again, at any rate; what is no byte is not taken for one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopline.simulation.line import HIGH, LOW, read, round_to_cycles, wave

rates = st.floats(8, 500)


def edges(levels, start=100):
    """The edges of a waveform after an idle line."""
    found, last, at = [], HIGH, start
    for level, cycles in levels:
        if level != last:
            found.append((at, str(level)))
        last, at = level, at + cycles
    return found


@given(st.binary(max_size=40), rates, st.floats(0, 3), st.floats(-0.015, 0.015))
def test_sent_bytes_are_read(data, bit, gap, off):
    heard = list(read(edges(wave(data, bit * (1 + off), gap)), bit))
    assert bytes(byte.value for byte in heard) == data
    assert not any(byte.fault for byte in heard)


@given(st.binary(min_size=1, max_size=40), rates)
def test_times(data, bit):
    for number, byte in enumerate(read(edges(wave(data, bit)), bit)):
        assert abs(byte.start - (100 + number * 10 * bit)) <= 1
        assert abs(byte.end - byte.start - 10 * bit) <= 1


@given(st.lists(st.tuples(st.sampled_from([LOW, HIGH]), st.floats(0, 30))))
def test_rounding_does_not_add_up(levels):
    assert abs(sum(cycles for _, cycles in round_to_cycles(levels)) - sum(duration for _, duration in levels)) <= 0.5
    assert all(cycles > 0 for _, cycles in round_to_cycles(levels))


@pytest.mark.parametrize("off", [-0.1, 0.1])
def test_another_rate_is_a_fault(off):
    assert any(byte.fault for byte in read(edges(wave(b"U@a\n", 16 * (1 + off))), 16))


@pytest.mark.parametrize(
    ("levels", "fault"),
    [
        ([(100, "0")], "there is no stop bit"),
        ([(100, "x")], "the line is neither high nor low"),
        ([(100, "0"), (130, "z"), (140, "1")], "the line is neither high nor low"),
        ([(100, "0"), (122, "1")], "an edge 0.38 bit times from where it belongs"),
    ],
)
def test_malformed_bytes_are_faults(levels, fault):
    (byte,) = read(levels, 16)
    assert byte.fault == fault
