"""What `loopline bench` asks of a game: which designs it measures, by which scripts, and its own figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple


class Figure(NamedTuple):
    """One line of the table that `loopline bench` prints."""

    name: str
    value: float
    unit: str
    aim: str = ""


class Bug(NamedTuple):
    """A bug to be found and made small: what stands in a source of the engine, what is put there, the property."""

    file: str
    right: str
    wrong: str
    property: str


class Benchmark(NamedTuple):
    #: How fast the golden model is; true: also what takes minutes.
    model: Callable[[bool], Iterator[Figure]]
    engine: Path
    #: A player that thinks long.
    player: Path
    #: Of these the scripts are.
    properties: Sequence[str]
    #: Two boards, as `--board` has them, of which the time for a turn is compared.
    small: str
    large: str
    bug: Bug
