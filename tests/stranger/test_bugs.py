"""The bugs of another team's engine are caught in it: those of the port with it, all others without it, too. And those
of its player, by its line alone."""

import pytest
from bugs import table
from bugs.hunting import SEEDS, caged, hunts, portions, run
from bugs.zoo import BOX, PLAIN, SPIED
from cases import for_the_gate

#: One of so many, with one seed, is enough for every day.
SAMPLE = 6


def caught(zoo, bugs, seeds, name):
    outcomes = run(caged(zoo, bugs[0].simulator), hunts(zoo, bugs, seeds, shrink=0), name)
    problems = [problem for row in table.rows(zoo, bugs, seeds, outcomes, name) for problem in row.problems()]
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("zoo", for_the_gate([SPIED, PLAIN], PLAIN), ids=lambda zoo: zoo.name)
def test_a_sample(zoo):
    caught(zoo, zoo.shown("verilator")[::SAMPLE], SEEDS[:1], "sample")


@pytest.mark.slow
@pytest.mark.parametrize(("zoo", "bugs"), list(portions([SPIED, PLAIN])))
def test_bugs_are_caught(zoo, bugs, request):
    caught(zoo, bugs, SEEDS, request.node.callspec.id)


@pytest.mark.gate
@pytest.mark.parametrize("seed", SEEDS)
def test_bugs_of_the_player_are_caught(seed):
    caught(BOX, BOX.bugs, [seed], f"box-{seed}")
