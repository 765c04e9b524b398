"""Runs the cocotb modules of this folder in a simulator, and holds them to exactly what they should come to.

`checks` asserts inside the simulation what `check` reports; the others do what only shows from outside.
"""

import contextlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import strategies as st
from loopline.design import simulators
from loopline.property import given
from waiting import PATIENCE, at_most

HERE = Path(__file__).parent
DOCS = HERE.parents[1] / "docs" / "property.md"


@pytest.fixture(scope="module")
def simulate(tmp_path_factory):
    """Runs a module on the counter: test → None if it passed, else the failure, as its XML element."""
    runners = {}

    def run(simulator, module, **options):
        if simulator not in runners:
            runners[simulator] = runner = simulators.find(simulator).runner()
            runner.build(
                sources=[HERE / "counter.v"],
                hdl_toplevel="counter",
                build_dir=tmp_path_factory.mktemp(simulator),
                timescale=("1ns", "1ps"),
            )
        folder = tmp_path_factory.mktemp(module)
        results = folder / "results.xml"
        with at_most(PATIENCE), contextlib.suppress(SystemExit):  # the runner's way to say that a cocotb test failed
            runners[simulator].test(
                hdl_toplevel="counter",
                test_module=f"property.{module}",
                test_dir=folder,
                results_xml=results,
                **options,
            )
        cases = ElementTree.parse(results).iter("testcase")
        return {case.get("name"): case.find("failure") for case in cases}

    return run


@pytest.mark.parametrize("simulator", simulators.NAMES)
def test_what_check_reports(simulate, simulator):
    outcomes = simulate(simulator, "checks")
    names = re.findall(r"^@cocotb\.test\(\)\nasync def (\w+)", (HERE / "checks.py").read_text(), flags=re.M)
    assert len(names) == 65
    assert outcomes == dict.fromkeys(names)


def test_what_hypothesis_is_told(simulate):
    outcomes = simulate("icarus", "told")
    assert outcomes.pop("misplaced") is None
    names = re.findall(r"^@cocotb\.test\(\)\nasync def (\w+)", (HERE / "told.py").read_text(), flags=re.M)
    parametrized = [name for name in outcomes if "/" in name]
    assert len(parametrized) == 4
    assert outcomes == dict.fromkeys([*names, *parametrized])


def test_what_given_raises(simulate):
    outcomes = simulate("icarus", "decorated")

    passed = [name for name, failure in outcomes.items() if failure is None]
    expected = ["expected_to_fail", "expected_to_hang", "never_awaits"]
    assert passed == ["sound", *expected, "without_setup", "partial", "sound_after_the_abort"]
    failed = {name: failure.get("type") for name, failure in outcomes.items() if failure is not None}
    assert failed == {
        "broken": "AssertionError",
        "hung": "HungBody",
        "vacuous": "NoExamples",
        "aborted": "SimTimeoutError",
        "aborted_while_shrinking": "SimTimeoutError",
    }
    assert "Failing test case: broken(\n    n=10,\n)" in outcomes["broken"].text
    assert "Failing test case: hung(\n    n=6,\n)" in outcomes["hung"].text


@pytest.mark.parametrize("simulator", simulators.NAMES)
@pytest.mark.parametrize("test", ["finishes", "interrupted_twice"])
def test_the_end_of_the_simulation_is_no_pass(simulate, simulator, test, tmp_path):
    log = tmp_path / "log"
    outcomes = simulate(simulator, "ended", test_filter=rf"{test}$", log_file=log)
    assert {name: failure.get("type") for name, failure in outcomes.items()} == {test: "SimFailure"}
    assert re.search(rf"property\.ended\.{test}: cocotb ended the test in this example: {{'n': \d+}}", log.read_text())


@pytest.mark.parametrize("simulator", simulators.NAMES)
def test_a_second_ctrl_c_is_heard_while_hypothesis_draws(simulate, simulator):
    failure = simulate(simulator, "ended", test_filter="interrupted_in_a_draw$")["interrupted_in_a_draw"]
    assert failure.get("type") == "KeyboardInterrupt"


def replay(simulate, tmp_path, seed=1, **env):
    runs = tmp_path / "runs.json"
    env |= {"RUNS": str(runs), "COCOTB_RANDOM_SEED": str(seed)}
    assert simulate("icarus", "replayed", extra_env=env)["replayed"].get("type") == "AssertionError"
    return json.loads(runs.read_text())


def test_the_next_process_starts_with_the_failure(simulate, tmp_path, monkeypatch):
    monkeypatch.setenv("CI", "true")  # where Hypothesis has no database unless told
    database = str(tmp_path / "examples")
    first = replay(simulate, tmp_path, DATABASE=database)
    assert first["searched"] > 1
    assert first["runs"][-1] == 10

    second = replay(simulate, tmp_path, seed=2, DATABASE=database)
    assert second["searched"] == 1
    assert second["runs"][0] == 10


def test_cocotbs_seed_makes_the_examples(simulate, tmp_path):
    runs = [replay(simulate, tmp_path, seed=seed)["runs"] for seed in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]


def test_mistakes_show_before_any_simulation():
    async def body(bench, a, b):
        pass

    with pytest.raises(TypeError, match=r"body takes \['a', 'b'\] after the bench, but 3 are given"):
        given(st.none(), st.none(), st.none(), reset=None)(body)
    with pytest.raises(TypeError, match=r"exmples is neither an option nor a parameter of .*did you mean examples\?"):
        given(st.none(), st.none(), reset=None, exmples=3)(body)
    with pytest.raises(TypeError, match=r"a=3: a strategy is needed, as st.just\(3\)"):
        given(a=3, b=st.none(), reset=None)(body)
    with pytest.raises(TypeError, match="all strategies in order, or all by name"):
        given(st.none(), b=st.none(), reset=None)(body)
    with pytest.raises(TypeError, match="must be an async function"):
        given(st.none(), reset=None)(lambda bench, a: None)


def test_the_other_code_of_the_documentation_runs(simulate):
    """Each block without a file's name, in the order of the page, on the counter."""
    blocks = re.findall(r"^```python\n(?!# \w+\.py)(.*?)^```", DOCS.read_text(), flags=re.M | re.S)
    assert blocks == re.findall(r"^```python\n(.*?)^```", DOCS.read_text(), flags=re.M | re.S)[2:]
    outcomes = simulate("icarus", "documented", extra_env={"BLOCKS": json.dumps(blocks)})
    failed = {name: failure and failure.get("type") for name, failure in outcomes.items()}
    assert failed == {"fills": None, "all_of_them": None}


def test_the_example_of_the_documentation_runs(tmp_path):
    """Each block whose first line is a comment with a file's name is that file."""
    blocks = re.findall(r"^```\w+\n(?:#|//) (\S+)\n(.*?)^```", DOCS.read_text(), flags=re.M | re.S)
    assert [name for name, _ in blocks] == ["counter.v", "counts.py", "run.py"]
    for name, text in blocks:
        (tmp_path / name).write_text(text)
    env = os.environ | {"COCOTB_RANDOM_SEED": "1"}
    run = subprocess.run([sys.executable, "run.py"], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)

    failing = re.search(r"Failing test case: counts\(.*?^ *\)", run.stdout, flags=re.M | re.S)
    assert failing, run.stdout + run.stderr
    assert " ".join(failing[0].split()) in " ".join(DOCS.read_text().split())
    assert "TESTS=1 PASS=0 FAIL=1" in run.stdout
