"""Does a failure take what the harness has put on fields that must not matter? Its game does not show these."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

One = TypeVar("One")

#: The number of attempts to name no more of them than it takes.
_ATTEMPTS = 200


async def needed(every: Sequence[One], fails: Callable[[Sequence[One]], Awaitable[bool]]) -> Sequence[One]:
    """Of these, those that a failure takes; none, if it fails without all of them. `fails`: whether it does with some
    of them alone."""
    if not every or await fails([]):
        return []
    size, left = len(every) // 2, _ATTEMPTS
    while size:
        for start in range(len(every) - size, -1, -size):
            if not left:
                return every
            left -= 1
            fewer = [*every[:start], *every[start + size :]]
            every = fewer if await fails(fewer) else every
        size //= 2
    return every
