"""The schedulers: they hand jobs out to a pool, and collect what comes of them.

The jobs are the batches of properties (`PropertyQueue`), or jobs that do not depend on each other (`JobQueue`).
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from math import ceil
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Generic, NamedTuple, TypeVar

from loopline.design.simulators.simulator import end_build
from loopline.errors import BadInput
from loopline.simulation.job import DECK, FAILURES, START, Job, OneJob, Outcome
from loopline.simulation.simulate import Setup
from loopline.system import interruptible
from loopline.workers.batches import PropertyRun
from loopline.workers.pool import BatchResult, CampaignOver, End, OnUpdate, PoolLost, SimulationKilled, WorkerPool

#: Seconds between two checks for Ctrl-C.
_PAUSE = 0.1

#: The most properties with batches left that do not start another simulation.
_FEW = 3

#: Seconds that a simulation may take to notice that it should stop.
_TO_END = 5.0


_T = TypeVar("_T")

#: A job's result, or why it is missing.
Ended = BatchResult | CampaignOver | SimulationKilled | PoolLost


class Task(NamedTuple):
    """A job, and the simulations that can do it."""

    setup: Setup
    job: Job
    #: Gets what is known of it before its end; returns whether to continue.
    on_update: OnUpdate
    ended: Callable[[Ended], None]


class Scheduler:
    """A scheduler that keeps all workers of a pool busy, until Ctrl-C or until all jobs are done."""

    def __init__(self, pool: WorkerPool, next_task: Callable[[], Task | None]) -> None:
        """Begin with a pool.

        `next_task` returns what is to be handed out next; None if all is done, or other tasks must end first.
        """
        self._pool, self._next_task = pool, next_task
        self._under_way: dict[Future[BatchResult], Task] = {}
        self._setups: list[Setup] = []
        #: Ctrl-C: once, it ends with what it has; twice, at once.
        self._interrupts = 0

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C has ended it."""
        return self._interrupts > 0

    def interrupt(self, *_: object) -> None:
        """End with what there is; if this is not the first call, at once."""
        self._interrupts += 1

    @property
    def is_busy(self) -> bool:
        """Whether a job is under way."""
        return bool(self._under_way)

    def advance(self) -> None:
        """Hand out what there are workers for, wait for a moment, and take in what has ended."""
        while not self.interrupted and len(self._under_way) < self._pool.room and (task := self._next_task()):
            if task.setup not in self._setups:
                self._setups.append(task.setup)
            self._under_way[self._pool.submit(task.setup, task.job, task.on_update)] = task
        if not self._under_way and not self._pool.room:  # all of it is lent
            time.sleep(_PAUSE)
        ended, _ = wait(self._under_way, timeout=_PAUSE, return_when=FIRST_COMPLETED)
        if self.interrupted:
            self.stop("now" if self._interrupts > 1 else "with what there is")
        for future in [*self._under_way] if self._pool.is_gone else ended:
            task = self._under_way.pop(future)
            try:
                result: Ended = self._pool.result(future)
            except (CampaignOver, SimulationKilled, PoolLost) as why:
                result = why
            task.ended(result)

    def stop(self, how: End) -> None:
        """Ask all simulations to end. Repeated, as workers may come."""
        for setup in self._setups:
            self._pool.stop(setup, how)

    def dismiss(self) -> None:
        """End what still runs, of which the results are not awaited, and all idle simulations."""
        since = time.monotonic()
        while self._under_way and time.monotonic() - since < _TO_END:
            self.stop("now")
            for future in wait(self._under_way, timeout=_PAUSE).done:
                del self._under_way[future]
        for setup in self._setups:
            self._pool.dismiss(setup)


# --- in the background ------------------------------------------------------------------------------------------------


class _End(NamedTuple):
    """The end of the work, perhaps with an error."""

    error: BaseException | None = None


def in_background(scheduler: Scheduler, work: Callable[[Callable[[_T], None]], None]) -> Iterator[_T]:
    """Do the work of a scheduler in a thread, and yield what it puts out: workers do not wait for what is done with it.

    Ctrl-C interrupts the scheduler. Raise what the work raises.
    """
    results = SimpleQueue[_T | _End]()

    def run() -> None:
        try:
            work(results.put)
            results.put(_End())
        except BaseException as error:
            results.put(_End(error))

    thread = threading.Thread(target=run, name="scheduler", daemon=True)
    with interruptible(scheduler.interrupt):
        thread.start()
        try:
            while not isinstance(result := _next_of(results, scheduler, thread), _End):
                yield result
            if result.error:
                raise result.error
        except BaseException:  # in what is done with a result, or in the thread: more is not waited for
            for _ in range(2):
                scheduler.interrupt()
            raise
        finally:
            while thread.is_alive():
                if scheduler.interrupted:
                    end_build(thread)
                thread.join(_PAUSE)


