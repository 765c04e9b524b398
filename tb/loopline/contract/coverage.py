"""The parts of a coverage model, the counts made by it, and the games to keep for what they reach.

The model itself belongs to the game.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from loopline.simulation.session import Timing

Key = TypeVar("Key", bound=Hashable)

#: Group → bin → how often it was hit. Both are named as in the model.
Hits = dict[str, dict[str, int]]


class Bin(NamedTuple):
    """A situation to be covered."""

    name: str
    #: The strategy that should fill it.
    strategy: str
    #: If the situation is impossible: why. A test proves it.
    unreachable: str = ""


class Group(NamedTuple):
    """Situations of one kind."""

    name: str
    about: str
    #: By the keys that the collector counts.
    bins: Mapping[Hashable, Bin]


Model = Sequence[Group]

#: Group → key → how often. Quick to count; `hits` turns the keys into bins, once.
Counts = Mapping[str, Counter[Hashable]]


Script_contra = TypeVar("Script_contra", contravariant=True)


class Collector(Protocol[Script_contra]):
    """A collector, which replays scripts on the model, and counts what happens in them."""

    @property
    def counts(self) -> Counts:
        """How often each bin was reached so far."""

    def add(self, script: Script_contra, timings: Iterable[Timing]) -> None:
        """Count what a script does. Its requests come and are answered with these delays."""


class Coverage(NamedTuple, Generic[Script_contra]):
    """The coverage of a game: what it counts."""

    model: Model
    collector: Callable[[], Collector[Script_contra]]


def hits(model: Model, counts: Counts) -> Hits:
    """Return the counts by bin. A key without a bin is an error in the coverage model: KeyError."""
    return {group.name: {group.bins[key].name: n for key, n in counts[group.name].items()} for group in model}


def digest(model: Model) -> str:
    """Return an identifier of a coverage model: counts can only be merged if they were made by the same one."""
    names = [[group.name, sorted(entry.name for entry in group.bins.values())] for group in model]
    return hashlib.sha256(repr(names).encode()).hexdigest()[:16]


#: A mutant that is killed, or a situation that is met.
Aim = TypeVar("Aim", bound=Hashable)


def chosen(reached: Mapping[Key, frozenset[Aim]], cost: Mapping[Key, int]) -> dict[Key, frozenset[Aim]]:
    """Return the games that together reach all that is reached by any, each with what it is kept for.

    Those that add most come first; of equally good ones the cheaper, and then the first.
    """
    left = frozenset[Aim]().union(*reached.values())
    order: list[Key] = []
    while left:
        best = min(reached, key=lambda key: (-len(reached[key] & left), cost[key]))
        order.append(best)
        left -= reached[best]
    return _kept_for(_without_the_superfluous(order, reached), reached)


def _without_the_superfluous(order: Sequence[Key], reached: Mapping[Key, frozenset[Aim]]) -> list[Key]:
    """Return the games without those that later ones have made superfluous.

    The last ones were chosen when they were needed.
    """
    kept = list(order)
    for game in order:
        others = frozenset[Aim]().union(*(reached[kept_game] for kept_game in kept if kept_game != game))
        if reached[game] <= others:
            kept.remove(game)
    return kept


def _kept_for(order: Sequence[Key], reached: Mapping[Key, frozenset[Aim]]) -> dict[Key, frozenset[Aim]]:
    """Return each game with its aims: an aim is that of the first game that reaches it.

    A game without aims left is dropped.
    """
    left = frozenset[Aim]().union(*(reached[key] for key in order))
    kept_for: dict[Key, frozenset[Aim]] = {}
    while left:
        best = max(order, key=lambda key: len(reached[key] & left))
        kept_for[best] = reached[best] & left
        left -= reached[best]
    return kept_for
