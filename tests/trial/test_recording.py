"""The text of a record: read as it is written, taken apart and put together again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopline.simulation.recording import (
    FLAGS,
    REQ_VALID,
    RESP_READY,
    Lines,
    Recording,
    also_asked,
    also_ready,
    numbered,
    rows,
)

#: Cycles without a line, then a line; the first cycle of a record has one.
_LINES = st.lists(
    st.tuples(st.integers(0, 20), st.sampled_from(["04 0 0 1", "02 0 0 5", "00001x00 0 0 0"])), min_size=1
)


def test_a_line_says_how_many_cycles_before_it_had_none():
    text = "20 0 0 0\n+a 04 0 0 1\n0c 0 0 1\n+1 000000x0 0 1 0\n"
    assert [row.cycle for row in rows(text)] == [0, 11, 12, 14]
    assert [row.flags for row in rows(text)] == ["20", "04", "0c", "000000x0"]
    assert Recording(text, False).cycles == 15


@given(_LINES)
def test_written_records_are_read(lines):
    record, expected = Lines(), []
    for skipped, line in lines:
        record.skip(skipped)
        record.add(f"{line}\n")
        expected.append((record.now, line))
    assert list(numbered(record.text())) == expected
    assert Recording(record.text(), False).cycles == record.now + 1


def test_cycles_without_a_line_add_up():
    record = Lines()
    record.add("04 0 0 0\n")
    for cycles in (3, 0, 4):
        record.skip(cycles)
    record.add("0c 0 0 0\n")
    assert record.text() == "04 0 0 0\n+7 0c 0 0 0\n"


@given(_LINES, st.data())
def test_lines_that_are_taken_out_can_be_put_back(lines, data):
    record, marks = Lines(), []
    for skipped, line in lines:
        record.skip(skipped)
        record.add(f"{line}\n")
        marks.append((len(record.parts), record.now))
    text = record.text()
    parts, cycle = data.draw(st.sampled_from(marks))
    taken = record.taken_out(parts, cycle)
    assert all(one > cycle for one, _ in taken)
    record.put_back(taken)
    assert record.text() == text


@pytest.mark.parametrize(("asks", "expected"), [(5, [3, 5, 7]), (7, [3, 7]), (8, [3, 7])])
def test_also_asked(asks, expected):
    """From that cycle on the request is valid; if nothing else changes in it, it has a line of its own."""
    found = also_asked([(3, "02 0 0 1\n"), (7, "06 0 0 1\n")], asks)
    assert [cycle for cycle, _ in found] == expected
    for cycle, line in found:
        assert bool(FLAGS.parse(line[:2]) & REQ_VALID) == (cycle >= asks)
        assert line[2:] == " 0 0 1\n"


@pytest.mark.parametrize(("last", "expected"), [(4, [3, 5, 7, 9]), (6, [3, 7, 9]), (9, [3, 7, 9])])
def test_also_ready(last, expected):
    """Up to that cycle, or to the one before the answer; if nothing else changes when it falls, that has a line."""
    found = also_ready([(3, "00 0 0 1\n"), (7, "04 0 0 1\n"), (9, "06 0 0 1\n")], last)
    assert [cycle for cycle, _ in found] == expected
    for cycle, line in found:
        assert bool(FLAGS.parse(line[:2]) & RESP_READY) == (cycle <= min(last, 6) or cycle == 9)
        assert line[2:] == " 0 0 1\n"


@pytest.mark.parametrize(
    ("asks", "taken", "lines"),
    [
        (1, 6, ["12 0 0 1", "+3 16 0 0 1"]),
        (3, 6, ["02 0 0 1", "+1 12 0 0 1", "+1 16 0 0 1"]),
        (6, 6, ["02 0 0 1", "+3 06 0 0 1"]),
        (9, 9, ["02 0 0 1", "+3 06 0 0 1", "08 0 0 2"]),
    ],
)
def test_when_a_request_is_taken_that_did_not_wait(asks, taken, lines):
    """The one before it was taken in cycle 0 and answered in cycle 5; in cycle 6 the engine could take the next one."""
    record = Lines()
    record.add("1a 0 0 0\n")
    record.ahead = len(record.parts), record.now, asks
    record.add("02 0 0 1\n")
    record.skip(3)
    record.add("06 0 0 1\n")
    record.add("08 0 0 2\n")
    assert record.asks(gap=7) == taken
    assert record.text().splitlines() == ["1a 0 0 0", *lines]
    assert record.asks(gap=2) == record.now + 3
