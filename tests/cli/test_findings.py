"""What is said of a finding."""

import re
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import get_args

import pytest
from cosim.engines import ENGINE
from loopline.campaign import Campaign
from loopline.campaign.findings import Diagnosis, Fix, Proposal, finding_of
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.design.dut import load
from loopline.design.simulators.icarus import Icarus
from loopline.report import failure, findings, github, page
from loopline.report.console import wrapped
from loopline.report.documents import VerifyDocument
from loopline.report.failure import bugs, print_summary
from loopline.report.terminal import Terminal, tell
from loopline.simulation.job import START, Outcome, State
from rich.console import Console
from rich.text import Text


def test_nothing_ran_is_a_failure_with_a_reason(tmp_path):
    campaign = Campaign(Plan(Subject.of(load(ENGINE)), tmp_path, seed=1))
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
    campaign = Campaign(Plan(Subject.of(load(ENGINE)), tmp_path, seed=1))
    for number, what in enumerate(outcomes):
        usual = {"state": "mismatch", "script": "@0/", "cycle": 9, "request": 0, "says": "no"}
        outcome = Outcome(name=f"number {number}", **usual | what)
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
    campaign = Campaign(Plan(Subject.of(load(ENGINE)), tmp_path, seed=1))
    for one in ("agrees", state):
        campaign.findings.append(finding_of(Icarus("icarus", "11.0", "fst"), Outcome(name="games", state=one)))
    assert (campaign.exit_code == 0) is (state in ("agrees", "known"))


def test_conversations_that_were_ended_are_counted_beside_the_examples(tmp_path):
    campaign = Campaign(Plan(Subject.of(load(ENGINE)), tmp_path, seed=1))
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
    campaign, out = Campaign(Plan(Subject.of(load(ENGINE)), tmp_path, seed=1)), StringIO()
    for name, state in states.items():
        outcome = Outcome(name=name, state=state, error="it ended")
        campaign.findings.append(finding_of(Icarus("icarus", "11.0", "fst"), outcome))
    print_summary(Console(file=out, width=80), [campaign], 3.0, tmp_path)
    assert out.getvalue().splitlines()[1] == f"NOT TESTED  {says} · 3 s"


FIX = Fix(file="a.v", line=7, before="rows", after="rows + 1", games=20)
PROPOSED = Diagnosis(proposed=[Proposal(FIX, Path("a.v"), "rows + 1")])
OTHER = Diagnosis(proposed=[Proposal(FIX.model_copy(update={"after": "0"}), Path("a.v"), "0")])


@pytest.mark.parametrize(
    ("first", "second", "number"),
    [(PROPOSED, PROPOSED, 1), (PROPOSED, OTHER, 2), (None, Diagnosis(mends=[FIX]), 1), (None, PROPOSED, 2)],
    ids=["the same change", "other changes", "a fix of all that failed", "a change for one"],
)
def test_failures_of_two_fields_are_one_bug_if_one_change_is_known_to_mend_both(first, second, number, tmp_path):
    campaign = failed(tmp_path, {"signal": "vp_state.rows"}, {"signal": "vp_state.top"})
    whys = zip(campaign.findings, (first, second), strict=True)
    campaign.findings[:] = [replace(finding, why=why) for finding, why in whys]
    assert len(bugs([campaign])) == number


def test_a_failure_that_nothing_shows_again_is_a_bug_apart_from_what_a_fix_mends(tmp_path):
    campaign = failed(tmp_path, {"signal": "vp_state.rows"}, {"signal": "vp_state.top", "kept": "once"})
    campaign.findings[0] = replace(campaign.findings[0], why=Diagnosis(mends=[FIX]))
    assert len(bugs([campaign])) == 2


def test_a_fix_of_two_failures_is_printed_once(tmp_path):
    campaign, out = failed(tmp_path, {}, {"signal": "tx"}, {"signal": "rx"}), StringIO()
    terminal = Terminal(Console(file=out, width=80), tmp_path, quiet=True, brief=False, verbose=False)
    for finding, fix in zip(campaign.findings, (FIX, FIX, FIX.model_copy(update={"after": "0"})), strict=True):
        terminal.fixed(replace(finding, why=Diagnosis(mends=[fix])))
    assert re.findall(r"\+ (.*)", out.getvalue()) == ["rows + 1", "0"]


