"""The results of a match: table, JSON, exit code."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from rich.text import Text

from loopline.match.match import LETTERS, Audience, Match, Record
from loopline.match.referee import COMMUNICATION, FOUL, TIMEOUT
from loopline.report.console import printable
from loopline.report.table import table
from loopline.wording import plural

#: Characters of a player's name in the table. A command can be long; it is printed in full above.
_WIDTH = 30


class Report(Audience):
    """Writes the JSON file anew after every game. It says that the match is partial until it is over."""

    def __init__(self, path: Path, match: Match, command: Sequence[str]) -> None:
        self._path, self._match, self._command = path, match, command

    def ends(self, record: Record) -> None:
        write(self._path, self._match, self._command)


def table_of(match: Match, names: Sequence[str]) -> Text:
    rows = [_row(match, player, f"{LETTERS[player]} {printable(name, _WIDTH)}") for player, name in enumerate(names)]
    sides = (f"as {side}" for side in match.contest.sides)
    head = ("player", "won", *sides, "lost", "nobody", "fouls", "late", "mean", "slowest")
    return table(head, rows, left={0})


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
    over = [record for record in match.records if record.ending]
    turns = plural(sum(len(record.moves) for record in match.records), "turn")
    text = f"{len(over):,} of {plural(match.games, 'game')}, {turns}"
    if match.interrupted:
        return f"PARTIAL, interrupted: {text}"
    return f"PARTIAL, {match.stopped}: {text}" if match.stopped else text


def exit_code(match: Match) -> int:
    """0 all games ended properly, 1 a player broke the rules or was late, 3 a player was lost, 130 interrupted with
    nothing wrong until then."""
    hows = {record.ending.how for record in match.records if record.ending}
    if hows & {FOUL, TIMEOUT}:
        return 1
    if COMMUNICATION in hows:
        return 3
    return 130 if match.interrupted else 0


def write(path: Path, match: Match, command: Sequence[str]) -> None:
    document = {
        "command": shlex.join(command),
        "players": {letter: player.name for letter, player in zip(LETTERS, match.players, strict=True)},
        "partial": match.partial,
        "exit_code": exit_code(match),
        "games": [_game(record) for record in match.records],
    }
    path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


def _game(record: Record) -> dict[str, Any]:
    def letter(player: int | None) -> str | None:
        return None if player is None else LETTERS[player]

    ending, sides = record.ending, record.sides
    return {
        "game": record.number,
        **{side: letter(player) for side, player in zip(sides, record.seats, strict=True)},
        "identities": dict(zip(sides, record.identities, strict=True)),
        "winner": letter(record.winner),
        "how": ending and ending.how,
        "fault": letter(record.fault),
        "why": ending and ending.why,
        "partial": ending is None,
        "moves": record.moves,
        "seconds": record.seconds,
    }
