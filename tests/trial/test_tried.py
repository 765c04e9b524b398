"""What a property is for and has not come to is said; when resets came, the longest wait and the longest session."""

import shutil
from xml.etree import ElementTree

import pytest
from cli.running import run
from copies import ROOT
from loopline.simulation.recording import (
    AFTER_ANSWER,
    AGAIN,
    ANSWER_WAITS,
    BUSY,
    HELD,
    IDLE,
    IN_OPERATION,
    moments,
)
from reports import read

DIVIDER, CONNECT4 = ROOT / "examples" / "blocks" / "divider.toml", ROOT / "examples" / "connect4" / "connect4.toml"

RESET, READY, TAKES, BUSILY, ANSWERS, ANSWERED = "20", "08", "18", "00", "04", "06"


@pytest.mark.parametrize(
    ("before", "moment"),
    [
        ([TAKES, BUSILY], IN_OPERATION),
        ([TAKES, BUSILY, ANSWERS], ANSWER_WAITS),
        ([TAKES, "10"], HELD),
        ([TAKES, ANSWERED], AFTER_ANSWER),
        ([TAKES, ANSWERED, READY], IDLE),
        ([TAKES, ANSWERED, BUSILY], BUSY),
        ([], AGAIN),
        (["+9 10"], HELD),
    ],
)
def test_each_moment_of_a_reset_is_named(before, moment):
    """Each time in a session that goes on with the same."""
    lines = [RESET, READY, *before, RESET, READY, *before, f"+3 {RESET}", READY]
    assert [*moments("".join(f"{line} 0 0 0\n" for line in lines))] == [moment] * 2


def verified(folder, design, *names):
    only = [word for name in names for word in ("--only", name)]
    code, out, err = run("verify", design, "--sim", "icarus", "--examples", 20, "--seed", 1, "--out", folder, *only)
    assert code == 0, out + err
    findings = {one["name"]: one for one in read(folder / "verify.json")["findings"]}
    cases = ElementTree.parse(folder / "verify.xml").getroot().iter("testcase")
    return out, findings, {case.get("name").partition(" (")[0]: case.findtext("system-out") or "" for case in cases}


def test_a_block_without_games_says_that_none_ended(tmp_path):
    out, findings, cases = verified(tmp_path, DIVIDER, "ends", "reset sweeps")
    assert "not tried: a position without moves (ends), a turn taken back (ends)" in out
    assert findings["ends"]["not_tried"] == ["a position without moves", "a turn taken back"]
    assert "not tried: a position without moves\n" in cases["ends"]
    page = (tmp_path / "report.html").read_text()
    assert "not tried: a position without moves (ends), a turn taken back (ends)" in page
    sweeps = findings["reset sweeps"]
    assert sweeps["not_tried"] == []
    assert set(sweeps["resets"]) > {IN_OPERATION, ANSWER_WAITS, IDLE}
    assert f"{sweeps['resets'][IDLE]} {IDLE}" in cases["reset sweeps"]
    assert f"resets: {max(sweeps['resets'].values())} " in out
    longest = max(one["longest_session"] for one in findings.values())
    assert longest > 30
    assert f"the longest session {longest:,} requests" in " ".join(out.split())
    assert f"the longest session {longest:,} requests" in page
    assert max(one["longest_wait"] for one in findings.values()) > 0


def test_game_that_ends_has_no_remark(tmp_path):
    out, findings, _ = verified(tmp_path, CONNECT4, "ends")
    assert "not tried" not in out
    assert findings["ends"]["aims"]["a position without moves"] > 0


def test_a_mistake_in_a_model_is_shown_by_no_more_examples_than_were_asked_for(tmp_path):
    """It is in a few requests only, and in simulations only. What makes its example smaller is not counted."""
    text = DIVIDER.with_suffix(".py").read_text()
    simulated = "__import__('os').environ.get('COCOTB_TEST_MODULES')"
    seldom = f"dividend % 512 == 3 and divisor > 90 and {simulated}"
    wrong = f"        if {seldom}:\n            raise ValueError('seldom')\n"
    body = "        return divided(dividend, divisor)\n"
    assert text.count(body) == 1
    (tmp_path / "seldom.py").write_text(text.replace(body, wrong + body))
    shutil.copy(DIVIDER.with_suffix(".v"), tmp_path)
    design = tmp_path / "seldom.toml"
    design.write_text(DIVIDER.read_text().replace("divider:GAME", "seldom:GAME"))
    options = ("--sim", "icarus", "--only", "reset sweeps", "--examples", 60, "--seed", 1, "--out", tmp_path / "out")
    code, out, _ = run("verify", design, *options)
    assert code == 2
    [finding] = read(tmp_path / "out" / "verify.json")["findings"]
    assert (finding["state"], 0 < finding["examples"] < 60) == ("error", True), out
