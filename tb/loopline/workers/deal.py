"""Deals a campaign's portions out to the crew, and hears what comes of them."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress

from loopline.simulation.job import FAILURES, START, STOP, Job, Outcome, ours
from loopline.system.interrupts import interruptible
from loopline.workers.crew import Crew, Lost
from loopline.workers.share import Share
from loopline.workers.worker import NOW, Done, Killed, Place, Stopped

#: Seconds between two looks at whether somebody has pressed Ctrl-C.
_PAUSE = 0.1

#: Seconds that a simulation may take to hear that it is not wanted any more.
_TO_END = 5.0


class Deal:
    """The first portions of all properties come first, then the second ones, and so on: what one property finds does
    not wait for the others, and workers seldom find, and shrink, the same twice. Of equally many those of a slow
    property come first, so that at the end nobody waits long for the last worker."""

    def __init__(
        self, crew: Crew, place: Place, job: Job, properties: Sequence[str], stop_at_failure: bool = False
    ) -> None:
        self._crew, self._place, self._stop_at_failure = crew, place, stop_at_failure
        self._shares = [Share(job, name, crew.size) for name in properties]
        self._under_way: dict[Future[Done], tuple[Share, int]] = {}
        self._lock = threading.Lock()
        #: How each portion has failed first, and whose failure of that kind is made smaller.
        self._kinds: dict[tuple[str, int], str] = {}
        self._first: dict[str, Share] = {}
        self._has_failed = False
        #: By Ctrl-C: once, it ends with what it has; twice, now.
        self._interrupts = 0
        #: Why nobody can do any of it.
        self._broken: Outcome | None = None

    @property
    def interrupted(self) -> bool:
        return self._interrupts > 0

    def run(self, watch: Callable[[Outcome], None], done: Callable[[Done], None]) -> Iterator[Outcome]:
        """The outcome of each property, as soon as nothing can change it. `watch` hears of what is known earlier, and
        `done` of each portion. Raises BadInput."""
        open_ = list(self._shares)
        with interruptible(self._interrupt):
            try:
                while open_:
                    self._deal_out(watch)
                    self._collect(watch, done)
                    for share in [share for share in open_ if share.settled]:
                        open_.remove(share)
                        yield share.outcome
                    if not self._under_way and self._is_over:
                        break
            finally:
                self._dismiss()
        if self._broken:
            yield self._broken
        for share in open_:
            share.cut()
            yield share.outcome

    @property
    def _is_over(self) -> bool:
        """Nothing more is dealt out."""
        return bool(self.interrupted or self._broken or (self._stop_at_failure and self._has_failed))

    def _deal_out(self, watch: Callable[[Outcome], None]) -> None:
        while not self._is_over and len(self._under_way) < self._crew.size:
            for share in sorted(self._shares, key=lambda share: (share.dealt, -share.pace)):
                if portion := share.deal():
                    break
            else:
                return
            number, job = portion

            def hear(outcome: Outcome, share: Share = share, number: int = number) -> bool:
                known, goes_on = self._hear(share, number, outcome)
                watch(known)
                return goes_on

            self._under_way[self._crew.submit(self._place, job, hear)] = share, number

    def _collect(self, watch: Callable[[Outcome], None], done: Callable[[Done], None]) -> None:
        ended, _ = wait(self._under_way, timeout=_PAUSE, return_when=FIRST_COMPLETED)
        if self.interrupted:
            self._stop(NOW if self._interrupts > 1 else "")
        for future in ended:
            share, number = self._under_way.pop(future)
            try:
                result = self._crew.result(future)
            except Stopped:
                share.drop(number)
            except Killed as killed:
                self._note(share, number, Outcome(name=share.name, state="died", error=str(killed)))
            except Lost as lost:
                share.drop(number)
                self._broken = Outcome(name="workers", state="died", error=str(lost))
            else:
                done(result)
                self._note(share, number, result.outcome)
                watch(share.outcome)

    def _hear(self, share: Share, number: int, outcome: Outcome) -> tuple[Outcome, bool]:
        """What is known of the property now; and is it to be found out more? One cause may break many properties: only
        the first failure of a kind is made smaller."""
        with self._lock:
            first = share
            self._has_failed |= outcome.state in FAILURES
            if outcome.state in ("shrinking", "mismatch"):
                kind = self._kinds.setdefault((share.name, number), _kind(outcome))
                first = self._first.setdefault(kind, share)
            if first is not share:
                outcome = outcome.model_copy(update={"same_as": first.name})
            share.hear(number, outcome)
            return share.outcome, first is share

    def _note(self, share: Share, number: int, outcome: Outcome) -> None:
        if outcome.name == START:
            share.drop(number)
            self._broken = outcome
        else:
            self._hear(share, number, outcome)

    def _interrupt(self, *_: object) -> None:
        self._interrupts += 1

    def _stop(self, word: str) -> None:
        """Ask the simulations to end, wherever they are: again and again, as one may just be starting."""
        for folder in self._place.runs.glob(f"{self._place.prefix}*"):
            with suppress(FileNotFoundError):
                ours(folder, STOP).write_text(word)

    def _dismiss(self) -> None:
        """What still runs is of no use: its property has failed in an earlier portion. Nobody is to wait for more."""
        since = time.monotonic()
        while self._under_way and time.monotonic() - since < _TO_END:
            self._stop(NOW)
            for future in wait(self._under_way, timeout=_PAUSE).done:
                del self._under_way[future]
        self._crew.dismiss(self._place)


def _kind(outcome: Outcome) -> str:
    """How it has failed first: which signal, and in what words, but for the figures in them."""
    return re.sub(r"[0-9]+", "0", f"{outcome.signal} {outcome.says}")
