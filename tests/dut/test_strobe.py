"""Designs that are told to begin, and say when they are done: the streams are put around them."""

import re
from pathlib import Path

import pytest
from cli.running import run
from cosim.engines import needs
from dut.refusals import refusal

#: Asynchronous reset, active low; `double_n` is active low; the answer is there for one cycle only.
VERILOG = """\
module counter (input clock, input rst_n, input set, input double_n, input [7:0] value,
                output reg done, output reg [7:0] total);
    reg [7:0] kept;
    reg [1:0] left;
    always @(posedge clock or negedge rst_n)
    if (!rst_n) begin
        kept <= 0;
        left <= 0;
        done <= 0;
        total <= 0;
    end else begin
        done <= left == 1;
        total <= left == 1 ? kept : 0;
        if (left != 0) left <= left - 1;
        else if (set) begin
            kept <= value;
            left <= 3;
        end else if (!double_n) begin
            kept <= kept << 1;
            left <= 1;
        end
    end
endmodule
"""

DESCRIBED = f"""\
name = "counter"
game = "strobe_counter:GAME"
game_folder = "{Path(__file__).parent}"
top = "counter"
sources = ["counter.v"]
streams = "strobe"
clock = {{ signal = "clock" }}
reset = {{ signal = "rst_n", active = "low" }}
signals = {{ req_value = "value", resp_total = "total" }}

[strobe]
start = {{ set = "set", double = "!double_n" }}
done = "done"
"""

#: Another way to say the same: cycles, and a code instead of signals.
CYCLES = DESCRIBED.replace('done = "done"', "done = { set = 4, double = 2 }")
COMMAND = VERILOG.replace("input set, input double_n,", "input [1:0] command,").replace("!double_n", "command == 3")
COMMAND = COMMAND.replace("(set)", "(command == 2)")
CODES = CYCLES.replace('set = "set", double = "!double_n"', "set = { command = 2 }, double = { command = 3 }")
LEVELS = COMMAND.replace("output reg done", "output busy").replace("done <= 0;", "").replace("done <= left == 1;", "")
LEVELS = LEVELS.replace("left == 1 ? kept : 0", "kept").replace(
    "reg [7:0] kept;", "reg [7:0] kept; assign busy = left != 0;"
)
BUSY = CODES.replace("{ set = 4, double = 2 }", '{ set = "!busy", double = 3 }')
FALLING = BUSY.replace('signal = "clock"', 'signal = "clock", edge = "falling"')
STOPPED = FALLING + "stopped = true\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written(tmp_path, VERILOG, DESCRIBED)
    return tmp_path


def written(folder, verilog, described):
    (folder / "counter.v").write_text(verilog)
    (folder / "m.toml").write_text(described)


def verified(simulator, *more):
    how = ("--sim", simulator, "--examples", 10, "--seed", 1, "--only", "histories")
    return run("verify", "m.toml", *how, *more)


@pytest.mark.parametrize(
    ("simulator", "verilog", "described"),
    [
        ("icarus", VERILOG, DESCRIBED),
        ("icarus", LEVELS, BUSY),
        ("icarus", LEVELS.replace("posedge clock", "negedge clock"), FALLING),
        ("icarus", LEVELS, STOPPED.replace('edge = "falling"', 'edge = "rising"')),
        ("verilator", LEVELS.replace("posedge clock", "negedge clock"), STOPPED),
    ],
    ids=["signals", "busy", "falling", "stopped", "stopped, falling"],
)
def test_strobe_design_is_played(simulator, verilog, described, folder):
    needs(simulator)
    written(folder, verilog, described)
    code, out, err = verified(simulator)
    assert (code, "1 of 1 agree" in out) == (0, True), out + err


WRONG = VERILOG.replace("kept << 1", "kept[6:0] * 2 % 128")


def test_a_bug_is_found(folder):
    written(folder, WRONG, DESCRIBED)
    code, out, _ = verified("icarus", "--shrink", 1, "--why", 0)
    assert (code, "✗ Total is " in out, ", resp_total\n" in out) == (1, True, True), out


@pytest.mark.gate
def test_bugs_of_a_strobe_design_are_located(folder):
    needs("verilator")
    written(folder, WRONG, DESCRIBED)
    code, out, _ = verified("verilator")
    assert (code, "line      counter.v:19\n" in out) == (1, True), out


@pytest.mark.parametrize(
    ("find", "put", "says"),
    [
        ('"strobe"', '"combinational"', 'm.toml:11: [strobe] is for streams = "strobe": write that, or leave'),
        ("double =", "twice =", "m.toml:12: strobe.start.twice: the game has no operation twice; it has set, double"),
        (', double = "!double_n"', "", "m.toml:12: strobe.start says nothing of the operation double: add double = "),
        ('"!double_n"', '"double-n"', "m.toml:12: strobe.start = "),
        ('"!double_n"', '"!double"', 'm.toml:12: strobe.start.double = "double": counter has no such input; the nea'),
        (
            '"!double_n"',
            "{ double_n = 2 }",
            "m.toml:12: strobe.start.double: the port double_n (counter.v:1) has 1 bit,",
        ),
        ('done = "done"', "done = 0", "m.toml:13: strobe.done = 0: must be an output, as in"),
        ('done = "done"', 'done = "finished"', 'm.toml:13: strobe.done = "finished": counter has no such output'),
        ('done = "done"', 'done = "done"\nidle = { value = 1 }', "m.toml:14: strobe.idle.value: no operation sets"),
        ('"clock" }', '"clock", edge = "both" }', 'm.toml:7: clock.edge = "both": must be "rising" or "falling"'),
        ("[strobe]", "verification_port = true\n[strobe]", 'm.toml:6: streams = "strobe": such a design has no veri'),
    ],
)
def test_bad_strobe_descriptions_are_refused(find, put, says, folder):
    written(folder, VERILOG, DESCRIBED.replace(find, put, 1))
    assert refusal(folder).startswith(says)


def test_strobes_need_their_table(folder):
    written(folder, VERILOG, DESCRIBED.split("[strobe]")[0])
    assert re.match(r'm.toml:6: streams = "strobe": the table \[strobe\] is missing', refusal(folder))


def test_a_clock_with_another_edge_needs_such_streams(folder):
    falling = DESCRIBED.split("[strobe]")[0].replace('"strobe"', '"valid/ready"')
    written(folder, VERILOG, falling.replace('"clock" }', '"clock", edge = "falling" }'))
    assert re.match(r'm.toml:7: clock.edge = "falling" is for designs whose streams loopline makes', refusal(folder))


def test_skeleton_of_a_strobe_design_has_its_ports(folder):
    (folder / "m.toml").write_text(CODES)
    (folder / "counter.v").unlink()
    code, out, err = run("codes", "m.toml", "--skeleton")
    assert (code, "input  wire [1:0] command," in out) == (0, True), out + err
