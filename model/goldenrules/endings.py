"""Records of games between two sides: how one is read, and the end of a game as it says it.

White wins             as the board shows
White wins on time     the other side was late
White wins by foul     the other side has broken the rules
draw                   as the board shows
*                      broken off
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from goldenrules.errors import GameError, NotationError, Refused
from goldenrules.lines import IllegalGame, Word, words_of

PositionT = TypeVar("PositionT")

TIME, FOUL = "time", "foul"
DRAW, OPEN = "draw", "*"
#: The ends that a board does not show, and how they are written.
CALLED = {TIME: "on time", FOUL: "by foul"}
#: The characters of a long word that are repeated in an error.
_SHOWN = 20


class StatedEnd(NamedTuple):
    #: The name of the side that has won.
    winner: str | None
    #: TIME, FOUL, DRAW or OPEN; empty: as the board shows.
    how: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, [self.winner and f"{self.winner} wins", CALLED.get(self.how, self.how)]))


class Endings:
    """The endings of a game whose sides have these names."""

    def __init__(self, *names: str) -> None:
        #: A win as one word of a record, whatever blanks are in it.
        self.win = rf"(?:{'|'.join(names)})[ \t]+wins(?:[ \t]+(?:on[ \t]+time|by[ \t]+foul))?(?!\S)"
        said = [StatedEnd(name, how) for name in names for how in ("", *CALLED)] + [
            StatedEnd(None, how) for how in (DRAW, OPEN)
        ]
        self._said = {str(ending): ending for ending in said}

    def read(self, text: str) -> StatedEnd | None:
        """Return the ending; None for any other word."""
        return self._said.get(re.sub(r"[ \t]+", " ", text))


class PartialRecord(Generic[PositionT]):
    """A record as far as it has been read: options, then moves, then the end. Each game derives its own."""

    endings: ClassVar[Endings]
    #: What is a word; and those that are neither options nor moves nor an end, such as numbers.
    word: ClassVar[re.Pattern[str]]
    number: ClassVar[re.Pattern[str] | None] = None
    #: The options, and what each may be.
    options: ClassVar[Mapping[str, str]]
    #: The sides by their names.
    sides: ClassVar[Mapping[str, Any]]
    #: The game's `Reason`, with `BAD_OPTION`, `WRONG_RESULT` and `AFTER_THE_END`.
    reasons: ClassVar[Any]

    def __init__(self, rules: Any) -> None:
        """Begin a record.

        `rules` are those that the record does not name.
        """
        self.rules = rules
        self.position: Any = self.begin({})
        self._given: dict[str, str] = {}
        self._ended = False

    def begin(self, options: Mapping[str, str]) -> PositionT:
        """Return the position before the first move. Raise ValueError for the option that was given last."""
        raise NotImplementedError

    def end_on_board(self) -> str:
        """Return the end of the game that the board shows; empty while it goes on."""
        raise NotImplementedError

    def due(self) -> str:
        """Return who must move while the game goes on."""
        raise NotImplementedError

    def check_number(self, text: str) -> None:
        """Raise NotationError for a number that differs from that of the next move."""

    def read(self, text: str, line: int) -> PositionT:
        """Play the game of a text that begins in this line. Raise IllegalGame at the first word that is wrong."""
        words = words_of(text, line, self.word)
        for at, word in enumerate(words):
            try:
                self._take(word.text)
            except GameError as error:
                moves, number = sum(map(self._is_move, words)), sum(map(self._is_move, words[:at])) + 1
                what = f"move {number} of {moves}" if number <= moves else "the result"
                what = "the options" if "=" in word.text else what
                before = [earlier.text for earlier in words[:at]]
                raise IllegalGame(self.position, what, number, word, error, before) from error
        position: PositionT = self.position
        return position

    def _is_move(self, word: Word) -> bool:
        return not ("=" in word.text or self._is_number(word.text) or self.endings.read(word.text))

    def _is_number(self, text: str) -> bool:
        return self.number is not None and self.number.fullmatch(text) is not None

    def _take(self, text: str) -> None:
        if self._ended:
            expected = "a blank line, and then the next game"
            raise NotationError(self.reasons.AFTER_THE_END, text, 0, repr(text[:_SHOWN]), expected)
        if "=" in text:
            self._take_option(text)
        elif self._is_number(text):
            self.check_number(text)
        elif said := self.endings.read(text):
            self._take_end(text, said)
        else:
            self.position.play(text)

    def _take_option(self, text: str) -> None:
        key, _, value = text.partition("=")
        at, found, expected = 0, repr(key[:_SHOWN]), f"one of {', '.join(self.options)}"
        if self.position.turns:
            found, expected = "an option", "all options before the first move"
        elif key in self._given:
            found, expected = f"a second {key}=", "each option once"
        elif key in self.options:
            try:
                self.position = self.begin(self._given | {key: value})
                self._given[key] = value
                return
            except NotationError as error:
                error.text, error.at = text, len(key) + 1 + error.at
                raise
            except Refused:
                raise
            except ValueError:
                at, found, expected = len(key) + 1, repr(value[:_SHOWN]), self.options[key]
        raise NotationError(self.reasons.BAD_OPTION, text, at, found, expected)

    def _take_end(self, text: str, said: StatedEnd) -> None:
        """Take an end: one that is called, or that of the board."""
        on_board = self.end_on_board()
        self._ended = True
        if not on_board and said.winner and said.how in CALLED:
            self.position.call(self.sides[said.winner], said.how)
        elif (on_board and str(said) != on_board) or (not on_board and said.how != OPEN):
            expected = on_board or f"a move of {self.due()}: the game has not ended"
            raise NotationError(self.reasons.WRONG_RESULT, text, 0, repr(text), expected)
