"""One property of a campaign: which of its batches are handed out, and what is known of them."""

from __future__ import annotations

import time
from collections.abc import Iterable

from loopline.simulation.job import FAILURES, UNDER_WAY, Job, Outcome
from loopline.workers.batches import batches, merged


class PropertyRun:
    def __init__(
        self,
        job: Job,
        name: str,
        workers: int = 1,
        parts: Iterable[Job] | None = None,
        failed_before: bool = False,
    ) -> None:
        """`parts`: the batches, if they are others.
        `failed_before`: in the last run."""
        self.name, self.failed_before = name, failed_before
        self._numbers: list[int] = []
        self._batches = enumerate(batches(job, name) if parts is None else parts)
        #: Seconds for one batch, and for all: with more workers more is done in the same time.
        self._seconds, self._left = job.seconds, (job.seconds or 0.0) * workers
        self._has_more = True
        #: When each batch that is under way was handed out.
        self._under_way: dict[int, float] = {}
        self._known: dict[int, Outcome] = {}
        #: The first batches, which have agreed, as one; and how many they are. What is known is asked for many times a
        #: second, and would otherwise be added up from all of them each time.
        self._agreed: list[Outcome] = []
        self._folded = 0
        self._cut_short = False

    def next_batch(self) -> tuple[int, Job] | None:
        """The next batch and its number."""
        if not self._has_more:
            return None
        left = self._left - sum(time.monotonic() - since for since in self._under_way.values())
        numbered = next(self._batches, None)
        if numbered is None or (self._seconds and self.handed_out and left < _LEAST):
            self._has_more = False
            return None
        number, batch = numbered
        self._note(number)
        if self._seconds:
            batch.seconds = min(self._seconds, left)
        return number, batch

    def _note(self, number: int) -> None:
        """That batch is handed out."""
        self._numbers.append(number)
        self._under_way[number] = time.monotonic()

    def hear(self, number: int, outcome: Outcome) -> None:
        """Take note of a batch, finished or not. A failure stays a failure, whatever comes later."""
        if number not in self._under_way:  # an outdated message from a cluster
            return
        before = self._known.get(number)
        if before and before.state == "shrinking" and outcome.state not in ("shrinking", "mismatch"):
            outcome = before if outcome.state == "running" else before.cut_short(outcome.error or outcome.state)
        self._known[number] = outcome
        self._has_more &= outcome.state in ("running", "agrees")
        if outcome.state in UNDER_WAY:
            return
        self._left -= time.monotonic() - self._under_way.pop(number)
        is_empty = outcome.state == "agrees" and not outcome.examples
        if is_empty and outcome.partial and (number or outcome.partial == "interrupted"):
            del self._known[number]  # it ended before it played anything
        while (first := self._next_to_fold) is not None and self._known[first].state == "agrees":
            self._agreed = [merged(self.name, [*self._agreed, self._known.pop(first)])]
            self._folded += 1

    @property
    def handed_out(self) -> int:
        """How many batches have been handed out."""
        return len(self._numbers)

    @property
    def _next_to_fold(self) -> int | None:
        """The first batch that is not among `_agreed`, if anything is known of it."""
        number = self._numbers[self._folded] if self._folded < len(self._numbers) else None
        return number if number in self._known else None

    def drop(self, number: int) -> None:
        """The batch will not be finished. A failure that is known of it stays one."""
        known = self._known.pop(number, None)
        self._under_way.pop(number, None)
        if known is not None and known.state in FAILURES:
            self._known[number] = known.cut_short("interrupted") if known.state == "shrinking" else known
        self._cut_short = True

    def cut(self) -> None:
        """Hand out no more batches."""
        self._cut_short |= self._has_more

    @property
    def settled(self) -> bool:
        """Whether no batch that is still running can change the outcome."""
        ends = self._first_failure
        return all(number > ends for number in self._under_way) if ends is not None else not self._is_open

    @property
    def outcome(self) -> Outcome:
        """The outcome as far as it is known. Batches behind the first failing one do not count."""
        ends = self._first_failure
        known = [self._known[number] for number in sorted(self._known) if ends is None or number <= ends]
        parts = [*self._agreed, *known]
        outcome = merged(self.name, parts)
        if parts and ends is None and self._cut_short:
            outcome.partial = "interrupted"
        return outcome

    @property
    def pace(self) -> float:
        """The seconds that a batch takes."""
        return sum(one.seconds for one in self._agreed) / max(1, self._folded)

    @property
    def _is_open(self) -> bool:
        return self._has_more or bool(self._under_way)

    @property
    def _first_failure(self) -> int | None:
        return min((n for n, one in self._known.items() if one.state not in ("running", "agrees")), default=None)


#: Seconds: for less no batch is begun.
_LEAST = 0.5
