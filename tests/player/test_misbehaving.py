"""Whatever a player does on its line, there is a named failure, in time, with the conversation that led to it."""

import pytest
from cosim.engines import ROOT, needs
from cosim.test_misbehaving import HANGS
from cosim.waves import Waves
from loopline.campaign import Campaign, close_up
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.design import simulators
from loopline.design.dut import load
from loopline.simulation.job import FAILURES, ScriptsJob
from loopline.simulation.session import PERIOD
from loopline.testing import report

STUB = """
name = "stub"
contract = "player"
top = "stub"
sources = ["{folder}/stub.v"]
limit = 0.001
patience = 80_000

[parameters]
MANNERS = "{manners}"

[clock]
mhz = 50.0

[serial]
baud = 3_125_000
"""

#: Manners → state, what the report says, exit code.
CASES = {
    "plays the same for ever": ("mismatch", "It plays @0+", 1),
    "is stuck low": ("mismatch", "there is no stop bit", 1),
    "is unknown": ("mismatch", "the line is neither high nor low", 1),
    "floats": ("mismatch", "the line is neither high nor low", 1),
    "has another rate": ("mismatch", "the line does not carry a valid byte", 1),
    "has no stop bit": ("mismatch", "there is no stop bit", 1),
    "speaks unasked": ("mismatch", "hi is not a move", 1),
    "never answers": ("mismatch", "No answer", 1),
    "is late": ("mismatch", "The answer is late", 1),
    "has no name": ("mismatch", "-T is answered by", 1),
    "answers -B": ("mismatch", "It says @0+ although nothing was asked", 1),
    "says half a line": ("mismatch", "After 2 characters the line @0 does not end", 1),
    "says rubbish": ("mismatch", "Zz? is not a move", 1),
    "says it twice": ("mismatch", "It says @0+ although nothing was asked", 1),
    "ends the simulation": ("died", "the simulator ended by itself", 3),
    "crashes": ("mismatch", "the player says it is broken", 1),
    "loops in zero time": ("hung", "of processor time", 3),
}


#: Whose failure is played again with waves; test_one_time_for_one_cycle plays others.
CLOSE_UP = {"floats", "crashes"}


@pytest.mark.parametrize("manners", CASES)
def test_misbehaving(manners, tmp_path, request, monkeypatch):
    needs("icarus")
    if manners not in CLOSE_UP:
        monkeypatch.setattr(close_up, "make", lambda campaign, finding, game: finding)
    file = tmp_path / "stub.toml"
    file.write_text(STUB.format(folder=request.path.parent / "misbehaving", manners=manners))
    state, says, code = CASES[manners]
    timeout = HANGS if state == "hung" else 15
    campaign = Campaign(Plan(Subject.of(load(file)), tmp_path / "out", seed=1, examples=20, timeout=timeout))
    campaign.verify(simulators.find("icarus"), ["games"], lambda *_: None)
    if manners == "answers -B":  # as White it is wrong, too: it plays its first move again, and that may come first
        assert [finding.outcome.state for finding in campaign.findings] == [state], report(campaign)
        campaign = Campaign(Plan(Subject.of(load(file)), tmp_path / "again", seed=1, timeout=timeout))
        campaign.replay(simulators.find("icarus"), [("games", "-B", "")], lambda *_: None)
    text = report(campaign)
    print(text)
    assert [finding.outcome.state for finding in campaign.findings] == [state], text
    assert says in text
    assert campaign.exit_code == code
    for finding in campaign.findings:
        assert finding.outcome.state in FAILURES
        assert finding.outcome.script, text
        if manners in CLOSE_UP and state == "mismatch":  # as the waves have it
            assert finding.outcome.nanoseconds, text
            assert not finding.outcome.close_up, text


@pytest.mark.parametrize("manners", ["has no stop bit", "never answers"])
def test_one_time_for_one_cycle(manners, tmp_path, request):
    """A byte without a stop bit begins where the report says. A replay waits no longer than what was reported."""
    needs("icarus")
    file = tmp_path / "stub.toml"
    file.write_text(STUB.format(folder=request.path.parent / "misbehaving", manners=manners))
    campaign = Campaign(Plan(Subject.of(load(file)), tmp_path / "out", seed=10, examples=20))
    campaign.verify(simulators.find("icarus"), ["games"], lambda *_: None)
    (finding,) = campaign.findings
    outcome, waves = finding.outcome, Waves(finding.waves, "line")
    assert waves.at("fresh", outcome.nanoseconds - outcome.cycle * PERIOD - 1) > 0
    if manners == "has no stop bit":
        assert [waves.at("tx", outcome.nanoseconds + offset) for offset in (-1, 0)] == [1, 0]
    again = Campaign(Plan(Subject.of(load(file)), tmp_path / "again", seed=1))
    again.replay(simulators.find("icarus"), [("again", outcome.script, outcome.delays)], lambda *_: None)
    assert again.findings[0].outcome.cycle == outcome.cycle


def test_without_a_reset(tmp_path, request):
    """A new game has to do."""
    file = tmp_path / "stub.toml"
    text = STUB.format(folder=request.path.parent / "misbehaving", manners="plays the same for ever")
    file.write_text(f'{text}\n[reset]\nsignal = ""\n[tie]\nrst = 0\n')
    campaign = Campaign(Plan(Subject.of(load(file)), tmp_path / "out", seed=1, examples=5))
    campaign.verify(needs("icarus"), ["games"], lambda *_: None)
    assert CASES["plays the same for ever"][1] in report(campaign)


def test_last_simulation_ends_at_an_interrupt(tmp_path, request, monkeypatch):
    """It has all patience, as a replay has; a player that says nothing would make it wait for that long."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "tests"))
    file = tmp_path / "stub.toml"
    text = STUB.format(folder=request.path.parent / "misbehaving", manners="never answers")
    file.write_text(text.replace("limit = 0.001", "limit = 1.0").replace("patience = 80_000", "patience = 2_000_000"))
    campaign = Campaign(Plan(Subject.of(load(file)), tmp_path / "out", seed=1))
    job = campaign.plan.job(ScriptsJob, scripts=[("silent", "-W", "")], does="player.last_run:LastRun")
    build = campaign.builds.get(needs("icarus"))
    outcomes = campaign.play_apart(build, [job])
    assert [(one.name, one.state, one.unshrunk) for one in outcomes] == [("last run", "mismatch", "interrupted")]
    assert "No answer" in outcomes[0].says
    assert outcomes[0].cycles < 10_000


@pytest.mark.parametrize(("manners", "most"), [("is unknown", 1_000), ("floats", 1_000), ("is stuck low", 60_000)])
def test_early_failure_ends_the_game_at_once(manners, most, tmp_path, request):
    """Neither for patience nor, of a line that is X after the reset, for what is said first; nor do waves go on."""
    file = tmp_path / "stub.toml"
    text = STUB.format(folder=request.path.parent / "misbehaving", manners=manners)
    file.write_text(text.replace("patience = 80_000", "patience = 400_000"))
    campaign = Campaign(Plan(Subject.of(load(file)), tmp_path / "out", seed=1))
    campaign.replay(needs("icarus"), [("wrong", "-W", "")], lambda *_: None)
    (finding,) = campaign.findings
    assert CASES[manners][1] in finding.outcome.says
    assert finding.outcome.cycle < 1_000
    assert Waves(finding.waves, "line").at("cycle", 2 * 400_000 * PERIOD) < most
