"""The simulations that are given one batch after the other, here or by the workers of a Dask cluster.

A simulation takes a second to start, and a batch little longer: every process that works for a campaign keeps the idle
ones for the next batch. What a worker has not finished when it is killed, another does from the beginning; what it has
is a result already. So nothing is lost, and nothing counted twice.

Here the processes are started by loopline itself, and nothing listens on any socket. Both pools take a batch and return
a future, and that is all that the campaign sees of them.
"""

from __future__ import annotations

import asyncio
import logging
import platform
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol

from loopline.design.simulators import SimulatorMissing, find
from loopline.errors import BadInput
from loopline.simulation.job import START, UNDER_WAY, Job, Outcome
from loopline.simulation.simulate import Setup, Simulation, not_begun

#: The simulations that may be killed in one batch by accident.
_TRIES = 10


#: Gets what is known of a batch before its end; returns whether to continue.
OnUpdate = Callable[[Outcome], bool]


class BatchResult(NamedTuple):
    """The result of a batch."""

    outcome: Outcome
    #: The folder where the simulation ran. It still exists if the simulation died.
    folder: Path
    #: The outcomes before that one, if the batch has several scripts.
    before: Sequence[Outcome] = ()


class CampaignOver(Exception):
    """The exception for a campaign that is over; the result of this batch is not needed any more."""


class SimulationKilled(Exception):
    """The exception for a simulation that was killed from outside."""


class Worker:
    """A simulation that does batches."""

    def __init__(self, setup: Setup, power_up: int | None = None) -> None:
        self.setup, self.power_up = setup, power_up
        self._simulation = Simulation(setup, power_up)
        self.folder = self._simulation.folder
        self._has_worked = self._interrupted = False

    def do(self, batch: Job, on_update: OnUpdate) -> list[Outcome]:
        """Return the outcomes of a batch, one of them for a property; `on_update` gets what is known earlier.

        Raise SimulationKilled and CampaignOver. A failure that was known when it was stopped or killed is its outcome.
        """
        ended: list[Outcome] = []
        for known in self._simulation.do(batch, self._look):
            outcome = known.model_copy(update={"power_up": self.power_up})
            if outcome.state in ("died", "hung"):
                return [*ended, self._gone(outcome, batch, len(ended))]
            self._has_worked = True
            if outcome.state not in UNDER_WAY:
                ended.append(outcome)
                continue
            goes_on = on_update(outcome)
            if outcome.state == "shrinking":
                self._simulation.answer(goes_on)
        if ended:
            return ended
        if self._interrupted:
            raise CampaignOver
        if self._has_worked or self._simulation.was_killed:
            raise SimulationKilled  # or it ended because it was idle for too long
        return [not_begun(batch, self.folder)]

    @property
    def lives(self) -> bool:
        """Whether it can do another batch."""
        return self._simulation.lives

    @property
    def was_killed(self) -> bool:
        """Whether it was killed from outside."""
        return self._simulation.was_killed

    def _gone(self, outcome: Outcome, batch: Job, number: int) -> Outcome:
        """Return the outcome of a simulation that has died. `number`: of the outcomes before it."""
        if self._interrupted:
            raise CampaignOver
        if self._simulation.was_killed and outcome.state == "died":
            raise SimulationKilled
        if not self._has_worked or outcome.name != START:
            return outcome
        names = batch.names[number:]
        return outcome.model_copy(update={"name": names[0] if names else START})

    def _look(self) -> None:
        """End if nothing more is wanted: the campaign is over, or its folder has been removed."""
        wanted = _ending.get(self.setup.prefix)
        if wanted is None and self.folder.is_dir():
            return
        (self._simulation.interrupt if wanted == "with what there is" else self._simulation.kill)()
        self._interrupted = True

    def end(self) -> None:
        """Let it end by itself. Its folder stays. Raises SimulationKilled if its counts are not written."""
        self._simulation.end()
        if self.setup.counting and self._simulation.was_killed:
            raise SimulationKilled

    def close(self) -> None:
        """End it. Its folder stays."""
        self._simulation.close()

    def dismiss(self) -> None:
        """End it, and remove its folder."""
        self._simulation.dismiss()


#: How the simulations of a campaign are to end.
End = Literal["with what there is", "now"]

#: The campaigns of which this process does no more, and how they end.
_ending: dict[str, End] = {}


def stop(prefix: str, how: End) -> None:
    """End the simulations of a campaign, those that begin from now on, too."""
    _ending[prefix] = how


#: The idle simulations of this process, for each campaign.
_idle: dict[str, list[Worker]] = defaultdict(list)
_lock = threading.Lock()


def dismiss(prefix: str) -> None:
    """End the idle simulations of a campaign that is over."""
    with _lock:
        for worker in _idle.pop(prefix, []):
            worker.dismiss()


