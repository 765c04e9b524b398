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
#: The bugs that are tried of each design, and what the report says of the smallest example.
SAMPLE = {
    "arbiter": {"never_third": r"requests=\[4\]", "keeps_turn": r"requests=\[4, 9\]"},
    "priority_encoder": {"misses_lowest": r"requests=\[1\]"},
    "axis_fifo": {"full_one_late": r"sent=\[\(0, \[(\(\d+, \w+\),? ?){18,}"},
    "frame_fifo": {
        "loses_the_next": r"frames=\[\[(0, )+0\], \[0\]",
        "forgets_lost": r"frames=\[\],.*restart=\(33, 1\)",
    },
    "width_adapter": {"third_of_three": r"packets=\[.*0, 1, 0\]\]", "forgets_count": r"restart=\(\d"},
    "async_fifo": {"one_bit_inverted": r"sent=\[\(0, \[(\d+, ){16,}"},
    "axil_registers": {
        "strobe_of_another": r"state\.write\(.*state\.teardown\(",
        "loses_an_answer": r"HungBody.*state\.write\(",
    },
    "uart": {"any_stop_bit": r"received=\[.*False\)\]", "forgets_to_stop": r"restart=\("},
}

#: Of these a hundred examples take less than a second.
QUICK = {"arbiter", "priority_encoder"}


def test_each_bug_fits_its_design():
    for block, bugs in BUGS.items():
        text = (EXAMPLES / f"{block}.v").read_text()
        for bug, change in bugs.items():
            assert text.count(change["was"]) == 1, (block, bug)
            assert change["is"] != change["was"]


def case(block, *bug):
    return pytest.param(block, *bug, marks=[] if block in QUICK else pytest.mark.gate)


def result(simulator, monkeypatch, block, folder, bug=None):
    """The failure of a design's property, with this bug in the design; None if it passes."""
    folder.mkdir()
    text = (EXAMPLES / f"{block}.v").read_text()
    if bug is not None:
        assert text.count(BUGS[block][bug]["was"]) == 1
        text = text.replace(BUGS[block][bug]["was"], BUGS[block][bug]["is"])
    source = folder / f"{block}.v"
    source.write_text(text)
    runner = simulators.build(simulator, monkeypatch, source, folder)
    results = folder / "results.xml"
    with contextlib.suppress(SystemExit):
        runner.test(hdl_toplevel=block, test_module=block, test_dir=folder, results_xml=results, seed=1)
    [case] = ElementTree.parse(results).iter("testcase")
    return case.find("failure")


@pytest.fixture
def patch(monkeypatch):
    monkeypatch.setenv("COCOTB_REWRITE_ASSERTION_FILES", "")
    monkeypatch.syspath_prepend(EXAMPLES)  # from which the runner makes the simulator's path
    return monkeypatch


@pytest.mark.parametrize("simulator", ["icarus", pytest.param("verilator", marks=pytest.mark.slow)])
@pytest.mark.parametrize("block", [case(block) for block in SAMPLE])
def test_a_design_passes_as_it_is(simulator, block, tmp_path, patch):
    needs(block)
    failure = result(simulator, patch, block, tmp_path / "right")
    assert failure is None, failure.text


@pytest.mark.parametrize("simulator", ["icarus", pytest.param("verilator", marks=pytest.mark.slow)])
@pytest.mark.parametrize(("block", "bug"), [case(block, bug) for block, bugs in SAMPLE.items() for bug in bugs])
def test_a_bug_is_found_and_shrunk(simulator, block, bug, tmp_path, patch):
    needs(block)
    failure = result(simulator, patch, block, tmp_path / bug, bug)
    assert failure is not None, f"{bug} is not found"
    found = " ".join(failure.text.split())
    assert re.search(SAMPLE[block][bug], found), found


def needs(block):
    if block == "axil_registers":
        pytest.importorskip("cocotbext.axi", reason="a master for AXI-Lite: pip install cocotbext-axi")
