"""A simulator that ends abruptly: the request that is named is the one in flight."""

import html
import json
import re
import shutil
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from cli.running import run
from copies import ROOT, change
from loopline.report.findings import details_of, sentence_of
from loopline.simulation import RECORD, run_file
from loopline.simulation.job import Outcome

DIVIDER = ROOT / "examples" / "blocks"

#: Ends in the middle of a division by seven; one by nine is never answered.
ENDS = """
    always @(posedge clk) if (state_q == STEP && divisor_q == 7 && left_q == 2) $finish;
    assign req_ready ="""

#: Requests that a reset comes before count, whether they were taken or not, and those that are made early.
GAMES = {
    "divide:9,7": "in request 1 of 1 (divide:9,7)",
    "divide:1,3 divide:9,7 divide:8,2": "in request 2 of 3 (divide:9,7)",
    "divide:40,5!reset=2 divide:1,3 divide:9,7": "in request 3 of 3 (divide:9,7)",
    "divide:40,5!idle=3 divide:40,5!held=1 divide:9,7 divide:1,3": "in request 3 of 4 (divide:9,7)",
    "delays:0a divide:1,3 divide:9,7 divide:8,2": "in request 2 of 3 (divide:9,7)",
}


@pytest.mark.parametrize("simulator", ["icarus", pytest.param("verilator", marks=pytest.mark.gate)])
def test_request_in_flight_at_an_exit_is_named(tmp_path, simulator):
    for suffix in (".py", ".v", ".toml"):
        shutil.copy(DIVIDER / f"divider{suffix}", tmp_path)
    change(tmp_path / "divider.v", ("\n    assign req_ready =", ENDS))
    (tmp_path / "games").mkdir()
    for number, game in enumerate(GAMES):
        (tmp_path / "games" / f"{number}.divider").write_text(f"{game}\n")
    code, out, err = run("replay", "games", "--dut", "divider.toml", "--sim", simulator, cwd=tmp_path)
    assert code == 3, out + err
    findings = json.loads((tmp_path / "out" / "replay.json").read_text())["findings"]
    for finding, (game, says) in zip(findings, GAMES.items(), strict=True):
        assert (finding["state"], finding["script"].split()[-1]) == ("died", game.split()[-1])
        why, *words, where = finding["error"].splitlines()
        assert why == "the simulator ended by itself (exit code 0)"
        assert where.endswith(f", {says}")
        assert [":0:" in line for line in words] == [False]
        assert str(tmp_path) not in finding["error"]  # a path is named as from here


def test_exit_in_all_properties_is_one_failure_with_its_line(tmp_path):
    """On the terminal, the page and in JUnit; with the shortest script."""
    for suffix in (".py", ".v", ".toml"):
        shutil.copy(DIVIDER / f"divider{suffix}", tmp_path)
    change(tmp_path / "divider.v", ("\n    assign req_ready =", ENDS))
    number = (tmp_path / "divider.v").read_text().partition("$finish")[0].count("\n") + 1
    options = ("--sim", "icarus", "--only", "histories", "--only", "aliases", "--only", "ends", "--examples", 20)
    code, out, _ = run("verify", "divider.toml", *options, "--seed", 7, cwd=tmp_path, COLUMNS="80")
    assert code == 3
    sentence = f"divider.v:{number}: $finish: the simulator ended by itself (exit code 0)"
    assert [line for line in out.splitlines() if line.startswith("✗")] == [f"✗ {sentence}"]
    assert re.search(r"\n\nNOT TESTED  1 failure, shown by [23] of 3 properties", out)
    cases = ElementTree.parse(tmp_path / "out" / "verify.xml").findall(".//error")
    assert {case.get("message") for case in cases} == {sentence}
    page = html.unescape((tmp_path / "out" / "report.html").read_text()).partition("<script")[0]
    assert page.count(f"</span> {sentence}</h2>") == 1
    assert "\\n" not in out + page + "".join(case.text for case in cases)
    findings = json.loads((tmp_path / "out" / "verify.json").read_text())["findings"]
    scripts = [one["script"] for one in findings if one["state"] == "died"]
    assert min(scripts, key=len)[:500] in page


@pytest.mark.parametrize(
    ("error", "says"),
    [
        ("it died\n- rtl/a.v:7: Verilog $finish\nin cycle 9", "rtl/a.v:7: Verilog $finish: it died"),
        ("it died\n%Error: /x/a.sv:7: no\n%Error: b.v:8", "/x/a.sv:7: no: it died"),
        ("no progress in 9 s", "no progress in 9 s"),
    ],
)
def test_the_line_of_the_source_comes_first(error, says):
    assert sentence_of(Outcome(name="games", state="died", error=error)) == says


def test_what_the_sentence_says_is_not_said_again():
    said = Outcome(name="games", state="died", error="it died\n- rtl/a.v:7: Verilog $finish\nin cycle 9")
    assert details_of(said) == ["in cycle 9"]


#: What loopline does in a simulation, the beginning of a record, and then a crash.
CRASHES = """
import ctypes
from pathlib import Path
from loopline.simulation import RECORD, run_file
from loopline.simulation.channel import NullChannel, write_down_at_a_signal
write_down_at_a_signal(NullChannel())
c = ctypes.CDLL(None)
c.fopen.restype = ctypes.c_void_p
c.fputs(b"20 0 0 0\\n", ctypes.c_void_p(c.fopen(bytes(run_file(Path(), RECORD)), b"w")))
ctypes.string_at(0)
"""


def test_what_a_simulator_has_recorded_when_it_crashes_is_written_down(tmp_path):
    ended = subprocess.run([sys.executable, "-c", CRASHES], cwd=tmp_path, check=False)
    assert ended.returncode == -11
    assert run_file(tmp_path, RECORD).read_text() == "20 0 0 0\n"
