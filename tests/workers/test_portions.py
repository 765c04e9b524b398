"""How the examples of a property are divided, and what the parts add up to."""

from itertools import permutations
from pathlib import Path

import pytest
from loopline.design.bundled import ENGINE
from loopline.design.dut import load
from loopline.simulation.job import Job, Outcome
from loopline.workers.portions import merged, portions
from loopline.workers.share import Share

PORTION = 4  # as conftest.py has it
JOB = Job(dut=load(ENGINE), results=Path(), database=Path("kept"), seed=7, examples=2 * PORTION + 3)


def agrees(examples=PORTION, **more):
    return Outcome(name="games", state="agrees", examples=examples, turns=10, cycles=100, **more)


def mismatch(examples):
    return Outcome(name="games", state="mismatch", examples=examples, found_at=examples, says="wrong")


def test_portions_divide_the_examples():
    parts = list(portions(JOB, "games"))
    assert [one.examples for one in parts] == [PORTION, PORTION, 3]
    assert {tuple(one.properties) for one in parts} == {("games",)}
    assert [one.database for one in parts] == [Path("kept"), None, None]


def test_seeds_depend_on_seed_property_and_number_alone():
    def seeds(name, **changes):
        return [one.seed for one in portions(JOB.model_copy(update=changes), name)]

    assert seeds("games", examples=10 * PORTION)[:3] == seeds("games")
    several = [*seeds("games"), *seeds("wins")[1:], *seeds("games", seed=8)]
    assert len(set(several)) == len(several)
    assert seeds("games")[0] == 7


def test_what_portions_add_up_to():
    first = agrees(figures={"a": 1}, covered={"moves": {"+": 2}}, seconds=0.5)
    second = agrees(figures={"a": 2, "b": 1}, covered={"moves": {"+": 1, "/": 1}}, partial="seconds")
    whole = merged("games", [first, second])
    assert (whole.state, whole.examples, whole.turns, whole.cycles) == ("agrees", 2 * PORTION, 20, 200)
    assert whole.figures == {"a": 3, "b": 1}
    assert whole.covered == {"moves": {"+": 3, "/": 1}}
    assert whole.partial == "seconds"
    assert merged("games", []).state == "not run"


def test_a_failure_is_found_at_the_example_counted_from_the_first():
    whole = merged("games", [agrees(), mismatch(examples=4)])
    assert (whole.state, whole.found_at, whole.says) == ("mismatch", PORTION + 4, "wrong")


def test_whoever_fails_first_has_to_wait_for_those_before():
    """The outcome is that of the first failing portion, not of the quickest."""
    share = Share(JOB, "games", workers=3)
    numbers = [share.deal()[0] for _ in range(3)]
    assert numbers == [0, 1, 2]
    share.hear(1, mismatch(examples=4))
    assert not share.settled
    share.hear(0, mismatch(examples=2))
    assert share.settled
    assert share.outcome.found_at == 2
    share.hear(2, agrees(examples=3))
    assert share.outcome.examples == 2


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_portions_add_up_in_whatever_order_they_end(order):
    share = Share(JOB.model_copy(update={"examples": 4 * PORTION}), "games", workers=4)
    for _ in range(4):
        share.deal()
    parts = [agrees(figures={"a": n}, covered={"moves": {"+": n + 1}}, seconds=float(n)) for n in range(3)]
    parts.append(mismatch(examples=2))
    for number in order:
        share.hear(number, parts[number])
    assert share.settled
    assert share.outcome == merged("games", parts)
    assert share.outcome.found_at == 3 * PORTION + 2


def test_after_a_failure_no_more_is_dealt_out():
    share = Share(JOB, "games", workers=2)
    share.deal()
    share.hear(0, mismatch(examples=1))
    assert share.deal() is None


def test_more_workers_do_more_in_the_same_time_not_less_long():
    share = Share(JOB.model_copy(update={"seconds": 3.0}), "games", workers=2)
    assert [share.deal()[1].seconds for _ in range(2)] == [3.0, 3.0]
    alone = Share(JOB.model_copy(update={"seconds": 0.2}), "games", workers=1)
    assert alone.deal()[1].seconds == 0.2
    assert alone.deal() is None  # the time is as good as over


def test_what_came_of_nothing_is_not_counted():
    share = Share(JOB.model_copy(update={"examples": PORTION}), "games", workers=1)
    share.deal()
    share.hear(0, Outcome(name="games", state="agrees", partial="interrupted"))
    assert share.outcome.state == "not run"


def test_a_lost_portion_shows():
    share = Share(JOB, "games", workers=2)
    share.deal()
    share.deal()
    share.hear(0, agrees())
    share.hear(1, Outcome(name="games", examples=5, turns=3))
    share.drop(1)
    share.cut()
    assert share.outcome == agrees(partial="interrupted")
