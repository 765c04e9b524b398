"""What the contract forbids at run time is found at run time: outputs that depend on their partner in the same cycle,
and bits that nobody knows while nothing is asked."""

import pytest
from cosim.engines import replayed
from loopline.testing import report

_INNER = """wire ready_q, valid_q;
    reg low;
    always @* if (!clk) low = ready_q;
    assign req_ready = {ready};
    assign resp_valid = {valid};

    trax_control #(.VARIANTS(VARIANTS)) control ("""

#: Does the design keep the promise? → the two outputs, from the registers behind them.
RIGHT = {
    "as it is": {"ready": "ready_q", "valid": "valid_q"},
    "a latch that is open while the clock is low": {"ready": "low", "valid": "valid_q"},
}
WRONG = {
    "ready waits for valid": ({"ready": "ready_q && req_valid", "valid": "valid_q"}, "req_ready"),
    "valid waits for ready": ({"ready": "ready_q", "valid": "valid_q && resp_ready"}, "resp_valid"),
    "valid looks at the next request": ({"ready": "ready_q", "valid": "valid_q && !req_valid"}, "resp_valid"),
}

SCRIPTS = ["@0/ A0+ undo B1\\ undo"]


def handshakes(wires):
    return [
        ("    trax_control #(.VARIANTS(VARIANTS)) control (", f"    {_INNER.format(**wires)}"),
        (".req_ready  (req_ready)", ".req_ready  (ready_q)"),
        (".resp_valid (resp_valid)", ".resp_valid (valid_q)"),
    ]


@pytest.mark.parametrize("way", RIGHT)
def test_correct_designs_are_not_accused(way, tmp_path):
    campaign = replayed(tmp_path, "icarus", SCRIPTS, *handshakes(RIGHT[way]))
    assert campaign.findings[0].outcome.state == "agrees", report(campaign)


@pytest.mark.parametrize(
    ("bug", "simulator"),
    [*((bug, "icarus") for bug in WRONG), ("ready waits for valid", "verilator")],
)
def test_a_handshake_that_depends_on_the_other_side(bug, simulator, tmp_path):
    wires, signal = WRONG[bug]
    campaign = replayed(tmp_path, simulator, SCRIPTS, *handshakes(wires))
    (finding,) = campaign.findings
    assert (finding.outcome.state, finding.outcome.signal) == ("mismatch", signal), report(campaign)
    assert "it must depend on registers alone" in report(campaign)


#: The states in which ready is promised too early, and what is said.
EARLY = {
    "busy": ("state_q == STATE_FETCH", "No answer to request 3 of 10 yet, but the design is ready for another"),
    "answering": ("state_q == STATE_RESPOND", "The answer to request 1 of 10 is not taken yet"),
}


@pytest.mark.parametrize("early", EARLY)
@pytest.mark.parametrize("exact", [False, True])
def test_ready_while_an_answer_is_due(early, exact, tmp_path):
    """Nobody asks then, and nothing else is wrong."""
    when, says = EARLY[early]
    edit = ("assign req_ready  = state_q == STATE_IDLE", f"assign req_ready = state_q == STATE_IDLE || {when}")
    campaign = replayed(tmp_path, "icarus", SCRIPTS, edit, exact=exact, file="trax_control.v")
    (finding,) = campaign.findings
    assert (finding.outcome.state, finding.outcome.signal) == ("mismatch", "req_ready"), report(campaign)
    assert says in finding.outcome.says


#: Ports that nobody knows until there has been an answer or an event → what they are, the port that is named.
UNKNOWN = [
    ("assign resp_placed  = {1'b0, moved_q};", "assign resp_placed  = {1'b0, never_q};", "resp_placed"),
    (".y(vp_y),\n", ".y(),\n", "vp_y"),
]


@pytest.mark.parametrize(("old", "new", "port"), UNKNOWN, ids=["resp_placed", "vp_y"])
@pytest.mark.parametrize("exact", [False, True])
def test_unknown_answer_before_the_first_is_a_mismatch(old, new, port, exact, tmp_path):
    """It is known as soon as there is an answer, so only before the first one it shows."""
    never = "reg [ADDRESS-1:0] never_q;\n    always @(posedge clk) if (accept || lay || lift) never_q <= moved_q;\n"
    edits = [(old, new), ("    assign resp_reason ", f"    {never}    assign resp_reason ")]
    campaign = replayed(tmp_path, "icarus", SCRIPTS, *edits, exact=exact)
    outcome = campaign.findings[0].outcome
    assert (outcome.state, outcome.signal) == ("mismatch", port), report(campaign)
    assert "Some bits are X or Z" in outcome.says
    assert set(outcome.found) <= {"0", "x", "z"}