def _next_of(results: SimpleQueue[_T], scheduler: Scheduler, thread: threading.Thread) -> _T:
    """Wait for the next result. After Ctrl-C nothing is built any more."""
    while True:
        if scheduler.interrupted:
            end_build(thread)
        with suppress(Empty):
            return results.get(timeout=_PAUSE)


# --- batches of properties --------------------------------------------------------------------------------------------


@dataclass(eq=False)
class BuildShare:
    """The part of a campaign in the simulations of one build: the properties of a design on one board."""

    #: Makes the build when the first batch is handed out. Raises BadInput.
    begin: Callable[[], Setup]
    properties: Sequence[PropertyRun]
    #: Called with each result that is known before the end.
    watch: Callable[[Outcome], None] = lambda outcome: None
    #: Hears of each batch that has ended. Returns its outcome, with what the folder of the simulation says.
    done: Callable[[BatchResult], Outcome] = lambda result: result.outcome
    setup: Setup | None = None
    #: The reason why nothing of it can be played: it cannot be built, or workers cannot play it.
    refused: BadInput | None = None
    broken: Outcome | None = None
    #: The power-up states of its batches that are being played.
    under_way: list[int | None] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        """Whether no more of it can be played."""
        return bool(self.refused or self.broken)

    def has_room(self, share: int, batch: Job) -> bool:
        """Return whether a batch can be played: each power-up state has a share of the simulations."""
        return self.under_way.count(batch.power_up) < share

    def kind(self, outcome: Outcome) -> str:
        """Return what failures have in common of which only the first is made smaller."""
        return outcome.kind


class PropertyQueue:
    """The queue of the batches of all properties.

    It hands out batches in this order: (1) properties that failed in the last run; (2) lower batch numbers first, over
    all parts, so that an early failure is not held back, and workers seldom find, and shrink, the same twice; (3) the
    first part before the others; (4) a deck, then slow properties, so that at the end every worker is busy. A
    part other than the first gets one simulation until nothing else is left, because starting one takes as long as many
    of its batches. For the same reason each simulation keeps to its power-up state as long as it has something to play.
    """

    def __init__(self, pool: WorkerPool, parts: Sequence[BuildShare], stop_at_failure: bool = False) -> None:
        self.scheduler, self._pool = Scheduler(pool, self._next), pool
        self._parts, self._stop_at_failure = parts, stop_at_failure
        self._lock = threading.Lock()
        #: How each batch failed first, and which property's failure of that kind is shrunk.
        self._kinds: dict[tuple[PropertyRun, int], str] = {}
        self._first: dict[tuple[BuildShare, str], PropertyRun] = {}
        #: What has failed first.
        self._failing: PropertyRun | None = None

    def run(self) -> Iterator[tuple[BuildShare, Outcome]]:
        """Yield the outcome of each property, as soon as nothing can change it.

        Also what has kept a part from being played. Raise BadInput if a part cannot be played.
        """
        return in_background(self.scheduler, self._hand_out)

    def _hand_out(self, put: Callable[[tuple[BuildShare, Outcome]], None]) -> None:
        open_ = [(part, run) for part in self._parts for run in part.properties]
        try:
            while open_:
                self.scheduler.advance()
                for part, run in [pair for pair in open_ if pair[1].settled]:
                    open_.remove((part, run))
                    put((part, run.outcome))
                if not self.scheduler.is_busy and (self._is_over or all(part.is_over for part, _ in open_)):
                    break
        finally:  # what still runs is of no use: its property has failed in an earlier batch
            self.scheduler.dismiss()
        for part in self._parts:
            if part.broken:
                put((part, part.broken))
        for part, run in open_:
            run.cut()
            put((part, run.outcome))

    @property
    def _is_over(self) -> bool:
        """Whether nothing more is handed out."""
        return self.scheduler.interrupted or (self._stop_at_failure and self._failing is not None)

    def _next(self) -> Task | None:
        if self._is_over:
            return None
        size = self._pool.size
        for part, run in chain(self._in_order(spread=False), self._in_order(spread=True)):
            fits = partial(part.has_room, ceil(size / run.power_ups))
            if self._has_begun(part) and (batch := run.next_batch(fits)):
                return self._task(part, run, *batch)
        if self._failing is None and sum(run.has_more for part in self._parts for run in part.properties) <= _FEW:
            return None  # these are soon played by the simulations that there are
        for part, run in chain(self._in_order(spread=False), self._in_order(spread=True)):
            if part.setup and not part.is_over and (batch := run.next_batch()):
                return self._task(part, run, *batch)
        return None

    def _in_order(self, *, spread: bool) -> Iterator[tuple[BuildShare, PropertyRun]]:
        """Yield the properties as they are due.

        Unless they are to `spread`, those of a part behind the first in which a simulation is busy are left out.
        """
        places = [
            (place, part, run)
            for place, part in enumerate(self._parts)
            if spread or not place or not part.under_way
            for run in part.properties
            if run.has_more
        ]

        def rank(due: tuple[int, BuildShare, PropertyRun]) -> tuple[bool, int, int, bool, float]:
            place, _, run = due
            return not run.failed_before, run.handed_out, place, run.name != DECK, -run.pace

        yield from ((part, run) for _, part, run in sorted(places, key=rank))

    def _has_begun(self, part: BuildShare) -> bool:
        if part.setup or part.is_over or self._is_over:
            return part.setup is not None and not part.is_over
        try:
            part.setup = part.begin()
        except BadInput as problem:
            if not self.scheduler.interrupted:  # which ends what is built
                part.refused = problem
        return part.setup is not None

    def _task(self, part: BuildShare, run: PropertyRun, number: int, job: Job) -> Task:
        def on_update(outcome: Outcome) -> bool:
            known, goes_on = self._update(part, run, number, outcome)
            part.watch(known)
            return goes_on

        def ended(result: Ended) -> None:
            part.under_way.remove(job.power_up)
            match result:
                case CampaignOver():
                    run.drop(number)
                case SimulationKilled():
                    self._note(part, run, number, run.kind(name=run.name, state="died", error=str(result)))
                case PoolLost():
                    run.drop(number)
                    for share in self._parts:
                        share.broken = Outcome(name="workers", state="died", error=str(result))
                case BatchResult():
                    part.watch(self._note(part, run, number, part.done(result)))

        assert part.setup
        part.under_way.append(job.power_up)
        return Task(part.setup, job, on_update, ended)

    def _update(self, part: BuildShare, run: PropertyRun, number: int, outcome: Outcome) -> tuple[Outcome, bool]:
        """Return what is known of the property now, and whether more is to be found out.

        One cause may break many properties: only the first failure of a kind is made smaller;
        if a failure ends the run, only the first of all.
        """
        with self._lock:
            first = run
            if outcome.state in FAILURES:
                self._failing = self._failing or run
            if outcome.state in ("shrinking", "mismatch"):
                kind = self._kinds.setdefault((run, number), part.kind(outcome))
                first = self._first.setdefault((part, kind), run)
            if first is not run:
                outcome = outcome.model_copy(update={"same_as": first.name})
            run.update(number, outcome)
            goes_on = first is run and not (self._stop_at_failure and self._failing not in (None, run))
            return run.outcome, goes_on

    def _note(self, part: BuildShare, run: PropertyRun, number: int, outcome: Outcome) -> Outcome:
        """Take note of a batch that has ended. Return what is known of the property now."""
        if outcome.name != START:
            return self._update(part, run, number, outcome)[0]
        run.drop(number)
        part.broken = outcome
        return run.outcome


