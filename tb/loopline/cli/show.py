"""`loopline show`: draw the board of one game, in the terminal and as an SVG file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from loopline.cli._options import GameByFile, Notation, Rules
from loopline.report.console import BadInput, ascii_only, complain, console

if TYPE_CHECKING:
    from loopline.cli._games import Games
    from loopline.contract.paper import Replayed


def command(
    moves: Annotated[str, typer.Argument(metavar="GAME", help="Moves in quotes, a file of one game, or - .")],
    game: GameByFile = None,
    rules: Rules = None,
    notation: Notation = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Also draw it as an SVG picture.")] = None,
) -> None:
    """Draw the board after the last move.

    The signs are explained below the picture. Moves in quotes are of the game that can read the first of them; if there
    is not exactly one, name it with --game. Exit code 0: drawn; 1: a move is illegal; 2: bad input, or a move that
    cannot be read. The board before such a move is drawn.
    """
    from loopline.cli._games import Asked, Games, remarked

    games = Games(Asked(game, rules, notation))
    name, replayed = _read(moves, games)
    _draw(replayed)
    for remark in replayed.remarks:
        complain(remarked(name, remark))
    if replayed.problem:
        complain(games.wrong(name, replayed, replayed.problem))
        raise typer.Exit(games.exit_code)
    if svg:
        _write(svg, replayed)


def _read(argument: str, games: Games) -> tuple[str, Replayed]:
    """Where the game comes from, and the game."""
    from loopline.cli._games import STDIN, shown

    is_file = argument == STDIN or (argument != "" and _is_file(argument))
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


def _is_file(name: str) -> bool:
    try:
        return Path(name).exists()
    except OSError:  # no name of a file: too long
        return False


def _draw(game: Replayed) -> None:
    out = console()
    plain = ascii_only(out)
    out.print(game.picture(out.width if out.is_terminal else None, ascii_only=plain))
    legend = game.legend(ascii_only=plain)
    out.print("\n".join(["", game.caption, *([legend] if legend else [])]))


def _write(path: Path, game: Replayed) -> None:
    try:
        path.write_text(game.svg(), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}") from error
    console().print(f"Written: {path}")
