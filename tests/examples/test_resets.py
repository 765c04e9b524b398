"""Blocks that a reset at one moment only, or what is shown during it, leaves in a wrong state: found by any seed. And
right ones that react to a reset in another way: no false alarm."""

import shutil

import pytest
from copies import ROOT, change
from loopline.testing import verify

BLOCKS = ROOT / "examples" / "blocks"

#: With how many examples and which seeds each bug is found.
EXAMPLES, SEEDS = 60, [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3, 5))]

RESET = "if (rst) begin  // what is shown must be known before the first answer, too\n"
QUOTIENT = "assign resp_quotient = negative_q ? -quotient_q : quotient_q;"


def wrong_after(moment, declared):
    """The divider's first answer after a reset that began at a moment is wrong."""
    return [
        (
            "    always @(posedge clk) begin\n        case (state_q)",
            f"{declared}\n    reg bad_q = 1'b0, rst_q = 1'b0;\n    always @(posedge clk) begin\n        rst_q <= rst;\n"
            "        if (resp_valid && resp_ready) bad_q <= 1'b0;\n        case (state_q)",
        ),
        (RESET, f"{RESET}            bad_q <= bad_q | (!rst_q && ({moment}));\n"),
        (QUOTIENT, "assign resp_quotient = (negative_q ? -quotient_q : quotient_q) ^ {11'd0, bad_q};"),
    ]


#: The block, and what is changed.
BUGS = {
    "after an answer was taken": (
        "divider",
        wrong_after(
            "taken_q", "reg taken_q = 1'b0; always @(posedge clk) taken_q <= !rst && resp_valid && resp_ready;"
        ),
    ),
    "after nine idle cycles": (
        "divider",
        wrong_after(
            "idle_q == 9",
            "reg [5:0] idle_q = 0; always @(posedge clk) idle_q <= rst || state_q != IDLE ? 0 : idle_q + !(&idle_q);",
        ),
    ),
    "while a request is held": (
        "divider",
        wrong_after("held_q", "reg held_q = 1'b0; always @(posedge clk) held_q <= !rst && req_valid && !req_ready;"),
    ),
    "a request by zero during it": (
        "divider",
        [
            (
                f"{RESET}            state_q <= IDLE;",
                f"{RESET}            state_q <= req_valid && by_zero ? RESPOND : IDLE;",
            )
        ],
    ),
    "a request to lock during it": (
        "registers",
        [("locked_q <= 6'd0;", "locked_q <= req_valid && req_op == LOCK && req_address == 3'd2 ? 6'd4 : 6'd0;")],
    ),
}


def copied(folder, block, edits):
    shutil.copy(BLOCKS / f"{block}.v", folder)
    change(folder / f"{block}.v", *edits)
    design = folder / f"{block}.toml"
    design.write_text(f'game_folder = "{BLOCKS}"\n' + (BLOCKS / design.name).read_text())
    return design


@pytest.mark.room(20)
@pytest.mark.gate
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("bug", BUGS)
def test_state_that_survives_a_reset_is_found(bug, seed, tmp_path):
    design = copied(tmp_path, *BUGS[bug])
    names = ("histories", "reset sweeps", "ends", "random games")
    with pytest.raises(AssertionError, match="MISMATCH"):
        verify(design, *names, sim="verilator", examples=EXAMPLES, seed=seed, why=0, out=tmp_path)


#: A divider in which a reset acts two cycles late; one that takes ninety cycles after it; one in which a register slice
#: holds requests back.
RIGHT = {
    "late": """
        reg [1:0] late_q; always @(posedge clk) late_q <= {late_q[0], rst};
        wire ready; assign req_ready = ready && late_q == 0;
        INNER(late_q[1], req_valid && late_q == 0, ready, req_op, req_dividend, req_divisor)""",
    "slow": """
        reg [6:0] left_q; always @(posedge clk) left_q <= rst ? 7'd90 : left_q - (left_q != 0);
        wire ready; assign req_ready = ready && left_q == 0;
        INNER(rst, req_valid && left_q == 0, ready, req_op, req_dividend, req_divisor)""",
    "slice": """
        reg full_q, busy_q; reg [24:0] held_q; wire ready;
        always @(posedge clk) begin
            if (req_valid && req_ready) {full_q, busy_q, held_q} <= {2'b11, req_op, req_dividend, req_divisor};
            else if (ready) full_q <= 1'b0;
            if (resp_valid && resp_ready) busy_q <= 1'b0;
            if (rst) {full_q, busy_q} <= 2'b00;
        end
        assign req_ready = !busy_q;
        INNER(rst, full_q, ready, held_q[24], held_q[23:12], held_q[11:0])""",
}

PORTS = """`default_nettype none
module right (
    input wire clk, input wire rst, input wire req_valid, output wire req_ready, input wire req_op,
    input wire [11:0] req_dividend, input wire [11:0] req_divisor, output wire resp_valid, input wire resp_ready,
    output wire [1:0] resp_reason, output wire [11:0] resp_quotient, output wire [11:0] resp_remainder
);
"""
INNER = """divider inner (.clk(clk), .rst({}), .req_valid({}), .req_ready({}), .req_op({}), .req_dividend({}),
            .req_divisor({}), .resp_valid(resp_valid), .resp_ready(resp_ready), .resp_reason(resp_reason),
            .resp_quotient(resp_quotient), .resp_remainder(resp_remainder));"""


@pytest.mark.parametrize("simulator", ["verilator", "icarus"])
@pytest.mark.parametrize("name", RIGHT)
def test_correct_resets_agree(name, simulator, tmp_path):
    design = copied(tmp_path, "divider", [])
    body, _, inner = RIGHT[name].partition("INNER(")
    (tmp_path / "right.v").write_text(f"{PORTS}{body}{INNER.format(*inner[:-1].split(', '))}\nendmodule\n")
    change(design, ('top = "divider"', 'top = "right"'), ('["divider.v"]', '["divider.v", "right.v"]'))
    if name == "late":
        design.write_text(f"{design.read_text()}\n[reset]\ncycles = 4\n")
    examples = 60 if simulator == "verilator" else 6
    verify(design, sim=simulator, examples=examples, seed=4, out=tmp_path)
