"""The decks that come with the games: short, all of it playable, and played against whatever engine somebody brings."""

from itertools import islice
from pathlib import Path

import pytest
from loopline.campaign.saved import deck_of
from loopline.contract.designs import bundled
from loopline.contract.game import Subject
from loopline.design import Change
from loopline.design.dut import load
from loopline.testbench import write
from testbench.simulators import icarus

ENGINES = [one.path for one in bundled() if one.contract == "engine"]
STRANGER = Path(__file__).parents[1] / "stranger" / "rtl"
DOCS = Path(__file__).parents[2] / "docs"

engines = pytest.mark.parametrize("engine", ENGINES, ids=lambda path: path.parent.name)


@engines
def test_bundled_deck_is_short_and_played_whole(engine):
    dut = load(engine)
    deck, game = deck_of(Subject.of(dut)), Subject.of(dut).engine
    assert deck
    assert deck.file.parent == engine.parent
    assert deck.note == ""
    assert 5 <= len(deck.games) <= 200
    assert sum(game.turns(game.read(text.split())) for _, text, _ in deck.games) <= 5000


@engines
def test_bundled_deck_says_the_purpose_of_each_game(engine):
    head, *rest = deck_of(Subject.of(load(engine))).file.read_text().split("\n\n")
    assert "# Made by: loopline mutate " in head
    for one in rest:
        about, game = one.strip().split("\n")
        assert about.startswith("# ")
        assert "kills " in about or "meets " in about
        assert game


@engines
def test_header_and_document_count_its_games_and_turns(engine):
    dut = load(engine)
    deck, game = deck_of(Subject.of(dut)), Subject.of(dut).engine
    turns = sum(game.turns(game.read(text.split())) for _, text, _ in deck.games)
    assert deck.file.read_text().splitlines()[1].startswith(f"# {len(deck.games)} games, {turns:,} turns")
    name = engine.parent.name.capitalize() + (", source" if engine.parent.name == "trax" else "")
    row = f"| {name} | {len(deck.games)} | {turns:,} | "
    assert row in (DOCS / "evidence" / "situations.md").read_text()


@engines
def test_testbench_of_the_bundled_deck_passes(engine, tmp_path):
    """A part of it: tests/testbench compares what a testbench says with the harness, on both simulators."""
    dut = load(engine)
    if engine.parent.name == "trax":
        dut = dut.with_board(Change("size=16"))  # on which all of it can be played
    sample = deck_of(Subject.of(dut)).games[::12]
    write(Subject.of(dut), sample, tmp_path, ["of a test"])
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) < 1_000_000
    ran = icarus(tmp_path)
    assert (ran.code, ran.says.startswith(f"PASS: {len(sample)} games, ")) == (0, True), ran.says


@engines
def test_what_short_games_of_the_deck_answer_waits_long_in_one_of_them(engine):
    """A counter of waiting cycles that wraps may harm any answer, and any state: each is waited upon."""
    subject = Subject.of(load(engine))
    met, waited = set(), set()
    for _, text, delays in deck_of(subject).games:
        said = _said(subject.engine, subject.engine.read(text.split()))
        if "request=4097,answer=4097" in delays:
            waited |= said
        elif len(text.split()) <= 30:
            met |= said
    assert len(met) > 20
    assert met <= waited


def _said(game, script):
    """By operation each reason; and each field of an answer, or of the state, that is set."""
    model, said = game.follower(port=False).model, set()
    for request in islice(game.requests(script), game.length(script)):
        if request[-1]:
            break
        answer = dict(zip(game.streams.response.names, model.carry_out(request), strict=True))
        said.add((int(request[0]), "reason", int(answer["reason"])))
        shown = {**answer, **dict(zip(game.streams.settled.names, model.settled(), strict=True))}
        said |= {name for name, value in shown.items() if value}
    return said


def test_other_engine_is_played_the_games_that_fit():
    dut = load(STRANGER / "spied.toml").with_board(Change("size=16"))
    deck = deck_of(Subject.of(dut))
    assert len(deck.games) >= 5
    assert " known games skipped; the first: " in deck.note
