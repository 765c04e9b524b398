"""The verification port of an engine inside a player: what it was asked follows from its events, and its state too."""

import pytest
from copies import copied
from cosim.engines import needs, replaced
from goldenrules.trax.tiles import TILES
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract.checker import Port, Wrong
from loopline.design import Change
from loopline.design.dut import load
from loopline.games.trax.player.port import InnerEngine
from loopline.games.trax.protocol import Event, streams
from loopline.testing import report

STREAMS = streams(8)
SLASH = 0b0110
EMPTY = {"count": 0, "left": 0, "top": 0, "columns": 0, "rows": 0, "to_move": 1, "over": 0, "winner": 0}
ONE_TILE = EMPTY | {"count": 1, "left": 3, "top": 2, "columns": 1, "rows": 1}


class Inner:
    """A port in a player, and what it shows."""

    def __init__(self):
        self.port = Port(STREAMS, InnerEngine(8), STREAMS.settled)
        self.order = 0

    def shows(self, **fields):
        self.port.state(STREAMS.settled.text(STREAMS.settled.pack(fields.values())))

    def event(self, kind, tile=0, x=3, y=2):
        self.port.event(STREAMS.event.text(STREAMS.event.pack((self.order, kind, 0, x, y, tile))))
        self.order += 1


@pytest.fixture
def inner():
    """The first tile has been laid, and the turn has ended."""
    assert SLASH in TILES
    inner = Inner()
    inner.shows(**EMPTY)
    inner.event(Event.CHOSEN, SLASH)
    inner.shows(**ONE_TILE)
    inner.event(Event.END_OF_TURN)
    inner.shows(**ONE_TILE | {"to_move": 2})
    return inner


def test_while_tiles_come_off_the_box_may_be_either(inner):
    inner.event(Event.REMOVED, SLASH)
    inner.shows(**ONE_TILE | {"to_move": 2, "count": 0})
    inner.shows(**EMPTY | {"to_move": 2})
    with pytest.raises(Wrong) as wrong:
        inner.shows(**EMPTY | {"to_move": 2, "columns": 1})
    assert wrong.value.signal == "vp_state.columns"  # in which it differs from the nearest


def test_when_they_are_off_it_is_sure(inner):
    inner.event(Event.REMOVED, SLASH)
    inner.event(Event.TAKEN_BACK)
    inner.shows(**EMPTY)
    inner.event(Event.CHOSEN, SLASH)
    with pytest.raises(Wrong) as wrong:
        inner.shows(**EMPTY)
    assert (wrong.value.signal, wrong.value.expected, wrong.value.found) == ("vp_state.count", "1", "0")


def test_in_words(inner):
    with pytest.raises(Wrong) as wrong:
        inner.shows(**ONE_TILE)
    assert (wrong.value.expected, wrong.value.found) == ("2, Red", "1, White")
    with pytest.raises(Wrong) as wrong:
        inner.event(Event.END_OF_TURN)
    assert wrong.value.found == "5, end of turn"


def test_unknown_bits_are_named(inner):
    bits = f"{STREAMS.settled.pack((ONE_TILE | {'to_move': 2}).values()):0{STREAMS.settled.width}b}"
    with pytest.raises(Wrong) as wrong:
        inner.port.state(bits[:-1] + "x")
    assert (wrong.value.signal, wrong.value.found) == ("vp_state.winner", "0x")


@pytest.mark.parametrize("known", ["vp_valid", "had_event"])
def test_what_is_unknown_while_there_is_no_event(known, tmp_path):
    """Between events, or before the first one only."""
    top = copied(tmp_path, design="trax/player/player.toml").with_name("trax_contest.v")
    text = replaced(top.read_text(), ".vp_y (vp_y)", ".vp_y (inner_y)")
    top.write_text(text.replace("endmodule", f"{UNKNOWN.format(known=known)}endmodule"))
    campaign = Campaign(Plan(load(top.with_name("player.toml")).with_board(Change("16")), tmp_path / "out", seed=0))
    campaign.replay(needs("icarus"), [("first move", "-W", "")], lambda *_: None)
    outcome = campaign.findings[0].outcome
    assert (outcome.state, outcome.signal, set(outcome.found)) == ("mismatch", "vp_y", {"x"}), report(campaign)
    assert "while vp_valid is low some bits are X or Z: vp_y" in outcome.says


UNKNOWN = """
    wire [LOG2_SIZE-1:0] inner_y;
    reg had_event;
    always @(posedge clk) had_event <= !rst && (had_event || vp_valid);
    assign vp_y = {known} ? inner_y : {{LOG2_SIZE{{1'bx}}}};

"""
