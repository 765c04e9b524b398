"""Records of games (RULES 4.6): options, moves, and who has won. Reading one plays it.

    side=3 rule=odd-even protocol=loser-moves
    1. Wc3 2. Bc4 3. Wb4 White wins

All but the moves may be left out. `goldenrules.endings` says what may stand at the end.
"""

from __future__ import annotations

import re

from goldenrules.endings import Endings, IllegalGame, Said, is_called
from goldenrules.errors import GameError, NotationError
from goldenrules.evening.cells import SIDES
from goldenrules.evening.colours import COLOUR_NAMES, LETTERS
from goldenrules.evening.errors import Reason
from goldenrules.evening.notation import read_move, write_move
from goldenrules.evening.position import Position
from goldenrules.evening.rules import STANDARD, Protocol, Rule, RuleSet
from goldenrules.lines import Word, words_of, wrapped

_ENDINGS = Endings(*COLOUR_NAMES.values())
_COLOURS = {name: colour for colour, name in COLOUR_NAMES.items()}
_WORD = re.compile(rf"{_ENDINGS.win}|[0-9]{{1,9}}\.|\S+")
_NUMBER = re.compile(r"[0-9]{1,9}\.")
#: The options, and what each may be.
_OPTIONS = {
    "side": f"a whole number from {SIDES[0]} to {SIDES[-1]}, the side of the board",
    "rule": " or ".join(rule.value for rule in Rule),
    "protocol": " or ".join(protocol.value for protocol in Protocol),
    "board": "its rows with a / between them, of W, B and ., one for each cell",
}
#: So much of a long word is repeated in an error.
_SHOWN = 20


def replay(text: str, line: int = 1, rules: RuleSet = STANDARD) -> Position:
    """Play the game of a text that begins in this line. `rules` are those that it does not name. Raises IllegalGame."""
    record, words = _Record(rules), words_of(text, line, _WORD)
    for at, word in enumerate(words):
        try:
            record.take(word)
        except GameError as error:
            moves, number = sum(map(_is_move, words)), sum(map(_is_move, words[:at])) + 1
            what = f"move {number} of {moves}" if number <= moves else "the result"
            what = "the options" if "=" in word.text else what
            raise IllegalGame(record.position, what, number, words, at, error) from error
    return record.position


def _is_move(word: Word) -> bool:
    return not ("=" in word.text or _NUMBER.fullmatch(word.text) or _ENDINGS.read(word.text))


class _Record:
    """A record as far as it has been read."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.position = Position(rules)
        self.ended = False
        self._options: dict[str, str] = {}

    def take(self, word: Word) -> None:
        text, moves = word.text, len(self.position.turns)
        if self.ended:
            raise NotationError(
                Reason.AFTER_THE_END, text, 0, repr(text[:_SHOWN]), "a blank line, and then the next game"
            )
        if "=" in text:
            self._take_option(text)
        elif _NUMBER.fullmatch(text):
            if text != f"{moves + 1}.":
                raise NotationError(Reason.WRONG_NUMBER, text, 0, text, f"{moves + 1}.")
        elif said := _ENDINGS.read(text):
            self._take_result(text, said)
        else:
            self.position.play(read_move(self.position, text))

    def _take_option(self, text: str) -> None:
        key, _, value = text.partition("=")
        if self.position.turns:
            raise NotationError(Reason.BAD_OPTION, text, 0, "an option", "all options before the first move")
        if key not in _OPTIONS:
            raise NotationError(
                Reason.BAD_OPTION, text, 0, repr(key[:_SHOWN]), " or ".join(f"{one}=" for one in _OPTIONS)
            )
        if key in self._options:
            raise NotationError(Reason.BAD_OPTION, text, 0, f"a second {key}=", "each option once")
        options = self._options | {key: value}
        try:
            self.position = _start(options, self.rules)
        except ValueError as error:
            raise NotationError(Reason.BAD_OPTION, text, len(key) + 1, repr(value[:_SHOWN]), _OPTIONS[key]) from error
        self._options = options

    def _take_result(self, text: str, said: Said) -> None:
        due = f"a move of {' or '.join(COLOUR_NAMES[one] for one in self.position.players)}: the game has not ended"
        if is_called(text, said, result_text(self.position), Reason.WRONG_RESULT, due):
            self.position.call(_COLOURS[said.winner or ""], said.how)
        self.ended = True


def _start(options: dict[str, str], rules: RuleSet) -> Position:
    """The position before the first move. Raises ValueError."""
    rows = options["board"].split("/") if "board" in options else []
    side = options.get("side", str(len(rows[0]) if rows else rules.side))
    if not (len(side) == 1 and side.isascii() and side.isdecimal()):
        raise ValueError(side)
    rule, protocol = options.get("rule", rules.rule.value), options.get("protocol", rules.protocol.value)
    rules = RuleSet(int(side), Rule(rule), Protocol(protocol))
    return Position.from_rows(rows, rules) if rows else Position(rules)


def board_text(position: Position) -> str:
    """The stones row by row, as `board=` reads them: `W./.B./..`"""
    stones = position.stones
    return "/".join("".join(LETTERS[stones[cell]] for cell in row) for row in position.hexagon.rows)


def options_text(rules: RuleSet) -> str:
    """`side=3 rule=base protocol=loser-moves`"""
    return f"side={rules.side} rule={rules.rule.value} protocol={rules.protocol.value}"


def result_text(position: Position) -> str:
    """`White wins`, `White wins on time`; empty while the game goes on."""
    how = position.called[1] if position.called else ""
    return str(Said(COLOUR_NAMES[position.winner], how)) if position.winner else ""


def write_game(position: Position, width: int = 80) -> str:
    """A text that reads as the same game, in lines of `width`. Options stand in the first line, with the board if the
    game did not begin on an empty one."""
    start = position.copy()
    while start.turns:
        start.take_back()
    options = options_text(position.rules) + ("" if start.empty else f" board={board_text(start)}")
    words = [f"{number}.\0{write_move(position, turn.move)}" for number, turn in enumerate(position.turns, 1)]
    words.append(result_text(position).replace(" ", "\0"))
    return f"{options}\n" + wrapped(words, width).lstrip("\n")
