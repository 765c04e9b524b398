"""The lines of a game file, whoever has written it: any line ends, any encoding that contains ASCII, comments left out.

Reading takes the memory of one line.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from goldenrules.trax.errors import NotationError, NotText, TooLong, TraxError, UnclosedComment

#: A line of more characters is no game text: the longest game known needs a thousandth of it.
LONGEST_LINE = 1 << 16

#: So much of such a line is kept, to see whether it begins a game.
_BEGINNING = 80

_COMMENT = re.compile(r"[#;].*|\{[^}]*\}?")
_FALLBACK = "goldenrules.latin-1"
_END_OF_FILE = "\x1a"  # as DOS wrote it into the file
_UTF_16 = ("ÿþ", "þÿ")


class UnreadableText(TraxError):
    """The rest of a file cannot be read: from which line on, and why."""

    reason = "unreadable text"

    def __init__(self, line: int, error: NotationError) -> None:
        super().__init__(f"line {line}, column {error.at + 1}: {error}")
        self.line = line
        self.column = error.at + 1
        self.error = error


class Line(NamedTuple):
    #: Counts from 1.
    number: int
    #: With blanks where a comment was, so that columns are still those of the file.
    text: str
    #: Nothing in it, not even a comment.
    blank: bool
    #: A comment that began in a line before ends here, so it is rather the same line.
    joined: bool
    #: What makes it unusable.
    problem: NotationError | None


def read_lines(stream: BinaryIO) -> Iterator[Line]:
    """Lines end with LF, CR LF or CR. What is not UTF-8 is taken for Latin-1. Raises UnreadableText."""
    comment_since = 0  # the line of the `{` that is still open, or 0
    number = 0
    for number, (raw, problem) in enumerate(_raw_lines(stream), 1):
        blank = not comment_since and not raw.strip()
        joined, text = bool(comment_since), raw
        if comment_since:
            end = raw.find("}") + 1
            comment_since = 0 if end else comment_since
            end = end or len(raw)
            text = " " * end + raw[end:]
        comments = list(_COMMENT.finditer(text))
        if comments and comments[-1][0].startswith("{") and not comments[-1][0].endswith("}"):
            comment_since = number
        yield Line(number, _COMMENT.sub(lambda comment: " " * len(comment[0]), text), blank, joined, problem)
    if comment_since:
        raise UnreadableText(comment_since, UnclosedComment("", 0, "{ without }", "} where the comment ends"))


def _raw_lines(stream: BinaryIO) -> Iterator[tuple[str, NotationError | None]]:
    """Without their ends. CR CR LF, which some programs make of CR LF, is one end."""
    text = io.TextIOWrapper(stream, "utf-8", _FALLBACK, newline="")
    number, before = 0, ""
    try:
        while line := text.readline(LONGEST_LINE + 1):
            doubled = line == "\r\n" and before.endswith("\r")
            before, problem = line, None
            if doubled:
                continue
            number += 1
            _refuse_binary(number, line)
            if len(line) > LONGEST_LINE and not line.endswith(("\r", "\n")):
                problem = TooLong("", 0, "a longer line", f"at most {LONGEST_LINE:,} characters in a line")
                line, before = line[:_BEGINNING], _skip(text, number)
            yield line.rstrip("\r\n" + _END_OF_FILE).removeprefix("\ufeff"), problem
    finally:
        if not stream.closed:  # whose end it would be otherwise
            text.detach()


def _skip(text: io.TextIOWrapper, number: int) -> str:
    """Read to the end of the line; return the end of that."""
    rest = ""
    while not rest.endswith(("\r", "\n")) and (rest := text.readline(LONGEST_LINE)):
        _refuse_binary(number, rest)
    return rest


def _refuse_binary(number: int, line: str) -> None:
    at = line.find("\0")
    if at >= 0:
        utf_16 = number == 1 and line.startswith(_UTF_16)
        found = "UTF-16" if utf_16 else "the byte 0x00"
        raise UnreadableText(number, NotText("", 0 if utf_16 else at, found, "text in UTF-8 or Latin-1"))


def _as_latin_1(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error(_FALLBACK, _as_latin_1)
