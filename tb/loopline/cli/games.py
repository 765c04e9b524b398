"""The commands for games without hardware: `check`, `convert` and `show` look at files, of whichever game each of them
is, and say of each game where it is wrong; `perft` counts sequences of turns.
"""

from __future__ import annotations

import io
import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Literal, NamedTuple, TextIO

import typer
from rich.cells import cell_len

from loopline.cli._options import GameByFile, GameFiles, GameName, Notation, Rules
from loopline.contract import paper
from loopline.contract.paper import AnyPaper, Location, Problem, Reading, Remark, Replayed, UnreadableFile
from loopline.errors import BadInput, plural
from loopline.report.console import ascii_only, complain, console, meter, printable

STDIN = "-"
#: This many words before the offending one are shown with it.
_BEFORE = 6

#: The least widths of the columns of `perft`: the ply, the sequences, any other.
_PLY, _SEQUENCES, _OTHER = 3, 16, 14


class Asked(NamedTuple):
    """What the user has said about the games; None where nothing."""

    game: str | None = None
    rules: str | None = None
    notation: str | None = None
    #: The option that chooses a notation.
    option: str = "--notation"


class Games:
    """The games of some files, and how many of them are legal."""

    def __init__(self, asked: Asked, names: Sequence[str] = (), to: str | None = None) -> None:
        """`to`: the notation to write. `names`: of these files the games are looked at now, where they are known, so
        that an option that one of them does not have keeps all from being read."""
        self._asked, self._to = asked, to
        self._tally: Counter[str] = Counter()
        if asked.game:
            self.reading(io.BytesIO(), paper.named(asked.game))
        for name in names if not asked.game else ():
            if name == STDIN or _by_suffix(name):
                self.reading(io.BytesIO(), self._game_of(name))

    def _game_of(self, name: str) -> AnyPaper:
        """Raises BadInput."""
        if self._asked.game:
            return paper.named(self._asked.game)
        if game := _by_suffix(name):
            return game
        games = paper.installed()
        if len(games) == 1:
            return games[0]
        known = ", ".join(f"{one.name} ({one.suffix})" for one in games)
        raise BadInput(f"{shown(name)}: name the game with --game; there are {known}")

    def reading(self, stream: BinaryIO, game: AnyPaper) -> Reading:
        """Raises BadInput if the game does not have what is asked of it."""
        asked, rules = self._asked, paper.rules_of(game, self._asked.rules)
        notation = paper.notation_of(game, asked.notation, asked.option)
        if self._to is not None:
            if len(game.notations) == 1:
                raise BadInput(f"{game.name} has one notation only: there is nothing to convert")
            target = paper.notation_of(game, self._to, "--to")
            game.read(io.BytesIO(), rules, target)
            notation = notation if asked.notation else next(one for one in game.notations if one != target)
        return game.read(stream, rules, notation)

    def read(self, name: str) -> Iterator[Replayed]:
        """The games of a file, or of standard input. BadInput when it cannot be read (on), or has none."""
        try:
            with _open(name) as stream:
                yield from self._counted(name, self.reading(stream, self._game_of(name)))
        except OSError as error:
            raise BadInput(f"{shown(name)}: {error.strerror}") from error

    def read_text(self, text: str) -> Iterator[Replayed]:
        """Return the games of a text. If no game is named, it is of the only one that can read its first move."""
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
        able = [one for one in games if self._can_read(stream, one)]
        if len(able) == 1:
            return able[0]
        known = ", ".join(one.name for one in able or games)
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

    def _counted(self, name: str, reading: Reading) -> Iterator[Replayed]:
        some = False
        try:
            for game in reading:
                some = True
                kind = "legal" if not game.problem else "unreadable" if game.problem.unreadable else "illegal"
                self._tally[kind] += 1
                yield game
        except UnreadableFile as error:
            raise BadInput(f"{where(name, error.location)}: {printable(str(error), 300)}") from error
        self._tally["text"] += reading.skipped
        if not some:
            lines = f", only {plural(reading.skipped, 'line')} of text" if reading.skipped else ""
            raise BadInput(f"{shown(name)}: no game in it{lines}")

    def of_files(self, names: Sequence[str]) -> Iterator[tuple[str, Replayed]]:
        """All games of these files. A file that cannot be read does not end it."""
        for name in names:
            try:
                for game in self.read(name):
                    yield name, game
            except BadInput as problem:
                complain(str(problem))
                self._tally["bad files"] += 1

    def wrong(self, name: str, game: Replayed, problem: Problem) -> str:
        """What is wrong with a game, where, and what may help."""
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
    return next((one for one in paper.installed() if name.endswith(one.suffix)), None)


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
    """The offending word after those before it, and below it a line that underlines it, a caret where it goes wrong."""
    start = f"    {printable(before, 300)} " if before else "    "
    safe, good = printable(word), printable(word[:at])
    tail = "~" * (cell_len(safe) - cell_len(good) - 1)
    return f"{start}{safe}\n{' ' * cell_len(start)}{'~' * cell_len(good)}^{tail}"


