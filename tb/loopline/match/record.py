"""What is kept of a game of a match while it is played, who is told of it, and how it has ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TextIO

from loopline.contract.contest import ContestGame

if TYPE_CHECKING:
    from loopline.match.referee import Endpoint

#: The names of the two players of a match.
LETTERS = "AB"

TIMEOUT, COMMUNICATION = "*E_timeout", "*E_communication"
FOUL, CALLED_OFF = "foul", "called off"


@dataclass(frozen=True)
class Ending:
    """How a game has ended."""

    #: The side that has won, or None.
    winner: int | None
    #: How it ended: in the game's words, or FOUL, TIMEOUT, COMMUNICATION, CALLED_OFF.
    how: str
    #: Details.
    why: str = ""
    #: The side at fault.
    fault: int | None = None


@dataclass
class Record:
    """One game: its moves and its result."""

    number: int
    game: ContestGame
    sides: tuple[str, str]
    #: For each side, which of the two players.
    seats: tuple[int, int]
    #: Are told what happens.
    audiences: Sequence[Audience] = ()
    #: For each side, its answer to the handshake.
    identities: list[str] = field(default_factory=lambda: ["", ""])
    moves: list[str] = field(default_factory=list)
    #: The side that has made each move.
    movers: list[int] = field(default_factory=list)
    #: The time for each move; None if the player has no clock.
    seconds: list[float | None] = field(default_factory=list)
    #: None until the game is over.
    ending: Ending | None = None

    def identified(self, side: int, identity: str) -> None:
        """Keep what the side says it is."""
        self.identities[side] = identity

    def played(self, side: int, move: str, seconds: float | None) -> None:
        """Keep the move of a side and its time, and tell of it."""
        self.moves.append(move)
        self.movers.append(side)
        self.seconds.append(seconds)
        for audience in self.audiences:
            audience.played(self)

    def again(self, side: int, why: str) -> None:
        """Tell why the side is asked again: of a mistake that the player may correct."""
        for audience in self.audiences:
            audience.again(self, side, why)

    @property
    def winner(self) -> int | None:
        """Which of the two players has won."""
        return None if self.ending is None or self.ending.winner is None else self.seats[self.ending.winner]

    @property
    def fault(self) -> int | None:
        """Which of them has broken the rules, or the link."""
        return None if self.ending is None or self.ending.fault is None else self.seats[self.ending.fault]

    @property
    def result(self) -> str:
        """The result in one line, fit for printing: words of a player are quoted and escaped."""
        if self.ending is None:
            return f"partial: interrupted after turn {len(self.moves)}"
        sides, ending = self.sides, self.ending
        text = "no winner" if ending.winner is None else f"{sides[ending.winner]} wins"
        who = "" if ending.fault is None else f"{sides[ending.fault]}: "
        return f"{text}, {ending.how}" + (f" · {who}{ending.why}" if ending.why else "")

    def times(self, player: int) -> list[float]:
        """The times of a player's moves."""
        made = zip(self.movers, self.seconds, strict=True)
        return [time for side, time in made if self.seats[side] == player and time is not None]


class Audience:
    """Is told everything that happens in a match."""

    def waiting(self, player: Endpoint) -> None:
        """Called before a player is reached, which may take time."""

    def begins(self, record: Record) -> None:
        """A game begins."""

    def played(self, record: Record) -> None:
        """A move has been played."""

    def again(self, record: Record, side: int, why: str) -> None:
        """A mistake that the player may correct."""

    def ends(self, record: Record) -> None:
        """The game is over, or, without an ending, interrupted."""


_MOVES_A_LINE = 10
#: The endings that only the referee knows, as games are told of them.
_CALLED = {TIMEOUT: "time", FOUL: "foul"}


class Log(Audience):
    """Writes each game into a file while it is played."""

    def __init__(self, file: TextIO, names: Sequence[str]) -> None:
        self._file, self._names = file, names

    def begins(self, record: Record) -> None:
        """Write the number of the game."""
        blank = "\n" if record.number > 1 else ""
        self._write(f"{blank}# game {record.number}; a game that ends without a result is partial\n")

    def played(self, record: Record) -> None:
        """Write the last move."""
        if len(record.moves) == 1:
            self._write(self._who(record))
        end = "\n" if len(record.moves) % _MOVES_A_LINE == 0 else " "
        self._write(f"{record.game.logged(len(record.moves), record.moves[-1])}{end}")

    def ends(self, record: Record) -> None:
        """Write the result."""
        if not record.moves:
            self._write(self._who(record))
        elif len(record.moves) % _MOVES_A_LINE:
            self._write("\n")
        self._write(f"# {record.result}\n")
        if ending := record.ending:
            closing = record.game.closing(ending.winner, _CALLED.get(ending.how, ""))
            self._write(f"{closing}\n" if closing else "")

    def _who(self, record: Record) -> str:
        """The names of both sides, which are known after the handshake."""
        lines = []
        for side, player, identity in zip(record.sides, record.seats, record.identities, strict=True):
            who = f" ({identity})" if identity else ""
            lines.append(f"# {side}: {LETTERS[player]}, {self._names[player]}{who}\n")
        return "".join(lines)

    def _write(self, text: str) -> None:
        self._file.write(text)
        self._file.flush()
