"""In which order batches are handed out: a few examples of everything before many of anything."""

import threading
from concurrent.futures import Future
from pathlib import Path

import pytest
from cosim.engines import ENGINE
from loopline.design.dut import load
from loopline.errors import BadInput
from loopline.simulation.job import DECK, Outcome, PropertyJob
from loopline.simulation.simulate import Setup
from loopline.workers.batches import PORTION, PropertyRun
from loopline.workers.pool import BatchResult, LocalPool
from loopline.workers.scheduler import BuildShare, JobQueue, PropertyQueue, in_background

BATCH = 4  # as conftest.py has it
SECONDS = {"quick": 1.0, "slow": 3.0, "middling": 2.0}
JOB = PropertyJob(dut=load(ENGINE), examples=3 * BATCH)


class AtOnce:
    """A pool of one, which has done everything as soon as it is asked to."""

    size = 1
    room = property(lambda self: self.size)
    is_gone = False

    def __init__(self, wrong=()):
        self.asked, self.there, self.wrong = [], [], wrong

    def submit(self, setup, batch, on_update):
        (name,) = batch.properties
        self.asked.append(name)
        self.there.append((setup.prefix, name))
        state = "mismatch" if (setup.prefix, name) in self.wrong else "agrees"
        done = Future()
        done.set_result(BatchResult(Outcome(name=name, state=state, seconds=SECONDS.get(name, 0.5)), Path()))
        return done

    def result(self, future):
        return future.result()

    def dismiss(self, setup):
        pass


def part(properties, prefix=""):
    return BuildShare(lambda: Setup("verilator", Path(), Path(), prefix, JOB), properties)


def refused(properties):
    def begin():
        raise BadInput("it cannot be built")

    return BuildShare(begin, properties)


def test_batch_by_batch_and_the_slow_ones_first():
    pool = AtOnce()
    outcomes = [one for _, one in PropertyQueue(pool, [part([PropertyRun(JOB, name) for name in SECONDS])]).run()]
    slow_first = ["slow", "middling", "quick"]
    assert pool.asked == [*SECONDS, *slow_first, *slow_first]
    assert {one.name: one.seconds for one in outcomes} == {name: 3 * seconds for name, seconds in SECONDS.items()}


def test_batches_are_handed_out_while_an_outcome_is_looked_at():
    pool, all_asked = AtOnce(), threading.Event()
    pool.dismiss = lambda _: all_asked.set()
    outcomes = PropertyQueue(pool, [part([PropertyRun(JOB, name) for name in SECONDS])]).run()
    first = next(outcomes)
    assert all_asked.wait(60)  # the search for suspects, say
    assert len(pool.asked) == 9
    assert [first, *outcomes][-1][1].state == "agrees"


def test_an_error_in_what_is_done_with_an_outcome_ends_the_thread():
    before = threading.active_count()
    outcomes = PropertyQueue(AtOnce(), [part([PropertyRun(JOB, name) for name in SECONDS])]).run()
    next(outcomes)
    outcomes.close()
    assert threading.active_count() == before


def test_jobs_beside_reserve_room_of_the_pool():
    pool = LocalPool(3)
    with pool.beside(2) as here:
        assert (pool.room, here.room) == (1, 2)
        with pool.beside(2):
            assert pool.room == 0
    assert pool.room == 3


def test_the_first_batches_on_every_board_come_before_the_second_ones_on_any():
    pool = AtOnce()
    boards = [part([PropertyRun(JOB, name) for name in ("slow", "quick")], board) for board in ("large", "small")]
    found = list(PropertyQueue(pool, boards).run())
    a_round = [(board, name) for board in ("large", "small") for name in ("slow", "quick")]
    assert pool.there == 3 * a_round
    assert [(boards.index(one), outcome.name) for one, outcome in found] == [
        (board, name) for board in (0, 1) for name in ("slow", "quick")
    ]


