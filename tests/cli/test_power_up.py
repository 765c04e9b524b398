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


@pytest.mark.room(7)
def test_power_up_failure_is_shown_and_replayed(dut):
    found, replay = verified(dut, "--jobs", 2)
    assert (found["state"], found["signal"]) == ("mismatch", "resp_quotient")
    assert found["power_up"] not in (None, SEED)
    assert replay[replay.index("--seed") + 1] == str(found["power_up"])
    code, out, err = run("replay", *replay, cwd=dut.parent)
    assert code == 1, out + err


def test_power_up_states_do_not_depend_on_workers(dut):
    found = [verified(dut, "--jobs", jobs)[0] for jobs in (1, 2)]
    assert found[0]["found_at"] == found[1]["found_at"]
    assert found[0]["power_up"] == found[1]["power_up"]


#: The same of a register that only a request sets, which never comes.
NEVER_SET = """
    reg wrong_q;
    always @(posedge clk) if (req_valid && req_divisor == 12'hfed && req_dividend == 12'hdef) wrong_q <= 1'b0;
    assign req_ready ="""


def test_register_that_nothing_sets_is_named(tmp_path):
    for suffix in (".py", ".v", ".toml"):
        shutil.copy(ROOT / "examples" / "blocks" / f"divider{suffix}", tmp_path)
    shown = "negative_q ? -quotient_q : quotient_q;"
    changed = f"({shown[:-1]}) ^ {{11'd0, wrong_q}};"
    change(tmp_path / "divider.v", ("\n    assign req_ready =", NEVER_SET), (shown, changed))
    how = ("--sim", "verilator", "--only", "random games", "--examples", 60, "--seed", SEED, "--shrink", 5, "--why", 5)
    code, out, err = run("verify", tmp_path / "divider.toml", *how, cwd=tmp_path)
    assert code == 1, out + err
    [found] = json.loads((tmp_path / "out" / "verify.json").read_text())["findings"]
    reasons = [suspect["reason"] for suspect in found["suspects"]]
    assert any("neither a reset nor an initial value gives wrong_q a value" in reason for reason in reasons), found
    assert found["no_mends"].startswith("after another power-up the same game agrees")
