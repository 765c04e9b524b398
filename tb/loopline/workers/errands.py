"""Jobs of which each is for any one simulation, and none for a property: handed out until all are done, or somebody
presses Ctrl-C."""

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


#: Hears of each job its outcomes, and the folder of its simulation if there is one; returns what is to be done then:
#: the job once more, or what is left of it.
Note = Callable[[OneJob, Sequence[Outcome], Path | None], OneJob | None]


class Errands(Generic[OneJob]):
    def __init__(self, pool: WorkerPool, setup: WorkerSetup, hear: Hear = lambda outcome: True) -> None:
        """`hear` gets what is known before a job has ended."""
        self._pool, self._setup, self._hear = pool, setup, hear
        self._under_way: dict[Future[BatchResult], OneJob] = {}
        self.interrupted = False
        #: What has not been done, after Ctrl-C.
        self.left: list[OneJob] = []

    def run(self, jobs: Iterable[OneJob], note: Note[OneJob]) -> None:
        """Raises BadInput if a job cannot be done; Lost if no worker is left."""
        with interruptible(self._interrupt):
            try:
                self._work(deque(jobs), note)
            finally:
                if self._under_way:  # an error has ended it
                    self._stop()

    def _work(self, waiting: deque[OneJob], note: Note[OneJob]) -> None:
        while (waiting and not self.interrupted) or self._under_way:
            while waiting and not self.interrupted and len(self._under_way) < self._pool.size:
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

    def _result(self, future: Future[BatchResult], note: Note[OneJob]) -> OneJob | None:
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
