"""Suspects and fixes of a small design with a bug: found, shown, and never in the way of the verdict."""

import io
import json
import os
import re
import shutil
import signal
from pathlib import Path
from types import SimpleNamespace

import pytest
from cli.running import run
from contract.test_another_game import HEAP
from cosim.engines import ENGINE, needs
from loopline.api import explain
from loopline.campaign import Campaign
from loopline.campaign import run as runs
from loopline.campaign.findings import Diagnosis, EarlierFailure, Mismatch, Suspect
from loopline.campaign.plan import Plan
from loopline.campaign.run import Options
from loopline.contract.game import Subject
from loopline.design import Change, simulators
from loopline.design.dut import load
from loopline.errors import BadInput
from loopline.report import findings, page
from loopline.report.console import console
from loopline.report.terminal import Terminal
from loopline.simulation.job import Outcome
from loopline.system import interruptible
from loopline.why import look
from rich.console import Console

#: What stands there, and a mistake, of each kind.
BUGS = {
    "a constant": ("wire too_many = req_number > 3;", "wire too_many = req_number > 4;"),
    "a condition that is missing": ("if (none || too_many) reason", "if (none) reason"),
    "a comparison": ("{5'd0, req_number} > left", "{5'd0, req_number} >= left"),
    "one off": ("assign vp_stone = left - 8'd1;", "assign vp_stone = left;"),
    "an assignment that is missing": (
        "if (req_valid) begin\n                control <= ANSWER;\n                reason <= DONE;",
        "if (req_valid) begin\n                control <= ANSWER;",
    ),
    "bits that are lost": ("{5'd0, req_number} > left", "{5'd0, req_number} > {5'd0, left[2:0]}"),
}

#: Of the other kinds, too, tests/why/test_suspects.py looks for the changes.
OFTEN = "a condition that is missing"


def broken(tmp_path, kind="a constant"):
    right, wrong = BUGS[kind]
    folder = tmp_path / "heap"
    shutil.copytree(HEAP, folder)
    text = (folder / "heap.v").read_text()
    assert text.count(right) == 1
    (folder / "heap.v").write_text(text.replace(right, wrong))
    return folder / "heap.toml", text[: text.index(right)].count("\n") + 1


def verified(dut, tmp_path, *options, sim="verilator"):
    out = tmp_path / "out"
    how = ("--sim", sim, "--seed", 1, "--jobs", 1, "--examples", 30, "--out", out)
    code, text, err = run("verify", dut, *how, *options)
    assert code == 1, text + err
    return json.loads((out / "verify.json").read_text())["findings"][0], text, (out / "report.html").read_text()


@pytest.mark.room(40)  # a search for suspects from end to end
@pytest.mark.gate
@pytest.mark.parametrize(
    "kind", [kind if kind == OFTEN else pytest.param(kind, marks=pytest.mark.slow) for kind in BUGS]
)
def test_the_line_and_a_fix(kind, tmp_path):
    needs("verilator")
    dut, line = broken(tmp_path, kind)
    finding, text, page = verified(dut, tmp_path, "--why", 120)
    assert not finding["no_suspects"]
    assert 1 <= len(finding["suspects"]) <= 20
    assert "\n            6 " not in text
    assert line in [one["line"] for one in finding["suspects"]]
    assert all(one["file"].endswith("heap.v") and one["reason"] for one in finding["suspects"])
    assert line in [one["line"] for one in finding["mends"]]
    assert f"heap.v:{line}" in text
    assert "with this change all " in text
    assert "Suspect lines" in page
    assert " games pass, " in page


SILENT = """
module silent(input wire clk, input wire rst, input wire rx, output reg tx);
    {says}
endmodule
"""

#: How many changes are tried depends on the machine: on a busy one there may be time for none.
NOTHING_HELPED = (
    r"(none of \d+ small changes helped|no small change could be tried)\. Not tried: two changes at once, other "
    r"widths, parameters, and edges of a clock"
)

SILENT_TOML = """
name = "silent"
contract = "player"
top = "silent"
sources = ["silent.v"]
patience = 20_000
clock = { mhz = 50.0 }
serial = { baud = 3_125_000 }
"""


