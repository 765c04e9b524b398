"""What is said of a finding."""

import re
from io import StringIO
from typing import get_args

import pytest
from cosim.engines import ENGINE
from loopline.campaign import Campaign
from loopline.campaign.findings import finding_of
from loopline.campaign.plan import Plan
from loopline.design.dut import load
from loopline.design.simulators.icarus import Icarus
from loopline.report import findings, github
from loopline.report.failure import print_summary
from loopline.simulation.job import START, Outcome, State
from rich.console import Console


def test_nothing_ran_is_a_failure_with_a_reason(tmp_path):
    campaign = Campaign(Plan(load(ENGINE), tmp_path, seed=1))
    campaign.findings.append(finding_of(Icarus("icarus", "11.0", "fst"), Outcome(name="games", state="nothing ran")))
    out = StringIO()
    findings.print_failure(Console(file=out), campaign, campaign.findings[0])
    assert "a pass would mean nothing" in out.getvalue()
    assert campaign.exit_code == 2


def shown(campaign):
    out = StringIO()
    for finding in campaign.findings:
        findings.print_failure(Console(file=out, width=120), campaign, finding)
    return out.getvalue()


def failed(tmp_path, *outcomes):
    """A campaign of failures of the game `@0/`, each of which has this besides."""
    campaign = Campaign(Plan(load(ENGINE), tmp_path, seed=1))
    for number, what in enumerate(outcomes):
        outcome = Outcome(
            name=f"number {number}", state="mismatch", script="@0/", cycle=9, request=0, says="no", **what
        )
        campaign.findings.append(finding_of(Icarus("icarus", "11.0", "fst"), outcome))
    return campaign


def test_failure_is_shown_with_all_that_it_needs(tmp_path, monkeypatch):
    summary = tmp_path / "summary.md"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    taken = {"before": "@0+\n@0+ undo", "delays": "c0", "carried": ["request 1 (@0/): req_field is 7"]}
    campaign = failed(tmp_path, taken)
    text = shown(campaign)
    for line in (
        "before    @0+\n",
        "before    @0+ undo\n",
        "delays    c0",
        "carried   request 1 (@0/): req_field is 7",
    ):
        assert line in text
    _, junit = findings.write(campaign, [])
    github.write_step_summary(campaign, [])
    for report in (summary, junit):
        assert "@0+\n@0+ undo\ndelays:c0 @0/\n" in report.read_text()


def test_games_are_equal_only_with_equal_delays_and_earlier_games(tmp_path):
    text = shown(failed(tmp_path, {}, {}, {"before": "@0+"}, {"delays": "c0"}))
    assert text.count("the same as for number 0 (icarus), above") == 1
    assert text.count("▸ @0/") == 3


@pytest.mark.parametrize(("left", "how"), [(20, "not shrunk"), (3, "shrunk no further")])
def test_alike_failure_may_have_been_shrunk_already(left, how, tmp_path):
    text = shown(failed(tmp_path, {"same_as": "games", "found_at": 1, "turns_before": 20, "turns_left": left}))
    assert f"as        games, which failed in the same way; this game was {how}" in text
    assert ("shrunk from 20 to 3 turns" in text) == (how != "not shrunk")


@pytest.mark.parametrize("state", get_args(State))
def test_only_agreement_is_success(state, tmp_path):
    """Or a failure that the description knows. Not a state that no finding should have in the end, either."""
    campaign = Campaign(Plan(load(ENGINE), tmp_path, seed=1))
    for one in ("agrees", state):
        campaign.findings.append(finding_of(Icarus("icarus", "11.0", "fst"), Outcome(name="games", state=one)))
    assert (campaign.exit_code == 0) is (state in ("agrees", "known"))


def test_conversations_that_were_ended_are_counted_beside_the_examples(tmp_path):
    campaign = Campaign(Plan(load(ENGINE), tmp_path, seed=1))
    one = Outcome(name="games", state="agrees", examples=2, cut=1)
    campaign.findings.append(finding_of(Icarus("icarus", "11.0", "fst"), one))
    out = StringIO()
    findings.print_table(Console(file=out, width=120), campaign)
    assert re.split(" {2,}", out.getvalue().splitlines()[1])[2] == "2, 1 cut"


@pytest.mark.parametrize(
    ("states", "says"),
    [
        ({START: "died"}, "1 failure, at the start of the simulation"),
        ({START: "died", "wins": "died", "games": "agrees"}, "1 failure, shown by 1 of 2 properties"),
    ],
)
def test_end_at_the_start_is_not_counted_as_a_property(states, says, tmp_path):
    campaign, out = Campaign(Plan(load(ENGINE), tmp_path, seed=1)), StringIO()
    for name, state in states.items():
        outcome = Outcome(name=name, state=state, error="it ended")
        campaign.findings.append(finding_of(Icarus("icarus", "11.0", "fst"), outcome))
    print_summary(Console(file=out, width=80), [campaign], 3.0, tmp_path)
    assert out.getvalue().splitlines()[1] == f"NOT TESTED  {says} · 3 s"
