"""Whatever a design does, there is a named failure, in time, with the game that led to it; and the rest still runs."""

import pytest
from cosim.engines import needs
from loopline.campaign import Campaign, close_up
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.design import simulators
from loopline.design.dut import load
from loopline.simulation.job import FAILURES, START
from loopline.testing import report

STUB = """
name = "stub"
top = "stub"
sources = ["{folder}/stub.v"]
board.size = 64
patience = 2000

[parameters]
MANNERS = "{manners}"
"""

#: Manners → state, what the report says, exit code.
CASES = {
    "polite": ("mismatch", "The request is refused: first move; the model accepts it", 1),
    "never answers": ("mismatch", "No answer to request 1", 1),
    "answers before it is asked": ("mismatch", "An answer although nothing was asked", 1),
    "never ready": ("mismatch", "is never accepted", 1),
    "ready is X": ("mismatch", "Some bits are X or Z", 1),
    "valid is Z": ("mismatch", "Some bits are X or Z", 1),
    "answers X": ("mismatch", "Some bits are X or Z", 1),
    "writes everywhere": ("mismatch", "The request is refused: first move; the model accepts it", 1),
    "ends the simulation": ("died", "the simulator ended by itself", 3),
    "crashes": ("mismatch", "(the design's own assertion has failed)", 1),
    "loops in zero time": ("hung", "of processor time", 3),
}
#: Each build takes Verilator a while, so it gets one of each kind. (It has no X and no Z, nor a loop in zero time.)
VERILATOR_TOO = ("never answers", "ends the simulation", "crashes")
BOTH = [*(("icarus", one) for one in CASES), *(("verilator", one) for one in VERILATOR_TOO)]

#: Seconds of processor time without any progress: a busy machine makes no difference.
HANGS = 2


#: Whose failures are played again with waves.
CLOSE_UP = {("icarus", "polite"), ("icarus", "crashes"), ("verilator", "never answers")}


@pytest.mark.parametrize(("simulator", "manners"), BOTH)
def test_misbehaving(simulator, manners, tmp_path, request, monkeypatch):
    if (simulator, manners) not in CLOSE_UP:
        monkeypatch.setattr(close_up, "make", lambda campaign, finding, game: finding)
    state, says, code = CASES[manners]
    campaign = _campaign(simulator, manners, tmp_path, request, HANGS if state == "hung" else 15)
    campaign.verify(simulators.find(simulator), ["games", "wins"], lambda *_: None)
    text = report(campaign)
    assert [finding.outcome.state for finding in campaign.findings] == [state, state], text
    assert says in text
    assert campaign.exit_code == code
    assert state == "mismatch" or campaign.findings[0].outcome.shrinks
    for finding in campaign.findings:
        assert finding.outcome.state in FAILURES
        assert finding.outcome.script, text
        assert finding.game is not None


@pytest.mark.parametrize(("simulator", "state"), [("icarus", "hung"), ("verilator", "died")])
def test_a_loop_in_zero_time_is_found_in_the_record(simulator, state, tmp_path, request):
    """Icarus turns round in it for ever, Verilator gives up."""
    campaign = _campaign(simulator, "never settles", tmp_path, request)
    campaign.verify(simulators.find(simulator), ["games"], lambda *_: None)
    text = report(campaign)
    assert [finding.outcome.state for finding in campaign.findings] == [state], text
    assert "the last cycle on record is" in text
    assert "before request 1 of" in text
    assert "cocotb" not in text
    assert campaign.exit_code == 3


def test_extra_answer_is_a_mismatch(tmp_path, request):
    """The first one is right: the stub does know what a new game is."""
    campaign = _campaign("icarus", "answers twice", tmp_path, request)
    campaign.replay(simulators.find("icarus"), [("new", "new", "")], lambda *_: None)
    assert "An answer although nothing was asked" in report(campaign)
    assert campaign.exit_code == 1


def test_saved_game_that_ends_the_simulation_does_not_stop_others(tmp_path, request):
    """Neither in the same file nor in another."""
    campaign, names = _campaign("icarus", "ends the simulation", tmp_path, request), ["a.trx:1", "a.trx:3", "b.trx:1"]
    campaign.replay(simulators.find("icarus"), [(name, "@0/", "") for name in names], lambda *_: None)
    assert [(one.outcome.name, one.outcome.state) for one in campaign.findings] == [(name, "died") for name in names]
    assert ["@0/" in one.game.read_text().splitlines()[-1] for one in campaign.findings] == [True] * 3, report(campaign)


def test_a_simulation_that_ends_before_any_saved_game_is_reported_once(tmp_path, request):
    campaign, names = _campaign("icarus", "ends at once", tmp_path, request), ["a.trx:1", "a.trx:3", "b.trx:1"]
    campaign.replay(simulators.find("icarus"), [(name, "@0/", "") for name in names], lambda *_: None)
    found = [(one.outcome.name, one.outcome.state) for one in campaign.findings]
    assert found == [(START, "died"), *((name, "not run") for name in names)]
    assert campaign.exit_code == 3


def _campaign(simulator, manners, folder, request, timeout=HANGS):
    needs(simulator)
    file = folder / "stub.toml"
    file.write_text(STUB.format(folder=request.path.parent / "misbehaving", manners=manners))
    return Campaign(Plan(Subject.of(load(file)), folder / "out", seed=1, examples=20, timeout=timeout, shrink=1))
