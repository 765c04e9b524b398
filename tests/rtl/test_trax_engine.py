"""The bundled engine on each simulator and in several sizes. What runs in the simulator: trax_engine_bench."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from loopline import simulators
from loopline.simulators import SimulatorMissing

RTL = Path(__file__).parents[2] / "rtl"
SOURCES = sorted(RTL.glob("common/*.v")) + sorted(RTL.glob("trax/*.v"))

TESTS = {
    "wanders",
    "stretches",
    "traps",
    "wins",
    "refuses_for_every_reason",
    "state_changes_only_with_events",
    "reset_interrupts_anything",
}


def outcomes(results):
    """cocotb test → the elements that say it did not simply pass."""
    bad = {"failure", "error", "skipped"}
    cases = ElementTree.parse(results).iter("testcase")
    return {case.get("name"): bad & {child.tag for child in case} for case in cases}


@pytest.fixture(params=simulators.NAMES)
def simulator(request):
    try:
        return simulators.find(request.param)
    except SimulatorMissing as missing:
        pytest.skip(str(missing))


def build(simulator, log2_size, folder):
    runner = simulator.runner()
    runner.build(
        sources=SOURCES,
        hdl_toplevel="trax_engine",
        parameters={"LOG2_SIZE": log2_size},
        build_dir=folder,
        timescale=("1ns", "1ps"),
        # Verilator has no X: what has no value yet gets a random one.
        build_args=["--x-initial", "unique", "--x-assign", "unique"] if simulator.name == "verilator" else [],
    )
    return runner


@pytest.mark.parametrize("log2_size", [3, 4, 6, 7])
def test_engine(simulator, log2_size, tmp_path):
    results = build(simulator, log2_size, tmp_path).test(
        test_module="rtl.trax_engine_bench",
        hdl_toplevel="trax_engine",
        plusargs=["+verilator+rand+reset+2", "+verilator+seed+1"],
    )
    assert outcomes(results) == {test: set() for test in TESTS}


@pytest.mark.parametrize("log2_size", [2, 8])
def test_other_sizes_do_not_elaborate(simulator, log2_size, tmp_path, capfd):
    with pytest.raises(RuntimeError):
        build(simulator, log2_size, tmp_path)
    assert "LOG2_SIZE_must_be_3_to_7" in "".join(capfd.readouterr())
