"""`loopline convert`: write games in another notation."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer
from goldenrules.trax.rules import CONTEST

from loopline.games.trax.commands._options import Rules, notation_called
from loopline.report.console import BadInput, complain, console

if TYPE_CHECKING:
    from goldenrules.trax import Notation

_NAMES = "modern, or 1998 for the one used before 1998"


def command(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Game files; - is standard input.")],
    to: Annotated[str, typer.Option("--to", metavar="NAME", help=f"Notation to write: {_NAMES}.", show_default=False)],
    from_: Annotated[
        str | None, typer.Option("--from", metavar="NAME", help="Notation to read; by default the other one.")
    ] = None,
    rules: Rules = CONTEST,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write to this new file, not to standard output.")
    ] = None,
) -> None:
    """Write games in another notation.

    Writes numbered moves and the result of each game, a blank line between two games; comments and lines of text are
    left out. A game that is illegal or cannot be read is reported and left out. Exit code 0: all games are written; 1:
    a game is illegal; 2: a game or a file cannot be read, or a file holds no game.
    """
    from goldenrules.trax import write_game

    from loopline.games.trax.commands._games import Games

    target = _notation("--to", to)
    source = _notation("--from", from_) if from_ else _other(target)
    games, _ = Games(rules, source, "--from"), Games(rules, target)
    with _output(out) as file:
        screen, written = console(file=file), 0
        for name, text, game, error in games.replay_files(files):
            if error:
                complain(games.illegal(name, text, error))
                continue
            screen.print("\n" * (written > 0) + write_game(game, target.write_move), end="")
            written += 1
    console(stderr=True).print(games.summary(len(files)))
    raise typer.Exit(games.exit_code)


def _notation(option: str, name: str) -> Notation:
    try:
        return notation_called(name)
    except typer.BadParameter as error:
        raise typer.BadParameter(error.message, param_hint=option) from error


def _other(notation: Notation) -> Notation:
    from goldenrules.trax import NOTATIONS

    return next(one for one in NOTATIONS.values() if one != notation)


def _output(path: Path | None) -> AbstractContextManager[TextIO | None]:
    if path is None:
        return nullcontext()
    try:
        return path.open("x", encoding="utf-8")
    except FileExistsError as error:
        raise BadInput(f"{path} exists already: remove it, or choose another name") from error
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}") from error
