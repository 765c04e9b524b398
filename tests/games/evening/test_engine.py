"""The bundled Evening engine agrees with the golden model, in every cycle; and what reports say of it can be read."""

import re
from itertools import product

import pytest
from cli.running import run
from cosim.engines import ROOT, needs
from loopline.contract.checker import Wrong
from loopline.games.evening.game import EveningEngine
from loopline.games.evening.model import Engine
from loopline.games.evening.protocol import Event, Hexagon, Op, Request, streams
from loopline.games.follower import ModelFollower
from loopline.simulation.job import Outcome

ENGINE = ROOT / "rtl" / "evening" / "engine.toml"


@pytest.mark.parametrize(
    ("simulator", "side", "examples"),
    [pytest.param("verilator", 5, 4, marks=pytest.mark.slow), ("icarus", 2, 2), ("icarus", 6, 1)],
)
def test_evening_engine_agrees(simulator, side, examples, tmp_path):
    needs(simulator)
    options = ["--sim", simulator, "--seed", 7, "--board", f"side={side}", "--examples", examples, "--jobs", 1]
    code, out, error = run("verify", ENGINE, *options, "--out", tmp_path)
    assert (code, error) == (0, "")
    assert re.search(r"\b(\d+) of \1 agree", out)
    assert "\ndeck " in out


def test_every_field_value_has_words():
    events = product(range(16), (0, 7, 15), (0, 60, 63), range(4), (0, 61))
    assert all(Engine(5).describe(event).isprintable() and Engine(5).describe(event) for event in events)


@pytest.mark.parametrize(
    ("word", "asked"),
    [
        ("new:odd-even,free", Request(Op.NEW, rule=1, protocol=1)),
        ("Wa1", Request(Op.PLACE, 0, 0)),
        ("Bi5", Request(Op.PLACE, 1, 60)),
        ("B63", Request(Op.PLACE, 1, 63)),
        ("B-", Request(Op.DECLINE, 1)),
        ("load:Be9", Request(Op.LOAD, 1, 34)),
        ("undo", Request(Op.TAKE_BACK)),
        ("read:e5", Request(Op.READ, cell=30)),
        ("lists:12", Request(Op.LISTS, cell=12)),
        ("cells", Request(Op.CELLS)),
    ],
)
def test_requests_are_written_as_moves_are(word, asked):
    game = EveningEngine(Hexagon(side=5))
    assert game.step(word) == asked
    assert game.word(asked) == word


@pytest.mark.parametrize(
    "word", ["", "W", "Wz1", "Wa9", "W64", "W-1", "new:base", "load:W-", "lists:64", "read:", "b3"]
)
def test_bad_requests_are_refused(word):
    with pytest.raises(ValueError, match="is no"):
        EveningEngine(Hexagon(side=5)).step(word)


def test_a_board_is_drawn_with_what_is_wrong():
    game = EveningEngine(Hexagon(side=2))
    cells = [Request(Op.READ, cell=cell) for cell in game.board.cells]
    board = game.picture({read: read.cell % 3 for read in cells}, cells[3], ascii_only=True)
    assert str(board).split("\n") == ["a   . W", "b  B[.]W", "c   B ."]


#: Three black stones in a row; three white groups round the middle, and the stone that joins them.
JOINS = [*(Request(Op.LOAD, 1, cell) for cell in (2, 5, 6)), *(Request(Op.LOAD, 0, cell) for cell in (0, 4, 10, 13, 9))]
#: The order of events; those of one kind come in any order.
KINDS = [Event.STONE, Event.JOINED, Event.GROUP, Event.OWNER, Event.VERDICT]


def joining():
    """A model that has begun to join three groups, and the events that come of it."""
    model, other = Engine(3), Engine(3)
    for one in (model, other):
        for request in JOINS[:-1]:
            one.carry_out(request)
        one.begin(JOINS[-1])
    events = []
    while due := other.due():
        events.append(due[0])
        other.happen(due[0])
    return model, events


def follow(model, events):
    """Whoever follows a design by this model sees these events, and then the answer."""
    follower = ModelFollower(model, streams(3), port=True)
    model.reset()
    for request in JOINS[:-1]:
        model.carry_out(request)
    follower.accept(JOINS[-1])
    for event in events:
        follower.state(streams(3).settled.pack(model.settled()))
        follower.event(event)
    follower.answer(streams(3).response.pack(model.answer()))


def test_groups_and_owners_may_come_in_any_order():
    model, events = joining()
    assert [event[0] for event in events].count(Event.JOINED) == 3
    backwards = [event for kind in KINDS for event in events[::-1] if event[0] == kind]
    assert backwards != events
    follow(model, backwards)


@pytest.mark.parametrize(
    "change",
    [
        lambda events: [events[1], events[0], *events[2:]],  # a group before the stone
        lambda events: [*events[:3], events[4], events[3], *events[5:]],  # the new group before the last one joined
        lambda events: [*events[:-2], events[-1], events[-2]],  # the verdict before the last owner
        lambda events: events[:-1],  # no verdict
        lambda events: [*events[:2], *events[3:]],  # two groups only
        lambda events: [*events[:4], *events[3:]],  # four
        lambda events: [*events[:-2], events[-1]],  # an owner is left out
        lambda events: [*events, events[-1]],  # the verdict twice
    ],
)
def test_any_other_order_is_wrong(change):
    model, events = joining()
    with pytest.raises(Wrong):
        follow(model, change(events))


def test_a_report_has_the_lists_where_they_differ():
    game = EveningEngine(Hexagon(side=2))
    script = game.read(["Wa1", "Ba2"])
    asked = game.requests(script)
    answers = [list(map(int, Engine(2).answer())) for _ in asked]
    names = game.streams.response.names
    for request, answer in zip(asked, answers, strict=True):
        answer[names.index("white_groups")] = int(request[0] == Op.LISTS and request[2] in (1, 3))
        answer[names.index("black_groups")] = int(request[0] == Op.LISTS and request[2] == 1)
    outcome = Outcome(name="", request=4, board=list(zip(map(list, asked), answers, strict=True)))
    says = str(game.explain(script, outcome, 80, ascii_only=True))
    assert "White's groups: 1 in the model, 3 1 in the hardware." in says
    assert "Black's groups" not in says