# --- jobs that do not depend on each other ----------------------------------------------------------------------------

#: Called with each job that has ended, its outcomes, and the folder of its simulation if there is one. Returns a job to
#: do then, such as the same once more or what is left of it.
OnDone = Callable[[OneJob, Sequence[Outcome], Path | None], OneJob | None]


class JobQueue(Generic[OneJob]):
    """A queue of jobs that a pool does, in simulations of one kind."""

    def __init__(self, pool: WorkerPool, setup: Setup, on_update: OnUpdate = lambda outcome: True) -> None:
        """Begin with a pool. `on_update` gets what is known before a job has ended."""
        self.scheduler = Scheduler(pool, self._next)
        self._setup, self._on_update = setup, on_update
        self._waiting: deque[tuple[OneJob, OnDone[OneJob]]] = deque()
        self._is_closed = False
        #: The jobs that have not been done, after Ctrl-C or when it was closed.
        self.left: list[OneJob] = []

    def run(self, jobs: Iterable[OneJob], note: OnDone[OneJob]) -> None:
        """Do the jobs, and call `note` with what came of each.

        Raise BadInput if a job cannot be done, PoolLost if all workers are gone.
        """
        self._waiting.extend((job, note) for job in jobs)
        with interruptible(self.scheduler.interrupt):
            try:
                while self.scheduler.is_busy or not self._is_over:
                    self.scheduler.advance()
            finally:
                if self.scheduler.is_busy:  # an error has ended it
                    self.scheduler.stop("with what there is")
        self.left += [job for job, _ in self._waiting]

    def close(self) -> None:
        """Begin no more jobs."""
        self._is_closed = True

    @property
    def _is_over(self) -> bool:
        return self._is_closed or self.scheduler.interrupted or not self._waiting

    def _next(self) -> Task | None:
        if self._is_over:
            return None
        job, note = self._waiting.popleft()

        def ended(result: Ended) -> None:
            again: OneJob | None = None
            match result:
                case CampaignOver():
                    self.left.append(job)
                case SimulationKilled():
                    again = note(job, [job.outcome(name="", state="died", error=str(result))], None)
                case PoolLost():
                    raise result
                case BatchResult():
                    again = note(job, [*result.before, result.outcome], result.folder)
            if again:
                self._waiting.appendleft((again, note))

        return Task(self._setup, job, self._on_update, ended)
