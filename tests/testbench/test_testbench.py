"""Games as a plain Verilog testbench: a simulator alone says that a design is right, and where a wrong one differs."""

import re

import pytest
from copies import ROOT, copied
from cosim.resets import with_resets
from hypothesis import strategies as st
from loopline.contract.game import Subject
from loopline.design import Change
from loopline.design.dut import load
from loopline.drawing import examples_of
from loopline.errors import BadInput
from loopline.testbench import write
from testbench.simulators import icarus, verilator

STRANGER = ROOT / "tests" / "stranger" / "rtl"

#: By game: the board; and a bug, which is a file, and what of it becomes what.
DESIGNS = {
    "trax": ("size=16", ("trax_score.v", "mover_wins ? to_move_q : opponent", "to_move_q")),
    "globe": ("history=16", ("globe_capture.v", "beside(~own)", "open")),
    "evening": ("side=3", ("evening_join.v", "name == name_2_q", "1'b0")),
    "tsolitaire": (None, ("tsolitaire_path.v", "enter - {turn, 1'b0}", "enter + {turn, 1'b0}")),
}


def scripts_of(dut, examples=1, only=None):
    """Some of each property, with all kinds of waiting."""
    game = Subject.of(dut).engine
    drawn = [
        one
        for prop in game.properties()
        if only in (None, prop.name)
        for one in examples_of(st.tuples(prop.scripts, st.binary(max_size=64)), examples, seed=1)
    ]
    return [("drawn", game.write(script), delays.hex()) for script, delays in drawn]


def written(dut, folder, **which):
    write(Subject.of(dut), scripts_of(dut, **which), folder, ["of a test"])
    return folder


def engine(name, folder, bug=None, keys=None):
    """The bundled one, in a copy where something may be wrong with it, or where the description says something else."""
    changes = [bug] if bug else []
    file = copied(folder, *changes, *([("engine.toml", *keys)] if keys else []), design=f"{name}/engine.toml")
    board = DESIGNS[name][0]
    return load(file).with_board(board and Change(board))


@pytest.mark.parametrize("name", DESIGNS)
def test_the_bundled_engine_passes(name, tmp_path):
    ran = icarus(written(engine(name, tmp_path), tmp_path / "out"))
    assert ran.code == 0, ran.says
    assert re.search(r"^PASS: [1-9]\d* games, [1-9]\d* requests$", ran.says, re.M)


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("name", DESIGNS)
def test_resets_of_every_kind(name, exact, tmp_path):
    """With the signatures of all cycles, and without."""
    dut = engine(name, tmp_path, keys=None if exact else ANY_DESIGN)
    scripts = [("", text, delays) for text, delays in with_resets(Subject.of(dut).engine, 20, 2)]
    write(Subject.of(dut), scripts, tmp_path / "out", [])
    ran = icarus(tmp_path / "out")
    assert ran.code == 0, ran.says
    assert "PASS: 20 games" in ran.says


@pytest.mark.parametrize("name", DESIGNS)
def test_a_bug_fails(name, tmp_path):
    ran = icarus(written(engine(name, tmp_path, DESIGNS[name][1]), tmp_path / "out", examples=4))
    assert ran.code != 0
    assert "PASS" not in ran.says
    assert re.search(r"^FAIL: game \d+ of \d+, request \d+ of \d+, cycle \d+: ", ran.says, re.M), ran.says


#: What the description of the Globe engine says instead.
ANY_DESIGN = "cycle_exact = true", "cycle_exact = false"
NO_PORT = "verification_port = true\ncycle_exact = true", "verification_port = false"

CONTROL, PORT, ENGINE = "globe_control.v", "globe_port.v", "globe_engine.v"
COUNTER = "../common/event_counter.v"
WRONG_ANSWER = ENGINE, "count(south_q);", "count(south_q) ^ {2'd0, resp_plies == 2};"
WRONG_EVENT = PORT, "capture ? region :", "capture ? region & 21'h0fffff :"
NO_EVENT = PORT, "capture || give_back ||", "give_back ||"
IDLE = "assign req_ready  = state_q == STATE_IDLE"
CLOCKED = "begin\n        state_q <= rst ? STATE_IDLE : state_d;"
RESPONDING = "assign resp_valid = state_q == STATE_RESPOND;"
WITHDRAWN = f"reg was; always @(posedge clk) was <= resp_valid; {RESPONDING[:-1]} && was !== 1'b1;"
LATE = """begin : delayed
        reg late;
        late <= state_q == STATE_COUNT && late !== 1'b1;
        state_q <= rst ? STATE_IDLE : state_q == STATE_COUNT && late !== 1'b1 ? STATE_COUNT : state_d;"""

