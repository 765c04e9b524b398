"""Failures that are alike: the same first wrong signal, in the same smallest game or in an image of it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from cosim.engines import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st
from loopline.campaign import Campaign, known
from loopline.campaign.findings import finding_of
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.design import Change
from loopline.design.dut import load
from loopline.report import findings, page
from report.pages import BLOCKS, GAMES, ICARUS, campaign_of, mismatch, model_of, write

#: Of each game a script, one of its images, and one that is none.
IMAGES = {
    "trax": ("@0/ B1\\", "@0/ A2\\", "@0/ @1\\"),
    "globe": ("N3-C1 S3-S4 undo", "N3-C1 S3-S2 undo", "N3-C1 S1-C3 undo"),
    "evening": ("Wa1 Ba2", "We1 Bf1", "Wa1 Bb1 undo"),
    "tsolitaire": ("1B13R", "2F13B", "1E13R"),
    "reversi": ("d3 c3 read:h8", "f5 f6 read:a1", "d3 e3 read:h8"),
    "connect4": ("play:2 play:7 undo", "play:4 play:7 undo", "play:5 play:7 undo"),
}


def game_of(name):
    return Subject.of(load(ROOT / (GAMES | BLOCKS)[name][0])).scripts


def images(game, text):
    return {game.write(image) for image in game.images(game.read(text.split()))}


@pytest.mark.parametrize("name", IMAGES)
@settings(max_examples=10)
@given(data=st.data())
def test_the_rules_treat_the_images_of_a_script_alike(name, data):
    """Each request is refused for the same reason as its image, and the game is over after the same one; and the images
    of an image are those of the script."""
    campaign = campaign_of(name, Path())
    game = campaign.plan.game
    script = data.draw(st.one_of(game.baseline().scripts, *(one.scripts for one in game.properties()[:8])))
    script = game.until(script, 60)
    told = answers(campaign, name, script)
    every = [*game.images(script)]
    for image in every:
        assert answers(campaign, name, image) == told
    if every:
        assert {*map(game.write, every), game.write(script)} == {
            *map(game.write, game.images(every[-1])),
            game.write(every[-1]),
        }


def answers(campaign, name, script):
    game, model = campaign.plan.game, model_of(campaign, name)
    names = game.streams.response.names
    found, shown = [], [names.index(field) for field in names if field in ("reason", "over", "result")]
    for request in game.requests(script)[: len(script.steps)]:
        answer = model.carry_out(request)
        found.append([] if request[-1] else [int(answer[at]) for at in shown])
    return found


@pytest.mark.parametrize("name", IMAGES)
def test_an_image_is_alike_and_another_game_is_not(name, tmp_path):
    first, image, other = IMAGES[name]
    game = game_of(name)
    assert game.write(game.read(image.split())) in images(game, first)
    assert game.write(game.read(other.split())) not in images(game, first)
    campaign = campaign_of(name, tmp_path)
    outcomes = [
        mismatch(campaign, name, name="deck", script=first),
        mismatch(campaign, name, name="games", script=image),
        mismatch(campaign, name, name="traps", script=other),
        mismatch(campaign, name, name="wins", script=image, signal="resp_reason"),
        mismatch(campaign, name, name="ends", script=image, delays="01"),
    ]
    text = write(campaign, *outcomes)
    likes = [one.like.name if one.like else "" for one in campaign.findings]
    assert likes == ["", "deck (icarus)", "", "", ""]
    assert text.count('class="failure"') == 2  # the page has one for each signal of which the same is said
    assert "<dd>traps (icarus), ends (icarus), games (icarus)</dd>" in text
    said = findings.failure_text(campaign, campaign.findings[1])
    assert "like      deck (icarus): the same signal is wrong in an image of its game" in said
    assert "replay    loopline replay" in said
    findings.write(campaign, ["loopline", "verify"])
    written = json.loads((tmp_path / "verify.json").read_text())
    assert [one["like"] for one in written["findings"]] == likes


def test_where_there_are_no_images_only_the_same_game_is_alike(tmp_path):
    """Of a block that has none; two bugs of one signal were taken for one, and the second for a known one."""
    campaign = campaign_of("divider", tmp_path)
    scripts = {"deck": "divide:7,2", "games": "divide:9,4", "ends": "divide:7,2"}
    write(campaign, *(mismatch(campaign, "divider", name=name, script=text) for name, text in scripts.items()))
    assert [one.like.name if one.like else "" for one in campaign.findings] == ["", "", "deck (icarus)"]


def test_the_same_on_another_board_is_shown_with_it(tmp_path):
    """On the page of both; the page of that board alone shows it as a failure."""
    dut = load(ROOT / "rtl" / "trax" / "engine.toml")
    boards = [
        Campaign(Plan(Subject.of(dut), tmp_path / "64", seed=7)),
        Campaign(Plan(Subject.of(dut.with_board(Change("size=8"))), tmp_path / "8", seed=8)),
    ]
    for one, others in zip(boards, (boards[1:], boards[:1]), strict=True):
        one.elsewhere = others
        finding = known.compared(one, finding_of(ICARUS, mismatch(campaign_of("trax", tmp_path), "trax")))
        one.findings.append(replace(finding, game=tmp_path / "minimal.trx"))
    assert boards[0].findings[0].like is None
    assert boards[1].findings[0].like.name == "games (icarus), 64 × 64"
    both = page.write([page.PlayedCampaign(one, ["loopline"]) for one in boards], tmp_path).read_text()
    assert both.count('class="failure"') == 1
    assert "<dt>bundled engine, 8 × 8</dt>\n<dd>games (icarus)</dd>" in both
    assert page.write([page.PlayedCampaign(boards[1], [])], tmp_path / "8").read_text().count('class="failure"') == 1


def test_a_game_that_fails_at_its_images_loses_no_failure(tmp_path, monkeypatch):
    campaign = campaign_of("trax", tmp_path)
    monkeypatch.setattr(type(campaign.plan.game), "images", lambda *_: 1 / 0)
    write(campaign, *(mismatch(campaign, "trax", name=name) for name in ("deck", "games")))
    assert [bool(one.like) for one in campaign.findings] == [False, True]
