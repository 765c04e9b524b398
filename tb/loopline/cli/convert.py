"""`loopline convert`: write games in another notation."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated, TextIO

import typer

from loopline.cli._options import GameByFile, GameFiles, Rules
from loopline.report.console import BadInput, complain, console


def command(
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
    from loopline.cli._games import Asked, Games

    games = Games(Asked(game, rules, from_, "--from"), files, to=to)
    with _output(out) as file:
        screen, written = console(file=file), 0
        for name, replayed in games.of_files(files):
            if replayed.problem:
                complain(games.wrong(name, replayed, replayed.problem))
                continue
            screen.print("\n" * (written > 0) + replayed.written(to), end="")
            written += 1
    console(stderr=True).print(games.summary(len(files)))
    raise typer.Exit(games.exit_code)


def _output(path: Path | None) -> AbstractContextManager[TextIO | None]:
    if path is None:
        return nullcontext()
    try:
        return path.open("x", encoding="utf-8")
    except FileExistsError as error:
        raise BadInput(f"{path} exists already: remove it, or choose another name") from error
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}") from error
