"""What `match` prints and writes: each game as it is played, the table, match.json."""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from types import TracebackType
from typing import Literal

from rich.console import Console
from rich.live import Live
from rich.text import Text

from loopline.contract.steps import Picture, Step
from loopline.design.plugins import in_words
from loopline.errors import plural
from loopline.match import Match
from loopline.match.referee import COMMUNICATION, FOUL, LETTERS, TIMEOUT, Audience, Endpoint, MatchRecord
from loopline.report import overview
from loopline.report.console import ascii_only, printable, table, watched
from loopline.report.overview import SteppedGame
from loopline.report.unfinished import NOT_FINISHED
from loopline.system import interrupted
from loopline.tables import Document, Table

#: Games that can be stepped through on the page, and the columns for a board in characters.
_STEPPED, _COLUMNS = 6, 400

#: Characters of a player's name in the table. A command can be long; it is printed in full above.
_WIDTH = 30


class Report(Audience):
    """Writes the JSON file again after every game; until the match is over it says that it is not finished."""

    def __init__(self, path: Path, match: Match, command: Sequence[str]) -> None:
        self._path, self._match, self._command = path, match, command

    def ends(self, record: MatchRecord) -> None:
        """Write the file again."""
        write(self._path, self._match, self._command, finished=False)


def table_of(match: Match, names: Sequence[str]) -> Text:
    """Return one row for each player: wins, losses, fouls and times."""
    return table(*_players(match, names), left={0})


