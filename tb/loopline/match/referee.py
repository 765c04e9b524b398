"""The referee of one game, what is recorded of the game, and a player as the referee sees it, over any kind of link.

A player has lines to it, lines from it, and its clock. The referee relays moves between the players, and holds them to
the time and to the rules. The rules of the contest are here, those of the game are given.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple, TextIO

from loopline.contract.contest import LINES, ContestGame, Messages

#: Ten times as long as any meaningful line.
LONGEST_LINE = 256

#: Seconds for which the referee listens to a player that is not expected to say anything.
QUIET = 0.05
#: More lines than this, left over from another game, are a flood.
_LEFT_OVER = 100


def shown(data: bytes, longest: int = 40) -> str:
    """Return bytes as text for people, quoted: ASCII, everything else escaped, cut off if long."""
    text = data[:longest].decode("latin-1").encode("unicode_escape").decode("ascii")
    return f"'{text}'" if len(data) <= longest else f"'{text}…'"


class LinkLost(Exception):
    """The exception for a player that can no longer be reached, or floods the link. The text says which."""


class ReceivedLine(NamedTuple):
    """A line from a player, and when it came."""

    #: Without its end.
    data: bytes
    #: Seconds from the end of the line sent to the end of this one, by the player's clock; None: it is not timed.
    seconds: float | None


class Endpoint(ABC):
    """One player.

    Every call but `close` may raise LinkLost; `open` raises BadInput if it fails.
    """

    #: Whether mistakes may be corrected: a person mistypes.
    forgiven: ClassVar[bool] = False
    #: Seconds that it may take to start, before it answers for the first time.
    start: ClassVar[float] = 0.0
    #: A note for the user while `open` waits.
    notice: str | None = None
    #: The messages of the host to it, and how they end.
    messages: Messages = LINES

    def __init__(self, name: str) -> None:
        #: The name that the user gave it.
        self.name = name

    def attend(self, game: ContestGame) -> None:  # noqa: B027  (most do nothing)
        """Take note of the game that begins: players made of the golden model look at the referee's own board."""

    @abstractmethod
    def open(self) -> None:
        """Reach the player, for the first time or, after `close`, again."""

    @abstractmethod
    def send(self, line: bytes) -> None:
        """Send a line, given without its end. The player's clock starts when all of it is out."""

    @abstractmethod
    def receive(self, limit: float) -> ReceivedLine | None:
        """Return the next line that ends within this many seconds after the last one sent; None without such a line.

        May be asked again with a later limit. A player without a clock ignores the limit.
        """

    @abstractmethod
    def overhear(self, seconds: float) -> bytes | None:
        """Return an unsolicited line, if there is one now or within this many seconds from now."""

    @property
    def unfinished(self) -> bytes:
        """The beginning of a line whose end is still missing."""
        return b""

    def forget(self) -> None:
        """Discard what was said between two games."""
        for _ in range(_LEFT_OVER):
            if self.overhear(QUIET) is None:
                return
        raise LinkLost("does not stop talking between two games")

    @abstractmethod
    def close(self) -> None:
        """Release the player. May be called at any time, and repeatedly."""


#: The names of the two players of a match.
LETTERS = "AB"

TIMEOUT, COMMUNICATION = "*E_timeout", "*E_communication"
FOUL, CALLED_OFF = "foul", "called off"


@dataclass(frozen=True)
class Ending:
    """The way in which a game has ended."""

    #: The side that has won, or None.
    winner: int | None
    #: The way it ended: in the game's words, or FOUL, TIMEOUT, COMMUNICATION, CALLED_OFF.
    how: str
    #: Details.
    why: str = ""
    #: The side at fault.
    fault: int | None = None


