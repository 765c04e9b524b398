"""Which cases of a test are for the gate."""

from durations import EACH, beyond, read


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


def test_some_are_recorded():
    assert any(cost > EACH for cost in read().values())
