"""The draws behind every strategy of every game: two, however long the script.

A draw costs as much time as a model takes for a turn or five, so a turn has no draw of its own: it has a byte. The two
are of different kinds, because Hypothesis likes to copy one draw over another of its kind, and half of all examples
would then be copies.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from hypothesis import strategies as st

#: So many bytes decide what kind of script it is. The bytes after them, which may be removed, are turns.
HEAD = 16


class Digits:
    """Small decisions, a byte each, or two where there are many alternatives. When the bytes are used up: 0."""

    def __init__(self, data: bytes) -> None:
        self._bytes: Iterator[int] = iter(data)

    def __call__(self, base: int) -> int:
        """A number less than `base`. A smaller byte never makes it larger."""
        number = next(self._bytes, 0)
        if base <= 256:
            return number * base >> 8
        return (number << 8 | next(self._bytes, 0)) * base >> 16


class Choices(NamedTuple):
    digits: Digits
    turns: bytes

    def split(self) -> tuple[bytes, bytes]:
        """Turns of two kinds: for five of eight values of a byte the one kind, for the others the other. So either
        shrinks without a thought for the other."""
        before = bytes(choice * 256 // SPLIT for choice in self.turns if choice < SPLIT)
        after = bytes((choice - SPLIT) * 256 // (256 - SPLIT) for choice in self.turns if choice >= SPLIT)
        return before, after


SPLIT = 160


@st.composite
def choices(draw: st.DrawFn, longest: int) -> Choices:
    """So many turns at most; on average half as many, not the five that `st.binary` is content with.

    The trick is a length that is drawn first, and of which 0 means "any". To shrink, Hypothesis lowers it to 0 at once
    and keeps the bytes, which then are right still; after that it may delete and lower each of them. Besides, bytes
    whose number is known cost a third of those for which a coin says, one by one, whether there is another.
    """
    data = draw(_bytes(draw(_length(longest)), longest))
    return Choices(Digits(data[:HEAD]), data[HEAD:])


@cache
def _length(longest: int) -> st.SearchStrategy[int]:
    return st.integers(0, longest)


@cache
def _bytes(length: int, longest: int) -> st.SearchStrategy[bytes]:
    if length == 0:
        return st.binary(max_size=HEAD + longest)
    return st.binary(min_size=HEAD + length, max_size=HEAD + length)
