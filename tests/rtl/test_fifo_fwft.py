"""The queue on each simulator. What runs in the simulator: fifo_fwft_bench."""

import pytest
from rtl.benches import build, run, sources


@pytest.mark.parametrize("simulator", ["verilator", "icarus"], indirect=True)
def test_fifo_fwft(simulator, tmp_path):
    runner = build(simulator, "fifo_fwft", sources("common"), tmp_path, WIDTH=9, LOG2_DEPTH=3)
    assert run(runner, "fifo_fwft", "fifo_fwft_bench") == {"is_a_queue": set()}