def _take(setup: Setup, batch: Job) -> Worker:
    """Take an idle simulation with the power-up state of this batch, or start one."""
    power_up = batch.power_up if find(setup.simulator).unknown(0) else None
    with _lock:
        idle = _idle[setup.prefix]
        if found := next((worker for worker in idle if worker.power_up == power_up), None):
            idle.remove(found)
            return found
    return Worker(setup, power_up)


def work(setup: Setup, batch: Job, on_update: OnUpdate = lambda _: True) -> BatchResult:
    """Have a batch done by a simulation of this process.

    Args:
        setup: The set-up.
        batch: The batch.
        on_update: Gets what is known before the end.

    Raises:
        CampaignOver: The campaign is over.
        SimulationKilled: The simulation was killed time and again.
        BadInput: The batch cannot be done here.
    """
    if not setup.runs.is_dir():
        raise BadInput(
            f"the worker on {platform.node()} does not see {setup.runs}. All workers must see the folder that --out "
            "names, under the same name."
        )
    killed = 0
    for _ in range(_TRIES):
        try:
            worker = _take(setup, batch)
        except SimulatorMissing as problem:
            raise BadInput(f"the worker on {platform.node()}: {problem}") from None
        try:
            *before, outcome = worker.do(batch, on_update)
            if worker.lives and (setup.counting or setup.ends):
                worker.end()
            if not worker.lives:
                worker.close()
        except SimulationKilled:
            killed += worker.was_killed
            worker.dismiss()
            continue
        except BaseException:
            worker.dismiss()
            raise
        if worker.lives:
            with _lock:
                _idle[setup.prefix].append(worker)
        return BatchResult(outcome.model_copy(update={"killed": killed}), worker.folder, before)
    raise SimulationKilled(f"{_TRIES} simulations in a row were killed in it. Is there enough memory?")


#: Seconds after which a scheduler that does not answer counts as missing.
_TO_ANSWER = 5.0

#: Seconds for which the number of workers of a cluster is taken as known: to ask for it costs as much as to hand out a
#: batch.
_TO_COUNT = 1.0


class PoolLost(BadInput):
    """The exception for a pool that no longer exists. The text says why."""


class WorkerPool(Protocol):
    """The workers, here or on a cluster, as the scheduler needs them."""

    @property
    def size(self) -> int:
        """Simulations at a time."""

    @property
    def room(self) -> int:
        """Simulations at a time while others are played beside."""

    @property
    def is_gone(self) -> bool:
        """Whether the workers cannot be reached any more: batches that are under way do not end then."""

    def beside(self, jobs: int) -> AbstractContextManager[LocalPool]:
        """Return a pool of this many simulations on this machine, for a while.

        Meanwhile a pool that plays here, too, has less room.
        """

    def submit(self, setup: Setup, batch: Job, on_update: OnUpdate) -> Future[BatchResult]:
        """Have a worker do the batch.

        Args:
            setup: The set-up.
            batch: The batch.
            on_update: Gets what is known before the end.

        Returns:
            The future of its result.
        """

    def result(self, future: Future[BatchResult]) -> BatchResult:
        """Return the result of a finished future.

        Raises:
            CampaignOver: The campaign has ended.
            SimulationKilled: It was killed from outside, time and again.
            PoolLost: The pool no longer exists.
        """

    def stop(self, setup: Setup, how: End) -> None:
        """End what is under way of this campaign."""

    def dismiss(self, setup: Setup) -> None:
        """End a campaign: workers need not wait for more of it."""


class LocalPool:
    """Simulations on this machine."""

    is_gone = False

    def __init__(self, jobs: int = 1) -> None:
        self.size, self._beside = jobs, 0
        self._threads = ThreadPoolExecutor(jobs, "worker")  # a thread for each simulation, which it waits for

    @property
    def room(self) -> int:
        """Simulations at a time while others are played beside."""
        return max(0, self.size - self._beside)

    @contextmanager
    def beside(self, jobs: int) -> Iterator[LocalPool]:
        """Yield a pool of this many simulations, for which this one makes room."""
        self._beside += jobs
        try:
            yield LocalPool(jobs)
        finally:
            self._beside -= jobs

    def submit(self, setup: Setup, batch: Job, on_update: OnUpdate) -> Future[BatchResult]:
        """Have a thread do the batch."""
        return self._threads.submit(work, setup, batch, on_update)

    def result(self, future: Future[BatchResult]) -> BatchResult:
        """Return the result of a finished future. Raises CampaignOver and SimulationKilled."""
        return future.result()

    def stop(self, setup: Setup, how: End) -> None:
        """End what is under way of this campaign."""
        stop(setup.prefix, how)

    def dismiss(self, setup: Setup) -> None:
        """End the idle simulations of this campaign."""
        dismiss(setup.prefix)


