"""Hands a campaign's batches out to the pool, and collects the results."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress

from loopline.simulation.files import STOP, ours
from loopline.simulation.job import DECK, FAILURES, START, Outcome
from loopline.system.interrupts import interruptible
from loopline.workers.pool import Lost, WorkerPool
from loopline.workers.property_run import PropertyRun
from loopline.workers.worker import NOW, BatchResult, Killed, Stopped, WorkerSetup

#: Seconds between two checks for Ctrl-C.
_PAUSE = 0.1

#: Seconds that a simulation may take to notice that it should stop.
_TO_END = 5.0


class Scheduler:
    """The first batches of all properties come first, then the second ones, and so on: what one property finds does
    not wait for the others, and workers seldom find, and shrink, the same twice. Of equally many those of a slow
    property come first, so that at the end nobody waits long for the last worker. A deck comes before all else."""

    def __init__(
        self,
        pool: WorkerPool,
        setup: WorkerSetup,
        properties: Sequence[PropertyRun],
        stop_at_failure: bool = False,
    ) -> None:
        self._pool, self._setup, self._stop_at_failure = pool, setup, stop_at_failure
        self._properties = properties
        self._under_way: dict[Future[BatchResult], tuple[PropertyRun, int]] = {}
        self._lock = threading.Lock()
        #: How each batch failed first, and which property's failure of that kind is shrunk.
        self._kinds: dict[tuple[str, int], str] = {}
        self._first: dict[str, PropertyRun] = {}
        self._has_failed = False
        #: Ctrl-C: once, it ends with what it has; twice, at once.
        self._interrupts = 0
        #: Why no worker can do any of it.
        self._broken: Outcome | None = None

    @property
    def interrupted(self) -> bool:
        return self._interrupts > 0

    @property
    def ended(self) -> Iterator[tuple[str, int, Outcome]]:
        """The last word on every batch: its property, its number."""
        for run in self._properties:
            for number, outcome in sorted(run.ended.items()):
                yield run.name, number, outcome

    def run(self, watch: Callable[[Outcome], None], done: Callable[[BatchResult], None]) -> Iterator[Outcome]:
        """The outcome of each property, as soon as nothing can change it. `watch` hears of what is known earlier, and
        `done` of each batch. Raises BadInput."""
        open_ = list(self._properties)
        with interruptible(self._interrupt):
            try:
                while open_:
                    self._hand_out(watch)
                    self._collect(watch, done)
                    for run in [one for one in open_ if one.settled]:
                        open_.remove(run)
                        yield run.outcome
                    if not self._under_way and self._is_over:
                        break
            finally:
                self._dismiss()
        if self._broken:
            yield self._broken
        for run in open_:
            run.cut()
            yield run.outcome

    @property
    def _is_over(self) -> bool:
        """Whether nothing more is handed out."""
        return bool(self.interrupted or self._broken or (self._stop_at_failure and self._has_failed))

    def _hand_out(self, watch: Callable[[Outcome], None]) -> None:
        while not self._is_over and len(self._under_way) < self._pool.size:
            for run in sorted(self._properties, key=lambda run: (run.name != DECK, run.handed_out, -run.pace)):
                if batch := run.next_batch():
                    break
            else:
                return
            number, job = batch

            def hear(outcome: Outcome, run: PropertyRun = run, number: int = number) -> bool:
                known, goes_on = self._hear(run, number, outcome)
                watch(known)
                return goes_on

            self._under_way[self._pool.submit(self._setup, job, hear)] = run, number

    def _collect(self, watch: Callable[[Outcome], None], done: Callable[[BatchResult], None]) -> None:
        ended, _ = wait(self._under_way, timeout=_PAUSE, return_when=FIRST_COMPLETED)
        if self.interrupted:
            self._stop(NOW if self._interrupts > 1 else "")
        for future in ended:
            run, number = self._under_way.pop(future)
            try:
                result = self._pool.result(future)
            except Stopped:
                run.drop(number)
            except Killed as killed:
                self._note(run, number, Outcome(name=run.name, state="died", error=str(killed)))
            except Lost as lost:
                run.drop(number)
                self._broken = Outcome(name="workers", state="died", error=str(lost))
            else:
                done(result)
                self._note(run, number, result.outcome)
                watch(run.outcome)

    def _hear(self, run: PropertyRun, number: int, outcome: Outcome) -> tuple[Outcome, bool]:
        """What is known of the property now; and is it to be found out more? One cause may break many properties: only
        the first failure of a kind is made smaller."""
        with self._lock:
            first = run
            self._has_failed |= outcome.state in FAILURES
            if outcome.state in ("shrinking", "mismatch"):
                kind = self._kinds.setdefault((run.name, number), _kind(outcome))
                first = self._first.setdefault(kind, run)
            if first is not run:
                outcome = outcome.model_copy(update={"same_as": first.name})
            run.hear(number, outcome)
            return run.outcome, first is run

    def _note(self, run: PropertyRun, number: int, outcome: Outcome) -> None:
        if outcome.name == START:
            run.drop(number)
            self._broken = outcome
        else:
            self._hear(run, number, outcome)

    def _interrupt(self, *_: object) -> None:
        self._interrupts += 1

    def _stop(self, word: str) -> None:
        """Ask all simulations to end. Repeated, as one may just be starting."""
        for folder in self._setup.runs.glob(f"{self._setup.prefix}*"):
            with suppress(FileNotFoundError):
                ours(folder, STOP).write_text(word)

    def _dismiss(self) -> None:
        """What still runs is of no use: its property has failed in an earlier batch. Nobody is to wait for more."""
        since = time.monotonic()
        while self._under_way and time.monotonic() - since < _TO_END:
            self._stop(NOW)
            for future in wait(self._under_way, timeout=_PAUSE).done:
                del self._under_way[future]
        self._pool.dismiss(self._setup)


def _kind(outcome: Outcome) -> str:
    """The kind of a failure: the signal, and the words without the figures in them."""
    return re.sub(r"[0-9]+", "0", f"{outcome.signal} {outcome.says}")
