"""Five public designs, brought as their users would, docs/others.md: each agrees with its rules but for what is wrong
in it, which is mended here, and five bugs put into it are found."""

import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest
from cli.running import run
from cosim.engines import ROOT, needs

HERE = Path(__file__).parent
REAL = ROOT.parent / "shared" / "real"

pytestmark = [pytest.mark.skipif(not REAL.is_dir(), reason="../shared/real is missing"), pytest.mark.slow]


class Change(NamedTuple):
    """What is put into a source instead of something else."""

    file: str
    find: str
    put: str


class Design(NamedTuple):
    """A public design, how it is described, what is wrong in it, and bugs."""

    folder: str
    described: str
    bugs: list[Change]
    mends: tuple[Change, ...] = ()


DESIGNS = {
    "four": Design(
        "connect-four-de1",
        """\
game = "four_in_a_row:LARGE"
top = "four_of_de1"
sources = ["connect_four_datapath.sv", "connect_four_controller.sv", "four_of_de1.sv"]
adapter = ["four_of_de1.sv"]
assertions = "off"
streams = "strobe"
strobe = { start = "drop", done = 16 }

[signals]
req_column = "column"
resp_over = "over"
resp_winner = "winner"
resp_player = "player"
resp_cells = "cells"
""",
        [
            Change(
                "connect_four_datapath.sv", "for (int step=1; step<=3; step++)", "for (int step=1; step<=2; step++)"
            ),
            Change("connect_four_datapath.sv", "for (int r = 5; r >= 0; r--)", "for (int r = 5; r >= 1; r--)"),
            Change("connect_four_datapath.sv", "count_dir(last_row, last_col, +1, -1, current_player)", "0"),
            Change("connect_four_controller.sv", "(win_found || board_full) ? WINNER", "win_found ? WINNER"),
            Change("connect_four_datapath.sv", "c >= 0 && c < 8 &&", "c >= 0 && c < 7 &&"),
        ],
        (
            Change(
                "connect_four_datapath.sv", "column_full = column_full_r", "column_full = board[0][cursor_col] != 2'b00"
            ),
        ),
    ),
    "tiny": Design(
        "tiny-connect-four/src",
        """\
game = "four_in_a_row:TINY"
top = "connect_four"
sources = ["*.v"]
streams = "strobe"
reset = { signal = "rst_n", active = "low" }

[signals]
req_row = "top_row_read"
req_column = "top_col_read"
resp_winner = "winner"
resp_at = "port_current_col"
resp_player = "port_current_player"
resp_disc = "top_data_out"
resp_wins = "winning_out"

[strobe]
start = { right = "!move_right", left = "!move_left", drop = "!drop_piece", look = {} }
done = { right = 2, left = 2, drop = 200, look = 2 }
""",
        [
            Change("connect_four.v", "current_col == 0 ? LAST_COL", "current_col == 0 ? 3'd6"),
            Change("connect_four.v", "drop_allowed = row_to_drop[ROW_BITS] == 1'b0", "drop_allowed = row_to_drop < 7"),
            Change(
                "check_directions.v", "check_row_4            =  current_col <= 4", "check_row_4 = current_col <= 3"
            ),
            Change("direction_checker.v", "piece2 == piece3 & piece3 == piece4", "piece2 == piece3"),
            Change("board_rw.v", "r_piece == 2'b11 ? winner", "r_piece == 2'b11 ? 2'b01"),
        ],
        (
            Change(
                "direction_checker.v",
                "finished_checking <= 1'b0;\n            w_winning_pieces <= 1'b0;",
                "finished_checking <= 1'b0;\n            winner <= 2'b00;\n            w_winning_pieces <= 1'b0;",
            ),
        ),
    ),
    "line": Design(
        "soft-fpga-reversi/rtl",
        """\
game = "reversi_line:GAME"
top = "othello_top"
sources = ["*.v"]
streams = "bytes"

[bytes]
into = { valid = "rx_valid", byte = "rx_byte" }
out = { valid = "tx_valid", byte = "tx_byte" }
reply = { quiet = 8 }
length = "length"

[bytes.message]
ping = "PI\\r\\n"
version = "VE\\r\\n"
black = "SB\\r\\n"
white = "SW\\r\\n"
move = "MO{column:a}{row:1}\\r\\n"
passes = "PA\\r\\n"
over = "ED\\r\\n"
other = "X{garbage:A}\\r\\n"

[[known]]
reason = "protocol.md: an illegal move is answered by RS; it is played"
not_asked = "reversi_line:illegal"

[[known]]
reason = "protocol.md: after SW it waits; the answer is ER02 unknown"
not_asked = { op = "white" }
""",
        [
            Change("proto.v", "rx_byte == 8'h0D", "rx_byte == 8'h0C"),
            Change("proto.v", "gs_in_black <= gs_black & ~fc_flip;", "gs_in_black <= gs_black;"),
            Change("proto.v", "tx_end  <= 7'd68;", "tx_end  <= 7'd67;"),
            Change("flip_calc.v", "64'hFEFEFEFEFEFEFEFE", "64'hFFFEFEFEFEFEFEFE"),
            Change("legal_bb.v", "empty = ~(black | white)", "empty = ~black"),
        ],
    ),
    "simon": Design(
        "tiny-simon/src",
        """\
game = "simon_says:GAME"
top = "simon"
sources = ["simon.v", "score.v", "galois_lfsr.v", "sound_gen.v"]
streams = "strobe"
signals = { req_buttons = "btn", resp_led = "led", resp_segments = "segments", resp_digits = "segment_digits" }
tie = { ticks_per_milli = 1, segments_invert = 0 }
strobe = { start = { hold = {} }, done = 50, stopped = true }
""",
        [
            Change(
                "simon.v",
                "if (seq_counter + 1 == seq_length) begin\n              state <= StateUserWait",
                "if (seq_counter == seq_length) begin\n              state <= StateUserWait",
            ),
            Change("simon.v", "4'b0100: user_input <= 2;", "4'b0100: user_input <= 3;"),
            Change("simon.v", "seq_length <= seq_length + 1;", "seq_length <= seq_length + 2;"),
            Change("score.v", "if (ones == 9)", "if (ones == 1)"),
            Change("galois_lfsr.v", "lfsr_out[21]", "lfsr_out[20]"),
        ],
    ),
    "answer": Design(
        "serial-tic-tac-toe",
        """\
game = "tic_tac_toe:ANSWER"
top = "xmove"
sources = ["xmove.v"]
streams = "combinational"
signals = { req_board = "i_board", resp_square = "o_move" }
""",
        [
            Change(
                "xmove.v", "18'b010000000000000000: begin o_move = 4'd", "18'b010000000000000000: begin o_move = 4'd1"
            ),
            Change("xmove.v", "18'b000000000000000001: begin", "18'b000000000000000011: begin"),
        ],
    ),
    "ending": Design(
        "serial-tic-tac-toe",
        """\
game = "tic_tac_toe:ENDING"
top = "result"
sources = ["result.v"]
streams = "combinational"
signals = { req_board = "i_board", resp_ending = "o_result" }
""",
        [
            Change("result.v", "== 18'b001100001100001100", "== 18'b001100001100001000"),
            Change("result.v", "18'b000000001100000000) == 18'b000000000000000000", "18'b000000001000000000) == 18'd0"),
            Change("result.v", "else o_result = DRAW", "else o_result = NONE"),
        ],
    ),
}


