"""`loopline codes`: Verilog that fits the description it is printed from."""

import pytest
from cli.running import run
from cosim.engines import ROOT
from loopline.contract.game import Subject
from loopline.design import ports, top
from loopline.design.dut import load
from loopline.signals import Code, Field, Layout, Streams

REVERSI = ROOT / "examples" / "reversi" / "reversi.toml"


def printed(*arguments):
    code, out, error = run("codes", *arguments)
    assert (code, error) == (0, "")
    return out


@pytest.mark.parametrize(("design", "codes"), [("trax-engine", "trax/trax"), ("evening-engine", "evening/evening")])
def test_the_codes_are_those_that_bundled_engines_include(design, codes):
    """These have a heading, and other numbers after them."""
    included = (ROOT / "rtl" / f"{codes}_codes.vh").read_text().splitlines()
    assert {line for line in printed(design).splitlines() if "localparam" in line} <= set(included)
    assert "localparam [1:0] OP_PLAY = 2'd1;" in printed("trax-engine")


def test_a_skeleton_has_the_ports_that_the_description_implies(tmp_path):
    description = tmp_path / "reversi.toml"
    description.write_text(f'game_folder = "{REVERSI.parent}"\n' + REVERSI.read_text())
    design = tmp_path / "reversi_engine.v"
    design.write_text(printed(description, "--skeleton", "--size", 4))  # there is no such file yet
    found = load(description)
    ports.check(found, Subject.of(found).engine.streams, "icarus")
    design.write_text(design.read_text().replace("input  wire [4:0]  req_x", "input  wire [3:0]  req_x"))
    with pytest.raises(Exception, match="req_x"):
        ports.check(found, Subject.of(found).engine.streams, "icarus")


def test_field_without_bits_has_no_constants(tmp_path):
    """A block with a single reason needs no bits for it: it has no port, and a constant of no width is no Verilog."""
    reason, empty = Field(0, values=Code("Reason", {"DONE": 0})), Layout(())
    streams = Streams(Layout.of(op=1), Layout.of(reason=reason, sum=8), empty, empty)
    assert not any("REASON" in line for line in top.codes(streams))


def test_players_have_no_codes():
    code, _, error = run("codes", "trax-player")
    assert (code, "only engines have" in error) == (2, True)
