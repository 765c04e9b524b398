"""The draws behind every strategy: very few, and none a turn."""

from __future__ import annotations

from hypothesis import strategies as st


@st.composite
def choices(draw: st.DrawFn, longest: int) -> bytes:
    """So many bytes at most; on average half as many, not the five that `st.binary` is content with.

    The trick is a length that is drawn first, and of which 0 means "any". To shrink, Hypothesis lowers it to 0 at once
    and keeps the bytes, which then are right still; after that it may delete and lower each of them. Besides, bytes
    whose number is known cost a third of those for which a coin says, one by one, whether there is another.
    """
    length = draw(st.integers(0, longest))
    return draw(st.binary(min_size=length, max_size=length or longest))


class Digits:
    """A number taken apart, so that one draw settles many small things. From 0 come only zeros."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __call__(self, base: int) -> int:
        self._number, digit = divmod(self._number, base)
        return digit


#: Enough for a dozen digits, and evenly spread, which longer integers of Hypothesis are not.
NUMBERS = st.integers(0, (1 << 24) - 1)
