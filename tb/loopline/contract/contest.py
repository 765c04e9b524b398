"""A game between two players before a referee: what `loopline match` asks of a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from rich.text import Text


class ContestGame(ABC):
    """One game in progress. Sides are 0, which makes the first move, and 1."""

    @property
    @abstractmethod
    def to_move(self) -> int:
        """The side that has the move. It may have had the one before, too."""

    @abstractmethod
    def moves(self) -> Sequence[str]:
        """All that it may play, in an order that is always the same."""

    @abstractmethod
    def play(self, text: str) -> None:
        """A move of the side to move. Raises ValueError, with what is wrong with it, and nothing has changed."""

    @property
    @abstractmethod
    def outcome(self) -> tuple[int | None, str] | None:
        """Once it is over: which side has won, None for a draw, and how."""

    @property
    @abstractmethod
    def caption(self) -> str:
        """How far it has come, in a few words."""

    @abstractmethod
    def picture(self, columns: int, rows: int | None, *, ascii_only: bool = False) -> Text:
        """The board; if it does not fit in so many columns and rows of text, the part around the last move."""

    def news(self, moves: Sequence[str]) -> str:
        """What a side is told before it moves, on one line. `moves`: those of the other since it was told last."""
        return " ".join(moves)

    def logged(self, number: int, move: str) -> str:
        """How a file of games has the move that has just been played; the first one has the number 1."""
        return f"{number}. {move}"

    def closing(self, winner: int | None) -> str:
        """The last line in that file of a game that has ended."""
        return ""


#: From a game in which it has the move to the move that it plays.
Chooser: TypeAlias = Callable[[Any], str]


@dataclass(frozen=True)
class GoldenPlayer:
    """A player inside this process that keeps to the rules: `NAME`, or `NAME:NUMBER`."""

    about: str
    #: From its number to how it chooses; anew for each match.
    chooser: Callable[[int], Chooser]
    #: The numbers that there may be, of which the first is the usual one. None: its number is a seed.
    numbers: Sequence[int] | None = (0,)

    def form(self, name: str) -> str:
        """How a user writes it."""
        if self.numbers is None:
            return f"{name}[:SEED]"
        return name if len(self.numbers) == 1 else f"{name}[:{self.numbers[0]}–{self.numbers[-1]}]"


def drawn(choices: Callable[[Any], Sequence[str]]) -> Callable[[int], Chooser]:
    """For a player whose number is a seed: it plays one of these moves, which are equally good to it."""

    def chooser(seed: int) -> Chooser:
        draw = Random(seed)
        return lambda game: draw.choice(choices(game))

    return chooser


RANDOM = GoldenPlayer("any legal move, drawn", drawn(lambda game: game.moves()), None)


@dataclass(frozen=True)
class Contest:
    """How two players play a game against each other."""

    #: What the sides are called; the first one makes the first move.
    sides: tuple[str, str]
    new_game: Callable[[], ContestGame]
    #: By name, besides `random`, which every game has.
    players: Mapping[str, GoldenPlayer] = field(default_factory=dict)
    #: What a person should know who makes the first move.
    first_move: str = ""

    @property
    def golden(self) -> Mapping[str, GoldenPlayer]:
        """All players that the game has itself."""
        return {"random": RANDOM, **self.players}
