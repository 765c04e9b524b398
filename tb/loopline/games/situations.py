"""What the coverage models of games share: bins for keys and for classes of numbers, and requests with their timing."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Hashable, Iterable, Iterator
from itertools import chain, pairwise, repeat

from loopline.contract.coverage import Bin
from loopline.contract.game import Request
from loopline.simulation.session import AT_ONCE, Timing


class Classes:
    """Numbers in classes, where a bin for each number would be too many. The key of a class is its smallest number."""

    def __init__(self, *keys: int, step: int = 1) -> None:
        """`step`: the distance between possible numbers."""
        self.keys, self._step = keys, step

    def of(self, number: int) -> int:
        """The key of the number's class; of one below all classes, the first key."""
        return self.keys[max(0, bisect(self.keys, number) - 1)]

    @property
    def names(self) -> dict[int, str]:
        """Each class in words: "5", "6 to 9", "10 and more"."""
        pairs = ((first, after - self._step) for first, after in pairwise(self.keys))
        names = {first: f"{first}" if first == last else f"{first} to {last}" for first, last in pairs}
        return names | {self.keys[-1]: f"{self.keys[-1]} and more"}

    def bins(self, strategy: str, last: str = "") -> dict[Hashable, Bin]:
        """A bin for each class. `last`: the strategy of the last one, if it is another."""
        return {key: Bin(name, last if key == self.keys[-1] and last else strategy) for key, name in self.names.items()}


def bins(strategy: str, keys: Iterable[Hashable]) -> dict[Hashable, Bin]:
    """A bin for each key, named after it: the parts of a tuple with commas between them."""
    return {key: Bin(", ".join(map(str, key)) if isinstance(key, tuple) else str(key), strategy) for key in keys}


def named(strategy: str, names: Iterable[tuple[Hashable, str]]) -> dict[Hashable, Bin]:
    """A bin for each pair of a key and its name."""
    return {key: Bin(name, strategy) for key, name in names}


def timed(requests: Iterable[Request], timings: Iterable[Timing]) -> Iterator[tuple[Request, Timing]]:
    """Each request with its timing. Those for which there is none come at once, and their answers do not wait."""
    return zip(requests, chain(timings, repeat(AT_ONCE)))  # noqa: B905
