"""An engine two levels down in a system that drives it from Verilog, watched: the right one passes, its bugs fail."""

from pathlib import Path

import pytest
from bench.benches import described, run, with_bugs
from loopline.design.dut import load
from loopline.games.trax.protocol import VARIANT_RULES, streams

SAYS = {"none": "", "answer": "winner: expected 2, Red, found 1, White", "order": "vp_order: expected 1, found 2"}


@pytest.fixture(scope="module")
def system(simulator, tmp_path_factory):
    """The runner of a build of the system, with all bugs in its engine, and the engine's description."""
    folder = tmp_path_factory.mktemp(simulator.name)
    with_bugs(folder)
    description = described(folder)["exact"]
    dut, runner = load(description), simulator.runner()
    before, mark, after = Path(__file__).with_name("soc.v").read_text().partition("// and 0 on those")
    assert mark
    fields = streams(8, variants=True).request.fields
    unused = "".join(f".req_{name}({field.bits}'d0),\n" for name, field in fields if name in VARIANT_RULES)
    (folder / "soc.v").write_text(before + unused + mark + after)
    runner.build(
        sources=[*dut.files, folder / "soc.v"],
        includes=dut.folders,
        hdl_toplevel="soc",
        build_dir=folder / "build",
        timescale=("1ns", "1ps"),
    )
    return runner, description


@pytest.mark.parametrize("bug", SAYS)
def test_engine_within_a_system_is_watched(system, simulator, tmp_path, bug):
    runner, description = system
    came, log = run(runner, "soc", "soc_bench", tmp_path, f"+bug={bug}", DESCRIPTIONS=str(description))
    assert bool(came["watched_in_a_system"]) == (bug != "none"), log
    assert SAYS[bug] in log, log
    too_late = "soc.shell.u_rules.clk: on Verilator its edges are seen too late: req_ready has changed already"
    assert (too_late in log) == (simulator.name == "verilator"), log
    assert bool(came["watched_by_its_own_clock"]) == (bug != "none" or simulator.name == "verilator"), log
    assert bool(list(tmp_path.glob("soc/*.trx"))) == (bug != "none")
