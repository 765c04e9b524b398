"""Hands jobs out to a pool, and collects what comes of them: the batches of campaigns (`Scheduler`), or jobs that do
not depend on each other (`JobQueue`)."""

from __future__ import annotations

import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Generic

from loopline.errors import BadInput
from loopline.simulation.job import DECK, FAILURES, START, OneJob, Outcome
from loopline.system import interruptible
from loopline.workers.batches import PropertyRun
from loopline.workers.pool import BatchResult, End, Hear, Killed, Lost, Stopped, WorkerPool, WorkerSetup

#: Seconds between two checks for Ctrl-C.
_PAUSE = 0.1

#: Seconds that a simulation may take to notice that it should stop.
_TO_END = 5.0

#: Is called with each job that has ended, its outcomes, and the folder of its simulation if there is one. Returns a job
#: that is to be done then, such as the same once more or what is left of it.
OnDone = Callable[[OneJob, Sequence[Outcome], Path | None], OneJob | None]


@dataclass(eq=False)
class Part:
    """What is played in the simulations of one build: the properties of a design on one board."""

    #: Makes the build, if there is none yet, when the first batch is handed out. Raises BadInput.
    begin: Callable[[], WorkerSetup]
    properties: Sequence[PropertyRun]
    #: Called with each result that is known before the end.
    watch: Callable[[Outcome], None] = lambda outcome: None
    #: Hears of each batch that has ended.
    done: Callable[[BatchResult], None] = lambda result: None
    setup: WorkerSetup | None = None
    #: Why nothing of it can be played: it cannot be built, or no worker can play it.
    refused: BadInput | None = None
    broken: Outcome | None = None

    @property
    def is_over(self) -> bool:
        """Whether no more of it can be played."""
        return bool(self.refused or self.broken)


