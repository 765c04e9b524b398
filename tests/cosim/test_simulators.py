"""Each simulator that is here builds a design, runs a cocotb test on it and writes waves."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from loopline.design import simulators
from loopline.design.simulators import SimulatorMissing
from waiting import PATIENCE, at_most

HERE = Path(__file__).parent


def outcomes(results):
    """cocotb test → the elements that say it did not simply pass."""
    bad = {"failure", "error", "skipped"}
    cases = ElementTree.parse(results).iter("testcase")
    return {case.get("name"): bad & {child.tag for child in case} for case in cases}


def test_a_cocotb_test_passes_leaves_waves_and_fails_if_it_should(simulator, tmp_path):
    runner = simulator.runner()
    runner.build(
        sources=[HERE / "counter.v"],
        hdl_toplevel="counter",
        parameters={"WIDTH": 5},
        build_dir=tmp_path,
        timescale=("1ns", "1ps"),
        waves=True,
    )

    def run(**env):
        with at_most(PATIENCE):
            return runner.test(
                test_module="cosim.counter_bench", hdl_toplevel="counter", test_dir=tmp_path, extra_env=env, waves=True
            )

    assert outcomes(run(COUNTER_WRAPS_AT="32")) == {"counts": set()}
    assert (tmp_path / simulator.wave_file("counter")).stat().st_size > 0

    with pytest.raises(SystemExit):
        run(COUNTER_WRAPS_AT="16")


@pytest.mark.parametrize("name", simulators.NAMES)
def test_a_missing_simulator_is_an_error_that_names_the_fix(name, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    find_afresh = simulators.find.__wrapped__
    with pytest.raises(SimulatorMissing, match=rf"{name} cannot run.*apt-get install"):
        find_afresh(name)


def test_what_keeps_icarus_from_running_is_in_its_own_words(monkeypatch, tmp_path):
    for name in ("iverilog", "vvp"):
        (tmp_path / name).write_text("#!/bin/sh\necho 'iverilog: Please check TMP or TMPDIR.' >&2; exit 1\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SimulatorMissing, match=r"icarus cannot run\. iverilog: Please check TMP or TMPDIR\."):
        simulators.find.__wrapped__("icarus")


def test_an_unknown_simulator_is_an_error_that_names_the_known_ones():
    with pytest.raises(SimulatorMissing, match="verilator or icarus"):
        simulators.find("verilog")


@pytest.mark.parametrize("name", simulators.NAMES)
def test_an_environment_that_cocotb_cannot_be_loaded_from(name, monkeypatch):
    monkeypatch.setattr("cocotb_tools.config.libs_dir", Path("/a, b/libs"))
    with pytest.raises(SimulatorMissing, match=r"in /a, b/libs, and cannot be loaded.*comma.*another folder"):
        simulators.find.__wrapped__(name)
