"""Who does the work: some simulations here, or the workers of a Dask cluster.

Here they are processes that loopline starts itself, and nothing listens on any socket. Both take a batch and return a
future, and that is all the campaign sees of them.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from typing import Any, Protocol

from loopline.errors import BadInput
from loopline.simulation.job import Job, Outcome
from loopline.workers.worker import BatchResult, End, Hear, Killed, WorkerSetup, dismiss, stop, work

#: Seconds after which a scheduler that does not answer counts as missing.
_TO_ANSWER = 5.0


class Lost(BadInput):
    """The pool no longer exists. The text says why."""


class WorkerPool(Protocol):
    """What the scheduler needs of the workers, here or on a cluster."""

    @property
    def size(self) -> int:
        """Simulations at a time."""

    def submit(self, setup: WorkerSetup, batch: Job, hear: Hear) -> Future[BatchResult]:
        """`hear` may get what is known before the end."""

    def result(self, future: Future[BatchResult]) -> BatchResult:
        """The result of a finished future. Raises Stopped, Killed, or Lost if the pool no longer exists."""

    def stop(self, setup: WorkerSetup, how: End) -> None:
        """End what is under way of this campaign."""

    def dismiss(self, setup: WorkerSetup) -> None:
        """The campaign is over: no worker need wait for more of it."""


class LocalPool:
    """Simulations on this machine."""

    def __init__(self, jobs: int = 1) -> None:
        self.size = jobs
        self._threads = ThreadPoolExecutor(jobs, "worker")  # a thread for each simulation, which it waits for

    def submit(self, setup: WorkerSetup, batch: Job, hear: Hear) -> Future[BatchResult]:
        """Have a thread do the batch."""
        return self._threads.submit(work, setup, batch, hear)

    def result(self, future: Future[BatchResult]) -> BatchResult:
        """Return the result of a finished future. Raises Stopped and Killed."""
        return future.result()

    def stop(self, setup: WorkerSetup, how: End) -> None:
        """End what is under way of this campaign."""
        stop(setup.prefix, how)

    def dismiss(self, setup: WorkerSetup) -> None:
        """End the idle simulations of this campaign."""
        dismiss(setup.prefix)


class ClusterPool:
    """The workers of a Dask cluster, however many there are at the time. Raises BadInput if there is none."""

    def __init__(self, address: str) -> None:
        try:
            dask: Any = import_module("distributed")
        except ImportError:
            raise BadInput("--scheduler needs Dask: pip install 'loopline[scale]'") from None
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what it has to say is said here
        try:
            asyncio.run(_knock(dask, address))
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            why = "; ".join(str(one) for one in (error, error.__cause__) if one)
            raise BadInput(f"--scheduler {address}: no Dask scheduler answers there: {why}") from None
        self._address, self._killed_worker = address, dask.scheduler.KilledWorker
        #: What Dask raises once the cluster is gone. That is noticed when there is no result.
        #: (A client that has given up looking for its scheduler has None instead, and raises AttributeError.)
        closed = getattr(dask.client, "ClosedClientError", OSError)
        self._gone = OSError, CancelledError, AttributeError, closed
        #: What a listener has raised, in a thread of Dask's.
        self._failed: Exception | None = None
        self._client = dask.Client(address, set_as_default=False)
        self._pool = self._client.get_executor(pure=False)
        #: The listener for each batch, with the kind of its outcome; and the campaigns to which the batches belong.
        self._hears: list[tuple[Hear, type[Outcome]]] = []
        self._topics: set[str] = set()
        self.workers: int = sum(self._client.nthreads().values())

    @property
    def size(self) -> int:
        """At least 1: while there is no worker, one batch waits for the first."""
        with suppress(*self._gone):
            self.workers = sum(self._client.nthreads().values())
        return max(1, self.workers)

    def submit(self, setup: WorkerSetup, batch: Job, hear: Hear) -> Future[BatchResult]:
        """Have a worker of the cluster do the batch."""
        if setup.prefix not in self._topics:
            self._topics.add(setup.prefix)
            with suppress(*self._gone):
                self._client.subscribe_topic(setup.prefix, self._told)
        self._hears.append((hear, batch.outcome))
        future: Future[BatchResult] = self._pool.submit(_work_and_tell, setup, batch, len(self._hears) - 1)
        return future

    def _told(self, event: tuple[float, Any]) -> None:
        """A message from a worker."""
        _, (number, text) = event
        try:
            hear, kind = self._hears[number]
            hear(kind.model_validate_json(text))
        except Exception as error:  # here, Dask would only log it
            self._failed = self._failed or error

    def result(self, future: Future[BatchResult]) -> BatchResult:
        """Return the result of a finished future. Raises Stopped, Killed, and Lost if the scheduler is gone."""
        if self._failed:
            raise self._failed
        try:
            return future.result()
        except self._killed_worker as error:
            raise Killed(f"one worker after another was lost in it: {error}") from None
        except CancelledError:
            raise Lost(f"the scheduler {self._address} is gone") from None

    def stop(self, setup: WorkerSetup, how: End) -> None:
        """Tell all workers, and those that have come since it was told last."""
        with suppress(*self._gone, RuntimeError):
            self._client.run(stop, setup.prefix, how, wait=False, on_error="ignore")

    def dismiss(self, setup: WorkerSetup) -> None:
        """Have all workers end their idle simulations of this campaign."""
        with suppress(*self._gone, RuntimeError):  # its connections are closed: then no worker waits
            self._client.run(dismiss, setup.prefix)


def _work_and_tell(setup: WorkerSetup, batch: Job, number: int) -> BatchResult:
    """On a worker. The caller hears of a failure before it is shrunk: workers and clusters may go."""
    worker = import_module("distributed").get_worker()

    def hear(outcome: Outcome) -> bool:
        if outcome.state == "shrinking":
            worker.log_event(setup.prefix, [number, outcome.model_dump_json()])
        return True

    return work(setup, batch, hear)


async def _knock(dask: Any, address: str) -> None:
    """Whether a scheduler answers. (A client that finds none takes long to close, and prints errors.)"""
    how = dask.security.Security().get_connection_args("client")
    comm = await dask.comm.connect(address, timeout=_TO_ANSWER, **how)
    await comm.close()
