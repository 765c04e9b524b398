"""Game files as `check`, `convert` and `show` read them.

For each: of which game it is, what is wrong in it, and how many games are legal.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from rich.cells import cell_len

from loopline.contract import paper
from loopline.contract.paper import AnyPaper, Location, Problem, Remark, ReplayedGame, ReplayedGames, UnreadableFile
from loopline.errors import BadInput, plural
from loopline.report.console import ascii_only, complain, console, printable

STDIN = "-"
#: This many words before the offending one are shown with it.
_BEFORE = 6


class GameOptions(NamedTuple):
    """What the user has said about the games; None where nothing."""

    game: str | None = None
    rules: str | None = None
    notation: str | None = None
    #: The option that chooses a notation.
    option: str = "--notation"


class Games:
    """The games of some files, and how many of them are legal."""

    def __init__(self, asked: GameOptions, names: Sequence[str] = (), to: str | None = None) -> None:
        """Check the options against every file's game, so that a wrong option is reported before anything is read.

        Args:
            asked: What is asked of the games.
            names: The files.
            to: The notation to write.
        """
        self._asked, self._to = asked, to
        self._tally: Counter[str] = Counter()
        if asked.game:
            self.reading(io.BytesIO(), paper.named(asked.game))
        for name in names if not asked.game else ():
            if name == STDIN or _by_suffix(name):
                self.reading(io.BytesIO(), self._game_of(name))

    def _game_of(self, name: str) -> AnyPaper:
        """Return the game that a file is of. Raise BadInput if that is not known."""
        if self._asked.game:
            return paper.named(self._asked.game)
        if game := _by_suffix(name):
            return game
        games = paper.installed()
        if len(games) == 1:
            return games[0]
        known = ", ".join(f"{game.name} ({game.suffix})" for game in games)
        raise BadInput(f"{shown(name)}: name the game with --game; there are {known}")

    def reading(self, stream: BinaryIO, game: AnyPaper) -> ReplayedGames:
        """Return the games in this stream, unread. Raise BadInput if the game does not have what is asked of it."""
        asked, rules = self._asked, paper.rules_of(game, self._asked.rules)
        notation = paper.notation_of(game, asked.notation, asked.option)
        if self._to is not None:
            if len(game.notations) == 1:
                raise BadInput(f"{game.name} has one notation only: there is nothing to convert")
            target = paper.notation_of(game, self._to, "--to")
            game.read(io.BytesIO(), rules, target)
            notation = notation if asked.notation else next(name for name in game.notations if name != target)
        return game.read(stream, rules, notation)

    def read(self, name: str) -> Iterator[ReplayedGame]:
        """Yield the games of a file, or of standard input. Raise BadInput if it is unreadable, or without games."""
        try:
            with _open(name) as stream:
                yield from self._counted(name, self.reading(stream, self._game_of(name)))
        except OSError as error:
            raise BadInput(f"{shown(name)}: {error.strerror}") from error

    def read_text(self, text: str) -> Iterator[ReplayedGame]:
        """Return the games of a text: of the named game, or of the only one that can read its first move."""
        stream, name = io.BytesIO(text.encode("utf-8", "surrogateescape")), "moves"
        if self._asked.game or not text.strip():
            game = paper.named(self._asked.game) if self._asked.game else paper.installed()[0]
        else:
            game = self._reader_of(stream)
        yield from self._counted(name, self.reading(stream, game))

    def _reader_of(self, stream: io.BytesIO) -> AnyPaper:
        games = paper.installed()
        if len(games) == 1:
            return games[0]
        able = [game for game in games if self._can_read(stream, game)]
        if len(able) == 1:
            return able[0]
        known = ", ".join(game.name for game in able or games)
        if able:
            raise BadInput(f"moves: they may be of several games; name one with --game: {known}")
        raise BadInput(f"moves: no installed game can read the first of them; --game NAME says why not: {known}")

    def _can_read(self, stream: io.BytesIO, game: AnyPaper) -> bool:
        stream.seek(0)
        try:
            first = next(self.reading(stream, game), None)
        except (BadInput, UnreadableFile):
            return False
        finally:
            stream.seek(0)
        return first is not None and not (first.problem and first.problem.unreadable and first.problem.number <= 1)

    def _counted(self, name: str, reading: ReplayedGames) -> Iterator[ReplayedGame]:
        found = False
        try:
            for game in reading:
                found = True
                kind = "legal" if not game.problem else "unreadable" if game.problem.unreadable else "illegal"
                self._tally[kind] += 1
                yield game
        except UnreadableFile as error:
            raise BadInput(f"{where(name, error.location)}: {printable(str(error), 300)}") from error
        self._tally["text"] += reading.skipped
        if not found:
            lines = f", only {plural(reading.skipped, 'line')} of text" if reading.skipped else ""
            raise BadInput(f"{shown(name)}: no game in it{lines}")

    def of_files(self, names: Sequence[str]) -> Iterator[tuple[str, ReplayedGame]]:
        """Yield all games of these files. Go on after a file that cannot be read."""
        for name in names:
            try:
                for game in self.read(name):
                    yield name, game
            except BadInput as problem:
                complain(str(problem))
                self._tally["bad files"] += 1

    def wrong(self, name: str, game: ReplayedGame, problem: Problem) -> str:
        """Return what is wrong with a game, where, and what may help.

        Args:
            name: The file.
            game: The game.
            problem: What is wrong with it.
        """
        word = f"{problem.what}, {printable(problem.word)}" if problem.word else problem.what
        lines = [f"{where(name, problem.location)}: {word}: {printable(problem.why, 300)}"]
        if problem.word:
            lines.append(_marked(" ".join(problem.before[-_BEFORE:]), problem.word, problem.at))
        hints = [game.unmarked] if game.unmarked and problem.number == 1 else []
        if problem.notation:
            hints.append(f"In another notation it is a move: {self._asked.option} {problem.notation}")
        return "\n".join([*lines, *(f"    {printable(hint, 300)}" for hint in hints)])

    def summary(self, files: int) -> str:
        """Return the last line: how many games in how many files were legal, illegal or unreadable."""
        tally = self._tally
        games = tally["legal"] + tally["illegal"] + tally["unreadable"]
        words = [f"{tally['legal']:,} legal", f"{tally['illegal']:,} illegal"]
        words += [f"{tally['unreadable']:,} unreadable"] if tally["unreadable"] else []
        words += [f"{plural(tally['bad files'], 'file')} unreadable or without a game"] if tally["bad files"] else []
        words += [f"{plural(tally['text'], 'line')} of text skipped"] if tally["text"] else []
        return f"{plural(games, 'game')} in {plural(files, 'file')}: {', '.join(words)}"

    @property
    def exit_code(self) -> int:
        """Return 2 if something could not be read, 1 if a game is illegal, else 0."""
        if self._tally["unreadable"] or self._tally["bad files"]:
            return BadInput.exit_code
        return 1 if self._tally["illegal"] else 0


def _by_suffix(name: str) -> AnyPaper | None:
    return next((game for game in paper.installed() if name.endswith(game.suffix)), None)


def _open(name: str) -> BinaryIO:
    return open(0, "rb", closefd=False) if name == STDIN else Path(name).open("rb")


def shown(name: str) -> str:
    """Return the name of a file as it is printed."""
    return "standard input" if name == STDIN else printable(name, 200)


def where(name: str, location: Location) -> str:
    """Return a place in a file, as compilers write it."""
    return f"{shown(name)}:{location.line}:{location.column}"


def remarked(name: str, remark: Remark) -> str:
    """Return a remark on a place in a file, in one line."""
    word = f"{printable(remark.word)}: " if remark.word else ""
    return f"{where(name, remark.location)}: note: {word}{printable(remark.text, 300)}"


def _marked(before: str, word: str, at: int) -> str:
    """Return the offending word after those before it, and a line that underlines it, a caret where it goes wrong."""
    start = f"    {printable(before, 300)} " if before else "    "
    safe, good = printable(word), printable(word[:at])
    tail = "~" * (cell_len(safe) - cell_len(good) - 1)
    return f"{start}{safe}\n{' ' * cell_len(start)}{'~' * cell_len(good)}^{tail}"


def draw(game: ReplayedGame) -> None:
    """Print the board of a game, how it stands, and what the signs mean."""
    out = console()
    plain = ascii_only(out)
    out.print(game.picture(out.width if out.is_terminal else None, ascii_only=plain))
    legend = game.legend(ascii_only=plain)
    out.print("\n".join(["", game.caption, *([legend] if legend else [])]))


def write_picture(path: Path, picture: bytes) -> None:
    """Write a picture of a game. Raise BadInput if that is not possible."""
    try:
        path.write_bytes(picture)
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}") from error


def record(name: str, game: ReplayedGame) -> dict[str, Any]:
    """Return what is known of a game, for programs."""
    problem = game.problem
    notes = [
        {"line": remark.location.line, "column": remark.location.column, "text": remark.word, "message": remark.text}
        for remark in game.remarks
    ]
    return {
        "file": name,
        "line": game.line,
        "legal": problem is None,
        **game.facts,
        **({"notes": notes} if notes else {}),
        "error": problem
        and {
            "line": problem.location.line,
            "column": problem.location.column,
            "move": problem.number,
            "text": problem.word,
            "reason": problem.reason,
            "message": problem.why,
        },
    }
