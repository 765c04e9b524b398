"""`loopline verify` and `replay` as a user meets them: output, files, exit codes."""

import html
import json
import re
import signal
from xml.etree import ElementTree

import pytest
import reports
from cli.running import run, run_anew, started
from copies import copied
from cosim.engines import needs, with_its_box_shifted
from waiting import PATIENCE, until

QUICK = ("--sim", "icarus", "--size", 16, "--seed", 3, "--examples", 5)


@pytest.fixture(autouse=True)
def _icarus():
    needs("icarus")


@pytest.fixture
def broken(tmp_path):
    return with_its_box_shifted(tmp_path)


def test_the_bundled_engine_agrees(tmp_path):
    code, out, err = run("verify", "trax-engine", *QUICK, "--examples", 2, "--out", tmp_path)
    assert (code, err) == (0, "")
    assert f"seed 3 · loopline verify trax-engine --sim icarus --seed 3 --examples 2 --size 16 --out {tmp_path}" in out
    assert "icarus 11" in out or "icarus 1" in out
    report = reports.read(tmp_path / "verify.json")
    assert report["exit_code"] == 0
    assert all(one["state"] == "agrees" and one["examples"] >= 2 for one in report["findings"])
    assert len(report["findings"]) >= 5
    rows = [re.split(r"  +", line.strip()) for line in out.splitlines()]
    for one in report["findings"]:
        figures = [f"{one[name]:,}" for name in ("examples", "turns", "cycles")]
        assert [one["name"], "icarus", *figures, f"{one['seconds']:,.1f}", "0", "agrees"] in rows
    spent = sum(one["seconds"] for one in report["findings"])
    assert 0 < spent < report["seconds"] * report["workers"]
    assert 0 < report["seconds_building"] < report["seconds"]
    suite = ElementTree.parse(tmp_path / "verify.xml").find("testsuite")
    assert suite.get("failures") == "0"
    assert len(suite.findall("testcase")) == len(report["findings"])


def test_the_same_seed_is_the_same_run(tmp_path):
    outcomes = []
    for name, running in {"a": run, "b": run_anew}.items():
        running("verify", "trax-engine", *QUICK, "--only", "games", "--out", tmp_path / name)
        (finding,) = json.loads((tmp_path / name / "verify.json").read_text())["findings"]
        outcomes.append((finding["examples"], finding["turns"], finding["cycles"]))
    assert outcomes[0] == outcomes[1]


@pytest.mark.room(6)
def test_mismatch_is_reported_with_game_and_files(broken, tmp_path):
    summary = tmp_path / "summary.md"
    saved = tmp_path / "saved"
    arguments = ("verify", broken, *QUICK, "--only", "games", "--regressions", saved, "--out", tmp_path / "out")
    code, out, err = run(*arguments, GITHUB_STEP_SUMMARY=str(summary))
    assert (code, err) == (1, "")
    assert "found by  games (icarus), example " in out
    assert ", vp_state." in out
    assert "▸" in out
    game = tmp_path / "out" / "games" / "minimal.trx"
    assert f"replay    loopline replay {game} --dut {broken} --sim icarus --size 16" in out
    waves = game.with_suffix(".fst")
    assert f"waves     {waves}\n" in out
    assert f"page      {tmp_path / 'out' / 'report.html'}\n" in out
    assert waves.stat().st_size > 1000
    verified = (tmp_path / "out" / "verify.json").read_text()
    (finding,) = json.loads(verified)["findings"]
    assert finding["state"] == "mismatch"
    told = ElementTree.parse(tmp_path / "out" / "verify.xml").find(".//failure").text
    assert told.strip().startswith("✗ games · icarus")
    headline = next(line for line in out.splitlines() if line.startswith("✗ ")).removeprefix("✗ ")
    assert headline == finding["says"]
    assert f" {headline}\n" in told
    page = (tmp_path / "out" / "report.html").read_text()
    assert headline in html.unescape(page)
    assert all(line in told for line in (f"--dut {broken}", f"waves     {waves}", game.read_text().splitlines()[-1]))
    assert finding["turns_left"] <= 2
    assert "| games | icarus |" in summary.read_text()
    # What is saved fails again, by the command that was printed, and the reports stay; and the next run begins with it.
    code, out, _ = run("replay", game, "--dut", broken, "--sim", "icarus", "--size", 16, "--out", tmp_path / "out")
    assert code == 1
    assert f"cycle {finding['cycle']:,}" in out
    assert reports.read(tmp_path / "out" / "replay.json")["findings"][0]["cycle"] == finding["cycle"]
    assert (tmp_path / "out" / "verify.json").read_text() == verified
    code, out, _ = run(*arguments)
    assert code == 1
    assert f"found by  {saved}/" in out


