"""The lines of a game file, for any game and from any program: any line ends, any encoding that contains ASCII.

Reading takes the memory of one line, or of one paragraph.
"""

from __future__ import annotations

import codecs
import io
import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, NamedTuple

from goldenrules.errors import GameError

#: The most characters of a line, or a paragraph: the longest known game needs a thousandth of it.
LONGEST = 1 << 16

#: The characters kept of a longer line, to see whether it begins a game.
_BEGINNING = 80

#: The characters of a long word that are repeated in an error.
_SHOWN = 20

_FALLBACK = "goldenrules.latin-1"
_END_OF_FILE = "\x1a"  # as DOS wrote it into the file
_UTF_16 = ("ÿþ", "þÿ")


class NotText(GameError):
    """The exception for the rest of a file that cannot be read. Line and column count from 1."""

    def __init__(self, line: int, column: int, found: str, expected: str) -> None:
        super().__init__(f"found {found}, expected {expected}")
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected


class RawLine(NamedTuple):
    #: Without its end.
    text: str
    #: Only its beginning has been kept.
    too_long: bool


class Paragraph(NamedTuple):
    """Lines between blank ones, without comments: these go from `#` to the end of the line."""

    #: The number of its first line, counted from 1.
    line: int
    #: The lines, a line feed between two of them: columns are those of the file.
    text: str


class Word(NamedTuple):
    """A word of a game. Line and column count from 1."""

    text: str
    line: int
    column: int


class IllegalGame(GameError):
    """The exception for a wrong word of a game: which one, why, and what was played before it."""

    reason = "illegal game"

    def __init__(self, played: Any, what: str, number: int, word: Word, error: GameError, before: list[str]) -> None:
        super().__init__(f"line {word.line}, column {word.column}: {what}, {word.text[:_SHOWN]}: {error}")
        #: The result of `replay`, as far as the game is right.
        self.played = played
        #: `move 3 of 7`, `the options`, …
        self.what = what
        #: Of the move, counted from 1.
        self.number = number
        self.word = word
        self.error = error
        #: The texts of the words before it.
        self.before = before


def words_of(text: str, line: int, word: re.Pattern[str]) -> list[Word]:
    """Return the words of a text with their places.

    Args:
        text: The text.
        line: The number of its first line.
        word: A pattern that matches each word.
    """
    lines = enumerate(text.split("\n"), line)
    return [
        Word(found[0], number, found.start() + 1) for number, text_line in lines for found in word.finditer(text_line)
    ]


def wrapped(words: Iterable[str], width: int) -> str:
    """Return the words in lines of this width. A NUL in a word is a blank at which lines stay whole."""
    lines = textwrap.wrap(" ".join(words), width, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace("\0", " ") + "\n"


def read_lines(stream: BinaryIO) -> Iterator[RawLine]:
    """Yield the lines of a file. Raise NotText.

    Lines end with LF, CR LF or CR; so does CR CR LF, which some programs make of CR LF. What is not UTF-8 is taken for
    Latin-1.
    """
    text = io.TextIOWrapper(stream, "utf-8", _FALLBACK, newline="")
    number, before = 0, ""
    try:
        while line := text.readline(LONGEST + 1):
            doubled = line == "\r\n" and before.endswith("\r")
            before = line
            if doubled:
                continue
            number += 1
            _refuse_binary(number, line)
            too_long = len(line) > LONGEST and not line.endswith(("\r", "\n"))
            if too_long:
                line, before = line[:_BEGINNING], _skip(text, number)
            yield RawLine(line.rstrip("\r\n" + _END_OF_FILE).removeprefix("\ufeff"), too_long)
    finally:
        if not stream.closed:  # whose end it would be otherwise
            text.detach()


def read_paragraphs(stream: BinaryIO) -> Iterator[Paragraph]:
    """Yield the paragraphs of a file. Raise NotText.

    A line with only a comment is not blank: the paragraph goes on.
    """
    first, size, lines = 0, 0, list[str]()
    for number, (raw, too_long) in enumerate(read_lines(stream), 1):
        text = _without_comment(raw)
        if lines and not raw.strip():
            yield Paragraph(first, "\n".join(lines))
            size, lines = 0, []
        elif lines or text.strip():
            first, size = first if lines else number, size + len(text) + 1
            lines.append(text)
        if too_long or size > LONGEST:
            raise NotText(number, 1, "a longer game", f"at most {LONGEST:,} characters, and a blank line between games")
    if lines:
        yield Paragraph(first, "\n".join(lines))


def _without_comment(line: str) -> str:
    text, mark, _ = line.partition("#")
    return text.rstrip() if mark else line


def _skip(text: io.TextIOWrapper, number: int) -> str:
    """Read to the end of the line; return the end of that."""
    rest = ""
    while not rest.endswith(("\r", "\n")) and (rest := text.readline(LONGEST)):
        _refuse_binary(number, rest)
    return rest


def _refuse_binary(number: int, line: str) -> None:
    at = line.find("\0")
    if at >= 0:
        utf_16 = number == 1 and line.startswith(_UTF_16)
        column, found = (1, "UTF-16") if utf_16 else (at + 1, "the byte 0x00")
        raise NotText(number, column, found, "text in UTF-8 or Latin-1")


def _as_latin_1(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error(_FALLBACK, _as_latin_1)
