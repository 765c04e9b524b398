"""In which order batches are handed out."""

from concurrent.futures import Future
from pathlib import Path

from cosim.engines import ENGINE
from loopline.design.dut import load
from loopline.simulation.job import Job, Outcome
from loopline.workers.property_run import PropertyRun
from loopline.workers.scheduler import Scheduler
from loopline.workers.worker import BatchResult, WorkerSetup

BATCH = 4  # as conftest.py has it
SECONDS = {"quick": 1.0, "slow": 3.0, "middling": 2.0}


class AtOnce:
    """A pool of one, which has done everything as soon as it is asked to."""

    size = 1

    def __init__(self):
        self.asked = []

    def submit(self, setup, batch, hear):
        (name,) = batch.properties
        self.asked.append(name)
        done = Future()
        done.set_result(BatchResult(Outcome(name=name, state="agrees", seconds=SECONDS[name]), Path()))
        return done

    def result(self, future):
        return future.result()

    def dismiss(self, setup):
        pass


def test_batch_by_batch_and_the_slow_ones_first():
    job = Job(dut=load(ENGINE), examples=3 * BATCH)
    pool = AtOnce()
    setup = WorkerSetup("verilator", Path(), "", Path(), "", job)
    properties = [PropertyRun(job, name) for name in SECONDS]
    outcomes = list(Scheduler(pool, setup, properties).run(lambda _: None, lambda _: None))
    slow_first = ["slow", "middling", "quick"]
    assert pool.asked == [*SECONDS, *slow_first, *slow_first]
    assert {one.name: one.seconds for one in outcomes} == {name: 3 * seconds for name, seconds in SECONDS.items()}