class Scheduler:
    """The first batches of all properties of all parts come first, then the second ones, and so on: what one finds does
    not wait for the others, and workers seldom find, and shrink, the same twice. What has failed in the last run comes
    before all else. Of equally many batches those of the first part come first, in each a deck, then those of a slow
    property, so that at the end no worker is waited for long."""

    def __init__(self, pool: WorkerPool, parts: Sequence[Part], stop_at_failure: bool = False) -> None:
        self._pool, self._parts, self._stop_at_failure = pool, parts, stop_at_failure
        self._under_way: dict[Future[BatchResult], tuple[Part, PropertyRun, int]] = {}
        self._lock = threading.Lock()
        #: How each batch failed first, and which property's failure of that kind is shrunk.
        self._kinds: dict[tuple[PropertyRun, int], str] = {}
        self._first: dict[tuple[Part, str], PropertyRun] = {}
        self._has_failed = False
        #: Ctrl-C: once, it ends with what it has; twice, at once.
        self._interrupts = 0

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C has ended it."""
        return self._interrupts > 0

    def run(self) -> Iterator[tuple[Part, Outcome]]:
        """The outcome of each property, as soon as nothing can change it, and what has kept a part from being played.
        Raises BadInput."""
        open_ = [(part, run) for part in self._parts for run in part.properties]
        with interruptible(self.interrupt):
            try:
                while open_:
                    self._hand_out()
                    self._collect()
                    for part, run in [one for one in open_ if one[1].settled]:
                        open_.remove((part, run))
                        yield part, run.outcome
                    if not self._under_way and (self._is_over or all(part.is_over for part, _ in open_)):
                        break
            finally:
                self._dismiss()
        for part in self._parts:
            if part.broken:
                yield part, part.broken
        for part, run in open_:
            run.cut()
            yield part, run.outcome

    @property
    def _is_over(self) -> bool:
        """Whether nothing more is handed out."""
        return self.interrupted or (self._stop_at_failure and self._has_failed)

    def _hand_out(self) -> None:
        while not self._is_over and len(self._under_way) < self._pool.size:
            for part, run in self._in_order():
                if self._has_begun(part) and (batch := run.next_batch()):
                    break
            else:
                return
            number, job = batch

            def hear(outcome: Outcome, part: Part = part, run: PropertyRun = run, number: int = number) -> bool:
                known, goes_on = self._hear(part, run, number, outcome)
                part.watch(known)
                return goes_on

            assert part.setup
            self._under_way[self._pool.submit(part.setup, job, hear)] = part, run, number

    def _in_order(self) -> list[tuple[Part, PropertyRun]]:
        every = [(place, part, run) for place, part in enumerate(self._parts) for run in part.properties]

        def rank(one: tuple[int, Part, PropertyRun]) -> tuple[bool, int, int, bool, float]:
            place, _, run = one
            return not run.failed_before, run.handed_out, place, run.name != DECK, -run.pace

        return [(part, run) for _, part, run in sorted(every, key=rank)]

    def _has_begun(self, part: Part) -> bool:
        if part.setup or part.is_over or self._is_over:
            return part.setup is not None and not part.is_over
        try:
            part.setup = part.begin()
        except BadInput as problem:
            part.refused = problem
        except KeyboardInterrupt:
            self._interrupts += 1
        return part.setup is not None

    def _collect(self) -> None:
        ended, _ = wait(self._under_way, timeout=_PAUSE, return_when=FIRST_COMPLETED)
        if self.interrupted:
            self._stop("now" if self._interrupts > 1 else "with what there is")
        for future in ended:
            part, run, number = self._under_way.pop(future)
            try:
                result = self._pool.result(future)
            except Stopped:
                run.drop(number)
            except Killed as killed:
                self._note(part, run, number, run.kind(name=run.name, state="died", error=str(killed)))
            except Lost as lost:
                run.drop(number)
                for one in self._parts:
                    one.broken = Outcome(name="workers", state="died", error=str(lost))
            else:
                part.done(result)
                self._note(part, run, number, result.outcome)
                part.watch(run.outcome)

    def _hear(self, part: Part, run: PropertyRun, number: int, outcome: Outcome) -> tuple[Outcome, bool]:
        """What is known of the property now; and is it to be found out more? One cause may break many properties: only
        the first failure of a kind is made smaller."""
        with self._lock:
            first = run
            self._has_failed |= outcome.state in FAILURES
            if outcome.state in ("shrinking", "mismatch"):
                kind = self._kinds.setdefault((run, number), _kind(outcome))
                first = self._first.setdefault((part, kind), run)
            if first is not run:
                outcome = outcome.model_copy(update={"same_as": first.name})
            run.hear(number, outcome)
            return run.outcome, first is run

    def _note(self, part: Part, run: PropertyRun, number: int, outcome: Outcome) -> None:
        if outcome.name == START:
            run.drop(number)
            part.broken = outcome
        else:
            self._hear(part, run, number, outcome)

    def interrupt(self, *_: object) -> None:
        """End with what there is; if this is not the first call, at once."""
        self._interrupts += 1

    def _stop(self, how: End) -> None:
        """Ask all simulations to end. Repeated, as workers may come."""
        for setup in self._setups():
            self._pool.stop(setup, how)

    def _dismiss(self) -> None:
        """What still runs is of no use: its property has failed in an earlier batch. Its results are not awaited."""
        since = time.monotonic()
        while self._under_way and time.monotonic() - since < _TO_END:
            self._stop("now")
            for future in wait(self._under_way, timeout=_PAUSE).done:
                del self._under_way[future]
        for setup in self._setups():
            self._pool.dismiss(setup)

    def _setups(self) -> list[WorkerSetup]:
        return [part.setup for part in self._parts if part.setup]


def _kind(outcome: Outcome) -> str:
    """The kind of a failure: the signal, and the words without the figures in them."""
    return re.sub(r"[0-9]+", "0", f"{outcome.signal} {outcome.says}")


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
            return note(job, [job.outcome(name="", state="died", error=str(killed))], None)
        return note(job, [*before, outcome], folder)

    def _stop(self) -> None:
        """Ask the simulations to end with what they have: again and again, as workers may come."""
        self._pool.stop(self._setup, "with what there is")
