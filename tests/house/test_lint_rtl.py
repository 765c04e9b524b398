"""What `make lint` says of Verilog: each complaint has a design that provokes it."""

import subprocess
import sys
from pathlib import Path

import lint_rtl
import pytest

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


def by_slang(path):
    """Whether slang takes it, and what it says: in a process of its own, as its objects outlive the tests."""
    code = f"import pathlib, sys, lint_rtl; sys.exit(not lint_rtl.read_by_slang(pathlib.Path({str(path)!r}), []))"
    folder = Path(lint_rtl.__file__).parent
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode == 0, done.stderr


def test_a_name_is_declared_before_it_is_used(design):
    assert by_slang(design(RIGHT)) == (True, "")
    early = RIGHT.replace("    wire c = !a;\n    assign b = c;\n", "    assign b = c;\n    wire c = !a;\n")
    taken, said = by_slang(design(early))
    assert not taken
    assert "used before its declaration" in said


def test_unformatted_file_is_named(design, capsys):
    assert not lint_rtl.formatted_otherwise(design(RIGHT))
    assert lint_rtl.formatted_otherwise(design(RIGHT.replace("    assign", "  assign")))
    assert "early.v: not as the formatter has it; make format" in capsys.readouterr().err
