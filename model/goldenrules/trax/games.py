"""Whole games as text (RULES 1.4): moves separated by white space, with or without numbers, comments and results.

    # a comment, to the end of the line; so is what follows a semicolon
    1. @0+ 2. @1\\ {a comment of any length} 3. B2\\
    White resigns

A file may hold many games. A game begins after a blank line, with move number 1, and on a line that begins with `@0/`
or `@0+`: that cell is a corner, so nothing but a first tile can ever lie there.

Reading takes the memory of one line and one game, whatever the size of the file.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from goldenrules.trax import notation
from goldenrules.trax.errors import (
    AfterTheEnd,
    GameOver,
    NotationError,
    NotText,
    TooLong,
    Trap,
    TraxError,
    UnclosedComment,
    WrongNumber,
    WrongResult,
)
from goldenrules.trax.game import Game, Result
from goldenrules.trax.position import Move, Position
from goldenrules.trax.rules import CONTEST, RuleSet
from goldenrules.trax.scan import LONGEST
from goldenrules.trax.tiles import COLOUR_NAMES, RED, WHITE, other

#: A line of more characters is no game text: the longest game known needs a thousandth of it.
LONGEST_LINE = 1 << 16
#: Nor is a game of more moves.
MOST_MOVES = 1 << 14

_COMMENT = re.compile(r"[#;].*|\{[^}]*\}?")
_TOKEN = re.compile(r"\S+")
_NUMBER = re.compile(r"([0-9]{1,9})(?:\.+|:)")
_FIRST_MOVE = re.compile(r"(?:1(?:\.+|:)\s*)|@0[/+]")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f�]")
_WORDS = {"white", "red", "wins", "win", "resigns", "resign", "draw", "drawn", "1-0", "0-1", "1/2-1/2", "*"}
#: What is stated in such words → who wins by it, None for a draw. Who just resigns is the player to move.
_WINNER = {
    "white win": WHITE,
    "red resign": WHITE,
    "1-0": WHITE,
    "red win": RED,
    "white resign": RED,
    "0-1": RED,
    "draw": None,
    "1/2-1/2": None,
}
_STATEMENT = re.compile("|".join([*_WINNER, "resign"]))


@dataclass(frozen=True)
class Token:
    text: str
    #: Both count from 1.
    line: int
    column: int


@dataclass
class GameText:
    """One game, split into its words; none of its moves has been looked at yet."""

    line: int
    moves: list[Token] = field(default_factory=list)
    #: Result words as they stand at the end.
    result: list[Token] = field(default_factory=list)


class IllegalGame(TraxError):
    """A move of the game is wrong: which one, why, and the game up to there."""

    reason = "illegal game"

    def __init__(self, game: Game, number: int, token: Token, error: TraxError) -> None:
        super().__init__(f"line {token.line}, move {number}, {token.text[:LONGEST]}: {error}")
        self.game = game
        #: Which of the moves; one more than there are if it is the result.
        self.number = number
        self.token = token
        self.error = error


class UnreadableText(TraxError):
    """The text is not a game text: at which line, and why."""

    reason = "unreadable text"

    def __init__(self, line: int, error: NotationError) -> None:
        super().__init__(f"line {line}, column {error.at + 1}: {error}")
        self.line = line
        self.column = error.at + 1
        self.error = error


def read_games(stream: BinaryIO) -> Iterator[GameText]:
    """The games of a file. Raises UnreadableText; the games before it have been yielded then."""
    game: GameText | None = None
    for number, line, blank in _lines(stream):
        starts = _FIRST_MOVE.match(line.lstrip()) is not None
        if game and (blank or starts) and (game.moves or game.result):
            yield game
            game = None
        for match in _TOKEN.finditer(line):
            game = game or GameText(number)
            try:
                _take(game, match[0], number, match.start())
            except NotationError as error:
                error.at += match.start()
                raise UnreadableText(number, error) from error
    if game and (game.moves or game.result):
        yield game


def _lines(stream: BinaryIO) -> Iterator[tuple[int, str, bool]]:
    """Number, text with its comments blanked out, and whether the line is blank. A `{` comment may span lines."""
    opened = 0  # the line of the `{` that is still open, or 0
    number = 0
    while raw := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(raw) > LONGEST_LINE:
            raise UnreadableText(number, TooLong("", 0, "a line without end", f"at most {LONGEST_LINE} characters"))
        line = raw.decode("utf-8", errors="replace").removeprefix("\ufeff")
        if bad := _CONTROL.search(line):
            found = f"the byte 0x{ord(bad[0]):02x}" if bad[0] != "\ufffd" else "bytes that are not UTF-8"
            raise UnreadableText(number, NotText("", bad.start(), found, "a text"))
        blank = not opened and not line.strip()
        if opened:
            closed = "}" in line
            end = line.index("}") + 1 if closed else len(line)
            opened, line = 0 if closed else opened, " " * end + line[end:]
        if any(comment[0].startswith("{") and "}" not in comment[0] for comment in _COMMENT.finditer(line)):
            opened = number
        yield number, _COMMENT.sub(lambda comment: " " * len(comment[0]), line), blank
    if opened:
        raise UnreadableText(opened, UnclosedComment("", 0, "{ without }", "the end of the comment"))


def _take(game: GameText, word: str, line: int, column: int) -> None:
    """Put one word where it belongs."""
    if word.lower().rstrip(".,!") in _WORDS:
        game.result.append(Token(word, line, column + 1))
        return
    if number := _NUMBER.match(word):
        # Either every turn is numbered, or every pair of turns.
        plies = len(game.moves)
        if int(number[1]) not in (plies + 1, plies // 2 + 1):
            raise WrongNumber(word, 0, number[1], str(plies + 1))
        word, column = word[number.end() :], column + number.end()
        if not word:
            return
    if game.result:
        raise AfterTheEnd(word, 0, repr(word[:LONGEST]), "the next game on a new line")
    if len(game.moves) >= MOST_MOVES:
        raise TooLong(word, 0, "a longer game", f"at most {MOST_MOVES} moves")
    game.moves.append(Token(word, line, column + 1))


def replay(
    text: GameText, rules: RuleSet = CONTEST, read_move: Callable[[Position, str], Move] = notation.read_move
) -> Game:
    """Play a game text to its end. Raises IllegalGame at the first move, or result, that is wrong.

    Where fouls lose, a trap ends the game: it was played, and lost by. Any other refused move is taken for a mistake of
    whoever wrote the game down.
    """
    game, lost = Game(rules), False
    for number, token in enumerate(text.moves, 1):
        try:
            move = read_move(game.position, token.text)
            if lost:
                raise GameOver(*move, f"the game has ended: {game.result}")
            game.position.play(*move)
        except TraxError as error:
            if not isinstance(error, Trap) or not rules.fouls_lose:
                raise IllegalGame(game, number, token, error) from error
            game.foul(error)
            lost = True
    if text.result:
        _apply_result(game, text)
    return game


def _apply_result(game: Game, text: GameText) -> None:
    """The stated result must be the one on the board; where the board shows none, it is what is stated."""
    said = " ".join(word.text.lower().rstrip(".,!") for word in text.result)
    meaning = _WINNER | {"resign": other(game.position.to_move)}
    winners = {meaning[statement] for statement in _STATEMENT.findall(said)}
    if not winners:
        return
    winner, on_board = winners.pop(), game.result
    if winners or (on_board and winner != on_board.winner):
        expected = _result_words(on_board)[0] if on_board else "one result"
        wrong = WrongResult(said, 0, repr(said[:LONGEST]), expected)
        raise IllegalGame(game, len(text.moves) + 1, text.result[0], wrong)
    if winner and "resign" in said:
        game.resign(other(winner))
    else:
        game.state(winner)


def move_texts(position: Position, write_move: Callable[[Position, Move], str] = notation.write_move) -> list[str]:
    """The turns of a position, each in the notation of its moment."""
    again = Position(position.rules)
    texts = []
    for turn in position.turns:
        texts.append(write_move(again, turn.move))
        again.play(*turn.move)
    return texts


def write_game(game: Game, write_move: Callable[[Position, Move], str] = notation.write_move, width: int = 80) -> str:
    """The game as numbered text, result last, in lines of `width`."""
    words = [f"{number}. {text}" for number, text in enumerate(move_texts(game.position, write_move), 1)]
    words.extend(_result_words(game.result))
    glued = " ".join(word.replace(" ", "\0") for word in words)
    lines = textwrap.wrap(glued, width, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace("\0", " ") + "\n"


def _result_words(result: Result | None) -> list[str]:
    if result is None:
        return []
    if result.winner is None:
        return ["draw"]
    if result.how == "resignation":
        return [f"{COLOUR_NAMES[other(result.winner)]} resigns"]
    return [f"{COLOUR_NAMES[result.winner]} wins"]