def check(
    files: GameFiles,
    game: GameByFile = None,
    rules: Rules = None,
    notation: Notation = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Also write JSON Lines: one object for each game.")
    ] = None,
) -> None:
    """Replay game files.

    Prints a line for each game: how it stands or has ended, and how large it is. A game that cannot be read, or is
    illegal, does not affect the others. Exit code 0: all games are legal; 1: a game is illegal; 2: a game or a file
    cannot be read, or a file holds no game.
    """
    games, out = Games(Asked(game, rules, notation), files), console()
    if json_file and json_file.exists() and any(Path(one).exists() and json_file.samefile(one) for one in files):
        raise BadInput(f"--json {json_file} would overwrite a file that is to be checked")
    with _opened(json_file, "w") as records:
        for name, replayed in games.of_files(files):
            if replayed.problem:
                out.print(games.wrong(name, replayed, replayed.problem), style="red")
            else:
                out.print(f"{shown(name)}:{replayed.line}: {replayed.caption}")
            for remark in replayed.remarks:
                out.print(remarked(name, remark), style="yellow")
            if records:
                print(json.dumps(_record(name, replayed)), file=records)
    out.print(games.summary(len(files)))
    raise typer.Exit(games.exit_code)


def _opened(path: Path | None, mode: Literal["w", "x"]) -> AbstractContextManager[TextIO | None]:
    """The file, for writing; for `x` it must be new. Raises BadInput."""
    if path is None:
        return nullcontext()
    try:
        return path.open(mode, encoding="utf-8")
    except FileExistsError as error:
        raise BadInput(f"{path} exists already: remove it, or choose another name") from error
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}") from error


def _record(name: str, game: Replayed) -> dict[str, Any]:
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


def convert(
    files: GameFiles,
    to: Annotated[str, typer.Option("--to", metavar="NAME", help="Notation to write.", show_default=False)],
    from_: Annotated[
        str | None, typer.Option("--from", metavar="NAME", help="Notation to read; by default the other one.")
    ] = None,
    game: GameByFile = None,
    rules: Rules = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write to this new file, not to standard output.")
    ] = None,
) -> None:
    """Write games in another notation, for games that have several.

    Writes the games one after the other, a blank line between two of them; comments and lines of text are left out. A
    game that is illegal or cannot be read is reported and left out. Exit code 0: all games are written; 1: a game is
    illegal; 2: a game or a file cannot be read, or a file holds no game.
    """
    games = Games(Asked(game, rules, from_, "--from"), files, to=to)
    with _opened(out, "x") as file:
        screen, written = console(file=file), 0
        for name, replayed in games.of_files(files):
            if replayed.problem:
                complain(games.wrong(name, replayed, replayed.problem))
                continue
            screen.print("\n" * (written > 0) + replayed.written(to), end="")
            written += 1
    console(stderr=True).print(games.summary(len(files)))
    raise typer.Exit(games.exit_code)


