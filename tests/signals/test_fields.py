"""A field is declared once: its port, its place in the vector and its words follow from that."""

from enum import IntEnum
from typing import Annotated, NamedTuple

import pytest
from loopline.design.dut import load
from loopline.design.top import wires
from loopline.games.trax.protocol import Reason, Request, Response, streams
from loopline.signals import Code, Field, Layout, Streams


class Verdict(Code):
    FINE = 0
    TOO_LATE = 2, "the clock has run out"


class Answer(NamedTuple):
    verdict: Annotated[int, Field(2, "how it went", Verdict)] = 0
    row: Annotated[int, Field(lambda size: size.bit_length() - 1)] = 0
    tiles: Annotated[int, Field(9, shows=lambda value: f"{value} of them", name="count")] = 0
    not_a_port: int = 0


def test_a_declared_field_is_a_port_a_slice_and_words(tmp_path):
    layout = Layout.declared_by(Answer, 16)
    assert layout.names == ("verdict", "row", "count")
    assert layout.pack(Answer(2, 5, 3)) == 2 << 13 | 5 << 9 | 3
    assert layout.unpack(2 << 13 | 5 << 9 | 3) == {"verdict": 2, "row": 5, "count": 3}
    one = Streams(request=Layout.of(go=1), response=layout, event=Layout.of(), state=Layout.of())
    (tmp_path / "a.v").touch()
    (tmp_path / "a.toml").write_text('name = "a"\ntop = "a"\nsources = ["a.v"]\n')
    ports = {wire.port: (wire.width, wire.joined_to) for wire in wires(load(tmp_path / "a.toml"), one)}
    assert ports["resp_row"] == (4, "resp[9+:4]")
    assert ports["req_go"] == (1, "req[0+:1]")
    assert [one.describe("verdict", value) for value in range(3)] == [
        "0, fine",
        "1, which means nothing",
        "2, too late",
    ]
    assert (one.describe("row", 7), one.describe("count", 7), one.describe("ready", 1)) == ("7", "7 of them", "1")


def test_codes_are_numbers_with_a_meaning():
    assert Verdict(2) is Verdict.TOO_LATE
    assert Verdict.TOO_LATE == 2
    assert (Verdict.TOO_LATE.meaning, Verdict.FINE.meaning) == ("the clock has run out", "")


def test_a_plain_enum_is_told_by_its_names():
    reasons = IntEnum("Reasons", {"DONE": 0, "BY_ZERO": 1})
    assert [Field(2, values=reasons).describe(value) for value in range(2)] == ["0, done", "1, by zero"]


def test_a_width_that_depends_on_the_board_needs_one():
    with pytest.raises(AssertionError, match="size is not known"):
        _ = Layout.of(go=1, row=Field(lambda size: size)).width


@pytest.mark.parametrize("size", [8, 64, 128])
def test_the_tuples_of_trax_are_its_streams(size):
    """But for what says that a request is cut short, which is nobody's port."""
    found = streams(size)
    assert len(found.request.names) == found.reset_after == len(Request._fields) - 1
    assert len(found.response.names) == len(Response._fields)
    k = size.bit_length() - 1
    assert (found.response.width, found.event.width, found.state.width) == (8 * k + 29, 2 * k + 43, 8 * k + 11)
    assert found.describe("reason", Reason.TRAP) == "9, trap"