@pytest.mark.parametrize("common", ["", "assign quotient = ", "a_signal_before_it && " * 7])
def test_what_a_fix_changes_is_seen_in_80_columns(common, tmp_path):
    [finding], out = failed(tmp_path, {}).findings, StringIO()
    fix = FIX.model_copy(update={"before": f"{common}rows == 1 && more;", "after": f"{common}rows == 2 && more;"})
    failure.print_fix(Console(file=out, width=80), replace(finding, why=Diagnosis(mends=[fix])))
    assert re.findall(r" rows == (\d) && more;\n", out.getvalue()) == ["1", "2"]
    assert max(map(len, out.getvalue().splitlines())) <= 80
    assert ("…" in out.getvalue()) is (len(common) > 80)


def test_wrapped_text_keeps_seconds_in_one_line():
    assert wrapped("played for 30 s in all", 13) == ["played for", "30 s in all"]


@pytest.mark.parametrize(("says", "told"), [("a.v:3: full", False), ("Full is 1", True)])
def test_a_line_that_the_sentence_names_is_not_missing(says, told, tmp_path):
    campaign, out = failed(tmp_path, {"says": says}), StringIO()
    finding = replace(campaign.findings[0], why=Diagnosis(not_known="nothing helped"))
    failure.print_bug(Console(file=out, width=80), campaign, finding, tmp_path / "report.html")
    assert ("nothing helped" in out.getvalue()) is told
    campaign.findings[0] = finding
    written = page.write([page.PlayedCampaign(campaign, ["loopline"])], tmp_path)
    assert ("nothing helped" in written.read_text(encoding="utf-8")) is told


def test_a_line_of_a_block_that_is_too_long_keeps_its_margin(tmp_path, monkeypatch):
    campaign, out = failed(tmp_path, {}), StringIO()
    monkeypatch.setattr(failure, "explained", lambda *_, **__: ("@0/", [Text("  First wrong cell:" + " red" * 20)], ""))
    failure.print_bug(Console(file=out, width=80), campaign, campaign.findings[0], tmp_path / "report.html")
    assert re.search(r"\n  First wrong cell:( red)+\n  red( red)*\n", out.getvalue())


def test_where_a_simulation_died_is_said(tmp_path):
    because = "cycle 9 is the last on record, in request 2 of 3 (A0/)"
    died = {"state": "died", "says": "", "error": f"the simulator ended\na.v:7: no\n{because}\nand more"}
    campaign, out = failed(tmp_path, died), StringIO()
    failure.print_bug(Console(file=out, width=80), campaign, campaign.findings[0], tmp_path / "report.html")
    assert f"\n  where     {because}\n  because   and more\n" in out.getvalue()


def test_a_run_that_agrees_prints_no_line_of_more_than_80_columns(tmp_path):
    campaign, out = Campaign(Plan(Subject.of(load(ENGINE)), tmp_path, seed=1)), StringIO()
    resets = dict.fromkeys(["while the engine is idle", "while an answer waits", "in the middle of a cascade"], 1_234)
    played = {"examples": 100, "turns": 1_234_567_890, "cycles": 987_654_321_000, "longest_wait": 123_456}
    outcome = Outcome(name="games", state="agrees", resets=resets, longest_session=1_234, **played)
    campaign.findings.append(finding_of(Icarus("icarus", "11.0", "fst"), outcome))
    tell(Console(file=out, width=80, soft_wrap=True), campaign, ["loopline"], VerifyDocument)
    lines = [line for line in out.getvalue().splitlines()[2:] if not line.startswith("Written: ")]  # after the table
    assert any(line.startswith("resets: 1,234 while") for line in lines)
    assert any("1,234,567,890 turns" in line for line in lines)
    assert max(map(len, lines)) <= 80
