"""Reading games from outside, and saying where they are wrong: file, line, column, the word itself and a caret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import BinaryIO

from goldenrules.trax import (
    MODERN,
    NOTATIONS,
    Game,
    GameText,
    IllegalGame,
    Notation,
    NotationError,
    RuleSet,
    UnreadableText,
    read_games,
    replay,
)
from goldenrules.trax.captions import reason
from goldenrules.trax.errors import Ambiguous, OutOfRange, UnknownResult, WrongResult
from rich.cells import cell_len

from loopline.report.console import BadInput, complain, printable
from loopline.wording import plural

STDIN = "-"
#: So many moves before the offending one are shown with it.
_BEFORE = 6
#: What may be meant by a line below a game.
UNMARKED = "A line of several moves is a game of its own; to go on with the game above, begin it with a move number."


class Games:
    """The games of some files, and how many of them are legal."""

    def __init__(self, rules: RuleSet, notation: Notation = MODERN, option: str = "--notation") -> None:
        if rules.first_cell_free and notation != MODERN:
            raise BadInput(f"{rules.name} has no notation called {notation.name}; use {MODERN.name}")
        self.rules, self.notation, self._option = rules, notation, option
        self._tally: Counter[str] = Counter()

    def read(self, name: str, given: BinaryIO | None = None) -> Iterator[GameText]:
        """The games of a file, or of standard input. BadInput when it cannot be read (on), or has none."""
        try:
            with nullcontext(given) if given else _open(name) as stream:
                games = read_games(stream, self.notation)
                text = None
                for text in games:
                    yield text
        except OSError as error:
            raise BadInput(f"{shown(name)}: {error.strerror}") from error
        except UnreadableText as error:
            raise BadInput(_unreadable(name, error)) from error
        self._tally["text"] += games.text_lines
        if text is None:
            lines = f", only {plural(games.text_lines, 'line')} of text" if games.text_lines else ""
            raise BadInput(f"{shown(name)}: no game in it{lines}")

    def replay(self, text: GameText) -> Game:
        """Play it to its end. IllegalGame where it is wrong."""
        try:
            game = replay(text, self.rules, self.notation.read_move)
        except IllegalGame as error:
            self._tally["unreadable" if cannot_be_read(error) else "illegal"] += 1
            raise
        self._tally["legal"] += 1
        return game

    def replay_files(self, names: list[str]) -> Iterator[tuple[str, GameText, Game, IllegalGame | None]]:
        """All games of these files, to where they are wrong. A file that cannot be read does not end it."""
        for name in names:
            try:
                for text in self.read(name):
                    try:
                        yield name, text, self.replay(text), None
                    except IllegalGame as error:
                        yield name, text, error.game, error
            except BadInput as problem:
                complain(str(problem))
                self._tally["bad files"] += 1

    def illegal(self, name: str, text: GameText, error: IllegalGame) -> str:
        """What is wrong with a game, where, and what may help."""
        token, moves = error.token, error.number - 1
        before = " ".join(move.text for move in text.moves[max(0, moves - _BEFORE) : moves])
        at = error.error.at if isinstance(error.error, NotationError) else 0
        words = [where(name, token.line, token.column), ": ", _what(text, error)]
        words += [", ", printable(token.text), ": "] if token.text else [": "]
        words += [printable(reason(error.error, error.game.position), 300)]
        marked = [_marked(before, token.text, at)] if token.text else []
        return "\n".join(["".join(words), *marked, *(f"    {hint}" for hint in self._hints(text, error))])

    def _hints(self, text: GameText, error: IllegalGame) -> Iterator[str]:
        if text.unmarked and error.number == 1:
            yield UNMARKED
        if cannot_be_read(error) and not text.problem:
            for another in NOTATIONS.values():
                if another != self.notation and _is_move(another, error):
                    yield f"In another notation it is a move: {self._option} {another.name}"

    def summary(self, files: int) -> str:
        tally = self._tally
        games = tally["legal"] + tally["illegal"] + tally["unreadable"]
        words = [f"{tally['legal']:,} legal", f"{tally['illegal']:,} illegal"]
        words += [f"{tally['unreadable']:,} unreadable"] if tally["unreadable"] else []
        words += [f"{plural(tally['bad files'], 'file')} unreadable or without a game"] if tally["bad files"] else []
        words += [f"{plural(tally['text'], 'line')} of text skipped"] if tally["text"] else []
        return f"{plural(games, 'game')} in {plural(files, 'file')}: {', '.join(words)}"

    @property
    def exit_code(self) -> int:
        if self._tally["unreadable"] or self._tally["bad files"]:
            return BadInput.exit_code
        return 1 if self._tally["illegal"] else 0


def _open(name: str) -> BinaryIO:
    return open(0, "rb", closefd=False) if name == STDIN else Path(name).open("rb")


def shown(name: str) -> str:
    return "standard input" if name == STDIN else printable(name, 200)


def where(name: str, line: int, column: int) -> str:
    return f"{shown(name)}:{line}:{column}"


def _unreadable(name: str, error: UnreadableText) -> str:
    return f"{where(name, error.line, error.column)}: {printable(str(error.error), 300)}"


def cannot_be_read(error: IllegalGame) -> bool:
    """Is it not even a text that means a cell here? Otherwise it is a move that the rules refuse, or a wrong result."""
    return isinstance(error.error, NotationError) and not isinstance(error.error, WrongResult)


def _what(text: GameText, error: IllegalGame) -> str:
    if isinstance(error.error, WrongResult | UnknownResult):
        return "the result"
    if text.problem and error.error is text.problem[1]:
        return f"after move {len(text.moves)}" if text.moves else "before the first move"
    return f"move {error.number} of {len(text.moves)}"


def _is_move(notation: Notation, error: IllegalGame) -> bool:
    try:
        notation.read_move(error.game.position, error.token.text)
    except NotationError as problem:
        return isinstance(problem, OutOfRange | Ambiguous)
    return True


def _marked(before: str, word: str, at: int) -> str:
    """The offending word after those before it, and below it a line that underlines it, a caret where it goes wrong."""
    start = f"    {before} " if before else "    "
    safe, good = printable(word), printable(word[:at])
    tail = "~" * (cell_len(safe) - cell_len(good) - 1)
    return f"{start}{safe}\n{' ' * cell_len(start)}{'~' * cell_len(good)}^{tail}"
