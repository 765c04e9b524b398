"""What is X in hardware is found in a default run: Icarus shows it, and in Verilator it has random values."""

import json

import pytest
from cli.running import run
from copies import copied
from cosim.engines import needs

COUNT = "{1'b0, trying ? kept_q : placed}"

BUGS = {
    "an index beyond an array": (
        "reg [0:0] none [0:4]; integer i; initial for (i = 0; i < 5; i = i + 1) none[i] = 0;",
        f"{COUNT} ^ none[placed[2:0]]",
    ),
    "a register that nobody writes": ("reg none;", f"{COUNT} ^ none"),
}


def with_bug(bug, folder):
    declared, value = BUGS[bug]
    line = "    assign resp_count   = "
    return copied(folder, ("trax_engine.v", f"{line}{COUNT};", f"    {declared}\n{line}{value};"))


def verified(dut, out, *how):
    arguments = ("--size", 16, "--examples", 5, "--only", "games", "--shrink", 0, "--out", out)
    code, text, err = run("verify", dut, *how, *arguments)
    assert err == "", text
    findings = json.loads((out / "verify.json").read_text())["findings"]
    return code, {finding["simulator"].split()[0]: finding["state"] for finding in findings}


@pytest.mark.parametrize("bug", BUGS)
def test_unset_register_is_x_in_icarus(bug, tmp_path):
    needs("icarus")
    code, states = verified(with_bug(bug, tmp_path), tmp_path / "out", "--sim", "icarus", "--seed", 1)
    assert (code, states) == (1, {"icarus": "mismatch"})


@pytest.mark.slow
@pytest.mark.parametrize("bug", BUGS)
def test_default_run_finds_unset_bits_and_verilator_alone_some(bug, tmp_path):
    """A bit has the right value in one of two."""
    needs("icarus")
    needs("verilator")
    dut, alone = with_bug(bug, tmp_path), []
    for seed in range(1, 7):
        code, states = verified(dut, tmp_path / "out", "--seed", seed)
        assert code == 1
        alone.append(states["verilator"])
        assert states == {"verilator": "mismatch"} or states == {"verilator": "agrees", "icarus": "mismatch"}
    assert set(alone) == {"agrees", "mismatch"}
    again = verified(dut, tmp_path / "out", "--seed", 1, "--sim", "verilator")[1]["verilator"]
    assert again == alone[0], "the same seed is the same run"
