"""A design without a clock: the streams are put around it."""

import re
from pathlib import Path

import pytest
from cli.running import run
from cosim.engines import needs
from dut.refusals import refusal

VERILOG = """\
module widest (input [7:0] a, input [7:0] other, input enable, output [7:0] result);
    assign result = enable ? (a > other ? a : other) : 8'd0;
endmodule
"""

DESCRIBED = f"""\
name = "widest"
game = "combinational_widest:GAME"
game_folder = "{Path(__file__).parent}"
top = "widest"
sources = ["widest.v"]
streams = "combinational"
signals = {{ req_a = "a", req_b = "other", resp_larger = "result" }}
tie = {{ enable = 1 }}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "widest.v").write_text(VERILOG)
    (tmp_path / "m.toml").write_text(DESCRIBED)
    return tmp_path


@pytest.mark.parametrize("simulator", ["icarus", "verilator"])
def test_combinational_design_is_played(simulator, folder):
    needs(simulator)
    how = ("--sim", simulator, "--examples", 3, "--seed", 1)
    code, out, err = run("verify", "m.toml", *how)
    assert (code, "7 of 7 agree" in out) == (0, True), out + err


def test_bugs_of_a_combinational_design_are_located(folder):
    needs("verilator")
    (folder / "widest.v").write_text(VERILOG.replace("a > other ?", "a[6:0] > other[6:0] ?"))
    code, out, _ = run("verify", "m.toml", "--sim", "verilator", "--examples", 10, "--seed", 1, "--only", "ends")
    assert (code, "line      widest.v:2\n" in out) == (1, True), out


@pytest.mark.parametrize(
    ("find", "put", "says"),
    [
        ('b = "other"', 'b = "others"', 'm.toml:7: signals.req_b = "others": widest has no such input'),
        ("tie = { enable = 1 }", "", "widest.v:1: widest has the input enable, which nothing drives"),
        ("req_a", 'req_valid = "v", req_a', "m.toml:7: signals.req_valid: the contract has no port req_valid"),
        ("tie", "verification_port = true\ntie", 'm.toml:6: streams = "combinational": such a design has no verific'),
        ("tie", 'clock.signal = "c"\ntie', "m.toml:8: clock.signal: a combinational design has none; leave it out"),
        ("tie", 'reset.signal = "r"\ntie', "m.toml:8: reset.signal: a combinational design has none; leave it out"),
        ('"combinational"', '"strobes"', 'm.toml:6: streams = "strobes": must be "valid/ready", "combin'),
    ],
)
def test_bad_combinational_descriptions_are_refused(find, put, says, folder):
    (folder / "m.toml").write_text(DESCRIBED.replace(find, put, 1))
    assert refusal(folder).startswith(says)


def test_a_design_with_a_clock_is_refused(folder):
    clocked = VERILOG.replace("(input [7:0] a", "(input clk, input [7:0] a").replace("output [7:0]", "output reg [7:0]")
    (folder / "widest.v").write_text(clocked.replace("assign result =", "always @(posedge clk) result <="))
    assert re.search("widest has the input clk, which nothing drives; it is a clock", refusal(folder))


def test_mutants_are_refused(folder):
    code, _, err = run("mutate", "m.toml", "--mutants", 1)
    assert (code, "m.toml:6: streams: mutants are made of designs with streams" in " ".join(err.split())) == (2, True)