@pytest.mark.gate
@pytest.mark.parametrize(
    ("says", "suspects", "why"),
    [
        ("initial tx = 1'b1;", 0, "in the source the signal depends on no condition and on no value"),
        ("always @(posedge clk) tx <= 1'b1;", 0, NOTHING_HELPED),
    ],
    ids=["nothing", "a constant"],
)
def test_a_player_that_never_answers(says, suspects, why, tmp_path):
    needs("verilator")
    (tmp_path / "silent.v").write_text(SILENT.format(says=says))
    (tmp_path / "silent.toml").write_text(SILENT_TOML)
    finding, text, page = verified(tmp_path / "silent.toml", tmp_path, "--only", "games", "--examples", 1, "--why", 20)
    assert "No answer: 20,0" in text
    assert (finding["signal"], finding["found"]) == ("tx", "nothing")
    assert re.fullmatch(why, finding["no_suspects"] or finding["no_mends"])
    assert re.search(why, " ".join(text.split()))  # the terminal has broken its lines
    assert re.search(why, page)
    assert [one["line"] for one in finding["suspects"]] == [3] * suspects


def test_all_conditions_of_a_player_are_tried_if_it_is_not_known_what_they_do(monkeypatch, tmp_path):
    """A game may be too long for what is written down."""
    tried = set()

    def try_(campaign, games, build, chosen, seconds):
        tried.update(candidate.change.after for candidate, _ in chosen)
        return [], 0

    for name, found in {"_build": None, "_games": {}, "_look_at_effects": None, "warnings": {}}.items():
        monkeypatch.setattr(look, name, lambda *_, found=found: found)
    monkeypatch.setattr(look, "_try", try_)
    (tmp_path / "silent.v").write_text(SILENT.format(says="always @(posedge clk) tx <= rx && !rst;"))
    (tmp_path / "silent.toml").write_text(SILENT_TOML)
    campaign = Campaign(Plan(Subject.of(load(tmp_path / "silent.toml")), tmp_path / "out", 1))
    look._search(campaign, Mismatch(simulators.find("icarus"), Outcome(name="games", signal="tx")), 1.0)
    assert "!(rx && !rst)" in tried


@pytest.mark.parametrize(
    ("sim", "options", "why"), [("icarus", (), "only available with Ver"), ("verilator", ("--why", 0), "")]
)
def test_nothing_is_named_without_a_reason(sim, options, why, tmp_path):
    needs(sim)
    finding, text, page = verified(broken(tmp_path)[0], tmp_path, *options, sim=sim)
    assert (finding["suspects"], finding["mends"]) == ([], [])
    assert finding["no_suspects"].startswith(why)
    assert ("  line      none: " in text, "No suspect lines" in page) == (bool(why), bool(why))


def test_a_failure_is_printed_before_it_is_looked_at(monkeypatch):
    board, printed = SimpleNamespace(options=Options(why=1.0), campaign=Campaign(Plan(None, Path(), seed=0))), []
    finding = Mismatch(SimpleNamespace(has_x=False), Outcome(name="games", state="mismatch"))

    def slow(_, finding, seconds):
        assert printed == ["failure"]
        return Diagnosis(not_known="of this test")

    monkeypatch.setattr(look, "look", slow)
    monkeypatch.setattr(findings, "print_failure", lambda *_: printed.append("failure"))
    monkeypatch.setattr(findings, "print_why", lambda _, why: printed.append(why.not_known))
    board.campaign.findings.append(finding)
    runs._found(board, Terminal(None, Path(), quiet=True, brief=True, verbose=True), explain, finding)
    assert printed == ["failure", "of this test"]


def test_the_first_block_does_not_wait_for_the_line(monkeypatch, tmp_path):
    """Its page is there, too."""
    campaign, text, pages = Campaign(Plan(None, Path(), seed=0)), io.StringIO(), []
    board = SimpleNamespace(options=Options(why=1.0, out=tmp_path), campaign=campaign, command=["loopline"])
    outcome = Outcome(name="games", state="mismatch", says="It is", cycle=9)
    verilator = SimpleNamespace(name="verilator", has_x=False)
    findings = [Mismatch(verilator, outcome.model_copy(update={"says": says})) for says in "ab"]
    block = "\n✗ a\n  where     cycle 9,\n  found by  games (verilator)\n  page      out/report.html\n"
    line = "\ngames (verilator)\n  line      none: of this test\n"

    def slow(*_):
        assert text.getvalue() == block + line * (len(campaign.findings) > 1)
        return Diagnosis(not_known="of this test")

    monkeypatch.setattr(look, "look", slow)
    monkeypatch.setattr(page, "write", lambda *given, running: pages.append((*given, running)))
    terminal = Terminal(console(file=text), Path("out"), quiet=True, brief=False)
    terminal.prepared([board])
    for finding in findings:  # the second may be the same bug, which its line will tell
        campaign.findings.append(finding)
        runs._found(board, terminal, explain, finding)
    second = block.replace("✗ a", "✗ b").replace("  page", "  line      none: of this test\n  page")
    assert text.getvalue() == block + line + second
    assert pages == [([page.PlayedCampaign(campaign, ["loopline"])], Path("out"), True)]


