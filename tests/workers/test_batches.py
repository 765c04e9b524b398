"""How the examples of a property are divided, and what the parts add up to."""

from itertools import accumulate, permutations
from pathlib import Path

import pytest
from cosim.engines import ENGINE
from loopline.design.dut import load
from loopline.simulation.job import Outcome, PropertyJob
from loopline.workers.batches import PropertyRun, batches, merged, sizes

BATCH = 4  # as conftest.py has it
JOB = PropertyJob(dut=load(ENGINE), database=Path("kept"), seed=7, examples=2 * BATCH + 3)


def agrees(examples=BATCH, **more):
    return Outcome(name="games", state="agrees", examples=examples, turns=10, cycles=100, **more)


def mismatch(examples):
    return Outcome(name="games", state="mismatch", examples=examples, found_at=examples, says="wrong")


def test_batches_divide_the_examples():
    parts = list(batches(JOB, "games"))
    assert [one.examples for one in parts] == [BATCH, BATCH, 3]
    assert {tuple(one.properties) for one in parts} == {("games",)}
    assert [one.database for one in parts] == [Path("kept"), None, None]


def test_later_batches_are_longer_and_the_first_stay_as_they_are():
    few, many = (
        [one.examples for one in batches(JOB.model_copy(update={"examples": n}), "games")] for n in (300, 2000)
    )
    assert few == many[: len(few)] == [BATCH] * len(few)
    before = [0, *accumulate(many)]
    assert before[-1] == 2000
    assert many[:-1] == [max(BATCH, played // 100) for played in before[:-2]]
    assert many[-2] > 2 * BATCH


def test_no_batch_is_longer_than_some_seconds():
    assert max(sizes(1_000_000)) == 500


def test_seeds_depend_on_seed_property_and_number_alone():
    def seeds(name, **changes):
        return [one.seed for one in batches(JOB.model_copy(update=changes), name)]

    assert seeds("games", examples=10 * BATCH)[:3] == seeds("games")
    several = [*seeds("games"), *seeds("wins"), *seeds("games", seed=8)]
    assert len(set(several)) == len(several)


def test_batches_are_merged():
    first = agrees(figures={"a": 1, "none": 0}, covered={"moves": {"+": 2}}, latency={"play": {9: 2}}, seconds=0.5)
    times = {"play": {8: 1, 9: 1}, "read": {4: 7}}
    second = agrees(figures={"a": 2, "b": 1}, covered={"moves": {"+": 1, "/": 1}}, partial="seconds", latency=times)
    whole = merged("games", [first, second])
    assert (whole.state, whole.examples, whole.turns, whole.cycles) == ("agrees", 2 * BATCH, 20, 200)
    assert whole.figures == {"a": 3, "b": 1, "none": 0}
    assert whole.covered == {"moves": {"+": 3, "/": 1}}
    assert whole.latency == {"play": {8: 1, 9: 3}, "read": {4: 7}}
    assert whole.partial == "seconds"
    assert merged("games", []).state == "not run"


def test_a_failure_is_found_at_the_example_counted_from_the_first():
    whole = merged("games", [agrees(), mismatch(examples=4)])
    assert (whole.state, whole.found_at, whole.says) == ("mismatch", BATCH + 4, "wrong")


def test_failure_is_final_once_earlier_batches_end():
    """The outcome is that of the first failing batch, not of the quickest."""
    run = PropertyRun(JOB, "games", workers=3)
    numbers = [run.next_batch()[0] for _ in range(3)]
    assert numbers == [0, 1, 2]
    run.update(1, mismatch(examples=4))
    assert not run.settled
    run.update(0, mismatch(examples=2))
    assert run.settled
    assert run.outcome.found_at == 2
    run.update(2, agrees(examples=3))
    assert run.outcome.examples == 2


@pytest.mark.parametrize("played", [2, BATCH])
def test_while_one_before_it_is_under_way_the_example_of_a_failure_is_not_known(played):
    """The batch before may end early, or fail itself."""
    run = PropertyRun(JOB, "games", workers=2)
    run.next_batch(), run.next_batch()
    run.update(0, Outcome(name="games", state="running", examples=3))
    run.update(1, mismatch(examples=4).model_copy(update={"state": "shrinking"}))
    assert (run.outcome.state, run.outcome.found_at) == ("shrinking", None)
    run.update(0, agrees(examples=played))
    assert run.outcome.found_at == played + 4


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_batches_add_up_in_whatever_order_they_end(order):
    run = PropertyRun(JOB.model_copy(update={"examples": 4 * BATCH}), "games", workers=4)
    for _ in range(4):
        run.next_batch()
    parts = [agrees(figures={"a": n}, covered={"moves": {"+": n + 1}}, seconds=float(n)) for n in range(3)]
    parts.append(mismatch(examples=2))
    for number in order:
        run.update(number, parts[number])
    assert run.settled
    assert run.outcome == merged("games", parts)
    assert run.outcome.found_at == 3 * BATCH + 2


def test_after_a_failure_no_more_is_handed_out():
    run = PropertyRun(JOB, "games", workers=2)
    run.next_batch()
    run.update(0, mismatch(examples=1))
    assert run.next_batch() is None


def test_more_workers_play_more_examples_within_the_time():
    run = PropertyRun(JOB.model_copy(update={"seconds": 3.0}), "games", workers=2)
    assert [run.next_batch()[1].seconds for _ in range(2)] == [3.0, 3.0]
    alone = PropertyRun(JOB.model_copy(update={"seconds": 0.2}), "games", workers=1)
    assert alone.next_batch()[1].seconds == 0.2
    assert alone.next_batch() is None  # the time is as good as over


def test_interrupted_batch_without_examples_is_not_run():
    run = PropertyRun(JOB.model_copy(update={"examples": BATCH}), "games", workers=1)
    run.next_batch()
    run.update(0, Outcome(name="games", state="agrees", partial="interrupted"))
    assert run.outcome.state == "not run"


def test_a_lost_batch_shows():
    run = PropertyRun(JOB, "games", workers=2)
    run.next_batch()
    run.next_batch()
    run.update(0, agrees())
    run.update(1, Outcome(name="games", examples=5, turns=3))
    run.drop(1)
    run.cut()
    assert run.outcome == agrees(partial="interrupted")