def test_one_simulation_plays_another_board_until_nothing_else_is_left():
    pool = AtOnce()
    pool.size = 3
    boards = [part([PropertyRun(JOB, name) for name in ("slow", "quick")], board) for board in ("large", "small")]
    list(PropertyQueue(pool, boards).run())
    at_a_time = [[board for board, _ in pool.there[at : at + 3]] for at in range(0, 12, 3)]
    assert at_a_time == [
        ["large", "large", "small"],
        ["small", "large", "large"],
        ["small", "large", "large"],
        3 * ["small"],
    ]


def test_a_deck_comes_in_portions_each_before_the_batches_of_the_same_number():
    pool, job = AtOnce(), JOB.model_copy(update={"deck": [("", "@0/", "")] * (2 * PORTION + 1)})
    runs = [PropertyRun(job, name) for name in ("quick", DECK)]
    list(PropertyQueue(pool, [part(runs)]).run())
    assert pool.asked == 3 * [DECK, "quick"]


def test_last_failures_come_first():
    pool = AtOnce()
    runs = [PropertyRun(JOB, name, failed_before=name == "quick") for name in ("slow", "quick")]
    boards = [part([PropertyRun(JOB, "slow")], "large"), part(runs, "small")]
    list(PropertyQueue(pool, boards).run())
    assert pool.there == [*3 * [("small", "quick")], *3 * [("large", "slow"), ("small", "slow")]]


def test_failed_build_of_one_board_does_not_stop_others():
    pool = AtOnce()
    boards = [refused([PropertyRun(JOB, "slow")]), part([PropertyRun(JOB, "slow")])]
    states = [(boards.index(one), outcome.state) for one, outcome in PropertyQueue(pool, boards).run()]
    assert states == [(1, "agrees"), (0, "not run")]
    assert str(boards[0].refused) == "it cannot be built"


def test_a_build_is_not_made_before_its_first_batch_is_due():
    pool = AtOnce(wrong=[("large", "slow")])
    boards = [part([PropertyRun(JOB, "slow")], board) for board in ("large", "small")]
    found = [outcome.state for _, outcome in PropertyQueue(pool, boards, stop_at_failure=True).run()]
    assert found == ["mismatch", "not run"]
    assert boards[1].setup is None


@pytest.mark.parametrize("stop", [False, True])
def test_only_the_first_failure_is_made_smaller_if_it_ends_the_run(stop):
    """What is under way elsewhere has failed meanwhile, in another way."""
    told = {}

    class Two(AtOnce):
        size, under_way = 2, ()

        def submit(self, setup, batch, on_update):
            self.under_way = (*self.under_way, (batch.properties[0], on_update))
            if len(self.under_way) == self.size:
                for name, tell in self.under_way:
                    told[name] = tell(Outcome(name=name, state="shrinking", kind=name))
            return super().submit(setup, batch, on_update)

    pool = Two(wrong=[("", "slow"), ("", "quick")])
    list(PropertyQueue(pool, [part([PropertyRun(JOB, name) for name in ("slow", "quick")])], stop).run())
    assert told == {"slow": True, "quick": not stop}


def test_work_goes_on_while_a_result_is_looked_at():
    pool = AtOnce()
    queue = JobQueue(pool, Setup("verilator", Path(), Path(), "", JOB))
    jobs = [JOB.model_copy(update={"properties": [name]}) for name in SECONDS]
    done = threading.Event()

    def work(put):
        queue.run(jobs, lambda job, outcomes, _: put(outcomes[-1].name))
        done.set()

    names = in_background(queue.scheduler, work)
    first = next(names)
    assert done.wait(60)  # before the second is asked for
    assert [first, *names] == [*SECONDS]


def test_an_error_of_the_work_is_raised_after_its_results():
    pool = AtOnce()
    queue = JobQueue(pool, Setup("verilator", Path(), Path(), "", JOB))

    def work(put):
        put("a result")
        raise BadInput("it cannot be built")

    names = in_background(queue.scheduler, work)
    assert next(names) == "a result"
    with pytest.raises(BadInput, match="it cannot be built"):
        next(names)
    assert queue.scheduler.interrupted
