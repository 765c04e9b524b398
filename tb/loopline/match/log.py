"""The log of a match: all its games as text, each move in the file as soon as it is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from loopline.match.match import LETTERS, Audience, Record
from loopline.match.referee import FOUL, TIMEOUT

_MOVES_A_LINE = 10
#: The endings that only the referee knows, as games are told of them.
_CALLED = {TIMEOUT: "time", FOUL: "foul"}


class Log(Audience):
    def __init__(self, file: TextIO, names: Sequence[str]) -> None:
        self._file, self._names = file, names

    def begins(self, record: Record) -> None:
        blank = "\n" if record.number > 1 else ""
        self._write(f"{blank}# game {record.number}; a game that ends without a result is partial\n")

    def played(self, record: Record) -> None:
        if len(record.moves) == 1:
            self._write(self._who(record))
        end = "\n" if len(record.moves) % _MOVES_A_LINE == 0 else " "
        self._write(f"{record.game.logged(len(record.moves), record.moves[-1])}{end}")

    def ends(self, record: Record) -> None:
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
