"""Reading game texts from outside, and saying where they are wrong: file, line, column, the text itself and a caret."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import BinaryIO

from goldenrules.trax import (
    GameText,
    IllegalGame,
    NotationError,
    UnreadableText,
    read_games,
)
from goldenrules.trax.captions import reason
from goldenrules.trax.errors import WrongResult
from rich.cells import cell_len

from loopline.report.console import BadInput, printable

STDIN = "-"
#: So many moves before the offending one are shown with it.
_BEFORE = 6


def games_in(name: str, given: BinaryIO | None = None) -> Iterator[GameText]:
    """The games of a file, or of standard input, read a line at a time. BadInput when it cannot be read (on)."""
    try:
        with nullcontext(given) if given else _open(name) as stream:
            yield from read_games(stream)
    except OSError as error:
        raise BadInput(f"{shown(name)}: {error.strerror}") from error
    except UnreadableText as error:
        raise BadInput(unreadable(name, error)) from error


def _open(name: str) -> BinaryIO:
    return open(0, "rb", closefd=False) if name == STDIN else Path(name).open("rb")


def shown(name: str) -> str:
    return "standard input" if name == STDIN else printable(name, 200)


def where(name: str, line: int, column: int) -> str:
    return f"{shown(name)}:{line}:{column}"


def unreadable(name: str, error: UnreadableText) -> str:
    text = f"{where(name, error.line, error.column)}: {printable(str(error.error), 300)}"
    return f"{text}\n{_marked('', error.error.text, 0)}" if error.error.text else text


def cannot_be_read(error: IllegalGame) -> bool:
    """Is the move not even a text that means a cell here? Otherwise it is one that the rules refuse."""
    return isinstance(error.error, NotationError) and not isinstance(error.error, WrongResult)


def illegal(name: str, text: GameText, error: IllegalGame) -> str:
    """What is wrong with a game, and where."""
    token, moves = error.token, error.number - 1
    what = "the result" if isinstance(error.error, WrongResult) else f"move {error.number} of {len(text.moves)}"
    before = " ".join(move.text for move in text.moves[max(0, moves - _BEFORE) : moves])
    at = error.error.at if isinstance(error.error, NotationError) else 0
    head = f"{where(name, token.line, token.column)}: {what}, {printable(token.text)}: "
    return f"{head}{printable(reason(error.error, error.game.position), 300)}\n{_marked(before, token.text, at)}"


def _marked(before: str, word: str, at: int) -> str:
    """The offending word after those before it, and below it a line that underlines it, a caret where it goes wrong."""
    start = f"    {before} " if before else "    "
    safe, good = printable(word), printable(word[:at])
    tail = "~" * (cell_len(safe) - cell_len(good) - 1)
    return f"{start}{safe}\n{' ' * cell_len(start)}{'~' * cell_len(good)}^{tail}"
