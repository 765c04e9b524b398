"""Runs the cocotb modules of `inside` in a simulator, and holds them to exactly what they should come to.

Most assert inside the simulation what `check` reports; the others do what only shows from outside.
"""

import ast
import contextlib
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
import simulators

HERE = Path(__file__).parent / "inside"
#: All of their tests pass.
MODULES = ["searching", "limits", "tasks", "words", "verdicts", "decorators", "machines", "refusals"]
#: Those whose tests depend on when a simulator carries out what; the others are about examples, words and arguments.
TIMED = ["limits", "tasks"]


@pytest.fixture(scope="module")
def simulate(tmp_path_factory):
    """Runs modules on the counter: test → None if it passed, else the failure, as its XML element."""
    with pytest.MonkeyPatch.context() as patch:
        # Otherwise cocotb would rewrite the assertions of all that it imports, Hypothesis too, before each run.
        patch.setenv("COCOTB_REWRITE_ASSERTION_FILES", "")
        runners = {}

        def run(simulator, *modules, **options):
            if simulator not in runners:
                runners[simulator] = simulators.build(
                    simulator, patch, HERE / "counter.v", tmp_path_factory.mktemp(simulator)
                )
            folder = tmp_path_factory.mktemp(modules[0])
            results = folder / "results.xml"
            with contextlib.suppress(SystemExit):  # the runner's way to say that a cocotb test failed
                runners[simulator].test(
                    hdl_toplevel="counter",
                    test_module=[f"inside.{module}" for module in modules],
                    test_dir=folder,
                    results_xml=results,
                    **options,
                )
            cases = ElementTree.parse(results).iter("testcase")
            return {case.get("name"): case.find("failure") for case in cases}

        yield run


def names_in(module):
    """The names of its cocotb tests."""
    tree = ast.parse((HERE / f"{module}.py").read_text())
    return [
        node.name
        for node in tree.body
        if isinstance(node, ast.AsyncFunctionDef | ast.ClassDef)
        and any("cocotb.test" in ast.unparse(decorator) for decorator in node.decorator_list)
    ]


@pytest.mark.room(40)
@pytest.mark.gate
@pytest.mark.parametrize(("simulator", "modules"), [("icarus", MODULES), ("verilator", TIMED)], ids=simulators.NAMES)
def test_verdicts_of_a_simulation_and_their_messages(simulate, simulator, modules):
    outcomes = simulate(simulator, *modules)
    assert outcomes.pop("misplaced", None) is None
    parametrized = [name for name in outcomes if "/" in name]
    assert len(parametrized) == (4 if modules is MODULES else 0)
    expected = [name for module in modules for name in names_in(module) if not name.startswith("parametrized")]
    assert outcomes == dict.fromkeys([*(name for name in expected if name != "misplaced"), *parametrized])


def test_decorated_tests_raise_the_error_of_their_body(simulate):
    outcomes = simulate("icarus", "decorated")

    passed = [name for name, failure in outcomes.items() if failure is None]
    expected = ["expected_to_fail", "expected_to_hang", "never_awaits", "without_setup", "with_a_setup_that_awaits"]
    assert passed == ["sound", *expected, "partial", "sound_after_the_abort"]
    failed = {name: failure.get("type") for name, failure in outcomes.items() if failure is not None}
    assert failed == {
        "broken": "AssertionError",
        "hung": "HungBody",
        "vacuous": "NoExamples",
        "aborted": "SimTimeoutError",
        "aborted_while_shrinking": "SimTimeoutError",
    }
    assert [failure.text for failure in outcomes.values() if failure is not None and "Another f" in failure.text] == []
    assert "Failing test case: broken(\n    n=10,\n)" in outcomes["broken"].text
    assert "Failing test case: hung(\n    n=6,\n)" in outcomes["hung"].text


@pytest.mark.room(5)
@pytest.mark.parametrize("simulator", simulators.NAMES)
@pytest.mark.parametrize("test", ["finishes"])
def test_body_that_ends_the_simulation_does_not_pass(simulate, simulator, test, tmp_path):
    log = tmp_path / "log"
    outcomes = simulate(simulator, "ended", test_filter=rf"{test}$", log_file=log)
    assert {name: failure.get("type") for name, failure in outcomes.items()} == {test: "SimFailure"}
    assert re.search(rf"inside\.ended\.{test}: cocotb ended the test in this example: {{'n': \d+}}", log.read_text())


def replay(simulate, tmp_path, seed=1, **env):
    runs = tmp_path / "runs.json"
    env |= {"RUNS": str(runs), "COCOTB_RANDOM_SEED": str(seed)}
    assert simulate("icarus", "replayed", extra_env=env)["replayed"].get("type") == "AssertionError"
    return json.loads(runs.read_text())


@pytest.fixture(scope="module")
def first(simulate, tmp_path_factory):
    """What a run with seed 1 did, and the database that it left."""
    folder = tmp_path_factory.mktemp("first")
    database = str(folder / "examples")
    return database, replay(simulate, folder, DATABASE=database)


def test_next_process_replays_the_failure_first(simulate, first, tmp_path):
    database, run = first
    assert run["searched"] > 1
    assert run["runs"][-1] == 10

    following = replay(simulate, tmp_path, seed=2, DATABASE=database)
    assert following["searched"] == 1
    assert following["runs"][0] == 10


def test_another_cocotb_seed_draws_other_examples(simulate, first, tmp_path):
    assert replay(simulate, tmp_path, seed=2)["runs"] != first[1]["runs"]


def test_the_same_seed_makes_the_same_examples_and_hypothesis_writes_them(simulate, first, tmp_path):
    env = {"HYPOTHESIS_EXPERIMENTAL_OBSERVABILITY_NOCOVER": "1"}
    env["HYPOTHESIS_STORAGE_DIRECTORY"] = str(tmp_path / "storage")
    runs = replay(simulate, tmp_path, **env)["runs"]
    [file] = (tmp_path / "storage/observed").glob("*_testcases.jsonl")
    cases = [case for case in map(json.loads, file.read_text().splitlines()) if case["type"] == "test_case"]
    assert runs == first[1]["runs"]
    assert len(cases) > 10
    assert {case["status"] for case in cases} == {"passed", "failed"}
    assert {case["property"].rpartition(".")[2] for case in cases} == {"counts"}
    assert {case["arguments"]["n"] for case in cases} == set(runs)
    assert all("n=" in case["representation"] for case in cases)
