"""What `verify-model` checks of Evening: all of it agrees, and a figure that does not is a mismatch."""

import pytest
from goldenrules.evening import Position, Solver
from loopline.contract.checks import Mismatch, Tally
from loopline.games.evening import model_checks
from loopline.games.evening.paper import PAPER
from model.mutations import Mutation

CHECKS = {check.name: check for check in PAPER.checks(4, 1)}
LONG = [name for name in CHECKS if name.startswith("perft of side") and "side 2" not in name]


def run(name):
    tally = Tally()
    CHECKS[name].run(tally)
    assert tally.examples >= CHECKS[name].examples > 0
    return tally


@pytest.mark.parametrize("name", [name for name in CHECKS if name not in LONG])
def test_it_agrees(name):
    run(name)


@pytest.mark.parametrize("name", LONG)
def test_a_long_count_agrees(name):
    assert run(name).turns > 50_000


ALWAYS_BLACK = Mutation(Position, "leader", "WHITE if odd", "BLACK if odd")
NEVER_OVER = Mutation(Position, "over", "not self.can_place(colour)", "False")


@pytest.mark.parametrize(
    ("name", "mutation"),
    [
        ("perft of side 2 to ply 7, base", NEVER_OVER),
        ("side 2, odd-even, solved", ALWAYS_BLACK),
        ("side 3, base, solved", Mutation(Solver, "winner", "return position.leader", "return position.loser")),
        ("15-10-2 against 15-10-2", ALWAYS_BLACK),
        ("the order of two single groups", ALWAYS_BLACK),
    ],
)
def test_another_figure_is_a_mismatch(name, mutation):
    with mutation.applied(), pytest.raises(Mismatch, match=r"the model says .*, the reference "):
        CHECKS[name].run(Tally())


def test_every_property_is_checked():
    assert {one.name for one in model_checks.PROPERTIES} < set(CHECKS)
