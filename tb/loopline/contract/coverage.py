"""What a coverage model is made of, and what is counted by it. The model itself is the game's."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from loopline.simulation.session import Timing

#: Group → bin → how often it was hit. Both are named as in the model.
Hits = dict[str, dict[str, int]]


class Bin(NamedTuple):
    """A situation that is to be met."""

    name: str
    #: The strategy that should fill it.
    strategy: str
    #: Why it cannot be met, if it cannot. A test proves it.
    unreachable: str = ""


class Group(NamedTuple):
    """Situations that differ in the same respects."""

    name: str
    about: str
    #: By what the collector counts of them.
    bins: Mapping[Hashable, Bin]


Model = Sequence[Group]

#: Group → what was seen of it → how often. Quick to count; `hits` makes bins of it, once.
Counts = Mapping[str, Counter[Hashable]]


Script_contra = TypeVar("Script_contra", contravariant=True)


class Collector(Protocol[Script_contra]):
    """Counts, script by script, what the model sees happen."""

    @property
    def counts(self) -> Counts: ...

    def add(self, script: Script_contra, timings: Iterable[Timing]) -> None: ...


class Coverage(NamedTuple, Generic[Script_contra]):
    """What a game counts."""

    model: Model
    collector: Callable[[], Collector[Script_contra]]


def hits(model: Model, counts: Counts) -> Hits:
    """The counts by the names of the bins. What a group has no bin for is an error of the model: KeyError."""
    return {group.name: {group.bins[key].name: n for key, n in counts[group.name].items()} for group in model}


def merged(parts: Iterable[Hits]) -> Hits:
    """Merging is addition."""
    sums: dict[str, Counter[str]] = {}
    for part in parts:
        for group, bins in part.items():
            sums.setdefault(group, Counter()).update(bins)
    return {group: dict(bins) for group, bins in sums.items()}


def digest(model: Model) -> str:
    """Another model, another digest: hits of the one mean nothing in the other."""
    names = [[group.name, sorted(one.name for one in group.bins.values())] for group in model]
    return hashlib.sha256(repr(names).encode()).hexdigest()[:16]
