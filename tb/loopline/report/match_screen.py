"""The display of a match: the board of the current game, and a line for each finished game."""

from __future__ import annotations

import time
from collections.abc import Sequence
from types import TracebackType

from rich.console import Console
from rich.live import Live
from rich.text import Text

from loopline.match.match import LETTERS, Audience, Match, Record
from loopline.players.endpoint import Endpoint
from loopline.players.human import Human
from loopline.report.console import ascii_only, printable, watched
from loopline.wording import plural

#: Seconds between two pictures. Faster games are shown at this rate, so that drawing does not slow them down.
_PACE = 0.1
#: Characters of a player's name beside the board.
_WIDTH = 30
#: Lines on the screen beside the board, and one for the cursor.
_BESIDE = 6


class Screen(Audience):
    """On a terminal, one board that is redrawn; if a person plays there, one board for each of their moves."""

    def __init__(self, out: Console, match: Match, names: Sequence[str]) -> None:
        self._out, self._match, self._names = out, match, names
        self._first_move = match.contest.first_move
        self._people = {index for index, player in enumerate(match.players) if isinstance(player, Human)}
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
        if player.notice:
            self._out.print(player.notice)

    def begins(self, record: Record) -> None:
        if self._live and not self._live.is_started:
            self._live.start()
        if self._people:
            self._out.print(f"\n{self._title(record)}\n{self._reminder(record)}")

    def played(self, record: Record) -> None:
        if self._live and time.monotonic() - self._drawn > _PACE:
            self._live.update(self._scene(record), refresh=True)
            self._drawn = time.monotonic()
        elif not record.game.outcome and record.seats[record.game.to_move] in self._people:
            self._out.print(Text("\n").join([Text(), self._board(record, None), Text(), self._last_move(record)]))

    def again(self, record: Record, side: int, why: str) -> None:
        self._out.print(why, style="red")

    def ends(self, record: Record) -> None:
        if self._live:
            self._live.update(self._scene(record), refresh=True)
        elif self._people:
            self._out.print(Text("\n").join([Text(), self._board(record, None), Text()]))
        self._out.print(self._line(record))

    def _line(self, record: Record) -> Text:
        width, sides = len(str(self._match.games)), record.sides
        who = ", ".join(f"{LETTERS[player]} {side}" for player, side in zip(record.seats, sides, strict=True))
        turns = plural(len(record.moves), "turn")
        good = record.ending is not None and record.ending.fault is None
        head = f"game {record.number:>{width}}  {who}  {turns:>11}  "
        return Text(head).append(record.result, "" if good else "bold red")

    def _scene(self, record: Record) -> Text:
        room = self._out.height - _BESIDE
        parts = [Text(self._title(record), "bold", no_wrap=True), self._board(record, room), Text()]
        parts += [self._last_move(record), Text(record.result, no_wrap=True) if record.ending else Text()]
        return Text("\n", no_wrap=True, overflow="crop").join(parts)

    def _title(self, record: Record) -> str:
        who = [
            f"{side}: {LETTERS[player]} {printable(self._names[player], _WIDTH)}"
            + (f" ({identity})" if identity else "")
            for side, player, identity in zip(record.sides, record.seats, record.identities, strict=True)
        ]
        return f"game {record.number} of {self._match.games} · {' · '.join(who)}"

    def _reminder(self, record: Record) -> str:
        people = [record.sides[side] for side, player in enumerate(record.seats) if player in self._people]
        first = f" {self._first_move}" if self._first_move and record.seats[0] in self._people else ""
        return f"You are {' and '.join(people)}.{first} Ctrl-C ends the match."

    def _board(self, record: Record, rows: int | None) -> Text:
        game = record.game
        return game.picture(self._out.width, rows, ascii_only=ascii_only(self._out))

    def _last_move(self, record: Record) -> Text:
        game, number = record.game, len(record.moves)
        if not number:
            return Text("no move yet")
        took = record.seconds[-1]
        words = f"{number}. {record.moves[-1]} · {record.sides[record.movers[-1]]}"
        words += f" in {1000 * took:,.1f} ms" if took is not None else ""
        return Text(f"{words} · {game.caption}", no_wrap=True)
