"""Each simulator that is here builds a design, runs a cocotb test on it and writes waves."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from loopline import simulators
from loopline.simulators import SimulatorMissing

HERE = Path(__file__).parent


@pytest.fixture(params=simulators.NAMES)
def simulator(request):
    try:
        return simulators.find(request.param)
    except SimulatorMissing as missing:
        pytest.skip(str(missing))


def outcomes(results):
    """cocotb test → the elements that say it did not simply pass."""
    bad = {"failure", "error", "skipped"}
    cases = ElementTree.parse(results).iter("testcase")
    return {case.get("name"): bad & {child.tag for child in case} for case in cases}


def test_runs_a_cocotb_test_and_writes_waves(simulator, tmp_path):
    runner = simulator.runner()
    runner.build(
        sources=[HERE / "counter.v"],
        hdl_toplevel="counter",
        parameters={"WIDTH": 5},
        build_dir=tmp_path,
        timescale=("1ns", "1ps"),
        waves=True,
    )
    results = runner.test(test_module="cosim.counter_bench", hdl_toplevel="counter", waves=True)

    assert outcomes(results) == {"counts": set()}
    assert (tmp_path / simulator.wave_file("counter")).stat().st_size > 0
