"""Who does the work: so many simulations here, or the workers of a Dask cluster.

Here they are processes that loopline starts itself, and nothing listens on any socket. Both take a portion and return a
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
from loopline.workers.worker import Done, Hear, Killed, Place, dismiss, work

#: Seconds after which a scheduler that has not answered is not there.
_TO_ANSWER = 5.0


class Lost(Exception):
    """There is no crew any more. The text says why."""


class Crew(Protocol):
    @property
    def size(self) -> int:
        """Simulations at a time."""

    def submit(self, place: Place, portion: Job, hear: Hear) -> Future[Done]:
        """`hear` may get what is known before the end."""

    def result(self, future: Future[Done]) -> Done:
        """Of a future that is done. Raises Stopped, Killed, and Lost if there is nobody any more."""

    def dismiss(self, place: Place) -> None:
        """The campaign is over: nobody is to wait for more of it."""


class Local:
    """Simulations on this machine."""

    def __init__(self, jobs: int = 1) -> None:
        self.size = jobs
        self._threads = ThreadPoolExecutor(jobs, "worker")  # each waits for a simulation

    def submit(self, place: Place, portion: Job, hear: Hear) -> Future[Done]:
        return self._threads.submit(work, place, portion, hear)

    def result(self, future: Future[Done]) -> Done:
        return future.result()

    def dismiss(self, place: Place) -> None:
        dismiss(place.prefix)


class Cluster:
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
        """While there is none, one portion waits for the first."""
        with suppress(Exception):  # it may be gone
            self.workers = sum(self._client.nthreads().values())
        return max(1, self.workers)

    def submit(self, place: Place, portion: Job, hear: Hear) -> Future[Done]:
        future: Future[Done] = self._pool.submit(work, place, portion)
        return future

    def result(self, future: Future[Done]) -> Done:
        try:
            return future.result()
        except self._killed_worker as error:
            raise Killed(f"worker after worker was lost in it: {error}") from None
        except CancelledError:
            raise Lost(f"the scheduler {self._address} is gone") from None

    def dismiss(self, place: Place) -> None:
        with suppress(Exception):  # a cluster that is gone has nobody waiting
            self._client.run(dismiss, place.prefix)


async def _knock(dask: Any, address: str) -> None:
    """Is there anybody? (A client that has found nobody takes long to go away, and complains.)"""
    how = dask.security.Security().get_connection_args("client")
    comm = await dask.comm.connect(address, timeout=_TO_ANSWER, **how)
    await comm.close()
