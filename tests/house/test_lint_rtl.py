"""What `make lint` says of Verilog: each complaint has a design that provokes it."""

import pytest
from lint_rtl import formatted_otherwise, read_by_slang

RIGHT = """module early (
    input  wire a,
    output wire b
);
    wire c = !a;
    assign b = c;
endmodule
"""


@pytest.fixture
def design(tmp_path):
    def design(text):
        path = tmp_path / "early.v"
        path.write_text(text, encoding="utf-8")
        return path

    return design


def test_a_name_is_declared_before_it_is_used(design, capfd):
    assert read_by_slang(design(RIGHT), [])
    early = RIGHT.replace("    wire c = !a;\n    assign b = c;\n", "    assign b = c;\n    wire c = !a;\n")
    assert not read_by_slang(design(early), [])
    assert "used before its declaration" in capfd.readouterr().err


def test_what_the_formatter_has_otherwise_is_named(design, capsys):
    assert not formatted_otherwise(design(RIGHT))
    assert formatted_otherwise(design(RIGHT.replace("    assign", "  assign")))
    assert "early.v: not as the formatter has it; make format" in capsys.readouterr().err
