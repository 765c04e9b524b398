"""Who does the work: so many simulations here, or the workers of a Dask cluster.

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
from loopline.simulation.job import Job
from loopline.workers.worker import BatchResult, Hear, Killed, WorkerSetup, dismiss, work

#: Seconds after which a scheduler that has not answered is not there.
_TO_ANSWER = 5.0


class Lost(Exception):
    """There is no pool any more. The text says why."""


class WorkerPool(Protocol):
    @property
    def size(self) -> int:
        """Simulations at a time."""

    def submit(self, setup: WorkerSetup, batch: Job, hear: Hear) -> Future[BatchResult]:
        """`hear` may get what is known before the end."""

    def result(self, future: Future[BatchResult]) -> BatchResult:
        """Of a future that is done. Raises Stopped, Killed, and Lost if there is nobody any more."""

    def dismiss(self, setup: WorkerSetup) -> None:
        """The campaign is over: nobody is to wait for more of it."""


class LocalPool:
    """Simulations on this machine."""

    def __init__(self, jobs: int = 1) -> None:
        self.size = jobs
        self._threads = ThreadPoolExecutor(jobs, "worker")  # each waits for a simulation

    def submit(self, setup: WorkerSetup, batch: Job, hear: Hear) -> Future[BatchResult]:
        return self._threads.submit(work, setup, batch, hear)

    def result(self, future: Future[BatchResult]) -> BatchResult:
        return future.result()

    def dismiss(self, setup: WorkerSetup) -> None:
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
        self._client = dask.Client(address, set_as_default=False)
        self._pool = self._client.get_executor(pure=False)
        self.workers: int = sum(self._client.nthreads().values())

    @property
    def size(self) -> int:
        """While there is none, one batch waits for the first."""
        with suppress(Exception):  # it may be gone
            self.workers = sum(self._client.nthreads().values())
        return max(1, self.workers)

    def submit(self, setup: WorkerSetup, batch: Job, hear: Hear) -> Future[BatchResult]:
        future: Future[BatchResult] = self._pool.submit(work, setup, batch)
        return future

    def result(self, future: Future[BatchResult]) -> BatchResult:
        try:
            return future.result()
        except self._killed_worker as error:
            raise Killed(f"worker after worker was lost in it: {error}") from None
        except CancelledError:
            raise Lost(f"the scheduler {self._address} is gone") from None

    def dismiss(self, setup: WorkerSetup) -> None:
        with suppress(Exception):  # a cluster that is gone has nobody waiting
            self._client.run(dismiss, setup.prefix)


async def _knock(dask: Any, address: str) -> None:
    """Is there anybody? (A client that has found nobody takes long to go away, and complains.)"""
    how = dask.security.Security().get_connection_args("client")
    comm = await dask.comm.connect(address, timeout=_TO_ANSWER, **how)
    await comm.close()
