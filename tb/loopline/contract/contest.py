"""Contests: a game between two players before a referee, as `loopline match` plays it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from rich.text import Text


@dataclass(frozen=True)
class Messages:
    """The messages between the host of a contest and a player, besides moves, and how a message ends."""

    #: Who are you? Empty: players are not asked.
    identify: bytes = b"-T"
    #: You begin, and you are the second player.
    roles: tuple[bytes, bytes] = (b"-W", b"-B")
    #: Move again: to a player who moves several times running.
    again: bytes = b"-M"
    #: Every message has this many bytes. None: a line feed ends it.
    length: int | None = None

    @property
    def end(self) -> bytes:
        """What is sent behind a message."""
        return b"" if self.length else b"\n"


#: The messages of most contests: lines.
LINES = Messages()


class ContestGame(ABC):
    """A game in progress. Sides are 0, which makes the first move, and 1."""

    @property
    @abstractmethod
    def to_move(self) -> int:
        """The side that has the move. It may have made the previous move as well."""

    @abstractmethod
    def moves(self) -> Sequence[str]:
        """Return all legal moves, always in the same order."""

    @abstractmethod
    def play(self, text: str) -> None:
        """Play a move of the side to move. If it is wrong, raises ValueError, which says why, and changes nothing."""

    @property
    @abstractmethod
    def outcome(self) -> tuple[int | None, str] | None:
        """When the game is over: the winner, or None for a draw, and how it ended."""

    @property
    @abstractmethod
    def caption(self) -> str:
        """How far it has come, in a few words."""

    @abstractmethod
    def picture(self, columns: int, rows: int | None, *, ascii_only: bool = False) -> Text:
        """Return the board; if it does not fit, the part around the last move.

        Args:
            columns: The columns of text that there are.
            rows: The rows of text that there are; None: any number.
            ascii_only: Whether the text must be ASCII.
        """

    def svg(self) -> str:
        """Return the board as a picture, or ""."""
        return ""

    def news(self, moves: Sequence[str]) -> str:
        """Return the line that a side is sent before it moves.

        `moves`: the other side's moves since the last such line.
        """
        return " ".join(moves)

    def logged(self, number: int, move: str) -> str:
        """Return the move just played, as a file of games has it. The first move has the number 1."""
        return f"{number}. {move}"

    def closing(self, winner: int | None, how: str) -> str:
        """Return the last line of a finished game in that file.

        `how`: `time` or `foul`, if the game was won by the clock or by a foul, which the moves do not show.
        """
        return ""


#: Takes a game in which the player has the move, and returns its move.
Chooser: TypeAlias = Callable[[Any], str]


@dataclass(frozen=True)
class GoldenPlayer:
    """A player inside this process that keeps to the rules: `NAME`, or `NAME:NUMBER`."""

    about: str
    #: Takes its number; called once for each match.
    chooser: Callable[[int], Chooser]
    #: The numbers to choose from, the default first. None: the number is a seed.
    numbers: Sequence[int] | None = (0,)

    def form(self, name: str) -> str:
        """Return the player's name as a user writes it."""
        if self.numbers is None:
            return f"{name}[:SEED]"
        return name if len(self.numbers) == 1 else f"{name}[:{self.numbers[0]}–{self.numbers[-1]}]"


def drawn(choices: Callable[[Any], Sequence[str]]) -> Callable[[int], Chooser]:
    """Return a player whose number is a seed: it plays one of these moves, which are equally good to it."""

    def chooser(seed: int) -> Chooser:
        draw = Random(seed)
        return lambda game: draw.choice(choices(game))

    return chooser


RANDOM = GoldenPlayer("any legal move, drawn", drawn(lambda game: game.moves()), None)


@dataclass(frozen=True)
class Contest:
    """The way in which two players play a game against each other."""

    #: The names of the two sides. The first one makes the first move.
    sides: tuple[str, str]
    new_game: Callable[[], ContestGame]
    #: The game's own players by name. Every game also has `random`.
    players: Mapping[str, GoldenPlayer] = field(default_factory=dict)
    #: What a person who makes the first move should know.
    first_move: str = ""
    messages: Messages = LINES

    @property
    def golden(self) -> Mapping[str, GoldenPlayer]:
        """All built-in players."""
        return {"random": RANDOM, **self.players}
