"""What a game must offer so that the harness can play it against hardware. The harness itself knows no game."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO, NamedTuple, Protocol

from hypothesis.strategies import SearchStrategy
from rich.text import Text

from loopline.build import Streams
from loopline.checker import Follower, Mismatch
from loopline.errors import BadInput
from loopline.job import Outcome
from loopline.session import Timing


class Property(NamedTuple):
    """Something that must hold, and the scripts that try to break it."""

    name: str
    about: str
    scripts: SearchStrategy[Any]


class Game(Protocol):
    """`Script` and `Request` are the game's own types; the harness only hands them on. A game is a module `game` in its
    folder, with these functions."""

    def streams(self, size: int) -> Streams: ...

    def properties(self, size: int) -> Sequence[Property]: ...

    def requests(self, script: Any, size: int) -> Sequence[Any]:
        """The requests of a script, with the reading back of the whole board at its end."""

    def script_of(self, requests: Sequence[Sequence[int]]) -> Any:
        """The script that these requests make."""

    def turns(self, script: Any) -> int:
        """How many turns the script tries."""

    def follower(self, size: int, port: bool) -> Follower: ...

    def plan(self, script: Any, timings: Iterable[Timing], size: int, reset_cycles: int) -> tuple[Sequence[Any], str]:
        """The same requests, and the record that an exact engine makes of them; no waiting where timings end."""

    def until(self, script: Any, request: int | None) -> Any:
        """The script up to and with one of its requests."""

    def every_game(self, plies: int) -> Iterator[Any]:
        """Scripts that play every game there is of so many plies."""

    def figures(self, script: Any, answers: Sequence[Sequence[int]], plies: int) -> Counter[str]:
        """What the hardware's answers to such a script add up to."""

    def shorter(self, script: Any) -> Iterator[Any]:
        """Scripts with something left out, the largest parts first."""

    def write(self, script: Any, size: int) -> str:
        """The script as text, on one line."""

    def read(self, words: Sequence[str], size: int) -> Any:
        """The script that the words mean. Raises ValueError."""

    def games(self, stream: BinaryIO) -> Iterator[tuple[int, list[str]]]:
        """The games of a file: at which line each begins, and its words. Raises ValueError."""

    def explain(self, script: Any, size: int, outcome: Outcome, room: int, ascii_only: bool) -> Text:
        """What the user sees of a mismatch, in so many columns: the game, the turn, both boards."""


def find(name: str) -> Game:
    """The game of that name. Raises BadInput."""
    try:
        module: Any = importlib.import_module(f"loopline.games.{name}.game")
    except ModuleNotFoundError:
        raise BadInput(f"there is no game {name!r} here") from None
    return module  # type: ignore[no-any-return]


__all__ = ["Game", "Mismatch", "Property", "find"]
