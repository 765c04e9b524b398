"""A mismatch in words: which field of which port, what was expected and found, where on the board, after which turn."""

import pytest
from cosim.engines import replayed
from loopline.testing import report

NO_LOOPS = [
    (".wins      (resp_wins)", ".wins      (wins)"),
    ("reg [3:0] reason_q;", "reg [3:0] reason_q;\n    wire [5:0] wins;\n    assign resp_wins = wins & 6'b111110;"),
]
ANOTHER_REASON = [("resp_reason  = reason_q;", "resp_reason = reason_q == 4'd5 ? 4'd8 : reason_q;")]
UNREADABLE = [("op_read ? tile_q : 4'd0", "op_read ? {4{where_q != 1}} & tile_q : 4'd0")]
LATE = [
    (".resp_valid (resp_valid)", ".resp_valid (valid_q)"),
    (".resp_ready (resp_ready)", ".resp_ready (resp_ready && late)"),
    (
        "    trax_control #(.VARIANTS(VARIANTS)) control (",
        """    wire valid_q;
    reg late;
    always @(posedge clk) late <= !rst && valid_q && !(late && resp_ready);
    assign resp_valid = late && valid_q;

    trax_control #(.VARIANTS(VARIANTS)) control (""",
    ),
]

#: What is edited, is it cycle-exact, the script, what the report says.
CASES = {
    "a formation": (NO_LOOPS, False, "@0/ A0\\ @1/", ["resp_wins: expected 000001, white loop, found 000000, none"]),
    "a handshake": (LATE, True, "@0/ A0+", ["resp_valid: expected 1, found 0", "▸ @0/ A0+"]),
    "an answer of a cycle-exact engine": (
        ANOTHER_REASON,
        True,
        "@0/ 4,4:+ undo",
        ["resp_reason: expected 5, unconnected, found 8, mismatch", "@0/ ▸ 4,4:+ undo"],
    ),
    "a cell, read back": (
        UNREADABLE,
        False,
        "@0/ B1+ @1+ undo",
        [
            "The tile at B1 (column 1, row 0 of the torus) is read back as no tile; the model says + with red",
            "resp_tile: expected 1010, + with red to the east and west, found 0000, no tile",
            "@0/ B1+ @1+ undo ▸ (reading the board back)",
            "First wrong cell: B1",
        ],
    ),
    "a tile beside the board": (
        [(".connected (connected), .over_limit", ".connected (1'b1), .over_limit")],
        False,
        "@0/ B0+",
        [
            "vp_kind: expected 6, refused, found 2, chosen",
            "First wrong cell: B0, where the model has no tile, the hardware + with red to the east and west.",
            "0 · ✗ 0 · ──╫──",
        ],
    ),
    "the state": (
        [("resp_to_move, resp_over, resp_winner", "~resp_to_move, resp_over, resp_winner")],
        False,
        "@0/",
        ["vp_state.to_move: expected 1, White, found 2, Red"],
    ),
    "unknown bits": (
        [("{1'b0, moved_q}", "{1'bz, moved_q}")],
        False,
        "@0/",
        ["resp_placed: expected 0 or 1 in each bit, found z000000"],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_words(case, tmp_path):
    edits, exact, script, says = CASES[case]
    text = report(replayed(tmp_path, "icarus", [script], *edits, exact=exact))
    for words in says:
        assert words in " ".join(text.split()), text
