"""Delays as bytes and as text: short ones, and long waits."""

from collections import Counter
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopline.simulation.delays import (
    EVERY,
    FIRST,
    KINDS,
    LENGTHS,
    SHORT,
    Wait,
    drawn,
    joined,
    parted,
    pauses_of,
    read_delays,
    shorter,
    simpler,
    told_delays,
    write_delays,
)
from loopline.simulation.session import AT_ONCE, Timing, endless, timings_of

WAITS = st.builds(Wait, st.integers(0, EVERY), st.sampled_from(KINDS), st.integers(1, 9999))


@given(st.binary(max_size=SHORT), st.lists(WAITS, max_size=3))
def test_written_delays_are_read(short, waits):
    delays = joined(short, waits)
    assert read_delays(write_delays(delays)) == delays
    assert parted(delays) == (delays[:SHORT], waits)


@given(st.binary(max_size=SHORT))
def test_saved_short_delays_mean_what_they_did(delays):
    assert write_delays(delays) == delays.hex()
    assert read_delays(delays.hex()) == delays
    assert len(timings_of(delays)) == len(delays)
    assert not any(timing.first for timing in timings_of(delays))


def test_long_waits_as_text():
    assert read_delays("c7ff") == b"\xc7\xff"
    assert parted(read_delays("c7,answer5=129,held=1025")) == (
        b"\xc7".ljust(SHORT, b"\0"),
        [Wait(5, "answer", 129), Wait(EVERY, "held", 1025)],
    )
    assert write_delays(read_delays("request0=8")) == "request0=8"


@pytest.mark.parametrize(
    "text", ["answer5", "answer5=0", "answer=99999", "answer255=1", "c7,ff", "lamp5=8", "answer5=129,", "zz", "00" * 65]
)
def test_bad_delays_are_refused(text):
    with pytest.raises(ValueError, match=r"delays|wait|hexadecimal"):
        read_delays(text)


def test_when_things_wait():
    timings = timings_of(read_delays("41,request1=1024,answer2=129,held3=9,ready4=17"))
    assert timings[:6] == [
        Timing(gap=1),
        Timing(gap=1024),
        Timing(stall=129),
        Timing(stall=9, ahead=1),
        Timing(stall=1, early=17),
        AT_ONCE,
    ]
    assert {*timings_of(read_delays("answer=129"))} == {Timing(stall=129)}
    assert timings_of(read_delays("answer=129,request3=8"))[2:5] == [
        Timing(stall=129),
        Timing(gap=8),
        Timing(stall=129),
    ]


def test_short_delays_come_again_and_long_waits_do_not():
    assert [*islice(endless(timings_of(b"\x41\x42")), 5)] == [Timing(1), Timing(2), Timing(1), Timing(2), Timing(1)]
    after = [*islice(endless(timings_of(read_delays("41,answer3=129"))), 600)]
    assert after.count(AT_ONCE) == 598
    assert [*islice(endless(timings_of(b"")), 2)] == [AT_ONCE, AT_ONCE]


def test_a_request_after_a_reset_is_made_in_the_first_cycle():
    delays = read_delays("41,first")
    assert (parted(delays)[1], write_delays(delays)) == ([FIRST], "41,first")
    assert timings_of(delays) == [Timing(1, first=True), *[Timing(first=True)] * (SHORT - 1)]
    assert timings_of(read_delays("first")) == [Timing(first=True)] * SHORT
    both = timings_of(read_delays("answer1=129,first"))
    assert both[:3] == [Timing(first=True), Timing(stall=129, first=True), Timing(first=True)]
    assert [*map(write_delays, simpler(both_of := read_delays("41,answer=9,first")))] == [
        "",
        "answer=9",
        "first",
        "answer=9",
        "first",
        "answer=9,first",
        write_delays(both_of),
    ]
    assert pauses_of(read_delays("05,request1=9,first"))[:2] == [(5, 0), (0, 9)]
    assert told_delays("first", "request") == "requests are made in the first cycle after a reset"
    first = [drawn(bytes([byte])) for byte in range(256)]
    assert 80 < sum(FIRST in parted(delays)[1] for delays in first) < 90
    assert drawn(b"\0") == b"\0"


def test_lines_are_late_by_every_kind_of_wait():
    assert pauses_of(b"\x05\x21") == [(5, 0), (33, 0)]
    assert pauses_of(read_delays("05,answer1=129"))[:3] == [(5, 0), (0, 129), (0, 0)]
    assert {*pauses_of(read_delays("held=8"))} == {(0, 8)}


def test_lengths_are_those_at_which_counters_fail():
    assert {7, 8, 9, 127, 128, 129, 1023, 1024, 1025, 2047, 2048, 2049, 4095, 4096, 4097} <= {*LENGTHS}
    assert [*LENGTHS] == sorted({*LENGTHS})


def test_few_drawn_bytes_have_no_long_wait_and_smaller_ones_shorter_ones():
    assert drawn(b"\xff" * 9) == b"\xff" * 9
    assert drawn(b"") == b""
    cycles = [parted(drawn(bytes(8) + bytes([0, byte])))[1][1].cycles for byte in range(64)]
    assert cycles == sorted(cycles)
    assert parted(drawn(bytes(10)))[1] == [Wait(0, "request", 7)] * 2


def test_all_kinds_and_lengths_are_drawn():
    random, found = Random(1), Counter()
    for _ in range(2000):
        found.update(parted(drawn(random.randbytes(10)))[1])
    assert 500 < found.pop(FIRST) < 900
    assert {(kind, cycles) for _, kind, cycles in found} == {(kind, cycles) for kind in KINDS for cycles in LENGTHS}
    first = sum(count for wait, count in found.items() if wait.request < 16)
    longest = sum(count for wait, count in found.items() if wait.cycles == LENGTHS[-1])
    assert first / found.total() > 0.2
    assert longest / found.total() > 0.2
    every = sum(count for wait, count in found.items() if wait.request == EVERY)
    assert 0.005 < every / found.total() < 0.03


def test_simpler_delays_are_those_of_one_wait():
    delays = read_delays("41,answer5=129,held7=9")
    assert [*map(write_delays, simpler(delays))] == [
        "",
        "answer=129",
        "answer=9",
        "held=9",
        "answer5=129",
        "held7=9",
        "answer5=129,held7=9",
        write_delays(delays),
    ]
    assert [*simpler(b"\x41")] == [b"", b"\x41"]


def test_a_single_wait_is_made_shorter():
    assert [*map(write_delays, shorter(read_delays("answer=15")))] == ["answer=7", "answer=8", "answer=9"]
    assert not [*shorter(read_delays("41,answer=15"))]
    assert not [*shorter(b"\x41")]


def test_waits_in_words():
    assert told_delays("answer5=129", "request") == "the answer to request 6 waits 129 cycles"
    assert told_delays("answer=129", "request") == "the answer to each request waits 129 cycles"
    assert told_delays("request0=1025", "request") == "request 1 comes 1,025 cycles late"
    assert told_delays("held0=9", "request") == "the answer to request 1 waits 9 cycles, and so does the next request"
    assert told_delays("ready1=9", "request") == "resp_ready is up for 9 cycles before the answer to request 2"
    assert told_delays("held2=9", "line") == "line 3 comes 9 cycles late"
    assert told_delays("c7ff", "request") == "idle cycles before requests, stalls of answers"