@pytest.mark.parametrize(("searched", "says"), [(2, "looked for"), (3, "not analysed: time budget used (raise --why)")])
def test_a_search_that_took_longer_takes_no_time_from_others(searched, says, monkeypatch):
    monkeypatch.setattr(look, "_look", lambda *_: Diagnosis(not_known="looked for"))
    outcome = Outcome(name="games", state="mismatch")
    slow = Mismatch(SimpleNamespace(has_x=False), outcome, why=Diagnosis(seconds=100.0))
    campaign = SimpleNamespace(mismatches=[slow] * searched, elsewhere=(), interrupted=False)
    assert look.look(campaign, Mismatch(SimpleNamespace(has_x=False), outcome), 10.0).not_known == says


@pytest.mark.parametrize(
    ("script", "again", "signal", "is_small"),
    [
        ("@0/", "mismatch", "vp_x", True),
        ("@0/", "mismatch", "vp_y", False),  # another failure
        ("@0/", "agrees", "", False),
        ("new:field=40 @0/", "mismatch", "vp_x", False),  # there is no room for that on the small one
    ],
)
def test_a_failure_is_looked_at_where_resets_are_short(script, again, signal, is_small, tmp_path):
    design = load(ENGINE)
    first, *others = (
        Campaign(Plan(Subject.of(design.with_board(Change(f"size={size}"))), tmp_path, seed=1)) for size in (64, 8, 16)
    )
    first.elsewhere = others
    for place in others:
        place.builds = SimpleNamespace(get=lambda _: None)
        place.play_apart = lambda _, jobs: [Outcome(name="", state=again, signal=signal) for _ in jobs]
    finding = Mismatch(
        SimpleNamespace(has_x=False), Outcome(name="games", state="mismatch", script=script, signal="vp_x")
    )
    assert look._soonest_reset(first, finding) is (others[0] if is_small else first)


@pytest.mark.parametrize("ends", ["cannot be built", "is interrupted"])
def test_a_small_board_without_a_result_leaves_the_search_where_it_was(ends, tmp_path):
    first, small = (
        Campaign(Plan(Subject.of(load(ENGINE).with_board(Change(f"size={size}"))), tmp_path, seed=1))
        for size in (64, 8)
    )
    first.elsewhere, small.refused = [small], BadInput("no") if ends == "cannot be built" else None

    def get(simulator):
        if small.refused:
            raise small.refused

    def play_apart(build, jobs):
        small.interrupted = True
        return []

    small.builds, small.play_apart = SimpleNamespace(get=get), play_apart
    outcome = Outcome(name="games", state="mismatch", script="@0/", signal="vp_x")
    assert look._soonest_reset(first, Mismatch(SimpleNamespace(has_x=False), outcome)) is first
    assert first.interrupted is (ends == "is interrupted")


@pytest.mark.parametrize("error", [RuntimeError("a fault"), BadInput("slang cannot read it")])
def test_error_of_the_search_keeps_the_failure(error, monkeypatch):
    def fails(*_):
        raise error

    monkeypatch.setattr(look, "Design", fails)
    finding = Mismatch(SimpleNamespace(has_x=False), Outcome(name="games", state="mismatch", script="x"))
    before = finding.outcome.model_copy()
    plan = SimpleNamespace(dut=None, game=SimpleNamespace(streams=None))
    campaign = SimpleNamespace(mismatches=[finding], elsewhere=(), interrupted=False, plan=plan)
    why = look.look(campaign, finding, 1.0)
    assert str(error) in why.not_known
    assert not why.suspects
    assert finding.outcome == before


