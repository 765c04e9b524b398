"""A property's examples in batches. Each has a seed of its own, that depends on nothing but the campaign's seed, the
property and the batch's number: so who tries which batch, and when, changes nothing."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, repeat

from loopline.contract.coverage import merged as merged_hits
from loopline.simulation.job import DECK, Job, Outcome

#: The examples of a property's batches; the last figure is that of all further ones, too. A few examples of each
#: property come before many of any, so the first batches are small. The later ones are about a second of work for an
#: engine: long compared with handing it out, short compared with the campaign.
SIZES = (5, 15, 30, 50)

#: The games of a deck in a batch.
PORTION = 60


def sizes(examples: int) -> Iterator[int]:
    """The examples of each batch, for this number together."""
    for size in chain(SIZES, repeat(SIZES[-1])):
        if examples <= 0:
            return
        yield min(size, examples)
        examples -= size


def batches(job: Job, name: str) -> Iterator[Job]:
    """The examples of a job for that property. The first batch begins with its failing ones of earlier runs, and
    no other batch adds to them: it may begin last, and is to find what it would find alone."""
    if name == DECK:  # the first of its games are the best
        for start in range(0, len(job.deck), PORTION):
            games = job.deck[start : start + PORTION]
            yield job.model_copy(update={"properties": [name], "database": None, "deck": games})
        return
    for number, size in enumerate(sizes(job.examples)):
        fields = {
            "properties": [name],
            "examples": size,
            "seed": seed_of(job.seed, name, number),
            "database": None if number else job.database,
            "deck": [],
        }
        yield job.model_copy(update=fields)


def seed_of(seed: int, name: str, number: int) -> int:
    """The seed of a batch; the first has that of the campaign."""
    digest = hashlib.sha256(f"{seed} {name} {number}".encode()).digest()
    return int.from_bytes(digest[:4], "big") if number else seed


def merged(name: str, parts: Sequence[Outcome]) -> Outcome:
    """The outcome of a property, from those of its batches in order. Only the last batch may have failed."""
    if not parts:
        return Outcome(name=name, state="not run")
    *before, last = parts
    sums = {field: sum(getattr(one, field) for one in parts) for field in _SUMS}
    found_at = last.found_at and last.found_at + sum(one.examples for one in before)
    partial = next((one.partial for one in parts if one.partial), None)
    figures = Counter[str]()
    for one in parts:
        figures.update(one.figures)  # a sum of counters would drop what is 0
    fields = {"found_at": found_at, "partial": partial, "figures": dict(figures)}
    return last.model_copy(update={**sums, **fields, "covered": merged_hits(one.covered for one in parts)})


_SUMS = ("examples", "empty", "cut", "turns", "cycles", "seconds", "shrinks")