def verified(name, folder, *changes):
    needs("verilator")
    design = DESIGNS[name]
    shutil.copytree(REAL / design.folder, folder / "design")
    if design.folder == "connect-four-de1":
        shutil.copy(HERE / "four_of_de1.sv", folder / "design")
    if "xmove" in design.described:
        shutil.copytree(REAL / design.folder, folder / "made", dirs_exist_ok=True)
        moves = subprocess.run(["perl", "gen_moves.pl"], cwd=folder / "made", capture_output=True, check=True).stdout
        lines = sorted({*moves.decode().splitlines(keepends=True)})
        (folder / "made" / "moves.txt").write_text("".join(lines))
        made = subprocess.run(["perl", "gen_xmove_module.pl"], cwd=folder / "made", capture_output=True, check=True)
        (folder / "design" / "xmove.v").write_bytes(made.stdout)
    for change in changes:
        file = folder / "design" / change.file
        text = file.read_text()
        assert change.find in text, change
        file.write_text(text.replace(change.find, change.put, 1))
    described = f'name = "{name}"\ngame_folder = "{HERE}"\n{design.described}'
    (folder / "design" / "m.toml").write_text(described)
    how = ("--sim", "verilator", "--seed", 1, "--effort", "quick", "--shrink", 0, "--why", 0, "-x")
    return run("verify", folder / "design" / "m.toml", *how, "--out", folder / "out")


@pytest.mark.parametrize("name", DESIGNS)
def test_fixed_design_agrees(name, tmp_path):
    code, out, err = verified(name, tmp_path, *DESIGNS[name].mends)
    assert (code, "7 of 7 agree" in out) == (0, True), out + err


@pytest.mark.parametrize("name", [name for name, design in DESIGNS.items() if design.mends])
def test_real_bug_is_found(name, tmp_path):
    code, out, err = verified(name, tmp_path)
    assert code == 1, out + err


@pytest.mark.parametrize(("name", "bug"), [(name, bug) for name, design in DESIGNS.items() for bug in design.bugs])
def test_a_bug_is_found(name, bug, tmp_path):
    code, out, err = verified(name, tmp_path, *DESIGNS[name].mends, bug)
    assert code == 1, out + err
