"""Which cases of a test are for the gate, and how long the others take."""

import re

import pytest
from durations import EACH, ROOT, beyond, read

MINUTES = {"four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}


def for_the_gate(costs, limit=3.0):
    """`costs` by the values of a case."""
    return list(beyond(limit, costs, costs.get, set))


def test_there_is_room_for_all():
    assert for_the_gate({(1,): 1.0, (2,): 2.0}) == []


def test_new_values_come_first():
    costs = {("a", 1): 1.0, ("a", 2): 1.0, ("b", 2): 1.0, ("b", 1): 1.0}
    assert for_the_gate(costs) == [("b", 1)]
    assert for_the_gate(costs, 2.0) == [("a", 2), ("b", 1)]


def test_what_costs_too_much_leaves_room_for_others():
    assert for_the_gate({(1,): 5.0, (2,): 1.0}) == [(1,)]


def test_what_costs_nothing_always_has_room():
    assert for_the_gate({(1,): 3.0, (2,): 0.0, (3,): 0.1}) == [(3,)]


@pytest.mark.parametrize("folder", ["tests", "bridge/tests"])
def test_some_are_recorded(folder):
    assert any(cost > EACH for test, cost in read().items() if test.startswith(f"{folder}/"))


def test_make_test_takes_no_longer_than_readme_says(request):
    """On two cores, as far as is known what its tests cost. (Of a few tests alone it is known that they are few.)"""
    [minutes] = re.findall(r"^make test +# about (\w+) minutes", (ROOT / "README.md").read_text("utf-8"), re.M)
    known = read()
    daily = [item for item in request.session.items if not any(map(item.get_closest_marker, ("gate", "slow")))]
    assert sum(known.get(item.nodeid, 0.0) for item in daily) < MINUTES[minutes] * 60 * 2
