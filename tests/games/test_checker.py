"""What the checker says of a record with one wrong cycle: no simulator, and no game but the pebbles."""

import pytest
from games.test_follower import STREAMS, Pebbles
from loopline.contract.checker import Checker, Mismatch
from loopline.games.follower import ModelFollower
from loopline.simulation.recording import (
    ASKED,
    EVENT,
    FLAGS,
    READY_MOVES,
    REQ_READY,
    RESP_VALID,
    TAKEN,
    VALID_MOVES,
    line_in_reset,
)


def line(flags, answer=0, event=(0, 0), left=0):
    """A cycle: its flags, the number in the answer, the event, and how many pebbles the state says are left."""
    parts = (FLAGS, flags), (STREAMS.response, answer), (STREAMS.event, STREAMS.event.pack(event))
    return " ".join(layout.text(packed) for layout, packed in (*parts, (STREAMS.state, STREAMS.state.pack((left, 0)))))


#: Two pebbles are asked for and come; the answer waits for a cycle; then one more.
RIGHT = (
    line_in_reset(STREAMS),
    line(ASKED),
    line(EVENT, event=(0, 0), left=2),
    line(EVENT, event=(1, 1), left=1),
    line(RESP_VALID, answer=2),
    line(TAKEN, answer=2),
    line(0),
    line(ASKED),
    line(EVENT, event=(2, 0), left=1),
    line(TAKEN, answer=1),
)


def check(lines):
    checker = Checker(STREAMS, ModelFollower(Pebbles(), STREAMS, port=True), [(2, 0), (1, 0)])
    for cycle, text in enumerate(lines):
        checker.see(cycle, text)
    checker.end(0)


def test_the_right_record_agrees():
    check(RIGHT)


WRONG = {
    "ready depends on valid": (6, line(READY_MOVES), "req_ready", "must depend on registers alone"),
    "valid depends on ready": (6, line(VALID_MOVES), "resp_valid", "must depend on registers alone"),
    "an event is missing": (3, line(EVENT, event=(2, 1), left=1), "vp_order", "An event is missing: vp_order is"),
    "an order that goes on": (2, line(EVENT, event=(65, 0), left=2), "vp_order", "is not number 0: vp_order is 65"),
    "an event is repeated": (8, line(EVENT, event=(1, 0), left=1), "vp_order", "An event is repeated: vp_order is"),
    "the state is behind": (3, line(EVENT, event=(1, 1), left=2), "vp_state.left", "Left is 2; the model says 1"),
    "the state changes by itself": (6, line(0, left=1), "vp_state.left", "Left is 1; the model says 0"),
    "an unknown state": (6, line(0)[:-2] + "0000x", "vp_state.shade", "X or Z"),
    "an unknown event": (6, f"00 0 {'0' * 35}x {line(0).split()[3]}", "vp_pebble", "while vp_valid is low"),
    "an unknown answer": (6, f"00 000x {line(0).split(' ', 2)[2]}", "resp_gone", "while resp_valid is low"),
    "ready meanwhile": (2, line(EVENT | REQ_READY, left=2), "req_ready", "No answer to request 1 of 2 yet"),
    "ready too early": (4, line(RESP_VALID | REQ_READY, answer=2), "req_ready", "The answer to request 1 of 2 is not"),
    "an event after all": (6, line(EVENT, event=(2, 0)), "vp_valid", "no request is being carried out"),
    "an event after the answer": (5, line(EVENT | TAKEN, answer=2, event=(2, 0)), "vp_valid", "after the answer"),
    "an answer to nothing": (6, line(RESP_VALID), "resp_valid", "although nothing was asked"),
    "the answer is early": (
        3,
        line(RESP_VALID, answer=2, left=1),
        "resp_valid",
        "before an event of the model",
    ),
    "another answer": (4, line(RESP_VALID, answer=3), "resp_gone", "The heap is read back as 3; the model says 2"),
    "the answer changes": (5, line(TAKEN, answer=3), "resp_gone", "changes before it is taken: resp_gone from"),
    "the answer is withdrawn": (5, line(0), "resp_valid", "withdrawn before it is taken"),
}


@pytest.mark.parametrize(("cycle", "text", "signal", "says"), WRONG.values(), ids=WRONG)
def test_one_wrong_cycle(cycle, text, signal, says):
    with pytest.raises(Mismatch) as found:
        check([*RIGHT[:cycle], text, *RIGHT[cycle + 1 :]])
    assert (found.value.cycle, found.value.wrong.signal) == (cycle, signal)
    assert says in found.value.wrong.says


@pytest.mark.parametrize(
    ("played", "signal", "says"),
    [(4, "resp_valid", "No answer to request 1 of 2"), (7, "req_ready", "is never accepted")],
)
def test_a_design_that_hangs(played, signal, says):
    checker = Checker(STREAMS, ModelFollower(Pebbles(), STREAMS, port=True), [(2, 0), (1, 0)])
    for cycle, text in enumerate(RIGHT[:played]):
        checker.see(cycle, text)
    with pytest.raises(Mismatch) as found:
        checker.end(100)
    assert found.value.wrong.signal == signal
    assert says in found.value.wrong.says
