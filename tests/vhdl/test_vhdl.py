"""Designs in VHDL: ghdl makes Verilog of them, and what it leaves out is refused."""

import shutil
from pathlib import Path

import pytest
from cli.running import run
from cosim.engines import ROOT, needs
from loopline.design import vhdl
from loopline.design.dut import load
from loopline.errors import BadInput

HERE = Path(__file__).parent
BLOCKS = ROOT / "examples" / "blocks"

ghdl = pytest.mark.skipif(not shutil.which("ghdl"), reason="there is no ghdl: sudo apt-get install ghdl")

DESCRIBED = f"""\
name = "divider in VHDL"
game = "divider:GAME"
game_folder = "{BLOCKS}"
top = "divider"
sources = ["*.vhd"]
"""

BUG = "std_logic_vector(0 - quotient)", "std_logic_vector(1 - quotient)"

#: A package that another file needs, and whose name comes later in the order of names.
PACKAGE = "package widths is constant OPERAND : natural := 12; end package;\n"

#: Verilog around it, with a port of another name.
WRAPPER = """\
module wrapper (input clk, rst, valid, output req_ready, input req_op, input [11:0] req_dividend, req_divisor,
    output resp_valid, input resp_ready, output [1:0] resp_reason, output [11:0] resp_quotient, resp_remainder);
    divider d (.clk(clk), .rst(rst), .req_valid(valid), .req_ready(req_ready), .req_op(req_op),
        .req_dividend(req_dividend), .req_divisor(req_divisor), .resp_valid(resp_valid), .resp_ready(resp_ready),
        .resp_reason(resp_reason), .resp_quotient(resp_quotient), .resp_remainder(resp_remainder));
endmodule
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (HERE / "divider.vhd").read_text()
    (tmp_path / "divider.vhd").write_text(
        text.replace("entity divider is", "use work.widths.all;\n\nentity divider is", 1).replace(":= 12", ":= OPERAND")
    )
    (tmp_path / "widths.vhd").write_text(PACKAGE)
    (tmp_path / "d.toml").write_text(DESCRIBED)
    return tmp_path


def verified(simulator, *more):
    needs(simulator)
    return run("verify", "d.toml", "--sim", simulator, "--examples", 2, "--seed", 1, *more)


@ghdl
@pytest.mark.parametrize("simulator", ["icarus", "verilator"])
def test_a_divider(simulator, folder):
    code, out, err = verified(simulator)
    assert (code, "7 of 7 agree" in out) == (0, True), out + err
    said = "ghdl has made Verilog of the VHDL: suspects, mutants and coverage name lines of out/build/ghdl-"
    assert said in " ".join((out + err).split())


@ghdl
def test_conversion_is_cached_until_an_edit(folder):
    dut = load(folder / "d.toml").model_copy(update={"out": folder / "out"})
    (first,) = dut.files
    assert dut.files == [first]
    text = (folder / "divider.vhd").read_text()
    (folder / "divider.vhd").write_text(
        text.replace("std_logic_vector(0 - quotient)", "std_logic_vector(1 - quotient)")
    )
    (second,) = dut.files
    assert first != second
    assert first.read_text() != second.read_text()


@ghdl
def test_a_bug_in_vhdl_is_found(folder):
    text = (folder / "divider.vhd").read_text()
    (folder / "divider.vhd").write_text(
        text.replace("std_logic_vector(0 - quotient)", "std_logic_vector(1 - quotient)")
    )
    code, out, _ = verified("verilator", "--only", "ends", "--why", 0)
    assert (code, ", resp_quotient\n" in out) == (1, True), out


@ghdl
def test_below_a_top_in_verilog(folder):
    (folder / "wrapper.v").write_text(WRAPPER)
    text = DESCRIBED.replace('top = "divider"', 'top = "wrapper"').replace('"*.vhd"', '"*.vhd", "wrapper.v"')
    more = 'signals = { req_valid = "valid" }\nvhdl = { entity = "divider", generics = { WIDTH = 12 } }\n'
    (folder / "d.toml").write_text(text + more)
    code, out, err = verified("icarus", "--only", "random games")
    assert (code, "1 of 1 agree" in out) == (0, True), out + err


@ghdl
@pytest.mark.parametrize(
    ("file", "find", "put", "says"),
    [
        ("d.toml", "sources", "parameters = { NOPE = 3 }\nsources", 'no generic "nope" for -g'),
        ("d.toml", 'top = "divider"', 'top = "dividend"', "cannot make Verilog of dividend:"),
        ("divider.vhd", "end architecture;", "", "divider.vhd:"),
        ("divider.vhd", "negative <= '0';", "wait for 5 ns;", "divider.vhd:"),
    ],
)
def test_source_that_ghdl_refuses_is_reported(file, find, put, says, folder):
    text = (folder / file).read_text()
    (folder / file).write_text(text.replace(find, put))
    code, _, err = verified("icarus")
    assert (code, "d.toml: " in err, says in " ".join(err.split())) == (2, True, True), err


def test_without_ghdl(folder, monkeypatch):
    monkeypatch.setenv("PATH", str(folder))
    dut = load(folder / "d.toml")
    with pytest.raises(BadInput) as problem:
        dut.files  # noqa: B018
    assert str(problem.value).endswith(
        "d.toml:5: sources: divider.vhd is VHDL, which ghdl makes Verilog of, and it is not here: "
        "sudo apt-get install ghdl"
    )


def test_undriven_signal_is_reported():
    """As in ghdl's issue 3027: the inputs of a signed multiplication lead nowhere."""
    verilog = (
        "module m\n  (input  clk,\n   input  [3:0] x,\n   output [7:0] r,\n   output q);\n"
        "  wire [3:0] xx;\n  wire [7:0] n1;\n  reg [7:0] n2;\n  wire unused;\n  wire from_inside;\n"
        "  assign r = n2; // (output)\n  assign n1 = {{4{xx[3]}}, xx}; // sext\n"
        "  other o (\n    .clk(clk),\n    .out(from_inside));\n  assign q = from_inside;\n"
        "  always @(posedge clk)\n    n2 <= n1;\n  initial\n    n2 = 8'b00000000;\nendmodule\n"
    )
    assert [*vhdl.undriven(verilog)] == ["m.xx"]
    assert [*vhdl.undriven(verilog.replace("wire unused;", "wire unused;\n  assign xx = x;"))] == []
    assert [*vhdl.undriven(verilog.replace("assign q = from_inside;", "assign xx = x;"))] == ["m.q"]
