"""The lines of a Trax file without comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from goldenrules import lines
from goldenrules.errors import GameError, NotationError
from goldenrules.trax.errors import Reason

_COMMENT = re.compile(r"[#;].*|\{[^}]*\}?")


class UnreadableText(GameError):
    """The exception for the rest of a file that cannot be read: from which line on, and why."""

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
    #: The problem that makes it unusable.
    problem: NotationError | None


def read_lines(stream: BinaryIO) -> Iterator[Line]:
    """Yield the lines of a file without comments. Raise UnreadableText."""
    comment_since = 0  # the line of the `{` that is still open, or 0
    try:
        for number, (raw, too_long) in enumerate(lines.read_lines(stream), 1):
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
            text = _COMMENT.sub(lambda comment: " " * len(comment[0]), text)
            yield Line(number, text, blank, joined, _too_long() if too_long else None)
    except lines.NotText as error:
        wrong = NotationError(Reason.NOT_TEXT, "", error.column - 1, error.found, error.expected)
        raise UnreadableText(error.line, wrong) from error
    if comment_since:
        wrong = NotationError(Reason.UNCLOSED_COMMENT, "", 0, "{ without }", "} where the comment ends")
        raise UnreadableText(comment_since, wrong)


def _too_long() -> NotationError:
    return NotationError(Reason.TOO_LONG, "", 0, "a longer line", f"at most {lines.LONGEST:,} characters in a line")
