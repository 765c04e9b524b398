"""The verification port's state in every cycle, in a design of which neither order nor cycles are known."""

import pytest
from bugs.hunting import caged, hunt, run
from bugs.zoo import RTL, Zoo
from cosim.engines import replayed
from loopline.testing import report

#: Turns with forced tiles, a trap, a win, fouls, take-backs, new games: some of it is enough for each bug.
SCRIPTS = [
    "@0/ A0+ B1\\ undo 0,0:? undo undo new:classic @0/ B1\\ A2\\ undo A2\\ new @0+",
    "new:classic @0/ A0+ A0+ A0+ @1+ @1+ B4\\ A4\\ A2/ undo new",
]

BOX = "resp_left, resp_top, resp_columns, resp_rows"
_HELD = """reg holding = 1'b0;
    reg [4*LOG2_SIZE-1:0] held;
    always @(posedge clk) begin
        if (lift && !holding) held <= {resp_left, resp_top, resp_columns, resp_rows};
        holding <= !rst && !finish && (lift || holding);
    end
"""
_LATE = "reg [2*LOG2_SIZE:0] late;\n    always @(posedge clk) late <= resp_count;\n"
_STUCK = "reg [1:0] stuck;\n    always @(posedge clk) stuck <= rst ? 2'd0 : stuck | resp_winner;\n"
_BUSY = "op_play && moved_q != 0 && state != 4'd1 && state != 4'd8"
_WIDE_BUSY = f"{{{{LOG2_SIZE-1{{1'b0}}}}, {_BUSY}}}"

#: What is wrong → what the state shows instead of which part, what that needs, the signal that is named.
BUGS = {
    "the count is always 0": ("resp_count", "{2*LOG2_SIZE+1{1'b0}}", "", "count"),
    "the count is one cycle late": ("resp_count", "late", _LATE, "count"),
    "the count has its highest bit too": ("resp_count", "{1'b1, placed}", "", "count"),
    "a corner is garbage": ("resp_top", "where_q[LOG2_SIZE-1:0]", "", "top"),
    "the box is too wide by one": ("resp_columns", "resp_columns + {{LOG2_SIZE-1{1'b0}}, placed != 0}", "", "columns"),
    "the box grows when the turn ends": ("resp_rows", f"resp_rows - {_WIDE_BUSY}", "", "rows"),
    "nothing is ever over": ("resp_over", "resp_over & 1'b0", "", "over"),
    "the mover changes an event too early": ("resp_to_move", f"resp_to_move ^ {{2{{{_BUSY}}}}}", "", "to_move"),
    "the winner stays": ("resp_winner", "stuck | resp_winner", _STUCK, "winner"),
    "the wrong one has won": ("resp_winner", "{resp_winner[0], resp_winner[1]}", "", "winner"),
}

#: While tiles come off the box is only half known: all of it goes at the end, or at once if a game begins.
RIGHT = {
    "the box shrinks when the operation ends": (BOX, "holding ? held : {{{}}}", _HELD),
    "a new game's box is empty at once": (BOX, "holding && op_new ? {{4*LOG2_SIZE{{1'b0}}}} : {{{}}}", _HELD),
}

#: Only of a cycle-exact design is it known what these should be.
PRIVATE = {
    "the control's state is garbage": ("state, 1'b0,", "state ^ {3'd0, lift}, 1'b0,", "", "fsm"),
    "what waits is garbage": ("tail - placed", "tail - placed + {{2*LOG2_SIZE-1{1'b0}}, look}", "", "pending"),
}


STATE = """\
    assign vp_state = {
        state, 1'b0, trying ? {ADDRESS{1'b0}} : tail - placed, resp_count, resp_left, resp_top, resp_columns, resp_rows,
        resp_to_move, resp_over, resp_winner, resp_draw
    };
"""


def shows(folder, find, replace, helper, exact=False):
    """The scripts on an engine whose port shows something else."""
    assert STATE.count(find) == 1
    return replayed(folder, "icarus", SCRIPTS, (STATE, f"    {helper}\n{STATE.replace(find, replace)}"), exact=exact)


def zoo():
    """All of BUGS, so that one build and one simulation do for them."""
    bugs = [
        {
            "name": what.lower().replace(" ", "-"),
            "story": what,
            "file": "trax_engine.v",
            "find": find,
            "replace": replace,
            "within": STATE,
            "helper": helper,
        }
        for what, (find, replace, helper, _) in BUGS.items()
    ]
    return Zoo(
        name="state",
        rtl=RTL,
        title="the state that is shown",
        dut="trax/engine.toml",
        size=8,
        examples=1,
        settings={"cycle_exact": False},
        bug=bugs,
    )


def test_a_wrong_state_is_found():
    bugs = zoo()
    plan = [
        hunt(bugs, f"{bug.story if bug else 'none'}, {number}", bug, scripts=[("", text, "")])
        for bug in [*bugs.bugs, None]
        for number, text in enumerate(SCRIPTS)
    ]
    outcomes = run(caged(bugs, "icarus"), plan, "state")
    for what, (*_, field) in [*BUGS.items(), ("none", ("",))]:
        played = [outcomes[f"{what}, {number}"] for number in range(len(SCRIPTS))]
        found = {outcome.signal for outcome in played if outcome.state == "mismatch"}
        assert {outcome.state for outcome in played} <= {"mismatch", "agrees"}, what
        assert found == ({f"vp_state.{field}"} if field else set()), what


@pytest.mark.parametrize("way", RIGHT)
def test_unspecified_state_is_accepted(way, tmp_path):
    find, replace, helper = RIGHT[way]
    campaign = shows(tmp_path, find, replace.format(find), helper)
    assert {finding.outcome.state for finding in campaign.findings} == {"agrees"}, report(campaign)


@pytest.mark.parametrize("bug", PRIVATE)
def test_private_state_is_not_compared(bug, tmp_path):
    *edit, field = PRIVATE[bug]
    campaign = shows(tmp_path, *edit)
    assert {finding.outcome.state for finding in campaign.findings} == {"agrees"}, report(campaign)
    campaign = shows(tmp_path / "exact", *edit, exact=True)
    assert {finding.outcome.signal for finding in campaign.findings} == {f"vp_state.{field}"}, report(campaign)
