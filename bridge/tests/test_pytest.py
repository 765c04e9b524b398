"""Under cocotb's own pytest plugin, with xdist: properties, parameters, fixtures and machines, and pytest's seed."""

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

INSIDE = Path(__file__).parent / "inside"
#: In each of the two runners.
PASS = {"of_cocotb[1]", "of_cocotb[2]", "test_of_pytest[1]", "test_of_pytest[2]", "Machine"}
PASS |= {"test_with_a_fixture", "test_with_a_fixture_of_the_module"}


@pytest.mark.gate
@pytest.mark.skipif(not shutil.which("iverilog"), reason="there is no Icarus")
def test_properties_run_under_cocotbs_pytest_plugin_with_xdist(tmp_path):
    shutil.copy(INSIDE / "counter.v", tmp_path)
    shutil.copy(INSIDE / "under_pytest.py", tmp_path / "test_plugin.py")
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    profile = "from hypothesis import settings\nsettings.register_profile('nine', max_examples=9, deadline=None)\n"
    (tmp_path / "conftest.py").write_text(profile)
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COCOTB_"))}
    plugin = ["-p", "cocotb_tools._pytest.plugin", "--cocotb-simulator=icarus"]
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            *plugin,
            "-n",
            "2",
            "--hypothesis-seed=5",
            "--hypothesis-profile=nine",
            "--junitxml=junit.xml",
        ],
        cwd=tmp_path,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    cases = list(ElementTree.parse(tmp_path / "junit.xml").iter("testcase"))
    failed = [case for case in cases if case.find("failure") is not None]
    passed = Counter(case.get("name") for case in cases if case not in failed)
    assert {name for name, times in passed.items() if times == 2} == PASS, run.stdout
    broken = [case.find("failure").text for case in failed if case.get("name") == "test_breaks"]
    assert len(broken) == 2
    assert all(re.search(r"Failing test case: test_breaks\(\nE? +n=10,", text) for text in broken), broken[0]
    [refused, _] = [case.find("failure").get("message") for case in failed if case.get("name") == "test_with_another"]
    assert refused.startswith("hypothesis.errors.FailedHealthCheck: test_with_another uses 'five', a fixture of"), (
        refused
    )
    assert "_check.py" not in broken[0]  # the traceback begins in the body
    assert "; seed 5" in run.stdout
    assert "passed 9 examples" in run.stdout
