"""How commands print: plain text unless it goes to a terminal, ASCII if the terminal shows nothing else, and control
characters from files escaped; and tables."""

from __future__ import annotations

import codecs
import io
import sys
import warnings
from collections.abc import Mapping, Sequence
from typing import IO, Any

from rich.console import Console
from rich.text import Text

from loopline.errors import BadInput, Notice

_ASCII = {
    "×": "x",
    "·": "-",
    "…": "...",
    "–": "-",
    "✓": "ok",
    "✗": "X",
    "≤": "<=",
    "≥": ">=",
    "→": "->",
    "═": "=",
    "─": "-",
}
_HANDLER = "loopline"

#: The exit code that a shell gives a program ended by a closed pipe. Not 1, which means a mismatch.
READER_GONE = 141

__all__ = ["BadInput", "ascii_only", "complain", "console", "prepare_streams", "printable", "table", "watched"]

Row = Sequence[str]


def prepare_streams() -> None:
    """Characters that the terminal cannot show are replaced by similar ones, instead of ending the program."""
    codecs.register_error(_HANDLER, _in_ascii)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_HANDLER)
    warnings.showwarning = _show_warning


def _show_warning(message: Warning | str, *where: Any, **more: Any) -> None:
    if not isinstance(message, Notice):
        _python_shows(message, *where, **more)
    elif str(message) not in _said:
        _said.add(str(message))
        complain(str(message))


_python_shows = warnings.showwarning
#: A design may be built several times in a run.
_said: set[str] = set()


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end]
    return "".join(_ASCII.get(char, "?") for char in text), error.end


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """The reader has closed the pipe: end quietly."""
        try:
            super().on_broken_pipe()
        except SystemExit:
            raise SystemExit(READER_GONE) from None


def console(*, stderr: bool = False, file: IO[str] | None = None) -> Console:
    """A console that neither wraps lines nor interprets markup: text is printed character by character."""
    return _Console(stderr=stderr, file=file, highlight=False, markup=False, emoji=False, soft_wrap=True)


def ascii_only(target: Console) -> bool:
    """Whether the terminal's encoding has ASCII characters only."""
    return not target.encoding.lower().startswith("utf")


def complain(text: str) -> None:
    """Print an error message. Text quoted from a file cannot move the cursor or change the colours."""
    safe = "".join(c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text)
    console(stderr=True).print(f"loopline: {safe}", style="red")


def printable(text: str, longest: int = 60) -> str:
    """Text from outside, safe to print: control characters are escaped, and long text is cut off."""
    safe = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text[: longest + 1])
    return safe if len(safe) <= longest else f"{safe[:longest]}…"


def watched(target: Console) -> bool:
    """Is it a terminal, where a progress display makes sense?"""
    return target.is_terminal and not target.is_dumb_terminal


def table(head: Row, rows: Sequence[Row], left: set[int], styles: Mapping[str, str] | None = None) -> Text:
    """Return a table: columns as wide as their widest cell, numbers flush right, the same on a terminal and in a file.
    `left`: the columns that are flush left. `styles`: the style for each cell text."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = []
    for row in (head, *rows):
        line = Text(style="bold" if row is head else "")
        for i, (cell, width) in enumerate(zip(row, widths, strict=True)):
            line.append("  " if i else "")
            line.append(cell.ljust(width) if i in left else cell.rjust(width), (styles or {}).get(cell, ""))
        line.rstrip()
        lines.append(line)
    return Text("\n").join(lines)
