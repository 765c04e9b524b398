"""What is measured is what the references promise, to the cycle."""

import os
import pkgutil
import signal

import pytest
from cosim.engines import ENGINE, OUT, ROOT, needs
from goldenrules.trax import read_move
from goldenrules.trax.player import Player
from latency.designs import ENGINE as WAITS
from latency.designs import slower
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.design import Change, simulators
from loopline.design.dut import load
from loopline.games.trax.game import MOVED
from loopline.latency import AnswersByKind
from loopline.latency.run import Measurement, over, read
from player.test_bundled_player import PLAYERS
from rtl.trax_search_cycles import thinking
from waiting import PATIENCE, at_most

SIZE = 16


def measure(dut, out=OUT, examples=100, **how):
    board = Change(str(SIZE))
    run = Measurement(
        Campaign(Plan(Subject.of(load(dut).with_board(board)), out, seed=1, examples=examples, board=board)),
        **how,
    )
    outcome = run.measure(needs("icarus"), lambda *_: None)
    assert outcome.state == "agrees", outcome
    return run


def test_engine():
    """docs/reference/trax-engine.md, the table of cycles."""
    played = measure(ENGINE, examples=20, turns=30).played
    answers = [answer for one in played for answer in one.answers]
    price = {"play": (2, 7), "trap": (3, 13), "take back": (3, 6), "read": (4, 0), "refused": (4, 0)}
    assert {answer.kind for answer in answers} >= {"play", "trap", "take back", "new game"}
    for answer in answers:
        tiles = answer.facts[MOVED]
        if answer.kind == "new game":
            cycles = 6 * tiles + 3 if tiles < SIZE**2 / 8 else SIZE**2 + 3
        elif answer.kind == "nothing to take back":
            cycles = 3
        else:
            fixed, each = price[answer.kind]
            cycles = fixed + each * (0 if answer.kind == "refused" else tiles)
        assert answer.begins == answer.ends == cycles, answer


def test_an_engine_that_has_become_slower(tmp_path):
    """Were it compared cycle by cycle, as `cycle_exact` asks for, it would not be measured."""
    copy = slower(tmp_path, WAITS) / ENGINE.relative_to(ROOT)
    played = measure(copy, tmp_path / "out", examples=2, turns=4).played
    excesses = list(over(read(ROOT / "ci" / "latency.toml", "bundled engine"), AnswersByKind(load(copy), played)))
    found = {one.kind: one for one in excesses if one.answer}
    assert found.keys() >= {"play", "take back"}
    answer = found["play"].answer
    assert answer.begins == 7 * answer.facts[MOVED] + 3
    assert found["play"].script in [script for script, _ in played]


@pytest.mark.parametrize(("depth", "turns"), [(1, 5), (2, 2)])
def test_player(depth, turns):
    """docs/reference/player.md, the search: besides it and the opponent's turn, only what is always the same."""
    run = measure(PLAYERS[depth], examples=2, turns=turns)
    rest = set()
    for script, answers in run.played:
        said = script.split()
        for answer in answers:
            assert answer.kind == "move"
            assert answer.ends - answer.begins == 10 * answer.characters * run.campaign.plan.dut.bit
            if answer.request and said[0] == "-B":
                rest.add(answer.begins - _golden(said[1 : answer.request + 1], depth, answer))
    assert len(rest) == 1, rest
    # The line is there 5 cycles after the last sample, which is 6 before the end of the stop bit; 5 beside the 7n; and
    # up to 6 from the answer's being ready to its start bit.
    assert 4 <= rest.pop() <= 10


def _golden(host, depth, answer):
    """The search and 7n for the opponent's turn, in the position that these moves of the host's lead to."""
    player = Player("LL", depth, SIZE - 2)
    player.receive("-B")
    for text in host[:-1]:
        player.receive(text)
    position = player.position
    before = len(position.tiles)
    position.play(*read_move(position, host[-1]))
    assert answer.facts == {"legal turns": len(position.legal_moves()), "tiles": len(position.tiles)}
    return thinking(position, depth) + 7 * (len(position.tiles) - before)


@pytest.mark.parametrize("when", ["loopline.simulation.simulate.new_folder", "loopline.simulation.simulate.launch"])
def test_ctrl_c_while_a_simulation_is_being_started(when, tmp_path, monkeypatch):
    """Neither too early for the simulation nor too late for who starts it."""
    begin = pkgutil.resolve_name(when)

    def pressed(*arguments, **how):
        os.kill(os.getpid(), signal.SIGINT)
        return begin(*arguments, **how)

    needs("icarus")
    campaign = Campaign(Plan(Subject.of(load(ENGINE)), tmp_path, seed=1, examples=10**6))
    run = Measurement(campaign)
    campaign.builds.get(simulators.find("icarus"))
    monkeypatch.setattr(when, pressed)
    with campaign.collect_interrupts(), at_most(PATIENCE):
        run.measure(simulators.find("icarus"), lambda *_: None)
    assert campaign.interrupted
    assert not run.played
