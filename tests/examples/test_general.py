"""What the strategies for any game find by themselves, of bugs in an engine for Reversi: they know no rule of it."""

import shutil

import pytest
from bugs.hunting import OUT, SEEDS, caged, hunt, hunts, locked, run
from bugs.zoo import read
from cosim.engines import ROOT

HERE = ROOT / "tests" / "examples"
RTL = OUT / "plain" / "rtl-without-bugs"

DUT = f"""\
name = "plain"
game = "plain:GAME"
game_folder = "{HERE}"
top = "reversi_engine"
sources = ["reversi_engine.v"]
verification_port = true
reset.cycles = 1

[board]
size = 4
size_parameter = "SIZE"
"""


@pytest.fixture(scope="module")
def zoo():
    with locked("plain"):
        RTL.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "examples" / "reversi" / "reversi_engine.v", RTL)
        (RTL / "plain.toml").write_text(DUT)
    return read(HERE / "general_bugs.toml", RTL)


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in SEEDS[1:])])
def test_general_strategies_find_the_bugs(zoo, seed):
    bugs = [bug for bug in zoo.bugs if bug.property]
    outcomes = run(caged(zoo, "verilator"), hunts(zoo, bugs, [seed], shrink=0), f"seed-{seed}")
    assert {name: outcome.state for name, outcome in outcomes.items()} == dict.fromkeys(outcomes, "mismatch")


def test_general_strategies_pass_a_correct_design(zoo):
    plan = [hunt(zoo, name, None, properties=[name], examples=6) for name in zoo.properties]
    outcomes = run(caged(zoo, "verilator"), plan, "control")
    assert {name: outcome.state for name, outcome in outcomes.items()} == dict.fromkeys(zoo.properties, "agrees")
