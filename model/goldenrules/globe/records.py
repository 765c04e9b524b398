"""Records of games (RULES 5.6): playing what a text says, and writing what was played.

    # a comment, to the end of the line
    capture=P history=64
    W1-W4 W3-W2 W4-C2 North wins on time

    capture=G board=n.n.n.............sss side=s C5-C1

In a file a blank line separates two games, and `goldenrules.lines.read_paragraphs` finds them. Options come first, then
moves, then, if you like, the result: `goldenrules.endings` says how. A mistake in a game costs that game only.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from dataclasses import replace
from itertools import takewhile

from goldenrules import lines
from goldenrules.endings import CALLED, DRAW, Endings, IllegalGame, Said, is_called
from goldenrules.errors import GameError, NotationError, Refused
from goldenrules.globe.errors import Reason
from goldenrules.globe.notation import LONGEST, read_board, read_side, write_side
from goldenrules.globe.position import START, End, Position
from goldenrules.globe.rules import Capture, Rules
from goldenrules.globe.sides import NORTH, SIDE_NAMES
from goldenrules.lines import Word

#: The most digits of a history.
_DIGITS = 6

_FIRST = "options before the first move, and a blank line between two games"
_ENDINGS = Endings(*SIDE_NAMES.values())
_SIDES = {name: side for side, name in SIDE_NAMES.items()}
_WORD = re.compile(rf"{_ENDINGS.win}|\S+")


def words_of(text: str, line: int = 1) -> list[Word]:
    """The words of a game that begins in this line, a result as one word; none of them has been looked at yet."""
    return lines.words_of(text, line, _WORD)


def replay(text: str, line: int = 1, rules: Rules | None = None) -> Position:
    """Play the game of a text that begins in this line. `rules` are those that it does not name. Raises IllegalGame at
    the first word that is wrong."""
    beginning, words = _Beginning(rules or Rules()), words_of(text, line)
    options = list(takewhile(_is_option, words))
    for at, word in enumerate(options):
        try:
            beginning.take(word)
        except NotationError as error:
            raise IllegalGame(Position(beginning.rules), "option", 1, words, at, error) from error
    try:
        position = beginning.position()
    except Refused as error:
        at = words.index(beginning.words["board"])
        raise IllegalGame(Position(beginning.rules), "option", 1, words, at, error) from error
    rest = words[len(options) :]
    moves = [word for word in rest if not _ENDINGS.read(word.text)]
    ended = False
    for number, word in enumerate(rest, 1):
        said = _ENDINGS.read(word.text)
        try:
            if ended:
                raise NotationError(
                    Reason.AFTER_THE_END,
                    word.text,
                    0,
                    repr(word.text[:LONGEST]),
                    "a blank line, and then the next game",
                )
            _take(word.text, position, said)
        except GameError as error:
            what = "the result" if said else f"move {number} of {len(moves)}"
            raise IllegalGame(position, what, number, words, len(options) + number - 1, error) from error
        ended = said is not None
    return position


def _take(text: str, position: Position, said: Said | None) -> None:
    if said:
        _take_result(text, position, said)
    elif "=" in text:
        raise NotationError(Reason.LATE_OPTION, text, 0, repr(text[:LONGEST]), _FIRST)
    else:
        position.play(text)


def _take_result(text: str, position: Position, said: Said) -> None:
    due = f"a move of {SIDE_NAMES[position.to_move]}: the game has not ended"
    if is_called(text, said, result_text(position), Reason.WRONG_RESULT, due):
        position.call(_SIDES[said.winner or ""], End(said.how))


def _is_option(word: Word) -> bool:
    return "=" in word.text


class _Beginning:
    """What a game begins with, as its options say."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.board, self.side = START, NORTH
        self.words: dict[str, Word] = {}

    def position(self) -> Position:
        return Position(self.rules, self.board, self.side)

    def take(self, word: Word) -> None:
        key, _, value = word.text.partition("=")
        if key not in _OPTIONS:
            raise NotationError(
                Reason.UNKNOWN_OPTION, word.text, 0, repr(key[:LONGEST]), f"one of {', '.join(_OPTIONS)}"
            )
        if key in self.words:
            raise NotationError(Reason.OPTION_TWICE, word.text, 0, repr(key), "each option once")
        self.words[key] = word
        try:
            _OPTIONS[key](self, value)
        except NotationError as error:
            error.text, error.at = word.text, error.at + len(key) + 1
            raise

    def _capture(self, value: str) -> None:
        if value not in list(Capture):
            raise NotationError(Reason.BAD_VALUE, value, 0, repr(value[:LONGEST]), f"one of {', '.join(Capture)}")
        self.rules = replace(self.rules, capture=Capture(value))

    def _history(self, value: str) -> None:
        if not (value.isascii() and value.isdigit() and len(value) <= _DIGITS and int(value)):
            raise NotationError(
                Reason.BAD_VALUE, value, 0, repr(value[:LONGEST]), f"a number from 1 to {10**_DIGITS - 1:,}"
            )
        self.rules = replace(self.rules, history=int(value))

    def _board(self, value: str) -> None:
        read_board(value)
        self.board = value

    def _side(self, value: str) -> None:
        self.side = read_side(value)


_OPTIONS: dict[str, Callable[[_Beginning, str], None]] = {
    "capture": _Beginning._capture,
    "history": _Beginning._history,
    "board": _Beginning._board,
    "side": _Beginning._side,
}


def result_text(position: Position) -> str:
    """`North wins`, `North wins on time`, `draw`; empty while the game goes on."""
    if position.winner is None:
        return DRAW if position.over else ""
    return str(Said(SIDE_NAMES[position.winner], position.end if position.end in CALLED else ""))


def write_game(position: Position, width: int = 100) -> str:
    """The game as text: its rules, what it began with unless that is the start, its moves, its result.
    `replay` reads it."""
    board, side = position.start
    words = [f"capture={position.rules.capture}", f"history={position.rules.history}"]
    if (board, side) != (START, NORTH):
        words += [f"board={board}", f"side={write_side(side)}"]
    words += map(str, position.turns)
    words.append(result_text(position).replace(" ", "\0"))
    text = textwrap.fill(" ".join(words), width, subsequent_indent="  ", break_on_hyphens=False)
    return text.replace("\0", " ") + "\n"
