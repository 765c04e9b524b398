"""A session of which less was played, or is on record, than its script asks for never agrees, whoever follows it."""

import json
from pathlib import Path

import pytest
from cli.running import run
from copies import change, copied, copied_heap
from cosim.engines import OUT, needs
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract.checker import Checker
from loopline.contract.designs import bundled, path_of
from loopline.contract.game import Subject
from loopline.design import Change
from loopline.design.dut import load
from loopline.drawing import examples_of
from loopline.simulation.job import ScriptsJob
from loopline.simulation.recording import (
    REQ_READY,
    REQ_VALID,
    RESET,
    RESP_READY,
    RESP_VALID,
    IncompleteRecord,
    Recording,
)
from loopline.simulation.session import AT_ONCE, endless

TESTS = Path(__file__).parents[1]
HAPPENS = REQ_VALID | REQ_READY, RESP_VALID | RESP_READY, RESET


@pytest.fixture
def heap(tmp_path):
    """A copy of the heap with some patience; and with what is appended to its game, which every process imports."""
    return copied_heap(tmp_path, keys="patience = 100\n")


def test_a_reset_when_patience_is_over(heap, tmp_path):
    """The reset forgets to restore thirteen stones."""
    needs("icarus")
    change(heap.with_name("heap.v"), ("if (BUG != 4 || left == 0) left", "if (left !== 8'd13) left"))
    scripts = [f"take:2!reset={cycles} look" for cycles in (1, 99, 100, 101)]
    code, out, err = run("replay", *scripts, "--dut", heap, "--sim", "icarus", "--out", tmp_path / "out")
    assert code == 1, out + err
    findings = json.loads((tmp_path / "out" / "replay.json").read_text())["findings"]
    assert [one["state"] for one in findings] == ["agrees", "mismatch", "mismatch", "mismatch"], out


ENGINES = [one.name for one in bundled() if one.contract == "engine"]


@pytest.mark.parametrize("name", ENGINES)
def test_no_beginning_of_a_record_agrees(name):
    """All of it does, and all of it but what comes after the last answer, which is not predicted."""
    dut = load(path_of(name))
    game = Subject.of(dut).engine
    resets = next(one for one in game.properties() if "reset" in one.name)
    for script in examples_of(resets.scripts, 2, seed=1):
        requests, text = game.plan(script, endless([AT_ONCE]), dut.reset.cycles)
        lines = text.splitlines(keepends=True)
        happens = [number for number, line in enumerate(lines) if _happens(line)]
        for end in (*happens[:: 1 + len(happens) // 20], happens[-1], happens[-1] + 1, len(lines)):
            checker = Checker(game.streams, game.follower(True), requests)
            recording = Recording("".join(lines[:end]), 0)
            if end > happens[-1]:
                checker.check(recording)
            else:
                with pytest.raises(IncompleteRecord):
                    checker.check(recording)


def _happens(line):
    flags = int(line.split()[-4], 16)
    return any(flags & what == what for what in HAPPENS)


def _played(monkeypatch, name, board, *scripts):
    monkeypatch.setenv("PYTHONPATH", str(TESTS))  # for `faults`
    dut = load(path_of(name)).with_board(board and Change(board))
    campaign = Campaign(Plan(Subject.of(dut), OUT, seed=0))
    job = campaign.plan.job(ScriptsJob, scripts=scripts, does="trial.faults:Faults")
    outcomes = campaign.play_apart(campaign.builds.get(needs("icarus")), [job])
    return [(outcome.name, outcome.state, outcome.error.partition(":")[0]) for outcome in outcomes]


def test_a_predicted_session(monkeypatch):
    faults = ["none", "without a request", "cut off"]
    played = _played(monkeypatch, "trax-engine", "16", *((fault, "@0/ B1\\!reset=9 @0+", "") for fault in faults))
    assert played == [(faults[0], "agrees", ""), *((fault, "error", "IncompleteRecord") for fault in faults[1:])]


def test_a_conversation(monkeypatch):
    faults = ["none", "without a level", "a line cut off"]
    played = _played(monkeypatch, "trax-player", None, *((fault, "-T", "") for fault in faults))
    assert played == [(faults[0], "agrees", ""), *((fault, "error", "IncompleteRecord") for fault in faults[1:])]


SKIPPED = """
from loopline.simulation.session import Session
_play = Session.play
async def _short(self, requests, *how, **more):
    return await _play(self, requests[:-1], *how, **more)
Session.play = _short
"""

COMMANDS = {
    "verify": ("--examples", 3),
    "verify --coverage": ("--coverage", "--examples", 3),
    "fuzz": ("--turns", 100),
    "latency": ("--turns", 100),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command(name, heap, tmp_path):
    needs("icarus")
    game = heap.with_name("heap_game.py")
    game.write_text(game.read_text() + SKIPPED)
    quick = ("--sim", "icarus", "--seed", 1, "--jobs", 1, "--out", tmp_path / "out")
    code, out, err = run(name.split()[0], heap, *quick, *COMMANDS[name])
    assert code == 3, out + err
    assert "are on record as taken" in out + err


def test_a_close_up(heap, tmp_path):
    needs("icarus")
    game = heap.with_name("heap_game.py")
    game.write_text(game.read_text() + SKIPPED)
    code, out, err = run(
        "replay", "take:1 take:2", "--waves", "--dut", heap, "--sim", "icarus", "--out", tmp_path / "out"
    )
    assert code == 3, out + err
    assert "are on record as taken" in out


def test_little_patience_with_a_correct_engine(tmp_path):
    """It clears its board for 256 cycles."""
    needs("icarus")
    file = copied(tmp_path)
    file.write_text("patience = 100\n" + file.read_text())
    words = ("--dut", file, "--board", "size=16", "--sim", "icarus", "--out", tmp_path / "out")
    code, out, err = run("replay", "@0/", *words)
    assert code == 2, out + err
    assert "engine.toml:1: patience = 100 is too little" in " ".join(out.split())
