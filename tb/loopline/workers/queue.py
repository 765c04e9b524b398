"""A queue of jobs, each for any one simulation: handed out until all are done, or Ctrl-C comes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from pathlib import Path
from typing import Generic

from loopline.simulation.job import OneJob, Outcome
from loopline.system.interrupts import interruptible
from loopline.workers.pool import WorkerPool
from loopline.workers.worker import BatchResult, Hear, Killed, Stopped, WorkerSetup

#: Seconds between two looks at whether somebody has pressed Ctrl-C.
_PAUSE = 0.1


#: Is called with each job that has ended, its outcomes, and the folder of its simulation if there is one. Returns a job
#: that is to be done then, such as the same once more or what is left of it.
OnDone = Callable[[OneJob, Sequence[Outcome], Path | None], OneJob | None]


class JobQueue(Generic[OneJob]):
    """Has jobs done by a pool, in simulations of one kind."""

    def __init__(self, pool: WorkerPool, setup: WorkerSetup, hear: Hear = lambda outcome: True) -> None:
        """`hear` gets what is known before a job has ended."""
        self._pool, self._setup, self._hear = pool, setup, hear
        self._under_way: dict[Future[BatchResult], OneJob] = {}
        self.interrupted = self._is_closed = False
        #: What has not been done, after Ctrl-C or when it was closed.
        self.left: list[OneJob] = []

    def run(self, jobs: Iterable[OneJob], note: OnDone[OneJob]) -> None:
        """Do the jobs, and call `note` with what came of each. Raises BadInput if a job cannot be done, Lost if no
        worker is left."""
        with interruptible(self._interrupt):
            try:
                self._work(deque(jobs), note)
            finally:
                if self._under_way:  # an error has ended it
                    self._stop()

    def close(self) -> None:
        """Begin no more jobs."""
        self._is_closed = True

    @property
    def _is_over(self) -> bool:
        return self.interrupted or self._is_closed

    def _work(self, waiting: deque[OneJob], note: OnDone[OneJob]) -> None:
        while (waiting and not self._is_over) or self._under_way:
            while waiting and not self._is_over and len(self._under_way) < self._pool.size:
                job = waiting.popleft()
                self._under_way[self._pool.submit(self._setup, job, self._hear)] = job
            ended, _ = wait(self._under_way, timeout=_PAUSE, return_when=FIRST_COMPLETED)
            for future in ended:
                if again := self._result(future, note):
                    waiting.appendleft(again)
            if self.interrupted:
                self._stop()
        self.left += waiting

    def _interrupt(self, *_: object) -> None:
        self.interrupted = True

    def _result(self, future: Future[BatchResult], note: OnDone[OneJob]) -> OneJob | None:
        job = self._under_way.pop(future)
        try:
            outcome, folder, before = self._pool.result(future)
        except Stopped:
            self.left.append(job)
            return None
        except Killed as killed:
            return note(job, [Outcome(name="", state="died", error=str(killed))], None)
        return note(job, [*before, outcome], folder)

    def _stop(self) -> None:
        """Ask the simulations to end with what they have: again and again, as workers may come."""
        self._pool.stop(self._setup, "with what there is")
