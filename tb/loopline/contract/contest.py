"""A game between two players before a referee: what `loopline match` asks of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from rich.text import Text

#: A player inside this process: from a line to the lines that it answers.
Receive = Callable[[str], Iterable[str]]


class ContestGame(Protocol):
    """One game in progress. Sides are 0, which begins, and 1."""

    @property
    def sides(self) -> tuple[str, str]:
        """What they are called."""

    def play(self, text: str) -> None:
        """A move of the side to move. Raises ValueError, with what is wrong with it, and nothing has changed."""

    @property
    def outcome(self) -> tuple[int | None, str] | None:
        """Once it is over: which side has won, and how."""

    @property
    def caption(self) -> str:
        """How far it has come, in a few words."""

    def picture(self, columns: int, rows: int | None, *, ascii_only: bool = False) -> Text:
        """The board; if it does not fit in so many columns and rows of text, the part around the last move."""


@dataclass(frozen=True)
class Contest:
    """How two players play a game against each other."""

    new_game: Callable[[], ContestGame]
    #: A player that keeps to the rules, and looks so many moves ahead.
    golden_player: Callable[[int], Receive]
    #: What a person should know who makes the first move.
    first_move: str = ""
