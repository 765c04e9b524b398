"""The verification port of an engine inside a player: what it was asked follows from its events, and its state too."""

from itertools import islice
from random import Random

import pytest
from copies import copied
from cosim.engines import needs, replaced
from goldenrules.trax.tiles import TILES
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract.checker import PlayerPort, Port, Wrong
from loopline.contract.game import Subject
from loopline.design import Change
from loopline.design.dut import load
from loopline.games.trax.model import Engine
from loopline.games.trax.player.port import InnerEngine
from loopline.games.trax.protocol import SYMBOL_CODE, Event, Op, Request, streams
from loopline.simulation.line import PortChange as Row
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


def test_count_is_exact_once_tiles_are_off(inner):
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


class Rows:
    """What a port shows of an engine that a player asks, each tile laid and lifted in any order that is allowed."""

    def __init__(self, random):
        self.random, self.model, self.rows = random, Engine(8, STREAMS), []

    def asked(self, *request):
        self.model.begin(Request(*request))
        while due := self.model.due():
            self.shows(self.random.choice(sorted(due)))

    def shows(self, event):
        order = sum(row.valid == "1" for row in self.rows)
        self.rows.append(self.row("1", STREAMS.event.pack((order, *event))))
        self.model.happen(event)
        if self.random.randrange(4):
            self.rows.append(self.row("0", 0))

    def row(self, valid, event):
        state = self.random.choice([self.model.settled(), *islice(self.model.or_settled(), 1)])
        texts = STREAMS.event.text(event), STREAMS.settled.text(STREAMS.settled.pack(state))
        return Row(5 * len(self.rows), valid, *texts)

    def play(self, move):
        column, row = self.model.reference.address(move.cell) if self.model.position.tiles else (3, 2)
        self.asked(Op.PLAY, column, row, SYMBOL_CODE[move.symbol])

    def turn(self):
        """Try the candidates, as a search does, and then play one."""
        candidates = self.model.position.candidates()
        for move in self.random.sample(candidates, min(6, len(candidates))):
            before = len(self.model.position.turns)
            self.play(move)
            if len(self.model.position.turns) > before:
                self.asked(Op.TAKE_BACK)
        if candidates:
            self.play(self.random.choice(candidates))


def _verdict(rows, follower):
    """The row that is wrong, and why; or how many were not followed as parts of a turn."""
    port, number, single = Port(STREAMS, follower, STREAMS.settled), 0, 0
    try:
        while number < len(rows):
            done, events = follower.ahead(rows, number, port.events)
            port.skip(events)
            number += done
            if not done:
                _, valid, event, state = rows[number]
                port.state(state)
                if valid == "1":
                    port.event(event)
                number, single = number + 1, single + 1
    except Wrong as wrong:
        return number, wrong.signal, wrong.expected, wrong.found, str(wrong)
    return single


class OneByOne(InnerEngine):
    """Follows no turn as a whole."""

    ahead = PlayerPort.ahead


def _wrong(row):
    """The row with each other value of a field of its event, and with each bit of its state inverted."""
    if row.valid == "1":
        values = STREAMS.event.values(STREAMS.event.parse(row.event))
        for place, (_, field) in enumerate(STREAMS.event.fields):
            others = {*range(min(16, 1 << field.bits)), values[place] + 1} - {values[place]}
            for other in others:
                packed = STREAMS.event.pack((*values[:place], other, *values[place + 1 :]))
                yield [row._replace(event=STREAMS.event.text(packed & (1 << STREAMS.event.width) - 1))]
    for bit in range(STREAMS.settled.width):
        yield [row._replace(state=STREAMS.settled.text(STREAMS.settled.parse(row.state) ^ 1 << bit))]
    yield from ([], [row, row], [row._replace(valid="01"[row.valid == "0"])])


@pytest.mark.parametrize("seed", range(3))
def test_turns_followed_as_a_whole_are_judged_as_one_by_one(seed):
    """Rows that are right, of a game that is broken off by a new one; and rows of which one is another, is missing or
    is there twice."""
    random = Random(seed)
    shown = Rows(random)
    for turn in range(8):
        shown.turn()
        if turn == 5:
            shown.asked(Op.NEW, 0, 0, 0, 0, 1, 0)
    rows = shown.rows
    assert _verdict(rows, InnerEngine(8)) < len(rows) / 5
    assert _verdict(rows, OneByOne(8)) == len(rows)
    start = random.randrange(60, 140)
    for at in range(start, start + 24):
        for wrong in _wrong(rows[at]):
            damaged = [*rows[:at], *wrong, *rows[at + 1 : at + 40]]
            verdict, expected = (_verdict(damaged, follower(8)) for follower in (InnerEngine, OneByOne))
            assert verdict == expected or (isinstance(verdict, int) and isinstance(expected, int)), (at, wrong)


@pytest.mark.parametrize("known", ["vp_valid", "had_event"])
def test_unknown_port_without_an_event_is_allowed(known, tmp_path):
    """Between events, or before the first one only."""
    top = copied(tmp_path, design="trax/player/player.toml").with_name("trax_contest.v")
    text = replaced(top.read_text(), ".vp_y (vp_y)", ".vp_y (inner_y)")
    top.write_text(text.replace("endmodule", f"{UNKNOWN.format(known=known)}endmodule"))
    campaign = Campaign(
        Plan(
            Subject.of(load(top.with_name("player.toml")).with_board(Change("16"))),
            tmp_path / "out",
            seed=0,
        )
    )
    campaign.replay(needs("icarus"), [("first move", "-W", "")], lambda *_: None)
    outcome = campaign.findings[0].outcome
    assert (outcome.state, outcome.signal, set(outcome.found)) == ("mismatch", "vp_y", {"x"}), report(campaign)
    assert "Some bits are X or Z while vp_valid is low: vp_y" in outcome.says


UNKNOWN = """
    wire [LOG2_SIZE-1:0] inner_y;
    reg had_event;
    always @(posedge clk) had_event <= !rst && (had_event || vp_valid);
    assign vp_y = {known} ? inner_y : {{LOG2_SIZE{{1'bx}}}};

"""
