"""Long waits: what the harness leaves waiting is no hang, and a design that does not wait so long is found."""

import json

import pytest
from cli.running import run
from copies import change, copied_heap
from cosim.engines import needs

QUICK = ("--sim", "icarus", "--seed", 1, "--jobs", 1)


@pytest.fixture
def heap(tmp_path):
    """A copy of the heap, with so little patience that each long wait is longer."""
    return copied_heap(tmp_path, keys="patience = 100\n")


@pytest.mark.parametrize("simulator", ["icarus", pytest.param("verilator", marks=pytest.mark.gate)])
def test_waits_of_the_harness_are_no_hang(simulator, heap, tmp_path):
    needs(simulator)
    waits = ("request=1025", "answer=1025", "held=1025", "ready=1025", "c7ff,answer2=257,held1=16383")
    scripts = [f"delays:{wait} take:2 look take take:3!reset=7 new" for wait in waits]
    code, out, err = run("replay", *scripts, "--dut", heap, "--sim", simulator, "--out", tmp_path / "out")
    assert code == 0, out + err
    cycles = [one["cycles"] for one in json.loads((tmp_path / "out" / "replay.json").read_text())["findings"]]
    assert min(cycles[:3]) > 4 * 1025
    assert cycles[4] > 16383


def test_an_answer_that_is_withdrawn_after_128_cycles(heap, tmp_path):
    needs("icarus")
    counter = "reg [7:0] stalled; always @(posedge clk) stalled <= control == ANSWER ? stalled + 8'd1 : 8'd0;"
    withdrawn = "default: if (resp_ready", "default: if (stalled[7] || resp_ready"
    change(heap.with_name("heap.v"), withdrawn, ("    assign req_ready", f"    {counter}\n\n    assign req_ready"))
    code, out, err = run("verify", heap, *QUICK, "--examples", 40, "--out", tmp_path / "out")
    assert code == 1, out + err
    assert "game      delays:answer=129 " in out
    assert "delays    the answer to each request waits 129 cycles" in out
    assert "The answer is withdrawn before it is taken" in out
    [game] = (tmp_path / "out").rglob("minimal.heap")
    code, out, err = run("replay", game, "--dut", heap, "--sim", "icarus", "--out", tmp_path / "again")
    assert code == 1, out + err
    assert "delays    the answer to each request waits 129 cycles" in out


@pytest.mark.parametrize("design", ["trax-engine", "evening-engine", "globe-engine", "tsolitaire-engine"])
def test_a_request_that_comes_about_when_the_engine_is_ready_for_it(design, tmp_path):
    """After a reset it clears its memories, an 8 × 8 board for 64 cycles, and takes no request meanwhile."""
    needs("icarus")
    small = {"trax-engine": ("--size", 8), "evening-engine": ("--size", "side=2")}.get(design, ())
    first = {"trax-engine": "@0+", "tsolitaire-engine": "new"}.get(design, "undo")
    waits = (*range(61, 69), *range(127, 130), 257, 1025)
    scripts = [f"delays:request0={wait} {first}" for wait in waits]
    scripts += [f"delays:request1={wait} {first}!reset=2 {first}" for wait in waits]
    code, out, err = run("replay", *scripts, "--dut", design, *small, "--sim", "icarus", "--out", tmp_path / "out")
    assert code == 0, out + err
