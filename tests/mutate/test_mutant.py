"""What Yosys writes down of a mutant, and what we say of it."""

import pytest
from loopline.mutate.gates import PinMutant, options, position

LINE = (
    "mutate -ctrl loopline_mutant 1 7 -mode cnot0 -module top -cell $flatten\\board.\\ends.$add$a.v:3$12 "
    "-port \\Y -portbit 3 -ctrlbit 1 -wire board.sum -wirebit 3 -src a.v:2.1-2.9 -src a.v:3.1-3.9"
)


def test_a_line_of_yosys():
    found = options(LINE)
    assert found["cell"] == "$flatten\\board.\\ends.$add$a.v:3$12"
    assert (found["mode"], found["port"], found["portbit"], found["ctrlbit"]) == ("cnot0", "\\Y", "3", "1")
    assert found["src"] == "a.v:2.1-2.9"


@pytest.mark.parametrize(
    ("src", "expected"),
    [
        ("a.v:3.5-3.9|b.v:1.1-1.2", ("a.v", 3)),
        ("../with:colon/a.v:12", ("../with:colon/a.v", 12)),
        ("", ("", 0)),
        ("nothing", ("", 0)),
    ],
)
def test_where_a_cell_comes_from(src, expected):
    assert position(src) == expected


def test_in_words():
    mutant = PinMutant(7, "$add", "rtl/board.v", 30, "cnot0", "top", "$add$1", "Y", 3, 1)
    assert str(mutant) == "$add Y[3] inverted while bit 1 is 0"
    assert (mutant.place, mutant.part) == ("rtl/board.v:30", "board")
    assert mutant.command == "-mode cnot0 -module top -cell $add$1 -port Y -portbit 3 -ctrlbit 1"