@dataclass
class MatchRecord:
    """A game: its moves and its result."""

    number: int
    game: ContestGame
    sides: tuple[str, str]
    #: For each side, which of the two players.
    seats: tuple[int, int]
    #: The audiences, which hear what happens.
    audiences: Sequence[Audience] = ()
    #: For each side, its answer to the handshake.
    identities: list[str] = field(default_factory=lambda: ["", ""])
    moves: list[str] = field(default_factory=list)
    #: The side that has made each move.
    movers: list[int] = field(default_factory=list)
    #: The time for each move; None if the player is not timed.
    seconds: list[float | None] = field(default_factory=list)
    #: None until the game is over.
    ending: Ending | None = None

    def identified(self, side: int, identity: str) -> None:
        """Keep what the side says it is."""
        self.identities[side] = identity

    def played(self, side: int, move: str, seconds: float | None) -> None:
        """Keep the move of a side and its time, and pass it on.

        Args:
            side: The side.
            move: The move.
            seconds: Its time; None if the player is not timed.
        """
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
        """Return the times of a player's moves."""
        made = zip(self.movers, self.seconds, strict=True)
        return [time for side, time in made if self.seats[side] == player and time is not None]


class Audience:
    """An audience, which hears of everything that happens in a match."""

    def waiting(self, player: Endpoint) -> None:
        """Take note that a player is about to be reached, which may take time."""

    def begins(self, record: MatchRecord) -> None:
        """Take note that a game begins."""

    def played(self, record: MatchRecord) -> None:
        """Take note of a move."""

    def again(self, record: MatchRecord, side: int, why: str) -> None:
        """Take note of a mistake that the player may correct.

        Args:
            record: The game so far, without the mistake.
            side: The side to move: 0 or 1.
            why: What is wrong with the move, in words.
        """

    def ends(self, record: MatchRecord) -> None:
        """Take note that the game is over, or, without an ending, interrupted."""


class _MatchOver(Exception):
    def __init__(self, ending: Ending) -> None:
        self.ending = ending


@dataclass(frozen=True)
class Referee:
    """The rules of a match beside those of the game."""

    #: Seconds for each answer.
    limit: float = 1.0
    #: Whether players are asked who they are.
    identify: bool = True
    #: Turns after which a game is called off.
    turns: int = 1000
    #: The messages to players beside moves.
    messages: Messages = LINES

    def play(self, record: MatchRecord, players: Sequence[Endpoint]) -> Ending:
        """Have a game played.

        The players come in the order of their sides; their links are open, and left open.
        """
        match = _Match(self, record, players)
        try:
            match.shake_hands()
            return match.turns()
        except _MatchOver as over:
            return over.ending


