"""examples/bridge: each design passes its property as it is, and with a bug of bugs.toml fails it."""

import contextlib
import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest
import simulators

EXAMPLES = Path(__file__).parents[2] / "examples/bridge"
BUGS = tomllib.loads((EXAMPLES / "bugs.toml").read_text())
#: The bugs that this test tries, and what they shrink to.
SAMPLE = {
    "arbiter": {"never_third": r"requests=\[4\]", "forgets_latest": r"requests=\[\d+"},
    "priority_encoder": {"misses_lowest": r"requests=\[1\]"},
}


@pytest.mark.parametrize("simulator", ["icarus", pytest.param("verilator", marks=pytest.mark.slow)])
@pytest.mark.parametrize("block", sorted(SAMPLE))
def test_the_bugs_of_an_example_are_found_and_shrunk(simulator, block, tmp_path, monkeypatch):
    monkeypatch.setenv("COCOTB_REWRITE_ASSERTION_FILES", "")
    monkeypatch.syspath_prepend(EXAMPLES)  # from which the runner makes the simulator's path
    right = (EXAMPLES / f"{block}.v").read_text()
    for bug, smallest in [(None, None), *SAMPLE[block].items()]:
        folder = tmp_path / str(bug)
        folder.mkdir()
        text = right
        if bug is not None:
            assert right.count(BUGS[block][bug]["was"]) == 1
            text = right.replace(BUGS[block][bug]["was"], BUGS[block][bug]["is"])
        source = folder / f"{block}.v"
        source.write_text(text)
        runner = simulators.build(simulator, monkeypatch, source, folder)
        results = folder / "results.xml"
        with contextlib.suppress(SystemExit):
            runner.test(hdl_toplevel=block, test_module=block, test_dir=folder, results_xml=results, seed=1)
        [case] = ElementTree.parse(results).iter("testcase")
        failure = case.find("failure")
        if bug is None:
            assert failure is None, failure.text
        else:
            assert failure is not None, f"{bug} is not found"
            assert re.search(smallest, failure.text), failure.text
