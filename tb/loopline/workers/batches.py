"""Batches of a property's examples.

Each has a seed of its own that depends only on the campaign's seed, the property and the batch's number: which
worker tries which batch, and when, changes nothing.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, repeat
from typing import Any, Protocol

from loopline.simulation.job import DECK, FAILURES, UNDER_WAY, Outcome, PropertyJob, TrialJob, all_filled, summed

#: The examples of a property's first batches. A few examples of each property come before many of any, so these are
#: small. The last is about a second of work for an engine: long compared with handing it out.
SIZES: tuple[int, ...] = (5, 15, 30, 50)

#: A later batch has as many as the last of these, or a share of all before it, up to a limit. So there are batches for
#: many workers before any is long, and long ones, of five seconds for an engine, where hundreds of workers play.
_SHARE, _LONGEST = 100, 500

#: The power-up states with which a property's batches are played in turn, as a register that nothing resets has one
#: value in all of a simulation. Each takes a simulation of its own, which is as much work as two batches. There is one
#: state if there are only the two small batches.
POWER_UPS = 3

#: The games of a deck in a batch.
PORTION = 60

#: The fewest seconds for which a batch is begun.
_LEAST = 0.5


def sizes(examples: int) -> Iterator[int]:
    """Yield the examples of each batch, for this number together."""
    before = 0
    for least in chain(SIZES, repeat(SIZES[-1])):
        if before >= examples:
            return
        yield min(size := max(least, min(_LONGEST, before // _SHARE)), examples - before)
        before += size


def batches(job: PropertyJob, name: str) -> Iterator[PropertyJob]:
    """Yield the examples of a job for that property, in batches.

    The first one begins with its failing ones of earlier runs, and no other batch adds to them: it may begin last, and
    finds the same as if it were alone.
    """
    if name == DECK:  # the first of its games are the best
        for number, start in enumerate(range(0, len(job.deck), PORTION)):
            games, power_up = job.deck[start : start + PORTION], power_up_of(job, name, number)
            fields = {"properties": [name], "power_up": power_up, "database": None, "deck": games}
            yield job.model_copy(update=fields)
        return
    for number, size in enumerate(sizes(job.examples)):
        fields = {
            "properties": [name],
            "examples": size,
            "seed": seed_of(job.seed, name, number),
            "power_up": power_up_of(job, name, number),
            "database": None if number else job.database,
            "deck": [],
        }
        yield job.model_copy(update=fields)


def seed_of(seed: int, name: str, number: int) -> int:
    """Return the seed of a batch.

    Args:
        seed: The seed of the campaign.
        name: The name of the property: with the same seed, properties would try the same waits.
        number: The number of the batch, from 0.
    """
    digest = hashlib.sha256(f"{seed} {name} {number}".encode()).digest()
    return int.from_bytes(digest[:4], "big")


def power_ups(job: TrialJob) -> int:
    """Return with how many power-up states the properties of a job are played."""
    return POWER_UPS if isinstance(job, PropertyJob) and job.examples > sum(SIZES[:2]) else 1


def power_up_of(job: PropertyJob, name: str, number: int) -> int:
    """Return the seed of the bits that were never written, for a batch.

    One of the states has that of the campaign. Properties begin with different ones: each simulation has some to play
    from the beginning on.

    Args:
        job: The job of the property, with the seed of the campaign.
        name: The name of the property.
        number: The number of the batch, from 0.
    """
    state = (seed_of(0, name, 1) + number) % power_ups(job)
    return seed_of(job.seed, "power-up", state) if state else job.seed


def merged(name: str, parts: Sequence[Outcome]) -> Outcome:
    """Return the outcome of a property, from those of its batches in order. Only the last batch may have failed."""
    if not parts:
        return Outcome(name=name, state="not run")
    *before, last = parts
    if not before:  # as most often: nothing has to be added up
        return last.model_copy(update=last.joined(parts))
    sums = {field: sum(getattr(part, field) for part in parts) for field in _SUMS}
    found_at = last.found_at and last.found_at + sum(part.examples for part in before)
    partial = next((part.partial for part in parts if part.partial), None)
    fields: dict[str, Any] = {"found_at": found_at, "partial": partial, **last.joined(parts)}
    for field in _COUNTS:
        counts = Counter[str]()
        for part in parts:
            counts.update(getattr(part, field))  # a sum of counters would drop what is 0
        fields[field] = dict(counts)
    fields |= {field: max(getattr(part, field) for part in parts) for field in _MOST}
    fields |= {field: summed(getattr(part, field) for part in parts) for field in ("covered", "latency")}
    fields["printed"] = [*dict.fromkeys(words for part in parts for words in part.printed)]
    fields["filled"] = all_filled(part.filled for part in parts)
    return last.model_copy(update={**sums, **fields})


_SUMS = ("examples", "replayed", "empty", "cut", "left_out", "turns", "cycles", "seconds", "shrinks", "killed")
_COUNTS, _MOST = ("figures", "resets", "aims"), ("longest_wait", "longest_session")


class Learner(Protocol):
    """A learner, which learns from the batches of a run what later ones are about."""

    def ended(self, number: int, outcome: Outcome | None, first_failure: int | None) -> None:
        """Take note that a batch has ended. Batches behind the first failure do not count.

        Args:
            number: The number of the batch.
            outcome: Its outcome; None if it will not be finished.
            first_failure: The first batch that has failed, if any has.
        """

    def completed(self, outcome: Outcome) -> Outcome:
        """Return the outcome of the run with what has been learnt."""


class PropertyRun:
    """A property of a campaign: which of its batches are handed out, and what is known of them."""

    def __init__(
        self,
        job: TrialJob,
        name: str,
        workers: int = 1,
        parts: Iterable[TrialJob | None] = (),
        failed_before: bool = False,
        learner: Learner | None = None,
    ) -> None:
        """Begin the run of a property.

        Args:
            job: The job.
            name: The name of the property.
            workers: The number of workers.
            parts: The batches of a job of another kind; None: the next one has to wait for those that are under way.
            failed_before: Whether it failed in the last run.
            learner: Learns from batches that have ended.
        """
        self.name, self.kind, self.failed_before, self._learner = name, job.outcome, failed_before, learner
        #: The number of batches that have been handed out.
        self.handed_out = 0
        self._batches = iter(batches(job, name) if isinstance(job, PropertyJob) else parts)
        #: The batch that was not handed out when it was due; and the number of power-up states.
        self._kept: TrialJob | None = None
        self.power_ups = power_ups(job)
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

    def next_batch(self, fits: Callable[[TrialJob], bool] = lambda batch: True) -> tuple[int, TrialJob] | None:
        """Hand out the next batch, if it fits.

        Return its number and the job, or None if all are handed out, or others must end first.
        """
        if not self._has_more:
            return None
        left = self._left - sum(time.monotonic() - since for since in self._under_way.values())
        if self._seconds and self.handed_out and left < _LEAST:
            self._has_more = False
            return None
        try:
            batch = self._kept or next(self._batches)
        except StopIteration:
            self._has_more = False
            return None
        self._kept = batch if batch is not None and not fits(batch) else None
        if batch is None or self._kept:
            return None
        number = self.handed_out
        self.handed_out += 1
        self._under_way[number] = time.monotonic()
        if self._seconds:
            batch.seconds = min(self._seconds, left)
        return number, batch

    def update(self, number: int, outcome: Outcome) -> None:
        """Take note of a batch, finished or not. A failure stays a failure, whatever comes later."""
        if number not in self._under_way:  # an outdated message from a cluster
            return
        ended, before = outcome, self._known.get(number)
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
        self._learn(number, ended)

    def _learn(self, number: int, outcome: Outcome | None) -> None:
        if self._learner:
            self._learner.ended(number, outcome, self._first_failure)

    @property
    def _next_to_fold(self) -> int | None:
        """The first batch that is not among `_agreed`, if anything is known of it."""
        return self._folded if self._folded in self._known else None

    def drop(self, number: int) -> None:
        """Drop a batch, which will not be finished. A failure that is known of it stays one."""
        known = self._known.pop(number, None)
        self._under_way.pop(number, None)
        if known is not None and known.state in FAILURES:
            self._known[number] = known.cut_short("interrupted") if known.state == "shrinking" else known
        self._cut_short = True
        self._learn(number, None)

    def cut(self) -> None:
        """Hand out no more batches."""
        self._cut_short |= self._has_more

    @property
    def has_more(self) -> bool:
        """Whether there may be more batches."""
        return self._has_more

    @property
    def settled(self) -> bool:
        """Whether no batch that is still running can change the outcome."""
        ends = self._first_failure
        if ends is None:
            return not (self._has_more or self._under_way)
        return all(number > ends for number in self._under_way)

    @property
    def outcome(self) -> Outcome:
        """The outcome as far as it is known.

        Batches behind the first failing one do not count. While one before it is under way, it is not known which
        example the failure is, nor that none fails before: `found_at` is None.
        """
        ends = self._first_failure
        known = [self._known[number] for number in sorted(self._known) if ends is None or number <= ends]
        parts = [*self._agreed, *known]
        outcome = merged(self.name, parts)
        if parts and ends is None and self._cut_short:
            outcome = outcome.model_copy(update={"partial": "interrupted"})
        if ends is not None and any(number < ends for number in self._under_way):
            outcome = outcome.model_copy(update={"found_at": None})
        return self._learner.completed(outcome) if self._learner else outcome

    @property
    def pace(self) -> float:
        """The seconds that a batch takes."""
        return sum(part.seconds for part in self._agreed) / max(1, self._folded)

    @property
    def _first_failure(self) -> int | None:
        return min(
            (n for n, outcome in self._known.items() if outcome.state not in ("running", "agrees")), default=None
        )
