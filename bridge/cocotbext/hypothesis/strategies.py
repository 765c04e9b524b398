"""Strategies for hardware. Plain ones seldom fill a queue, hold a stream up for long, or send a long packet: the lists
that `st.lists` makes are short, and a new decision in each cycle seldom goes the same way for long.

What these make shrinks towards nothing: few items, no pauses, zeros.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

T = TypeVar("T")


def sized(elements: SearchStrategy[T], min_size: int = 0, *, max_size: int) -> SearchStrategy[list[T]]:
    """Lists whose length is drawn first, so that each length up to the largest is as likely as another."""
    lengths = st.integers(min_size, max_size)
    return lengths.flatmap(lambda length: st.lists(elements, min_size=length, max_size=length))


def corners(width: int) -> SearchStrategy[int]:
    """Numbers of `width` bits: often 0, a power of two, its negative, or one of these and one more or less."""
    powers = [sign << bit for bit in range(width) for sign in (1, -1)]
    edges = {edge % (1 << width) for power in powers for edge in (power - 1, power, power + 1)}
    return st.integers(0, (1 << width) - 1) | st.sampled_from(sorted(edges))


def lengths(longest: int) -> SearchStrategy[int]:
    """How long something lasts: often 0 to 3, or a power of two up to the longest, one more, one less."""
    edges = [edge for edge in (0, 1, 2, 3, longest) if edge <= longest]
    powers = [1 << bit for bit in range(2, longest.bit_length())]
    near = [edge for power in powers for edge in (power - 1, power, power + 1) if edge <= longest]
    return st.integers(0, longest) | st.sampled_from(sorted({*edges, *near}))


def stalls(longest: int = 64, *, runs: int = 16) -> SearchStrategy[list[tuple[int, int]]]:
    """Pauses of a stream, for `flowing`: pairs of the cycles for which it flows and for which it waits."""
    return sized(st.tuples(lengths(longest), lengths(longest)), max_size=runs)


def flowing(stalls: Sequence[tuple[int, int]]) -> Iterator[bool]:
    """For each cycle, whether a stream with these pauses flows. After the last pause it always does."""
    for go, wait in stalls:
        yield from [True] * go
        yield from [False] * wait
    while True:
        yield True


def bursts(
    elements: SearchStrategy[T], *, longest: int = 64, gap: int = 64, count: int = 8
) -> SearchStrategy[list[tuple[int, list[T]]]]:
    """What is sent, in bursts: how many cycles there is nothing before it, and the items that follow one another."""
    return sized(st.tuples(lengths(gap), sized(elements, 1, max_size=longest)), max_size=count)


def packets(elements: SearchStrategy[T], *, longest: int = 64, count: int = 8) -> SearchStrategy[list[list[T]]]:
    """Packets of at least one item. Their lengths are those of `lengths`: short, or around a power of two."""

    def packet(length: int) -> SearchStrategy[list[T]]:
        return st.lists(elements, min_size=max(1, length), max_size=max(1, length))

    return sized(lengths(longest).flatmap(packet), max_size=count)


def resets(within: int, *, longest: int = 4) -> SearchStrategy[tuple[int, int] | None]:
    """A reset in the middle: after how many cycles, and for how many; or None."""
    return st.none() | st.tuples(lengths(within), st.integers(1, longest))


def accesses(addresses: int, width: int) -> SearchStrategy[list[tuple[int, int | None]]]:
    """Accesses to registers: an address, and what is written there or None for a read. Few addresses come often, so
    that what was written is read."""
    few = sized(st.integers(0, addresses - 1), 1, max_size=min(4, addresses))

    def of(chosen: list[int]) -> SearchStrategy[list[tuple[int, int | None]]]:
        address = st.sampled_from(chosen) | st.integers(0, addresses - 1)
        return sized(st.tuples(address, st.none() | corners(width)), max_size=40)

    return few.flatmap(of)
