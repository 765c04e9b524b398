"""The bundled engine on each simulator and in several sizes. What runs in the simulator: trax_engine_bench."""

import pytest
from rtl.benches import build, run, sources

SOURCES = sources("common", "trax")

TESTS = {
    "wanders",
    "stretches",
    "traps",
    "wins",
    "refuses_for_every_reason",
    "state_changes_only_with_events",
    "reset_interrupts_anything",
}


BUILDS = [("icarus", 3), *(("verilator", log2_size) for log2_size in (3, 6, 7))]


@pytest.mark.parametrize(("simulator", "log2_size"), BUILDS, indirect=["simulator"])
def test_engine(simulator, log2_size, tmp_path):
    runner = build(simulator, "trax_engine", SOURCES, tmp_path, LOG2_SIZE=log2_size)
    assert run(runner, "trax_engine", "trax_engine_bench") == {test: set() for test in TESTS}


@pytest.mark.parametrize("log2_size", [2, 8])
def test_other_sizes_do_not_elaborate(simulator, log2_size, tmp_path, capfd):
    with pytest.raises(RuntimeError):
        build(simulator, "trax_engine", SOURCES, tmp_path, LOG2_SIZE=log2_size)
    assert "LOG2_SIZE_must_be_3_to_7" in "".join(capfd.readouterr())
