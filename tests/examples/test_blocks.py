"""Blocks that are no games: each is right, and the general properties alone find its bugs, which were written before
anything was run."""

import shutil
from itertools import product

import pytest
from bugs.hunting import OUT, SEEDS, caged, hunt, hunts, locked, run
from bugs.zoo import misfit, read
from cli.running import run as command
from cosim.engines import ROOT, needs

BLOCKS = ROOT / "examples" / "blocks"
HERE = ROOT / "tests" / "examples" / "blocks"
NAMES = sorted(path.stem for path in BLOCKS.glob("*.v"))

#: As long as a description of a block may be.
LINES = 80


@pytest.fixture(params=NAMES)
def name(request):
    return request.param


@pytest.fixture
def zoo(name):
    rtl = OUT / f"block-{name}" / "rtl-without-bugs"
    with locked(f"block-{name}"):
        rtl.mkdir(parents=True, exist_ok=True)
        shutil.copy(BLOCKS / f"{name}.v", rtl)
        (rtl / f"{name}.toml").write_text(f'game_folder = "{BLOCKS}"\n' + (BLOCKS / f"{name}.toml").read_text())
    found = read(HERE / f"{name}.toml", rtl)
    return found.model_copy(update={"name": f"block-{name}"})


def test_block_description_is_short(name):
    assert len((BLOCKS / f"{name}.py").read_text().splitlines()) <= LINES


def test_ten_bugs_fit_the_block(zoo):
    assert len(zoo.bugs) == 10
    assert not {bug.name: why for bug in zoo.bugs if (why := misfit(zoo, bug))}


def test_block_is_correct(name, tmp_path):
    """In Verilator its bugs are found, below."""
    needs("icarus")
    how = ("--sim", "icarus", "--examples", 5, "--seed", 1, "--out", tmp_path)
    code, out, _ = command("verify", BLOCKS / f"{name}.toml", *how)
    assert (code, "7 of 7 agree" in out) == (0, True)


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in SEEDS[1:])])
def test_general_properties_find_the_bugs_of_the_block(zoo, seed):
    """With seed 1 each by the property that has found it; with the others any of them may."""
    build = caged(zoo, "verilator")
    if seed == 1:
        outcomes = run(build, hunts(zoo, zoo.bugs, [seed], shrink=0), "found")
        assert {outcome.state for outcome in outcomes.values()} == {"mismatch"}
        return
    plan = [
        hunt(zoo, f"{bug.name}: {one}", bug, properties=[one], examples=zoo.examples, seed=seed, until_found=True)
        for bug, one in product(zoo.bugs, zoo.properties)
    ]
    outcomes = run(build, plan, f"seed-{seed}")
    found = {name.partition(":")[0] for name, outcome in outcomes.items() if outcome.state == "mismatch"}
    assert found == {bug.name for bug in zoo.bugs}