#: Of the Globe engine: what the description says, what is wrong, and what is said of that.
BUGS = {
    "answer": (None, WRONG_ANSWER, "the answer is not as expected"),
    "event": (None, WRONG_EVENT, "an event is not as expected"),
    "missing event": (None, NO_EVENT, "an event is not as expected"),
    "extra event": (None, (PORT, "(refused || !looks_on)", "1'b1"), "one event too many"),
    "state": (None, (ENGINE, "resp_quiet, north_q", "resp_quiet, north_q ^ {20'd0, resp_plies == 3}"), "the state or"),
    "timing": (None, (CONTROL, CLOCKED, LATE), "the state or the timing"),
    "hung": (None, (CONTROL, "STATE_COUNT: state_d = STATE_END;", "STATE_COUNT: state_d = STATE_COUNT;"), "no answer"),
    "never ready": (
        None,
        (CONTROL, CLOCKED, "begin\n        state_q <= STATE_COMPARE;"),
        "the request is not accepted",
    ),
    "ready early": (None, (CONTROL, IDLE, f"{IDLE} || resp_valid"), "ready for another request"),
    "withdrawn": (None, (CONTROL, RESPONDING, WITHDRAWN), "the answer was withdrawn"),
    "unasked": (None, (CONTROL, "= state_q == STATE_RESPOND", "= state_q != STATE_RESPOND"), "nothing was asked"),
    "X": (None, (ENGINE, "count(south_q);", "resp_plies == 2 ? 3'bx : count(south_q);"), "the answer is not"),
    "answer, any design": (ANY_DESIGN, WRONG_ANSWER, "the answer is not as expected"),
    "event, any design": (ANY_DESIGN, WRONG_EVENT, "an event is not as expected"),
    "missing event, any design": (ANY_DESIGN, NO_EVENT, "the answer came after 2 events, and 3 were expected"),
    "number, any design": (
        ANY_DESIGN,
        (COUNTER, "+ 32'd1", "+ {31'd0, order_q[1]} + 32'd1"),
        "an event is not as expected",
    ),
    "answer, no port": (NO_PORT, WRONG_ANSWER, "the answer is not as expected"),
}


@pytest.mark.parametrize("name", BUGS)
def test_testbench_names_the_difference(name, tmp_path):
    keys, bug, says = BUGS[name]
    ran = icarus(written(engine("globe", tmp_path, bug, keys), tmp_path / "out", examples=2))
    assert ran.code != 0
    assert re.search(rf"^FAIL: game \d+ of \d+, .*: .*{says}", ran.says, re.M), ran.says


@pytest.mark.parametrize("keys", [ANY_DESIGN, NO_PORT])
def test_any_design_may_be_slower(keys, tmp_path):
    ran = icarus(written(engine("globe", tmp_path, (CONTROL, CLOCKED, LATE), keys), tmp_path / "out"))
    assert ran.code == 0, ran.says


def test_another_order_of_events_is_no_bug(tmp_path):
    """Another team's engine, by its port and without."""
    for name in ("spied", "plain"):
        dut = load(STRANGER / f"{name}.toml").with_board(Change("size=8"))
        ran = icarus(written(dut, tmp_path / name))
        assert ran.code == 0, ran.says


def test_a_game_that_knows_no_cycles(tmp_path):
    for dut in (ROOT / "tests" / "contract" / "heap" / "heap.toml", ROOT / "examples" / "reversi" / "reversi.toml"):
        ran = icarus(written(load(dut), tmp_path / dut.stem, examples=2))
        assert ran.code == 0, ran.says


def first_line(says):
    return next(line for line in says.splitlines() if line.startswith(("PASS", "FAIL")))


@pytest.mark.parametrize(
    ("name", "bug"), [pytest.param("globe", False, marks=pytest.mark.slow), ("globe", True), ("trax", True)]
)
def test_verilator_says_what_icarus_says(name, bug, tmp_path):
    """Engines pass it with their decks, too: tests/deck."""
    folder = written(engine(name, tmp_path, DESIGNS[name][1] if bug else None), tmp_path / "out", examples=4)
    here, there = icarus(folder), verilator(folder)
    assert (here.code != 0, there.code != 0) == (bug, bug)
    assert first_line(there.says) == first_line(here.says)


def test_a_simulator_without_fatal(tmp_path):
    ran = icarus(written(engine("globe", tmp_path, WRONG_ANSWER), tmp_path / "out", examples=2), "-DNO_FATAL")
    assert ran.code == 0
    assert first_line(ran.says).startswith("FAIL")


@pytest.mark.parametrize("text", [None, "", "3\n", "3\n1\n0 0 0 0 zz"])
def test_truncated_file_does_not_pass(text, tmp_path):
    folder = written(engine("globe", tmp_path), tmp_path / "out", only="passes")
    if text is None:
        (folder / "deck.txt").unlink()
    else:
        (folder / "deck.txt").write_text(text)
    ran = icarus(folder)
    assert ran.code != 0
    assert "cannot be read, or ends too early" in ran.says


def test_player_has_no_testbench(tmp_path):
    dut = load(ROOT / "rtl" / "trax" / "player" / "player.toml")
    with pytest.raises(BadInput, match="a player decides itself"):
        write(Subject.of(dut), [], tmp_path, [])
