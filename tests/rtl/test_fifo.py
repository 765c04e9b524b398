"""The queue on each simulator. What runs in the simulator: fifo_bench."""

from rtl.benches import build, run, sources


def test_fifo(simulator, tmp_path):
    runner = build(simulator, "fifo", sources("common"), tmp_path, WIDTH=9, LOG2_DEPTH=3)
    assert run(runner, "fifo", "fifo_bench") == {"is_a_queue": set()}
