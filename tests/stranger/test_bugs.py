"""The bugs of another team's engines are caught in them: those of the port with it, all others without it, too. And
those of its player, by its line alone."""

import pytest
from bugs.hunting import SEEDS, caged, hunts, portions, problems, run
from bugs.zoo import BOX, OTHERS, OTHERS_SPIED, PLAIN, SPIED

#: One of so many, with one seed, is enough for every day.
SAMPLE = 36


def caught(zoo, bugs, seeds, name, simulator=None):
    outcomes = run(caged(zoo, simulator or bugs[0].simulator), hunts(zoo, bugs, seeds, shrink=0), name)
    assert not problems(bugs, seeds, outcomes)


@pytest.mark.parametrize("zoo", [SPIED, PLAIN], ids=lambda zoo: zoo.name)
def test_a_sample(zoo):
    caught(zoo, zoo.shown("verilator")[::SAMPLE], SEEDS[:1], "sample")


@pytest.mark.parametrize("zoo", [*OTHERS, *OTHERS_SPIED], ids=lambda zoo: zoo.name)
def test_a_sample_of_another_game(zoo):
    """On Icarus, which is faster than the compiler of C++ that Verilator needs."""
    caught(zoo, zoo.shown("verilator")[::SAMPLE], SEEDS[:1], "sample", "icarus")


@pytest.mark.slow
def test_bugs_of_the_player_are_caught():
    caught(BOX, BOX.bugs[::8], SEEDS[:1], "box")


@pytest.mark.slow
@pytest.mark.parametrize(("zoo", "bugs"), list(portions([SPIED, PLAIN, BOX, *OTHERS_SPIED, *OTHERS])))
def test_bugs_are_caught_with_any_seed(zoo, bugs, request):
    caught(zoo, bugs, SEEDS, f"{request.node.callspec.id}-all-seeds")
