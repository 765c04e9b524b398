"""Strategies for hardware.

Plain ones seldom fill a queue, hold a stream up for long, or send a long packet: the lists that `st.lists` makes are
short, and a new decision in each cycle seldom goes the same way for long.

What these make shrinks towards nothing: few items, no pauses, zeros.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument
from hypothesis.strategies import DrawFn, SearchStrategy

__all__ = ["bursts", "corners", "flowing", "lengths", "packets", "resets", "sized", "stalls"]

T = TypeVar("T")


def _at_least(least: int, **sizes: int) -> None:
    for name, size in sizes.items():
        if not isinstance(size, int) or size < least:
            raise InvalidArgument(f"{name}={size!r}: expected a number of at least {least}")


def sized(elements: SearchStrategy[T], min_size: int = 0, *, max_size: int) -> SearchStrategy[list[T]]:
    """Draw lists whose length is drawn first, so that each length up to the largest is as likely as another.

    Args:
        elements: What draws an item.
        min_size: The least length.
        max_size: The largest length.
    """
    _at_least(0, min_size=min_size)
    _at_least(min_size, max_size=max_size)

    @st.composite
    def sized(draw: DrawFn, elements: SearchStrategy[T], min_size: int, max_size: int) -> list[T]:
        length = draw(st.integers(min_size, max_size))
        return draw(st.lists(elements, min_size=length, max_size=length))

    return sized(elements, min_size, max_size)


def corners(width: int) -> SearchStrategy[int]:
    """Draw numbers of `width` bits: often 0, a power of two, its negative, or one of these and one more or less."""
    _at_least(1, width=width)
    powers = [sign << bit for bit in range(width) for sign in (1, -1)]
    edges = {edge % (1 << width) for power in powers for edge in (power - 1, power, power + 1)}
    return st.integers(0, (1 << width) - 1) | st.sampled_from(sorted(edges))


def lengths(longest: int) -> SearchStrategy[int]:
    """Draw how long something lasts: often 0 to 3, or a power of two up to the longest, one more, one less."""
    _at_least(0, longest=longest)
    edges = [edge for edge in (0, 1, 2, 3, longest) if edge <= longest]
    powers = [1 << bit for bit in range(2, longest.bit_length())]
    near = [edge for power in powers for edge in (power - 1, power, power + 1) if edge <= longest]
    return st.integers(0, longest) | st.sampled_from(sorted({*edges, *near}))


def stalls(longest: int = 64, *, runs: int = 16) -> SearchStrategy[list[tuple[int, int]]]:
    """Draw pauses of a stream, for `flowing`: pairs of the cycles for which it flows and for which it waits."""
    _at_least(0, longest=longest, runs=runs)
    return sized(st.tuples(lengths(longest), lengths(longest)), max_size=runs)


def flowing(stalls: Sequence[tuple[int, int]]) -> Iterator[bool]:
    """Yield for each cycle whether a stream with these pauses flows. After the last pause it always does."""
    for go, wait in stalls:
        yield from [True] * go
        yield from [False] * wait
    while True:
        yield True


def bursts(
    elements: SearchStrategy[T], *, longest: int = 64, gap: int = 64, count: int = 8
) -> SearchStrategy[list[tuple[int, list[T]]]]:
    """Draw what is sent in bursts: the idle cycles before each, and its items.

    Args:
        elements: What draws an item.
        longest: The most items of a burst.
        gap: The most cycles before a burst.
        count: The most bursts.
    """
    _at_least(1, longest=longest)
    return sized(st.tuples(lengths(gap), sized(elements, 1, max_size=longest)), max_size=count)


def packets(elements: SearchStrategy[T], *, longest: int = 64, count: int = 8) -> SearchStrategy[list[list[T]]]:
    """Draw packets of at least one item.

    Their lengths are those of `lengths`: short, or around a power of two.

    Args:
        elements: What draws an item.
        longest: The most items of a packet.
        count: The most packets.
    """
    _at_least(1, longest=longest)

    @st.composite
    def packet(draw: DrawFn, elements: SearchStrategy[T], longest: int) -> list[T]:
        length = max(1, draw(lengths(longest)))
        return draw(st.lists(elements, min_size=length, max_size=length))

    return sized(packet(elements, longest), max_size=count)


def resets(within: int, *, longest: int = 4) -> SearchStrategy[tuple[int, int] | None]:
    """Draw a reset in the middle: after how many cycles, and for how many; or None."""
    _at_least(1, longest=longest)
    return st.none() | st.tuples(lengths(within), st.integers(1, longest))
