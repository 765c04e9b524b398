"""A report of an earlier run is never taken for this run's, whatever becomes of it."""

import json
import shutil
import signal
from pathlib import Path
from xml.etree import ElementTree

import pytest
from cli.running import run, started
from waiting import until

DIVIDER = Path(__file__).parents[2] / "examples" / "blocks"
QUICK = ("--sim", "icarus", "--examples", "2", "--seed", "1", "--jobs", "1")


@pytest.fixture(scope="module")
def verified(tmp_path_factory):
    """A block that has just been verified, and agrees."""
    folder = tmp_path_factory.mktemp("verified")
    for file in DIVIDER.glob("divider*.*"):
        shutil.copy(file, folder)
    code, out, err = verify(folder)
    assert (code, reported(folder), kinds(folder)) == (0, ("", 0), set()), out + err
    return folder


@pytest.fixture
def divider(verified, tmp_path):
    """A copy of it, with its reports."""
    return shutil.copytree(verified, tmp_path / "divider")


def verify(folder, *more):
    return run("verify", "divider.toml", *QUICK, *more, cwd=folder)


def reported(folder, name="verify"):
    """The status and the exit code in the JSON file."""
    report = json.loads((folder / "out" / f"{name}.json").read_text())
    return report.get("status", ""), report["exit_code"]


def kinds(folder, name="verify"):
    """What the cases of the JUnit file are that have not passed."""
    cases = ElementTree.parse(folder / "out" / f"{name}.xml").iter("testcase")
    return {kind.tag for case in cases for kind in case if kind.tag != "system-out"}


def test_sources_that_do_not_compile(divider):
    (divider / "divider.v").write_text("module divider;\n")
    assert verify(divider)[0] == 2
    assert reported(divider)[1] == 2
    assert kinds(divider) == {"error"}


@pytest.mark.parametrize("name", ["verify", "fuzz"])
def test_description_that_is_wrong(name, divider):
    (divider / "divider.toml").write_text("nonsense = 1\n")
    code, _, err = run(name, "divider.toml", cwd=divider)
    assert (code, reported(divider, name)) == (2, ("error", 2))
    report = json.loads((divider / "out" / f"{name}.json").read_text())
    assert report["error"] in err
    assert report["command"] == f"loopline {name} divider.toml"
    assert kinds(divider, name) == {"error"}
    page = divider / "out" / "report.html"
    assert "This run has no results" in page.read_text()


def test_replay_of_a_file_that_is_not_there(divider):
    assert run("replay", "nothing.div", "--dut", "divider.toml", cwd=divider)[0] == 2
    assert reported(divider, "replay") == ("error", 2)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_run_that_is_ended(number, divider):
    """Killed, it has not finished; by any other signal the code in the report is the command's."""
    report = divider / "out" / "verify.json"
    long = ("--examples", "100000", "--sim", "icarus", "--jobs", "1", "--seed", "1")
    with started("verify", "divider.toml", *long, cwd=divider) as process:
        until(lambda: reported(divider)[0] == "not finished", process)
        assert kinds(divider) == {"error"}
        until(lambda: any((divider / "out" / "run").glob("*")), process)
        process.send_signal(number)
        process.communicate()
    if number == signal.SIGKILL:
        assert reported(divider) == ("not finished", 3)
        assert kinds(divider) == {"error"}
    else:
        assert process.returncode == 128 + number
        assert json.loads(report.read_text())["exit_code"] == 128 + number


@pytest.mark.room(8)
def test_earlier_failures_survive_a_failed_run(divider):
    """A run that is killed does not lose it: --lf verifies it."""
    source = (divider / "divider.v").read_text()
    (divider / "divider.v").write_text(source.replace("negative_rest_q <= minus_a;", "negative_rest_q <= minus_b;"))
    assert verify(divider)[0] == 1
    failed = {one["name"] for one in findings(divider) if one["state"] == "mismatch"}
    assert failed
    (divider / "divider.v").write_text("module divider;\n")
    (divider / "divider.toml").rename(divider / "away.toml")
    assert verify(divider)[0] == 2
    assert {*json.loads((divider / "out" / "verify.json").read_text())["failed"]} == failed
    (divider / "away.toml").rename(divider / "divider.toml")
    (divider / "divider.v").write_text(source)
    assert verify(divider, "--lf")[0] == 0
    assert {one["name"] for one in findings(divider)} == failed


def findings(folder):
    return json.loads((folder / "out" / "verify.json").read_text())["findings"]


@pytest.mark.parametrize("name", ["verify", "replay", "fuzz", "mutate", "match", "verify-model", "latency"])
def test_unknown_option_replaces_the_report(name, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    (out / f"{name}.json").write_text('{"exit_code": 0}')
    code, _, err = run(name, "--no-such-option", "--out=out", cwd=tmp_path)
    assert code == 2
    if name != "latency":  # whose reports are in a folder of the design
        assert reported(tmp_path, name) == ("error", 2)
        assert "--no-such-option" in err
    if name not in ("latency", "match"):
        assert kinds(tmp_path, name) == {"error"}


def test_latency_of_a_design_that_cannot_be_read(divider):
    """Its folder has the name of the design. Reports of other designs stay."""
    folders = {name: divider / "out" / "latency" / name for name in ("divider", "another")}
    for name, folder in folders.items():
        folder.mkdir(parents=True)
        command = f"loopline latency {name}.toml --seed 1"
        (folder / "latency.json").write_text(json.dumps({"command": command, "exit_code": 0}))
    (divider / "divider.toml").write_text("name = \n")
    assert run("latency", "./divider.toml", cwd=divider)[0] == 2
    found = {name: json.loads((folder / "latency.json").read_text()) for name, folder in folders.items()}
    assert (found["divider"]["status"], found["divider"]["exit_code"]) == ("error", 2)
    assert "divider.toml:1" in found["divider"]["error"]
    assert found["another"]["exit_code"] == 0


def test_a_match_that_is_killed(tmp_path):
    words = ("match", "model", "random", "--game", "trax", "--games", "100000")
    with started(*words, cwd=tmp_path) as process:
        until(lambda: (tmp_path / "out" / "match.json").is_file(), process)
        until(lambda: json.loads((tmp_path / "out" / "match.json").read_text()).get("games"), process)
        process.kill()
        process.communicate()
    assert json.loads((tmp_path / "out" / "match.json").read_text())["exit_code"] == 3