class ClusterPool:
    """The workers of a Dask cluster, however many there are at the time. Raises BadInput if no scheduler answers."""

    def __init__(self, address: str) -> None:
        try:
            dask: Any = import_module("distributed")
        except ImportError:
            raise BadInput("--scheduler needs Dask: pip install 'loopline[scale]'") from None
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what it has to say is said here
        try:
            asyncio.run(_knock(dask, address))
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            why = "; ".join(str(cause) for cause in (error, error.__cause__) if cause)
            raise BadInput(f"--scheduler {address}: no Dask scheduler answers there: {why}") from None
        self._address, self._killed_worker = address, dask.scheduler.KilledWorker
        #: What Dask raises once the cluster is gone. That is noticed when a result is missing.
        #: (A client that has given up looking for its scheduler has None instead, and raises AttributeError; one whose
        #: connections are closed raises RuntimeError.)
        closed = getattr(dask.client, "ClosedClientError", OSError)
        self._gone = OSError, CancelledError, AttributeError, RuntimeError, closed
        #: What a listener has raised, in a thread of Dask's.
        self._failed: Exception | None = None
        self._client = dask.Client(address, set_as_default=False)
        self._pool = self._client.get_executor(pure=False)
        #: The listener for each batch, with the kind of its outcome; and the campaigns to which the batches belong.
        self._listeners: list[tuple[OnUpdate, type[Outcome]]] = []
        self._topics: set[str] = set()
        self.workers: int = sum(self._client.nthreads().values())
        self._counted = time.monotonic()
        self.is_gone = False

    @property
    def size(self) -> int:
        """At least 1: while the cluster is empty, one batch waits for the first worker."""
        if time.monotonic() - self._counted > _TO_COUNT:
            try:
                self.workers = sum(self._client.nthreads().values())
            except self._gone:
                self.is_gone = True
            self._counted = time.monotonic()
        return max(1, self.workers)

    @property
    def room(self) -> int:
        """The number of workers: what is played beside is on this machine."""
        return self.size

    def beside(self, jobs: int) -> AbstractContextManager[LocalPool]:
        """Return a pool of this many simulations on this machine."""
        return nullcontext(LocalPool(jobs))

    def submit(self, setup: Setup, batch: Job, on_update: OnUpdate) -> Future[BatchResult]:
        """Have a worker of the cluster do the batch."""
        if setup.prefix not in self._topics:
            self._topics.add(setup.prefix)
            with suppress(*self._gone):
                self._client.subscribe_topic(setup.prefix, self._told)
        self._listeners.append((on_update, batch.outcome))
        future: Future[BatchResult] = Future()
        try:
            future = self._pool.submit(_work_and_tell, setup, batch, len(self._listeners) - 1)
        except self._gone:
            future.set_exception(CancelledError())
        return future

    def _told(self, event: tuple[float, Any]) -> None:
        """Take a message from a worker."""
        _, (number, text) = event
        try:
            on_update, kind = self._listeners[number]
            on_update(kind.model_validate_json(text))
        except Exception as error:  # here, Dask would only log it
            self._failed = self._failed or error

    def result(self, future: Future[BatchResult]) -> BatchResult:
        """Return the result of a finished future, as `WorkerPool.result` does. PoolLost: the scheduler is gone."""
        if self._failed:
            raise self._failed
        try:
            if self.is_gone and not future.done():  # Dask wanted to connect again when this was handed out
                raise CancelledError
            return future.result()
        except self._killed_worker as error:
            raise SimulationKilled(f"one worker after another was lost in it: {error}") from None
        except CancelledError:
            raise PoolLost(f"the scheduler {self._address} is gone") from None

    def stop(self, setup: Setup, how: End) -> None:
        """Tell all workers, and those that have come since it was told last."""
        with suppress(*self._gone):
            self._client.run(stop, setup.prefix, how, wait=False, on_error="ignore")

    def dismiss(self, setup: Setup) -> None:
        """Have all workers end their idle simulations of this campaign."""
        with suppress(*self._gone):  # then no worker waits
            self._client.run(dismiss, setup.prefix)


def _work_and_tell(setup: Setup, batch: Job, number: int) -> BatchResult:
    """Do a batch on a worker. The caller hears of a failure before it is shrunk: workers and clusters may go."""
    worker = import_module("distributed").get_worker()

    def on_update(outcome: Outcome) -> bool:
        if outcome.state == "shrinking":
            worker.log_event(setup.prefix, [number, outcome.model_dump_json()])
        return True

    return work(setup, batch, on_update)


async def _knock(dask: Any, address: str) -> None:
    """Raise an exception unless a scheduler answers.

    A client that finds none takes long to close, and prints errors.
    """
    how = dask.security.Security().get_connection_args("client")
    comm = await dask.comm.connect(address, timeout=_TO_ANSWER, **how)
    await comm.close()