def _players(match: Match, names: Sequence[str]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return the players' results as a head and rows."""
    rows = [_row(match, player, f"{LETTERS[player]} {printable(name, _WIDTH)}") for player, name in enumerate(names)]
    sides = (f"as {side}" for side in match.contest.sides)
    return ("player", "won", *sides, "lost", "no winner", "fouls", "late", "mean", "slowest"), rows


def _row(match: Match, player: int, name: str) -> tuple[str, ...]:
    over = [record for record in match.records if record.ending]
    won = [record for record in over if record.winner == player]
    faults = [record.ending.how for record in over if record.ending and record.fault == player]
    times = [time for record in match.records for time in record.times(player)]
    counts = (
        len(won),
        sum(record.seats[0] == player for record in won),
        sum(record.seats[1] == player for record in won),
        sum(record.winner == 1 - player for record in over),
        sum(record.winner is None for record in over),
        faults.count(FOUL),
        faults.count(TIMEOUT),
    )
    return name, *map(str, counts), _seconds(fmean(times) if times else None), _seconds(max(times, default=None))


def _seconds(time: float | None) -> str:
    return "–" if time is None else f"{1000 * time:,.1f} ms"


def summary(match: Match) -> str:
    """Return the last line: the games and turns that were played, and why a match is partial."""
    over = [record for record in match.records if record.ending]
    turns = plural(sum(len(record.moves) for record in match.records), "turn")
    text = f"{len(over):,} of {plural(match.games, 'game')}, {turns}"
    if match.interrupted:
        return f"PARTIAL, interrupted: {text}"
    return f"PARTIAL, {match.stopped}: {text}" if match.stopped else text


def exit_code(match: Match) -> int:
    """Return the exit code of a match.

    0 all games ended properly, 1 a player broke the rules or was late, 3 a player was lost or could not be played, 130
    interrupted with nothing wrong until then.
    """
    hows = {record.ending.how for record in match.records if record.ending}
    if hows & {FOUL, TIMEOUT}:
        return 1
    if COMMUNICATION in hows or match.stopped:
        return 3
    return interrupted() if match.interrupted else 0


class GameEntry(Table):
    """A game of a match. A player is `A` or `B`."""

    game: int
    """Its number, from 1."""
    sides: dict[str, str]
    """Who was on which side: `{"White": "A", "Red": "B"}`."""
    identities: dict[str, str | None]
    """What each side said it was."""
    winner: str | None
    how: str | None
    """How it ended, in the game's words, or `foul`, `*E_timeout`, `*E_communication`, `called off`."""
    fault: str | None
    """The player who broke the rules, was late, or was lost."""
    why: str | None
    partial: bool
    """It has not ended."""
    moves: list[str]
    seconds: list[float | None]
    """For each move; null for a player without a clock."""


class MatchDocument(Document):
    """`match.json`."""

    format: Literal["loopline match 1"] = "loopline match 1"
    command: str
    """Repeats the match."""
    players: dict[str, str]
    partial: bool
    """Not all games were played to their ends."""
    exit_code: int
    games: list[GameEntry]


def write(path: Path, match: Match, command: Sequence[str], *, finished: bool) -> None:
    """Write the match as JSON. Until it is finished its exit code tells it from a match that went well.

    Args:
        path: The file.
        match: The match.
        command: The command.
        finished: Whether the match is over.
    """
    document = MatchDocument(
        command=shlex.join(command),
        players={letter: player.name for letter, player in zip(LETTERS, match.players, strict=True)},
        partial=match.partial,
        exit_code=exit_code(match) or (0 if finished else NOT_FINISHED),
        games=[_game(record) for record in match.records],
    )
    document.write(path)


def _game(record: MatchRecord) -> GameEntry:
    def letter(player: int | None) -> str | None:
        return None if player is None else LETTERS[player]

    ending, sides = record.ending, record.sides
    return GameEntry(
        game=record.number,
        sides={side: LETTERS[player] for side, player in zip(sides, record.seats, strict=True)},
        identities=dict(zip(sides, record.identities, strict=True)),
        winner=letter(record.winner),
        how=ending and ending.how,
        fault=letter(record.fault),
        why=ending and ending.why,
        partial=ending is None,
        moves=record.moves,
        seconds=record.seconds,
    )


def write_page(folder: Path, match: Match, names: Sequence[str], command: Sequence[str], boards: Boards) -> Path:
    """Write report.html: the table, the result of each game, and the first games move by move.

    Args:
        folder: The folder for it.
        match: The match.
        names: The players' names.
        command: The command.
        boards: The boards of the first games.

    Returns:
        Its path.
    """
    head = ("game", *match.contest.sides, "turns", "result")
    rows = [
        (str(record.number), *(LETTERS[player] for player in record.seats), str(len(record.moves)), record.result)
        for record in match.records
    ]
    sections = [
        overview.Section("Players", table=overview.Rows(*_players(match, names))),
        overview.Section("Games", table=overview.Rows(head, rows)),
    ]
    games = [boards.game(record) for record in match.records[:_STEPPED]]
    title = " against ".join(printable(name, _WIDTH) for name in names)
    return overview.write(folder, title, summary(match), command, sections, games)


class Boards(Audience):
    """Keeps the board after each move of the first games, for the page."""

    def __init__(self) -> None:
        self._steps: list[list[Step]] = []
        #: Why pictures end.
        self._why = ""

    def begins(self, record: MatchRecord) -> None:
        """Begin a list of boards."""
        self._steps.append([])

    def played(self, record: MatchRecord) -> None:
        """Keep the board, if the game can draw it."""
        if len(self._steps) > _STEPPED or self._why:
            return
        move, seconds, side = record.moves[-1], record.seconds[-1], record.sides[record.movers[-1]]
        took = "" if seconds is None else f" in {1000 * seconds:,.1f} ms"
        try:
            picture = Picture(record.game.picture(_COLUMNS, None).plain, record.game.svg())
            step = Step(move, picture, says=f"{side}{took} · {record.game.caption}")
        except Exception as error:  # of the game's own code: the match goes on all the same
            self._why = f". There are no more pictures: {in_words(error)}"
        else:
            self._steps[-1].append(step)

    def game(self, record: MatchRecord) -> SteppedGame:
        """Return a game as the page has it."""
        who = ", ".join(f"{LETTERS[player]} {side}" for player, side in zip(record.seats, record.sides, strict=True))
        steps = self._steps[record.number - 1]
        return SteppedGame(f"Game {record.number}", f"{who}: {record.result}{self._why}", steps, " ".join(record.moves))


#: Seconds between two pictures. Faster games are shown at this rate, so that drawing does not slow them down.
_PACE = 0.1
#: Lines on the screen beside the board, and one for the cursor.
_BESIDE = 6


class Screen(Audience):
    """On a terminal, one board that is redrawn; if a person plays there, one board for each of their moves."""

    def __init__(self, out: Console, match: Match, names: Sequence[str]) -> None:
        self._out, self._match, self._names = out, match, names
        self._first_move = match.contest.first_move
        self._people = {index for index, player in enumerate(match.players) if player.forgiven}
        self._live: Live | None = None
        if watched(out) and not self._people:
            self._live = Live(console=out, auto_refresh=False, vertical_overflow="crop")
        self._drawn = 0.0

    def __enter__(self) -> Screen:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live:
            self._live.stop()

    def waiting(self, player: Endpoint) -> None:
        """Print what the user should know while a player is waited for."""
        if player.notice:
            self._out.print(player.notice)

    def begins(self, record: MatchRecord) -> None:
        """Print the title of the game for people, or start the live picture."""
        if self._live and not self._live.is_started:
            self._live.start()
        if self._people:
            self._out.print(f"\n{self._title(record)}\n{self._reminder(record)}")

    def played(self, record: MatchRecord) -> None:
        """Print or draw the board, if it is time to."""
        if self._live and time.monotonic() - self._drawn > _PACE:
            self._live.update(self._scene(record), refresh=True)
            self._drawn = time.monotonic()
        elif not record.game.outcome and record.seats[record.game.to_move] in self._people:
            self._out.print(Text("\n").join([Text(), self._board(record, None), Text(), self._last_move(record)]))

    def again(self, record: MatchRecord, side: int, why: str) -> None:
        """Print why a move is asked for again.

        Args:
            record: The game.
            side: The side that is to move.
            why: The reason, in words.
        """
        self._out.print(why, style="red")

    def ends(self, record: MatchRecord) -> None:
        """Print or draw the last board."""
        if self._live:
            self._live.update(self._scene(record), refresh=True)
        elif self._people:
            self._out.print(Text("\n").join([Text(), self._board(record, None), Text()]))
        self._out.print(self._line(record))

    def _line(self, record: MatchRecord) -> Text:
        width, sides = len(str(self._match.games)), record.sides
        who = ", ".join(f"{LETTERS[player]} {side}" for player, side in zip(record.seats, sides, strict=True))
        turns = plural(len(record.moves), "turn")
        good = record.ending is not None and record.ending.fault is None
        head = f"game {record.number:>{width}}  {who}  {turns:>11}  "
        return Text(head).append(record.result, "" if good else "bold red")

    def _scene(self, record: MatchRecord) -> Text:
        room = self._out.height - _BESIDE
        parts = [Text(self._title(record), "bold", no_wrap=True), self._board(record, room), Text()]
        parts += [self._last_move(record), Text(record.result, no_wrap=True) if record.ending else Text()]
        return Text("\n", no_wrap=True, overflow="crop").join(parts)

    def _title(self, record: MatchRecord) -> str:
        who = [
            f"{side}: {LETTERS[player]} {printable(self._names[player], _WIDTH)}"
            + (f" ({identity})" if identity else "")
            for side, player, identity in zip(record.sides, record.seats, record.identities, strict=True)
        ]
        return f"game {record.number} of {self._match.games} · {' · '.join(who)}"

    def _reminder(self, record: MatchRecord) -> str:
        people = [record.sides[side] for side, player in enumerate(record.seats) if player in self._people]
        first = f" {self._first_move}" if self._first_move and record.seats[0] in self._people else ""
        return f"You are {' and '.join(people)}.{first} ? lists the legal moves; Ctrl-C ends the match."

    def _board(self, record: MatchRecord, rows: int | None) -> Text:
        game = record.game
        return game.picture(self._out.width, rows, ascii_only=ascii_only(self._out))

    def _last_move(self, record: MatchRecord) -> Text:
        game, number = record.game, len(record.moves)
        if not number:
            return Text("no move yet")
        took = record.seconds[-1]
        words = f"{number}. {record.moves[-1]} · {record.sides[record.movers[-1]]}"
        words += f" in {1000 * took:,.1f} ms" if took is not None else ""
        return Text(f"{words} · {game.caption}", no_wrap=True)