@pytest.mark.parametrize(
    ("again", "kept", "says"),
    [
        ("agrees", "", "after another power-up the same game agrees"),
        ("mismatch", "", "it does not fail each time"),
        ("agrees", "once", "it does not fail each time"),
    ],
)
def test_a_register_that_only_power_up_sets_is_named_although_it_fails_once(again, kept, says, monkeypatch):
    """A game that sets the register fails only once in a simulation."""
    suspect = Suspect(file="x.v", line=1, text="", reason="nothing sets it")
    monkeypatch.setattr(look, "_never_set", lambda *_: [suspect])
    outcome = Outcome(name="games", state="mismatch", script="x", agreed_again=2, power_up=1, kept=kept)
    finding = Mismatch(SimpleNamespace(has_x=False), outcome)
    campaign = SimpleNamespace(
        mismatches=[finding],
        elsewhere=(),
        interrupted=False,
        plan=SimpleNamespace(job=lambda *_, **how: how),
        builds=SimpleNamespace(get=lambda _: None),
        play_apart=lambda _, jobs: [Outcome(name="", state=again) for job in jobs if job["power_up"] != 1],
    )
    why = look.look(campaign, finding, 1.0)
    assert why.suspects == ([suspect] if "power-up" in says else ())
    assert (why.no_mends or why.not_known).startswith(says)


def test_failed_build_of_the_search_is_reported(monkeypatch, tmp_path):
    """The simulator's first words, too; and they are printed."""
    said = "heap.toml: verilator 5.48.0 cannot build it:\n  heap.v:7: Unsupported: this\n  heap.v:8: that\n  and more"

    def refuses(*_):
        raise BadInput(said)

    monkeypatch.setattr(look, "_look", refuses)
    finding = Mismatch(SimpleNamespace(has_x=False), Outcome(name="games", state="mismatch", script="x"))
    why = look.look(SimpleNamespace(mismatches=[finding], elsewhere=(), interrupted=False), finding, 1.0)
    with (tmp_path / "out").open("w+") as out:
        findings.print_why(Console(file=out, width=200), why)
        out.seek(0)
        [line] = out.read().strip().splitlines()
    reason = "heap.toml: verilator 5.48.0 cannot build it: heap.v:7: Unsupported: this heap.v:8: that"
    assert line.split(maxsplit=1) == ["suspects", f"none: {reason}"]


def test_ctrl_c_ends_the_search_and_is_not_lost(monkeypatch):
    monkeypatch.setattr(look, "Design", lambda *_: os.kill(os.getpid(), signal.SIGINT))
    finding = Mismatch(SimpleNamespace(has_x=False), Outcome(name="games", state="mismatch", script="x"))
    plan = SimpleNamespace(dut=None, game=SimpleNamespace(streams=None))
    campaign = SimpleNamespace(mismatches=[finding], elsewhere=(), interrupted=False, plan=plan)
    noted = []
    with interruptible(lambda *_: noted.append(True)):
        why = look.look(campaign, finding, 1.0)
    assert campaign.interrupted
    assert why.not_known == "the search was interrupted"
    assert not noted


def test_a_known_bug_is_not_looked_at(monkeypatch):
    monkeypatch.setattr(look, "Design", None)
    finding = Mismatch(simulators.find("icarus"), Outcome(name="games", state="known", known="a bug"))
    assert look.look(SimpleNamespace(mismatches=[finding], elsewhere=(), interrupted=False), finding, 1.0) is None


@pytest.mark.parametrize(
    ("board", "says"), [("8 × 8", "the same signal is wrong"), ("", "nothing helped"), (None, "it was looked at")]
)
def test_failures_that_are_alike_are_looked_at_once(board, says, monkeypatch):
    """On the same board they have the same suspects."""
    monkeypatch.setattr(look, "_look", lambda *_: Diagnosis(not_known="it was looked at"))
    outcome = Outcome(name="games", state="mismatch", script="x", signal="vp_x")
    known = Mismatch(SimpleNamespace(has_x=False), outcome, why=Diagnosis(not_known="nothing helped"))
    finding = Mismatch(known.simulator, outcome, like=None if board is None else EarlierFailure(known, board))
    why = look.look(SimpleNamespace(mismatches=[finding], elsewhere=(), interrupted=False), finding, 1.0)
    assert why.not_known.startswith(says)
