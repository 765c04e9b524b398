"""All boards of a design, played together: what is said of them if that is interrupted."""

import pytest
from loopline.campaign import Campaign
from loopline.campaign import run as runs
from loopline.campaign.findings import finding_of
from loopline.campaign.plan import Plan
from loopline.campaign.run import BoardRun, Listener, Options, play_boards
from loopline.contract import game
from loopline.contract.designs import path_of
from loopline.contract.game import Subject
from loopline.design import Change, simulators
from loopline.design.dut import load
from loopline.simulation.job import Outcome
from loopline.workers.pool import LocalPool

SAVED = [("saved", "@0/", "")]


def board(folder, text=""):
    design = load(path_of("trax-engine"))
    design = design.with_board(Change(text)) if text else design
    return BoardRun(
        Options(),
        design,
        text,
        Campaign(Plan(Subject.of(design), folder / text, seed=1)),
        ["games", "wins"],
        SAVED,
    )


@pytest.mark.parametrize("interrupted", [0, 1])
def test_ctrl_c_in_the_saved_games_of_one_board_ends_all(interrupted, tmp_path, monkeypatch):
    boards = [board(tmp_path), board(tmp_path, "size=16"), board(tmp_path, "size=8")]
    for number, one in enumerate(boards):

        def run(simulator, jobs, watch, one=one, ends=number == interrupted):
            before, one.campaign.interrupted = one.campaign.interrupted, one.campaign.interrupted or ends
            return jobs if before or ends else []

        monkeypatch.setattr(one.campaign, "run", run)
        monkeypatch.setattr(one.campaign.builds, "get", lambda simulator: None)
    monkeypatch.setattr(runs, "play", lambda shares: pytest.fail("something was played"))
    play_boards(boards, {simulators.find("icarus"): boards}, [], Listener())
    for number, one in enumerate(boards):
        assert one.campaign.interrupted
        expected = ["games", "wins"] if number < interrupted else ["saved", "games", "wins"]
        assert [finding.outcome.name for finding in one.campaign.findings] == expected
        assert {finding.outcome.state for finding in one.campaign.findings} == {"not run"}


def test_a_sample_is_played_on_one_board_without_what_has_failed_anywhere(tmp_path, monkeypatch):
    boards = [board(tmp_path), board(tmp_path, "size=16"), board(tmp_path, "size=8")]
    for one in boards:
        one.saved = []
        monkeypatch.setattr(one.campaign.builds, "get", lambda simulator: None)
    played = []

    def note(shares):
        for share in shares:
            played.append((share.simulator.name, share.campaign, [run.name for run in share.properties]))
        boards[1].campaign.findings = [finding_of(shares[0].simulator, Outcome(name="wins", state="mismatch"))]

    monkeypatch.setattr(runs, "play", note)
    verilator, icarus = simulators.find("verilator"), simulators.find("icarus")
    for one in boards:
        one.campaign.elsewhere = [other.campaign for other in boards if other is not one]
    play_boards(boards, {verilator: boards, icarus: [boards[2]]}, [icarus], Listener())
    of_all = [("verilator", one.campaign, ["games", "wins"]) for one in boards]
    assert played == [*of_all, ("icarus", boards[2].campaign, ["games"])]


def test_the_board_of_the_sample_is_one_of_those_that_are_played():
    for name in ("trax-engine", "trax-player"):
        design = load(path_of(name))
        assert design.board.sampled in design.extremes
        assert not design.with_board(Change("8")).board.sampled


def test_evening_is_played_on_all_its_sides():
    """Two kept bugs are those of sides of three and of four alone."""
    design = load(path_of("evening-engine"))
    assert [*runs._extremes(design, Options())] == ["side=6", "side=2", "side=3", "side=4"]
    assert design.with_board(Change("side=6")).extremes == ["side=2", "side=3", "side=4", "side=5"]


def test_a_failure_in_the_sample_alone_says_nothing_of_the_board(tmp_path):
    """The board of the description was not tried with that simulator."""
    verilator, icarus = simulators.find("verilator"), simulators.find("icarus")
    campaign = board(tmp_path).campaign
    campaign.findings = [
        finding_of(icarus, Outcome(name="games", state="mismatch")),
        finding_of(verilator, Outcome(name="wins")),
    ]
    assert campaign.has_failed_on([icarus])
    assert not campaign.has_failed_on([verilator])


def test_the_game_of_a_board_is_found_once(tmp_path, monkeypatch):
    """Whatever is read for it: the deck, saved games, known bugs."""
    design, found, game_of = load(path_of("trax-engine")), [], game.game_of
    monkeypatch.setattr(game, "game_of", lambda *where: found.append(where) or game_of(*where))
    (tmp_path / "saved").mkdir()
    (tmp_path / "saved" / "one.trx").write_text("@0/ A0+\n@0+\n")
    made = BoardRun.of(Options(out=tmp_path, regressions=tmp_path / "saved"), design, LocalPool(1))
    assert (len(made.saved), len(found)) == (2, 1)


def test_a_larger_board_has_a_few_examples():
    """Addresses that are cut off show there; none where an example would be too many."""
    design = load(path_of("trax-engine"))
    assert [*runs._extremes(design, Options(examples=60))] == ["size=16", "size=8", "size=128"]
    assert [*runs._extremes(design, Options(examples=19))] == ["size=16", "size=8"]
    there = Options(examples=60).on_another_board(design, Change("size=128"), 3, has_sample=False)
    assert (there.examples, there.seed) == (3, Options(examples=60).seed + 3)
    small = Options(examples=60).on_another_board(design, Change("size=8"), 2, has_sample=False)
    assert small.examples == 15
    assert runs.one_in(load(path_of("trax-player")), "size=128") == 4
    assert not design.with_board(Change("128")).board.larger
