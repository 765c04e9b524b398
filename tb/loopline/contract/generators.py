"""What `make generators` asks of a game: do its strategies generate what they are meant to?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol


class Measured(Protocol):
    """One strategy, measured."""

    name: str


class Generators(NamedTuple):
    #: Takes a board, the number of examples and the seed; yields each strategy as soon as it is measured.
    measured: Callable[[Any, int, int], Iterator[Measured]]
    #: The rows of the table: a label, and how to get the figure of a strategy.
    lines: Callable[[Sequence[Any]], Iterable[Sequence[str]]]