def show(
    moves: Annotated[str, typer.Argument(metavar="GAME", help="Moves in quotes, a file of one game, or - .")],
    game: GameByFile = None,
    rules: Rules = None,
    notation: Notation = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Also draw it as an SVG picture.")] = None,
    gif: Annotated[
        Path | None, typer.Option("--gif", metavar="FILE", help="Draw it turn by turn instead, as a GIF.")
    ] = None,
    apng: Annotated[Path | None, typer.Option("--apng", metavar="FILE", help="The same as a PNG that moves.")] = None,
    dut: Annotated[
        str | None,
        typer.Option("--dut", metavar="DUT", help="The design, for --gif and --apng.", show_default="the game's own"),
    ] = None,
) -> None:
    """Draw the board after the last move.

    The game may also be one that `verify` has saved; with --gif or --apng what is wrong is shown last.
    The signs are explained below the picture. Moves in quotes are of the game that can read the first of them; if there
    is not exactly one, name it with --game. Exit code 0: drawn; 1: a move is illegal; 2: bad input, or a move that
    cannot be read. The board before such a move is drawn.
    """
    files: dict[Literal["GIF", "PNG"], Path] = {**({"GIF": gif} if gif else {}), **({"PNG": apng} if apng else {})}
    if dut and not files:
        raise BadInput("--dut goes with --gif and --apng")
    if files:
        if rules or notation or svg:
            raise BadInput("--gif and --apng go with --game and --dut alone")
        from loopline.cli._animation import animate

        animate(moves, files, game, dut)
        return
    games = Games(Asked(game, rules, notation))
    found, unreadable = None, BadInput("")
    try:
        found = _one_game(moves, games)
    except BadInput as error:
        unreadable = error
    if not found or (found[1].problem and found[1].problem.unreadable):
        from loopline.cli._animation import last_board

        # a game that is saved has words that are for the hardware alone
        is_file = os.path.isfile(moves)  # noqa: PTH113 - that of Path fails if it is too long
        if is_file and not (rules or notation or svg) and (board := last_board(moves, game)):
            console().print(board)
            return
    if not found:
        raise unreadable
    name, replayed = found
    _draw(replayed)
    for remark in replayed.remarks:
        complain(remarked(name, remark))
    if replayed.problem:
        complain(games.wrong(name, replayed, replayed.problem))
        raise typer.Exit(games.exit_code)
    if svg:
        _write_picture(svg, replayed)


def _one_game(argument: str, games: Games) -> tuple[str, Replayed]:
    """Where the game comes from, and the game."""
    is_file = argument == STDIN or os.path.exists(argument)  # noqa: PTH110 - that of Path fails if it is too long
    source, found = (shown(argument), games.read(argument)) if is_file else ("moves", games.read_text(argument))
    maybe_a_name = not is_file and len(argument.split()) == 1
    try:
        first = next(found)
    except BadInput as problem:
        if not maybe_a_name:
            raise
        raise BadInput(f"there is no file {shown(argument)}, and as {problem}") from problem
    if maybe_a_name and first.problem and first.problem.unreadable:
        raise BadInput(f"there is no file {shown(argument)}, and it is not a move: {first.problem.why}")
    if (second := next(found, None)) is not None:
        hint = f" {second.unmarked}" if second.unmarked else ""
        raise BadInput(
            f"{source}: more than one game; the second begins in line {second.line}. Draw one at a time.{hint}"
        )
    return source, first


def _draw(game: Replayed) -> None:
    out = console()
    plain = ascii_only(out)
    out.print(game.picture(out.width if out.is_terminal else None, ascii_only=plain))
    legend = game.legend(ascii_only=plain)
    out.print("\n".join(["", game.caption, *([legend] if legend else [])]))


def _write_picture(path: Path, game: Replayed) -> None:
    try:
        path.write_text(game.svg(), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}") from error
    console().print(f"Written: {path}")


def perft(
    plies: Annotated[int, typer.Argument(min=1, metavar="N", help="Number of plies.")],
    game: GameName = None,
    rules: Rules = None,
) -> None:
    """Count the sequences of legal turns, ply by ply.

    A game that has ended is not continued. What the other columns count is in the documentation of the game.
    """
    counted = paper.the_game(game, lambda one: bool(one.columns), "that can be counted")
    chosen = paper.rules_of(counted, rules)
    head = ("ply", *counted.columns)
    widths = [_PLY, *(max(_OTHER, len(name) + 2) for name in head[1:])]
    widths[1] = max(widths[1], _SEQUENCES)
    out = console()
    out.print(_aligned(head, widths), style="bold")
    with meter(out) as show_progress:
        show_progress("counting ply 1")
        for row in counted.perft(plies, chosen):
            out.print(_aligned([f"{number:,}" for number in row], widths))
            out.file.flush()
            show_progress(f"counting ply {row[0] + 1}")


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
