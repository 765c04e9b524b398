"""Which of the games to keep: each time the one that adds most, until nothing is added; then whatever the others make
superfluous goes."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
#: A mutant that is killed, or a situation that is met.
Aim = TypeVar("Aim", bound=Hashable)


def chosen(reached: Mapping[Key, frozenset[Aim]], cost: Mapping[Key, int]) -> dict[Key, frozenset[Aim]]:
    """The games that reach all that is reached by any, those that add most first, each with what it is kept for. Of
    equally good ones the cheaper, and then the first."""
    left = frozenset[Aim]().union(*reached.values())
    order: list[Key] = []
    while left:
        best = min(reached, key=lambda one: (-len(reached[one] & left), cost[one]))
        order.append(best)
        left -= reached[best]
    return _kept_for(_without_the_superfluous(order, reached), reached)


def _without_the_superfluous(order: Sequence[Key], reached: Mapping[Key, frozenset[Aim]]) -> list[Key]:
    """The last ones were chosen when they were needed; of the first ones they may have made some superfluous."""
    kept = list(order)
    for one in order:
        others = frozenset[Aim]().union(*(reached[other] for other in kept if other != one))
        if reached[one] <= others:
            kept.remove(one)
    return kept


def _kept_for(order: Sequence[Key], reached: Mapping[Key, frozenset[Aim]]) -> dict[Key, frozenset[Aim]]:
    """Each aim is that of the first game that reaches it. A game with none of its own left is not kept."""
    left = frozenset[Aim]().union(*(reached[one] for one in order))
    kept_for: dict[Key, frozenset[Aim]] = {}
    while left:
        best = max(order, key=lambda one: len(reached[one] & left))
        kept_for[best] = reached[best] & left
        left -= reached[best]
    return kept_for
