"""The bundled designs, small, and with a wait state more than they should have."""

from copies import change, copied

#: For a waiting state each: file, and what of it becomes what.
ENGINE = (
    "rtl/trax/trax_control.v",
    [
        (
            "    assign resp_valid = state_q == STATE_RESPOND;\n",
            "    reg waited;\n"
            "    always @(posedge clk) waited <= state_q == STATE_RESPOND;\n"
            "    assign resp_valid = state_q == STATE_RESPOND && waited;\n",
        ),
        ("STATE_RESPOND: state_d = resp_ready ?", "STATE_RESPOND: state_d = resp_ready && resp_valid ?"),
    ],
)
PLAYER = (
    "rtl/trax/player/trax_player.v",
    [
        (
            "    assign resp_ready = asked_q;\n    assign answered = resp_valid && asked_q;\n",
            "    reg waited;\n"
            "    always @(posedge clk) waited <= resp_valid && asked_q && !waited;\n"
            "    assign resp_ready = asked_q && waited;\n"
            "    assign answered = resp_valid && resp_ready;\n",
        )
    ],
)


def slower(folder, waiting):
    """A copy of all Verilog, in which that waits."""
    copied(folder)
    name, changes = waiting
    change(folder / name, *changes)
    return folder
