"""Game files (docs/globe.md): which words of a file are of which game.

    # a comment, to the end of the line
    capture=P W1-W4 W3-W2
      W4-C2 pass

A line is a game; an indented line goes on with the game above it. Whatever is wrong with a game is found when it is
replayed, or kept with it as its `problem`; reading goes on with the next one. Reading takes the memory of one line and
one game, whatever the size of the file.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO, NamedTuple

from goldenrules.globe.errors import NotationError, TooLong, UnreadableText

#: Longer lines and games are none: `write_game` makes short lines, and few games have a tenth of so many moves.
LONGEST_LINE = 1 << 16
MOST_WORDS = 1 << 16

_WORD = re.compile(r"[^\s]+")


class Word(NamedTuple):
    text: str
    #: Both count from 1.
    line: int
    column: int


@dataclass
class GameText:
    """One game, split into its words; none of them has been looked at yet."""

    words: list[Word] = field(default_factory=list)
    #: What keeps the rest of the game from being read, and where.
    problem: tuple[Word, NotationError] | None = None
    #: It stands right below another game, and may have been meant to go on with it.
    unmarked: bool = False

    @property
    def line(self) -> int:
        return self.words[0].line if self.words else self.problem[0].line if self.problem else 0

    def take(self, words: list[Word], problem: NotationError | None) -> None:
        """The words of a line. What comes behind a problem is left out."""
        if self.problem:
            return
        room = MOST_WORDS - len(self.words)
        self.words += words[:room]
        if len(words) > room:
            self.problem = words[room], TooLong("", 0, "a longer game", f"at most {MOST_WORDS:,} words")
        elif problem:
            self.problem = Word("", words[0].line, 1), problem


def read_games(stream: BinaryIO) -> Iterator[GameText]:
    """The games of a file. Raises UnreadableText where it is no text; the games before that have been yielded."""
    game, blank = GameText(), True
    for number, line, whole in _lines(stream):
        words = [Word(match[0], number, match.start() + 1) for match in _WORD.finditer(line.partition("#")[0])]
        if words:
            if game.words and not line[0].isspace():
                yield game
                game = GameText(unmarked=not blank and "=" not in words[0].text)
            game.take(words, None if whole else TooLong("", 0, "a longer line", f"at most {LONGEST_LINE:,} characters"))
        blank = not line.strip()
    if game.words:
        yield game


def _lines(stream: BinaryIO) -> Iterator[tuple[int, str, bool]]:
    """Their numbers, and whether they are whole: of a line that is too long only the beginning is read."""
    text = io.TextIOWrapper(stream, "utf-8-sig", "replace")
    number = 0
    try:
        while line := text.readline(LONGEST_LINE):
            number += 1
            whole = line.endswith("\n") or len(line) < LONGEST_LINE
            rest = line
            while "\0" not in rest and len(rest) == LONGEST_LINE and not rest.endswith("\n"):
                rest = text.readline(LONGEST_LINE)
            if "\0" in rest:
                raise UnreadableText(number, line.find("\0") + 1 or 1, "found the byte 0x00, expected text in UTF-8")
            yield number, line, whole
    finally:
        if not stream.closed:  # whose end it would be otherwise
            text.detach()