@pytest.mark.parametrize("option", ["--out", "--regressions"])
@pytest.mark.parametrize(("folder", "says"), [("file", "file"), ("file/inside", "Not a directory. Choose another")])
def test_a_folder_that_cannot_be_made(option, folder, says, tmp_path):
    (tmp_path / "file").touch()
    code, _, err = run("verify", "trax-engine", *QUICK, option, folder, cwd=tmp_path)
    assert code == 2
    assert says in err
    assert option in err
    assert "Traceback" not in err


def test_a_name_that_is_neither_file_nor_game():
    code, _, err = run("replay", "gmaes", "--dut", "trax-engine")
    assert code == 2
    assert err.startswith("loopline: there is no file gmaes, and as a game: gmaes: lower case: ")


def test_replay(tmp_path):
    games = tmp_path / "games"
    games.mkdir()
    (games / "one.trx").write_text("# a comment\n1. @0/ 2. A0+ 3. @1+ White resigns\n")
    (games / "two.trx").write_text("at:15,15 new:classic @0+ undo @0/ 3,3:+ read:0,0\n\ndelays:c7ff @0/ A0+\n")
    command = ("replay", "@0/ @1/", games, "--dut", "trax-engine", *QUICK[:4], "--out", tmp_path / "out")
    code, out, err = run(*command)
    assert (code, err) == (0, "")
    assert out.count("agrees") == 4
    code, out, _ = run(*command, "--waves")
    assert code == 0
    assert len(list((tmp_path / "out").rglob("minimal.fst"))) == 4


def test_a_simulation_that_ends_before_it_begins(tmp_path):
    dut = copied(tmp_path, ("trax_control.v", "endmodule", "initial $finish;\nendmodule"))
    code, out, _ = run("replay", "@0/", "--dut", dut, "--sim", "icarus", "--size", 16, "--out", tmp_path / "out")
    assert code == 3
    # Icarus 12 says where, too
    says = r"✗ (\S+trax_control\.v:\d+: \$finish .*: )?the simulation has ended before it began found by "
    assert re.search(says, " ".join(out.split()))
    assert "cocotb" not in out.partition("start of the simulation")[2]


def test_a_description_of_another_design(tmp_path):
    """tests/dut has all that can be wrong with one."""
    dut = copied(tmp_path)
    dut.write_text(f'{dut.read_text()}\n[signals]\nresp_over = "resp_valid"\n')
    code, out, err = run("verify", dut, *QUICK, "--only", "games", "--out", tmp_path / "out")
    assert code == 2, err + out
    assert "signals.resp_over and signals.resp_valid are both the port resp_valid" in err
    assert "Traceback" not in err + out


def test_rtl_that_does_not_compile(tmp_path):
    dut = copied(tmp_path, ("trax_box.v", "endmodule", "asign\nendmodule"))
    code, _, err = run("verify", dut, *QUICK, "--out", tmp_path / "out")
    assert code == 2
    assert "trax_box.v:" in err
    assert "cannot build it" in err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("verify", "nowhere.toml"), "nowhere.toml: cannot be read: No such file or directory"),
        (("verify", "trax-engine", "--size", 20), "must be 8, 16, 32, 64 or 128"),
        (("verify", "trax-engine", "--only", "chess"), "no property is called chess; there are: "),
        (("replay", "@0/ A0x", "--dut", "trax-engine"), "A0x: unknown symbol"),
        (("replay", "nowhere.trx"), "nowhere.trx: cannot be read"),
    ],
)
def test_bad_input(arguments, says, tmp_path):
    code, _, err = run(*arguments, cwd=tmp_path)
    assert code == 2
    assert says in err


def test_ctrl_c_keeps_what_was_done(tmp_path):
    arguments = ("verify", "trax-engine", "--sim", "icarus", "--size", 16, "--examples", 1_000_000, "--out", tmp_path)
    with started(*arguments) as process:
        until(lambda: _examples_done(tmp_path), process)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "PARTIAL, interrupted" in out
    assert "agrees so far" in out
    assert "not run" in out
    assert reports.read(tmp_path / "verify.json")["partial"]


def test_background_process_ignores_ctrl_c(tmp_path):
    """A shell has whatever it starts in the background ignore it."""
    few = ("--sim", "icarus", "--size", 16, "--only", "games", "--examples", 10, "--out", tmp_path)
    with started(
        "verify", "trax-engine", *few, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)
    ) as process:
        until(lambda: _examples_done(tmp_path), process)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "1 of 1 agree" in out


def _examples_done(out):
    """Some thousands of bytes have been recorded."""
    return any(one.stat().st_size > 4096 for one in out.glob("run/*/*-record"))
