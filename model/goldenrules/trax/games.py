r"""Game files (RULES 1.4): which words of a file are moves, and of which game.

    # a comment, to the end of the line; so is what follows a semicolon
    1. @0+ 2. @1+ {a comment of any length} 3. B2\
    4. A2+ White resigns

A file may hold many games. A game begins

- after a blank line;
- with move number 1;
- on a line that begins with `@0/` or `@0+`: that cell is a corner, so only a first tile can ever lie there;
- on any line below a result;
- on a line of several moves, unless a number says that they go on with the game above it.

The last is for archives of one game a line: where the first move of a line is damaged, the line must not pass for more
moves of the game before. So a game stands on one line, or one move a line, or it has numbers. Lines of text between the
games, such as names and dates, are skipped and counted.

A mistake in a game is kept with it as its `problem`; reading goes on with the next one. Reading takes the
memory of one line and one game, whatever the size of the file.

A line `Rules: mini`, with nothing else on it, says of the game below it by which rules it is played.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO

from goldenrules.errors import NotationError
from goldenrules.lines import Word, words_of
from goldenrules.trax.errors import Reason
from goldenrules.trax.lines import Line, UnreadableText, read_lines
from goldenrules.trax.notations import MODERN, Notation
from goldenrules.trax.results import MOST_WORDS, begins_with_result, is_result_word
from goldenrules.trax.scan import LONGEST

#: The most moves of a game: the longest known has a hundredth of them.
MOST_MOVES = 1 << 14

_WORD = re.compile(r"\S+")
_NUMBER = re.compile(r"([0-9]{1,9})(?:(\.{2,})|[.:)]|$)")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
#: Short words that are meant as moves, right or wrong.
_LIKE_A_MOVE = re.compile(r"(?=.{1,8}$)(?:.*[@+/\\].*|[A-Za-z]{1,3}[0-9]{1,4}[A-Za-z]?|1[A-Za-z]{2})")


@dataclass
class GameText:
    """A game, split into its words; none of its moves has been looked at yet."""

    line: int
    moves: list[Word] = field(default_factory=list)
    #: Result words as they stand at the end.
    result: list[Word] = field(default_factory=list)
    #: The problem that keeps the rest of the game from being read, and its place.
    problem: tuple[Word, NotationError] | None = None
    #: Whether it stands right below another game, and nothing says that it is one.
    unmarked: bool = False
    numbered: bool = False
    #: The number of moves that share a number: 1, or 2, or 0 if that is not known yet.
    moves_a_number: int = 0
    #: Whether every line has had one move so far.
    in_a_column: bool = True
    #: The first word of a line of text below the last move.
    text: Word | None = None
    #: The word after `Rules:` above it, the name of its rule set.
    rules: Word | None = None

    def __bool__(self) -> bool:
        """Return whether there is anything in it."""
        return bool(self.moves or self.result or self.problem)

    def fail(self, word: Word, error: NotationError) -> None:
        """Keep a problem; the first one counts. Its traceback would keep the whole line in memory."""
        self.problem = self.problem or (word, error.with_traceback(None))

    def numbers_due(self) -> set[int]:
        """Return the numbers that the next move may have."""
        moves, pairs = len(self.moves) + 1, len(self.moves) // 2 + 1
        return {0: {moves, pairs}, 1: {moves}, 2: {pairs}}[self.moves_a_number]

    def take(self, words: Sequence[Word]) -> None:
        """Take the words of a line, up to the first one that is wrong."""
        before = len(self.moves)
        for word in words:
            if self.problem:
                return
            try:
                self._take(word)
            except NotationError as error:
                self.fail(word, error)
        self.in_a_column &= len(self.moves) - before <= 1

    def _take(self, word: Word) -> None:
        if is_result_word(word.text):
            if len(self.result) >= MOST_WORDS:
                raise NotationError(Reason.TOO_LONG, word.text, 0, "a longer result", f"at most {MOST_WORDS} words")
            self.result.append(word)
        elif number := _NUMBER.match(word.text):
            self._count(word.text, number)
            if rest := word.text[number.end() :]:
                self._take(Word(rest, word.line, word.column + number.end()))
        else:
            self._take_move(word)

    def _count(self, word: str, number: re.Match[str]) -> None:
        """Check a number.

        Either every move is numbered, or every pair of moves; Red's move of a pair may have the number and dots.
        """
        found, dots, played = int(number[1]), number[2], len(self.moves)
        due = self.numbers_due()
        if played % 2 and not dots:
            due.discard(played // 2 + 1 if self.moves_a_number == 0 else 0)
        if found not in due:
            raise NotationError(Reason.WRONG_NUMBER, word, 0, str(found), " or ".join(map(str, sorted(due))))
        if played:
            self.moves_a_number = 1 if found == played + 1 else 2
        self.numbered = True

    def _take_move(self, word: Word) -> None:
        text = word.text
        if bad := _CONTROL.search(text):
            raise NotationError(Reason.NOT_TEXT, text, bad.start(), f"the byte 0x{ord(bad[0]):02x}", "a move")
        if self.text:
            expected = "a move; remarks stand in braces or behind #"
            found = repr(self.text.text[:LONGEST])
            self.fail(self.text, NotationError(Reason.TEXT_IN_GAME, self.text.text, 0, found, expected))
        elif self.result and _is_move(text):
            raise NotationError(Reason.AFTER_THE_END, text, 0, repr(text[:LONGEST]), "the next game on a new line")
        elif self.result:
            expected = "the end of the result; remarks stand in braces or behind #"
            raise NotationError(Reason.UNKNOWN_RESULT, text, 0, repr(text[:LONGEST]), expected)
        elif len(self.moves) >= MOST_MOVES:
            raise NotationError(Reason.TOO_LONG, text, 0, "a longer game", f"at most {MOST_MOVES:,} moves")
        else:
            self.moves.append(word)


def read_games(stream: BinaryIO, notation: Notation = MODERN) -> GameReader:
    """Return the games of a file."""
    return GameReader(stream, notation)


class GameReader(Iterator[GameText]):
    """The games of a file.

    Raises UnreadableText where a file is not text; the games before that have been yielded.
    """

    def __init__(self, stream: BinaryIO, notation: Notation = MODERN) -> None:
        self.notation = notation
        #: The lines of text skipped so far.
        self.text_lines = 0
        self._games = self._read(stream)

    def __next__(self) -> GameText:
        return next(self._games)

    def _read(self, stream: BinaryIO) -> Iterator[GameText]:
        game = GameText(0)
        for line in read_lines(stream):
            words = _words(line)
            rules = _rules(words)
            if game and (line.blank or rules or not self._goes_on(game, line, words)):
                yield game
                unmarked = not (line.blank or game.result or _begins(words, self.notation))
                game = GameText(line.number, unmarked=unmarked)
            if line.problem:
                game.fail(Word("", line.number, 1), line.problem)
            elif rules:
                game.rules = rules
            elif words and self._is_text(game, words):
                self.text_lines += 1
                game.text = game.text or (words[0] if game else None)
            else:
                game.line = game.line if game else line.number
                game.take(words)
        if game:
            yield game

    def _goes_on(self, game: GameText, line: Line, words: Sequence[Word]) -> bool:
        """Return whether the line belongs to the game above it. Where that cannot be told the game has a problem."""
        if not words or line.joined or self._is_text(game, words):
            return True
        said = _without_numbers(words)
        if _begins(words, self.notation):
            if not self.notation.first_moves_recur or len(said) > 1 or game.numbered or not game.in_a_column:
                return False
            found, expected = f"{said[0]}, which may begin a game", "move numbers, or a blank line between games"
            game.fail(words[0], NotationError(Reason.AMBIGUOUS, said[0], 0, found, expected))
        elif not all(map(is_result_word, said)):
            if game.result:
                return False
            return self._moves_go_on(game, words[0], said)
        return True

    def _moves_go_on(self, game: GameText, first: Word, said: Sequence[str]) -> bool:
        if _number(first.text):
            return True
        if not game.numbered:
            return game.in_a_column and sum(not is_result_word(word) for word in said) == 1
        if game.moves_a_number == 1 or len(game.moves) % 2 == 0:
            due = " or ".join(map(str, sorted(game.numbers_due())))
            found = repr(first.text[:LONGEST])
            game.fail(first, NotationError(Reason.MISSING_NUMBER, first.text, 0, found, f"move number {due}"))
        return True

    def _is_text(self, game: GameText, words: Sequence[Word]) -> bool:
        """Return whether a line is meant as text: its first word and most of the others are not moves."""
        said, due = _without_numbers(words), bool(game) and _number(words[0].text) in game.numbers_due()
        if not said or due:
            return not due
        if _is_move(said[0]) or all(map(is_result_word, said)) or (game and begins_with_result(said)):
            return False
        moves = sum(map(_is_move, said))
        return len(said) - moves > moves


def read_words(stream: BinaryIO) -> Iterator[GameText]:
    """Yield the words of games, for files that hold other words than moves, too.

    A line goes on with the game above it unless it is blank or says that it begins another. Raise UnreadableText at the
    first problem.
    """
    game = GameText(0)
    for line in read_lines(stream):
        words = _words(line)
        rules = _rules(words)
        if game and (line.blank or rules or _begins(words, MODERN)):
            yield game
            game = GameText(line.number)
        if rules:
            game.rules = rules
            continue
        game.line = game.line if game else line.number
        game.take(words)
        if line.problem:
            raise UnreadableText(line.number, line.problem)
        if game.problem:
            word, error = game.problem
            error.at += word.column - 1
            raise UnreadableText(word.line, error)
    if game:
        yield game


def _rules(words: Sequence[Word]) -> Word | None:
    """Return the name behind `Rules:`, if the line is that."""
    return words[1] if len(words) == 2 and words[0].text.lower() == "rules:" else None


def _words(line: Line) -> list[Word]:
    return words_of(line.text, line.number, _WORD)


def _begins(words: Sequence[Word], notation: Notation) -> bool:
    """Return whether the line says that it begins a game."""
    number, said = _number(words[0].text) if words else 0, _without_numbers(words)
    if number and notation.first_moves_recur:
        return number == 1
    return number == 1 or (bool(said) and said[0].startswith(notation.first_moves))


def _number(word: str) -> int:
    """Return the move number that the word begins with, or 0. In `1...` it is 0, because that continues a game."""
    match = _NUMBER.match(word)
    return int(match[1]) if match and not (match[2] and match[1] == "1") else 0


def _without_numbers(words: Sequence[Word]) -> list[str]:
    numbers = [_NUMBER.match(word.text) for word in words]
    said = [word.text[number.end() if number else 0 :] for word, number in zip(words, numbers, strict=True)]
    return list(filter(None, said))


def _is_move(word: str) -> bool:
    return not is_result_word(word) and _LIKE_A_MOVE.match(word) is not None
