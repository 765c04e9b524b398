"""`python -m speed.cluster`, with `ci` on PYTHONPATH: what a batch costs a Dask cluster, and what 500 workers do.

A few batches of `verify`, as long as they become in a long run, are played here. Then a run is given to a scheduler of
Dask, in a process of its own, whose workers sleep as long as such a batch takes a processor, and return what came of
it. So a small machine has many workers, and what is measured is the work beside the batches.
"""

from __future__ import annotations

import asyncio
import pickle
import resource
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from datetime import date
from importlib import import_module
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from evidence import RESULTS, Cell, ResultFile, text
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.design.dut import load
from loopline.design.simulators import find
from loopline.games.trax.game import ENGINE
from loopline.simulation.job import Job
from loopline.simulation.simulate import Setup
from loopline.workers import batches, pool
from loopline.workers.pool import BatchResult, ClusterPool, LocalPool, OnUpdate, WorkerPool

from speed.figures import PROPERTIES

#: Dask, whose types mypy cannot read.
DASK: Any = import_module("distributed")

#: Workers that are there, and those for which it is calculated.
WORKERS, MANY = 32, 500

#: The examples of a batch, to which long runs come, and for each property how many of them are handed out.
EXAMPLES, HANDED_OUT = 500, 100


class Costs(NamedTuple):
    """What a batch costs."""

    #: Seconds of a worker's processor, and of wall-clock time by each worker that sleeps.
    seconds: float
    result: int
    #: Seconds of processor time.
    main: float
    scheduler: float


class Recorder(LocalPool):
    """A pool that keeps the results."""

    def __init__(self) -> None:
        super().__init__(2)
        self.results: list[BatchResult] = []

    def result(self, future: Future[BatchResult]) -> BatchResult:
        """Return a result, and keep it."""
        self.results.append(super().result(future))
        return self.results[-1]


def measured(out: Path) -> Costs:
    """Return what a batch costs."""
    recorder, before = Recorder(), resource.getrusage(resource.RUSAGE_CHILDREN)
    _prepared(out, recorder, 1)()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    seconds, results = used / len(recorder.results), recorder.results
    file = out / "results.pickle"
    file.write_bytes(pickle.dumps((seconds, results)))
    with _cluster(file) as (cluster, scheduler):
        play, number = _prepared(out, cluster, HANDED_OUT), HANDED_OUT * len(PROPERTIES)
        before_main, before_scheduler = time.process_time(), _used(scheduler)
        play()
        main, scheduled = time.process_time() - before_main, _used(scheduler) - before_scheduler
    return Costs(seconds, len(pickle.dumps(results)) // len(results), main / number, scheduled / number)


def _prepared(out: Path, where: WorkerPool, number: int) -> Callable[[], object]:
    """Build the design, and return what plays this number of batches of each property."""
    simulator = find("verilator")
    campaign = Campaign(Plan(Subject.of(load(ENGINE)), out, seed=1, examples=number * EXAMPLES), pool=where)
    campaign.builds.get(simulator)
    return lambda: campaign.verify(simulator, PROPERTIES, lambda *_: None)


def _used(scheduler: Any) -> float:
    return float(scheduler.run_on_scheduler(time.process_time))


# --- the cluster ------------------------------------------------------------------------------------------------------


@contextmanager
def _cluster(file: Path) -> Iterator[tuple[ClusterPool, Any]]:
    """Yield a pool whose workers return the results of this file, and a client that asks the scheduler."""
    spawn = get_context("spawn")
    here, there = spawn.Pipe()
    processes = [spawn.Process(target=_schedule, args=(there,), daemon=True)]
    processes[0].start()
    address = here.recv()
    processes.append(spawn.Process(target=_work, args=(address, file, there), daemon=True))
    processes[1].start()
    here.recv()
    try:
        yield ClusterPool(address), DASK.Client(address, set_as_default=False)
    finally:
        for process in reversed(processes):
            process.terminate()
            process.join()


def _schedule(found: Connection) -> None:
    async def serve() -> None:
        async with DASK.Scheduler(host="127.0.0.1", port=0, dashboard=False) as scheduler:
            found.send(scheduler.address)
            await scheduler.finished()

    asyncio.run(serve())


def _work(address: str, file: Path, ready: Connection) -> None:
    """Be all workers: they sleep."""
    seconds, results = pickle.loads(file.read_bytes())
    numbers = count()

    def work(setup: Setup, batch: Job, on_update: OnUpdate = lambda _: True) -> BatchResult:
        time.sleep(seconds)
        alike = [result for result in results if result.outcome.name in batch.names]
        chosen: BatchResult = alike[next(numbers) % len(alike)]
        return chosen

    async def serve() -> None:
        workers = [await DASK.Worker(address, nthreads=1) for _ in range(WORKERS)]
        ready.send(None)
        await asyncio.gather(*(worker.finished() for worker in workers))

    pool.work = work
    asyncio.run(serve())


# --- the figures ------------------------------------------------------------------------------------------------------


def _looking(workers: int) -> float:
    """Return the seconds that one look for a batch that has ended takes, among this many."""
    futures, looks = {Future[None]() for _ in range(workers)}, 50
    next(iter(futures)).set_result(None)
    began = time.process_time()
    for _ in range(looks):
        wait(futures, return_when=FIRST_COMPLETED)
    return (time.process_time() - began) / looks


def command() -> None:
    """Measure, calculate, and write results/workers-measured.json and workers-calculated.json."""
    batches.SIZES = (EXAMPLES,)
    with TemporaryDirectory() as folder:
        costs = measured(Path(folder))
    rate, look = MANY / costs.seconds, _looking(MANY) - _looking(WORKERS)
    tables: dict[str, tuple[str, list[list[Cell]]]] = {
        "workers-measured": (
            "a batch takes",
            [
                ["of a worker's processor, s", round(costs.seconds, 1)],
                ["of the main process, ms", round(1000 * costs.main, 1)],
                ["of Dask's scheduler, ms", round(1000 * costs.scheduler, 1)],
                ["bytes, its result", costs.result],
            ],
        ),
        "workers-calculated": (
            f"with {MANY} workers",
            [
                ["batches a second", round(rate)],
                ["the main process is busy", f"{100 * rate * (costs.main + look):.0f} %"],
                ["Dask's scheduler is busy", f"{100 * rate * costs.scheduler:.0f} %"],
            ],
        ),
    }
    for name, (first, rows) in tables.items():
        today = date.today().isoformat()
        result = ResultFile(measured=today, command="python -m speed.cluster", columns=[first, ""], rows=rows)
        (RESULTS / f"{name}.json").write_text(text(result), encoding="utf-8")
        print(text(result))


if __name__ == "__main__":
    command()
