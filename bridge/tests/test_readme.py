"""The examples of the README: a strict type checker accepts them, and they do what it says."""

import contextlib
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
import simulators

README = Path(__file__).parents[1] / "README.md"


@pytest.fixture
def folder(tmp_path):
    """The files of the README, each named in the first line of its block."""
    blocks = re.findall(r"^```\w+\n(?:#|//) (\w+\.\w+)\n(.*?)^```", README.read_text(), re.MULTILINE | re.DOTALL)
    assert {name for name, _ in blocks} == {"counter.v", "counts.py", "machine.py", "run.py"}
    for name, text in blocks:
        (tmp_path / name).write_text(text)
    return tmp_path


def test_readme_examples_pass_mypy(folder):
    pytest.importorskip("mypy")
    files = ["counts.py", "machine.py", "run.py"]
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", folder / "cache", *files]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


def test_readme_examples_fail_as_readme_says(folder, monkeypatch):
    monkeypatch.setenv("COCOTB_REWRITE_ASSERTION_FILES", "")
    monkeypatch.syspath_prepend(folder)
    runner = simulators.build("icarus", monkeypatch, folder / "counter.v", folder / "build")
    results = folder / "results.xml"
    with contextlib.suppress(SystemExit):
        runner.test(hdl_toplevel="counter", test_module=["counts", "machine"], test_dir=folder, results_xml=results)
    failures = {case.get("name"): case.find("failure").text for case in ElementTree.parse(results).iter("testcase")}
    assert "@example(enables=[True, True, True, True, True])" in failures["counts"]
    assert sum(map(int, re.findall(r"state\.enabled\(cycles=(\d)\)", failures["Counter"]))) == 5