class _Match:
    def __init__(self, referee: Referee, record: MatchRecord, players: Sequence[Endpoint]) -> None:
        self._rules, self._record, self._game, self._players = referee, record, record.game, players

    def shake_hands(self) -> None:
        """Greet both players; the second one first: when the first one's clock starts, both are ready."""
        for side in (0, 1):
            with self._link(side) as player:
                player.attend(self._game)
                player.forget()
            if self._rules.identify and (identify := self._rules.messages.identify):
                limit = max(self._rules.limit, self._players[side].start)
                answer = self._answer(side, identify, limit).data
                if len(answer) != 2 or not answer.decode("latin-1").isprintable() or not answer.isascii():
                    raise self._foul(side, f"answers {_said(identify)} with {shown(answer)}, not with two characters")
                self._record.identified(side, answer.decode("ascii"))
        second = self._rules.messages.roles[1]
        self._tell(1, second)
        self._hear_nothing(1, f"to {_said(second)}, which needs no answer", QUIET)

    def turns(self) -> Ending:
        """Play up to the end of the game, or until it is called off."""
        #: For each side, the moves of the other that it has not been sent. The first one does not know yet that it
        #: begins.
        unheard: tuple[list[str], list[str]] = ([], [])
        role = self._rules.messages.roles[0]
        for _ in range(self._rules.turns):
            side = self._game.to_move
            news = self._news(unheard[side])
            line = b" ".join(filter(None, [role, news])) or self._rules.messages.again
            role = b""
            unheard[1 - side].append(self._turn(side, line))
            if outcome := self._game.outcome:
                for listener in (0, 1):
                    self._tell_the_end(listener, unheard[listener])
                return Ending(*outcome)
        return Ending(None, CALLED_OFF, f"no winner after {self._rules.turns:,} turns")

    def _news(self, unheard: list[str]) -> bytes:
        news = self._game.news(unheard)
        unheard.clear()
        return news.encode("ascii")

    def _turn(self, side: int, line: bytes) -> str:
        answer = self._answer(side, line, self._rules.limit)
        while True:
            move = answer.data.decode("latin-1")
            try:
                self._game.play(move)
            except ValueError as error:
                why = f"{shown(answer.data)}: {error}"
                if not self._players[side].forgiven:
                    raise self._foul(side, why) from error
                self._record.again(side, why)
                answer = self._next(side, line, self._rules.limit)
            else:
                self._record.played(side, move, answer.seconds)
                return move

    def _answer(self, side: int, line: bytes, limit: float) -> ReceivedLine:
        self._tell(side, line)
        return self._next(side, line, limit)

    def _next(self, side: int, line: bytes, limit: float) -> ReceivedLine:
        with self._link(side) as player:
            answer = player.receive(limit)
            if answer and (answer.seconds is None or answer.seconds <= limit):
                return answer
            late = answer or player.receive(2 * limit)  # only to describe what has happened
            unfinished = player.unfinished
        why = f"no answer to {_said(line)} within {limit:g} s"
        if late:
            why += f"; it came after {late.seconds:.3f} s"
        elif unfinished:
            why += f"; {shown(unfinished)} has come, without a line end"
        raise self._lost(side, TIMEOUT, why)

    def _tell(self, side: int, line: bytes) -> None:
        self._hear_nothing(side, "without being asked", 0)
        with self._link(side) as player:
            player.send(line)

    def _tell_the_end(self, side: int, unheard: list[str]) -> None:
        """Send a player the last moves; the game is over, whether they can be delivered or not."""
        if not unheard:
            return
        try:
            self._players[side].send(self._news(unheard))
        except LinkLost:
            return

    def _hear_nothing(self, side: int, when: str, seconds: float) -> None:
        with self._link(side) as player:
            said = player.overhear(seconds)
        if said is not None:
            raise self._foul(side, f"says {shown(said)} {when}")

    @contextmanager
    def _link(self, side: int) -> Iterator[Endpoint]:
        try:
            yield self._players[side]
        except LinkLost as lost:
            raise _MatchOver(Ending(None, COMMUNICATION, str(lost), side)) from lost

    def _foul(self, side: int, why: str) -> _MatchOver:
        return self._lost(side, FOUL, why)

    def _lost(self, side: int, how: str, why: str) -> _MatchOver:
        return _MatchOver(Ending(1 - side, how, why, side))


def _said(line: bytes) -> str:
    return line.decode("ascii")


_MOVES_A_LINE = 10
#: The endings that only the referee knows, as games are told of them.
_CALLED = {TIMEOUT: "time", FOUL: "foul"}


class Log(Audience):
    """An audience that writes each game into a file while it is played."""

    def __init__(self, file: TextIO, names: Sequence[str]) -> None:
        self._file, self._names = file, names

    def begins(self, record: MatchRecord) -> None:
        """Write the number of the game."""
        blank = "\n" if record.number > 1 else ""
        self._write(f"{blank}# game {record.number}; a game that ends without a result is partial\n")

    def played(self, record: MatchRecord) -> None:
        """Write the last move."""
        if len(record.moves) == 1:
            self._write(self._who(record))
        end = "\n" if len(record.moves) % _MOVES_A_LINE == 0 else " "
        self._write(f"{record.game.logged(len(record.moves), record.moves[-1])}{end}")

    def ends(self, record: MatchRecord) -> None:
        """Write the result."""
        if not record.moves:
            self._write(self._who(record))
        elif len(record.moves) % _MOVES_A_LINE:
            self._write("\n")
        self._write(f"# {record.result}\n")
        if ending := record.ending:
            closing = record.game.closing(ending.winner, _CALLED.get(ending.how, ""))
            self._write(f"{closing}\n" if closing else "")

    def _who(self, record: MatchRecord) -> str:
        """Return the names of both sides, which are known after the handshake."""
        lines = []
        for side, player, identity in zip(record.sides, record.seats, record.identities, strict=True):
            who = f" ({identity})" if identity else ""
            lines.append(f"# {side}: {LETTERS[player]}, {self._names[player]}{who}\n")
        return "".join(lines)

    def _write(self, text: str) -> None:
        self._file.write(text)
        self._file.flush()
