"""A failure in one sentence: what it is about, what the hardware has, what the model has."""

import pytest
from loopline.contract import sentence
from loopline.contract.checker import first_difference
from loopline.contract.designs import path_of
from loopline.contract.game import Subject
from loopline.design.dut import load
from loopline.signals import Field, Layout, Streams
from loopline.simulation.recording import EVENT, FLAGS, Row

#: Words that do not tell values apart.
VAGUE = Streams(Layout.of(op=1), Layout.of(seal=Field(4, shows=lambda value: "broken")), Layout.of(n=1), Layout.of(z=1))


def trax():
    return Subject.of(load(path_of("trax-engine"))).engine.streams


@pytest.mark.parametrize(
    ("name", "expected", "found", "says"),
    [
        ("winner", 2, 1, "Winner is White; the model says Red"),
        ("over", 1, 0, "The game goes on; the model says the game is over"),
        ("columns", 2, 3, "Columns is 3; the model says 2"),
        ("to_move", 1, 0, "To move is none; the model says White"),
        ("reason", 9, 0, "The request is accepted; the model refuses it: trap"),
        ("reason", 0, 9, "The request is refused: trap; the model accepts it"),
        ("reason", 9, 5, "The request is refused: unconnected; the model says: trap"),
        ("tile", 0, 10, "Tile is + with red to the east and west; the model says no tile"),
    ],
)
def test_a_field_in_the_words_of_its_game(name, expected, found, says):
    assert sentence.of_field(trax(), name, expected, found) == says


def test_both_sides_never_have_the_same_words():
    assert sentence.of_field(VAGUE, "seal", 3, 5) == "Seal is broken (0x5); the model says broken (0x3)"
    told = "refused, 10, nothing to take back, at @0"
    fields = (6, 10, 0, 0, 0), (6, 10, 0, 1, 0)
    says = sentence.of_event(trax(), *fields, told, [f'"{told}"'])
    assert says == f'In the event "{told}" y is 0; the model says 1'


def test_what_changes_too_early_is_named():
    """The signal is known, where in one of both records nothing changes."""
    streams = trax()

    def row(cycle, **state):
        parts = (streams.response, 0), (streams.event, 0), (streams.state, streams.state.part(state)[1])
        return Row(cycle, FLAGS.text(0), *(layout.text(packed) for layout, packed in parts))

    same, late = row(0), row(9, fsm=2)
    early = first_difference([same, late], [same, row(5, pending=3), late], streams)
    assert (early.cycle, early.wrong.signal, early.wrong.expected, early.wrong.found) == (
        5,
        "vp_state.pending",
        "0",
        "3",
    )
    assert early.wrong.says == "Pending is 3; the model says 0"
    never = first_difference([same, row(5, pending=3)], [same], streams)
    assert (never.cycle, never.wrong.signal, never.wrong.says) == (
        5,
        "vp_state.pending",
        "Pending is 0; the model says 3",
    )
    event = first_difference([same, row(5)._replace(flags=FLAGS.text(EVENT))], [same], streams)
    assert event.wrong.says == "In cycle 5 vp_valid is 0; the model says 1"
