"""What `loopline generators` asks of a game: do its strategies make what they are for?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol


class Measured(Protocol):
    """One strategy, measured."""

    name: str


class Generators(NamedTuple):
    #: Each strategy for a board, as soon as it is measured: the board, how many examples, the seed.
    measured: Callable[[Any, int, int], Iterator[Measured]]
    #: The table: in each line a label, and the figure of each strategy.
    lines: Callable[[Sequence[Any]], Iterable[Sequence[str]]]
