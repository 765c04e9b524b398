"""A register that nothing resets is played with several power-up states, in a simulator without X."""

import json
import shlex
import shutil

import pytest
from cli.running import run
from copies import ROOT, change

#: A bit of the quotient is wrong where this register has powered up as 1. With this seed it is 0 at first.
REGISTER = """
    reg wrong_q;
    always @(posedge clk) if (rst && wrong_q) wrong_q <= 1'b1;
    assign req_ready ="""
SEED = 2


@pytest.fixture(scope="module")
def dut(tmp_path_factory):
    folder = tmp_path_factory.mktemp("power-up")
    for suffix in (".py", ".v", ".toml"):
        shutil.copy(ROOT / "examples" / "blocks" / f"divider{suffix}", folder)
    shown = "negative_q ? -quotient_q : quotient_q;"
    changed = f"({shown[:-1]}) ^ {{11'd0, wrong_q}};"
    change(folder / "divider.v", ("\n    assign req_ready =", REGISTER), (shown, changed))
    return folder / "divider.toml"


def verified(dut, *more):
    """Return the finding of a run with few examples."""
    how = ("--sim", "verilator", "--only", "random games", "--examples", 60, "--seed", SEED, "--why", 0, "--shrink", 5)
    code, out, err = run("verify", dut, *how, *more, cwd=dut.parent)
    assert code == 1, out + err
    [found] = json.loads((dut.parent / "out" / "verify.json").read_text())["findings"]
    [replay] = [line.partition("loopline replay")[2] for line in out.splitlines() if line.startswith("  replay")]
    return found, shlex.split(replay)


def test_it_shows_and_is_replayed(dut):
    found, replay = verified(dut, "--jobs", 2)
    assert (found["state"], found["signal"]) == ("mismatch", "resp_quotient")
    assert found["power_up"] not in (None, SEED)
    assert replay[replay.index("--seed") + 1] == str(found["power_up"])
    code, out, err = run("replay", *replay, cwd=dut.parent)
    assert code == 1, out + err


def test_how_many_workers_there_are_changes_nothing(dut):
    found = [verified(dut, "--jobs", jobs)[0] for jobs in (1, 2)]
    assert found[0]["found_at"] == found[1]["found_at"]
    assert found[0]["power_up"] == found[1]["power_up"]
