"""Designs that hear and say bytes: the streams are put around them."""

import re
from pathlib import Path

import pytest
from cli.running import run
from cosim.engines import needs
from dut.refusals import refusal

#: `a+b` and a line feed is answered by the sum in a line, `;` by nothing, anything else of three bytes by `what?`.
VERILOG = """\
module adder (input clk, input rst, input rx_valid, input [7:0] rx_byte, output rx_ready,
              output tx_valid, output [7:0] tx_byte);
    reg [23:0] line;
    reg [1:0] heard;
    reg [47:0] says;
    reg [2:0] left;
    assign rx_ready = left == 0;
    assign tx_valid = left != 0;
    assign tx_byte = says[47:40];
    wire [31:0] whole = {line, rx_byte};
    always @(posedge clk)
    if (rst) begin
        heard <= 0;
        left <= 0;
    end else if (left != 0) begin
        left <= left - 1;
        says <= says << 8;
    end else if (rx_valid) begin
        line <= {line[15:0], rx_byte};
        heard <= heard + 1;
        if (heard == 0 && rx_byte == ";") heard <= 0;
        else if (heard == 3) begin
            heard <= 0;
            says <= whole[23:16] == "+" ? {8'd48 + whole[31:24] + whole[15:8] - 8'd96, 8'd10, 32'd0} : {"what?", 8'd10};
            left <= whole[23:16] == "+" ? 2 : 6;
        end
    end
endmodule
"""

DESCRIBED = f"""\
name = "adder"
game = "bytes_adder:GAME"
game_folder = "{Path(__file__).parent}"
top = "adder"
sources = ["adder.v"]
streams = "bytes"

[bytes]
into = {{ valid = "rx_valid", byte = "rx_byte", ready = "rx_ready" }}
out = {{ valid = "tx_valid", byte = "tx_byte" }}
message.add = "{{a:0}}+{{b:0}}\\n"
message.nothing = ";"
message.other = "?{{garbage}}\\n"
reply = {{ quiet = 4 }}
length = "length"
"""

#: Two bytes on a serial line of nine cycles a bit come back the other way round.
SERIAL = """\
module echo (input clk, input rst_n, input rx, output tx);
    reg [19:0] frames;
    reg [7:0] time_q;
    reg [5:0] bits;
    reg hears;
    reg [17:0] got;
    assign tx = bits == 0 || hears || frames[0];
    always @(posedge clk)
    if (!rst_n) begin
        bits <= 0;
        hears <= 0;
        time_q <= 0;
    end else if (bits == 0) begin
        if (!rx) begin
            bits <= 20;
            hears <= 1;
            time_q <= 4;
        end
    end else if (time_q != 0) time_q <= time_q - 1;
    else begin
        time_q <= 8;
        bits <= bits - 1;
        if (hears) begin
            frames <= {rx, frames[19:1]};
            if (bits == 1) begin
                hears <= 0;
                bits <= 20;
                frames <= {1'b1, frames[9:2], 1'b0, 1'b1, frames[19:12], 1'b0};
            end
        end else frames <= {1'b1, frames[19:1]};
    end
endmodule
"""

ON_A_LINE = (
    DESCRIBED.split("[bytes]")[0].replace("GAME", "ECHO").replace("adder.v", "echo.v").replace('"adder"', '"echo"')
    + """\
reset = { signal = "rst_n", active = "low" }
[bytes]
uart = { rx = "rx", tx = "tx", bit = 9 }
message = { swap = "{there}" }
reply = { bytes = 2 }
"""
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written(tmp_path, VERILOG, DESCRIBED)
    return tmp_path


def written(folder, verilog, described):
    (folder / "adder.v").write_text(verilog)
    (folder / "echo.v").write_text(SERIAL)
    (folder / "m.toml").write_text(described)


def verified(simulator, *more):
    how = ("--sim", simulator, "--examples", 6, "--seed", 1, "--only", "histories", "--shrink", 1, "--why", 0)
    return run("verify", "m.toml", *how, *more)


@pytest.mark.parametrize(
    ("simulator", "described"),
    [
        ("icarus", DESCRIBED),
        ("icarus", ON_A_LINE),
        ("verilator", DESCRIBED),
    ],
    ids=["quiet", "serial", "verilator"],
)
def test_byte_stream_design_is_played(simulator, described, folder):
    needs(simulator)
    written(folder, VERILOG, described)
    code, out, err = verified(simulator)
    assert (code, "1 of 1 agree" in out) == (0, True), out + err


@pytest.mark.parametrize(
    ("find", "put", "says"),
    [
        ("- 8'd96", "- 8'd96 + (whole[31:24] == 8'd51)", " ns), resp_said\n"),
        ("? 2 : 6", "? 3 : 6", " ns), resp_length\n"),
        ("left <= 0;", "left <= 1;", " ns), resp_valid\n"),
    ],
    ids=["value", "length", "unasked"],
)
def test_a_bug_is_found(find, put, says, folder):
    written(folder, VERILOG.replace(find, put, 1), DESCRIBED)
    code, out, _ = verified("icarus")
    assert (code, says in out) == (1, True), out


@pytest.mark.parametrize(
    ("find", "put", "says"),
    [
        ("{a:0}", "", "m.toml:11: bytes.message.add: says nothing of the field a: write {a}"),
        ("{a:0}", "{a:0}{c}", "m.toml:11: bytes.message.add: the operation add has no field c: it has a, b"),
        ("{a:0}", "{a}", "m.toml:11: bytes.message.add: a has 2 bits; expected a multiple of 8: write {a:a}"),
        ("{garbage}", "{garbage:a}", "m.toml:13: bytes.message.other: garbage has 16 bits, and a letter plus its"),
        ('"?{', '"{?{', "m.toml:13: bytes.message.other: "),
        ('";"', '""', 'm.toml:12: bytes.message.nothing: "" is empty: a request must say something'),
        ("message.nothing", "message.nothin", "m.toml:12: bytes.message.nothin: the game has no operation nothin; did"),
        ("quiet = 4", 'quiet = 4, separator = "x"', "m.toml:14: bytes.reply = "),
        ("quiet = 4", "bytes = 4", "m.toml:14: bytes.reply: a reply of 4 bytes, but the fields of the answer have 6"),
        ('length = "length"', "", "m.toml:8: the answer's length has 4 bits; expected a multiple of 8"),
        (
            '"length"',
            '"lenght"',
            'm.toml:15: bytes.length = "lenght": expected a field of the answer: length, said',
        ),
        ('"rx_ready"', '"ready"', 'm.toml:9: bytes.into.ready = "ready": adder has no such output; the nearest is rx_'),
        (
            "into =",
            "uart = { rx = 'a', tx = 'b', bit = 4 }\ninto =",
            "m.toml:8: [bytes] must have either uart, or both",
        ),
        (
            "[bytes]",
            "signals.req_a = 'a'\n[bytes]",
            "m.toml:8: signals.req_a: the contract has no port req_a; known are",
        ),
    ],
)
def test_bad_byte_streams_are_refused(find, put, says, folder):
    written(folder, VERILOG, DESCRIBED.replace(find, put, 1))
    assert refusal(folder).startswith(says)


def test_quiet_must_be_longer_than_a_byte_of_the_line(folder):
    written(folder, VERILOG, ON_A_LINE.replace("bytes = 2", "quiet = 100"))
    assert re.match(
        r"m.toml:12: bytes.reply: quiet = 100 cycles is shorter than a byte .* 108 at least", refusal(folder)
    )
