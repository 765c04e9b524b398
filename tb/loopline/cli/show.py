"""`loopline show`: draw the board of one game, in the terminal and as an SVG file."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from goldenrules.trax.rules import CONTEST

from loopline.cli._options import Rules
from loopline.report.console import BadInput, ascii_only, complain, console

if TYPE_CHECKING:
    from goldenrules.trax import Game, GameText


def command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Moves in quotes, a file of one game, or - .")],
    rules: Rules = CONTEST,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Also draw it as an SVG picture.")] = None,
) -> None:
    """Draw the board after the last move.

    White's paths are double lines, Red's single ones. Marked are the last turn's chosen tile and its forced ones, and
    the path that has won; the labels around the board are those that count for the next move. Exit code 0: drawn; 1: a
    move is illegal; 2: bad input, or a move that cannot be read. What comes before such a move is drawn.
    """
    from goldenrules.trax import IllegalGame, replay

    from loopline.cli._games import cannot_be_read, illegal

    name, text = _read(game)
    try:
        played = replay(text, rules)
    except IllegalGame as error:
        _draw(error.game)
        complain(illegal(name, text, error))
        raise typer.Exit(2 if cannot_be_read(error) else 1) from error
    _draw(played)
    if svg:
        _write(svg, played)


def _read(argument: str) -> tuple[str, GameText]:
    """Where the game comes from, and the game."""
    from loopline.cli._games import STDIN, games_in, shown

    name = argument if argument == STDIN or _is_file(argument) else None
    games = games_in(name) if name else games_in("moves", io.BytesIO(argument.encode("utf-8", "surrogateescape")))
    first, second = next(games, None), next(games, None)
    source = shown(name) if name else "moves"
    if first is None:
        raise BadInput(f"{source}: no game in it")
    if second is not None:
        raise BadInput(f"{source}: more than one game; the second begins in line {second.line}. Draw one at a time.")
    if name is None and len(first.moves) == 1:
        _expect_move(argument, first.moves[0].text)
    return source, first


def _expect_move(argument: str, word: str) -> None:
    """A single word that is no move is rather the name of a file."""
    from goldenrules.trax import NotationError
    from goldenrules.trax.notation import read_label

    from loopline.cli._games import shown

    try:
        read_label(word)
    except NotationError as error:
        raise BadInput(f"there is no file {shown(argument)}, and as a move it is wrong: {error}") from error


def _is_file(name: str) -> bool:
    try:
        return Path(name).exists()
    except OSError:  # no name of a file: too long
        return False


def _draw(game: Game) -> None:
    from goldenrules.trax.captions import caption
    from goldenrules.trax.drawing import legend

    from loopline.games.trax.drawing import draw

    out = console()
    plain = ascii_only(out)
    out.print(draw(game.position, out.width if out.is_terminal else None, ascii_only=plain))
    out.print(f"\n{caption(game)}\n{legend(game.position, ascii_only=plain)}")


def _write(path: Path, game: Game) -> None:
    from goldenrules.trax.svg import svg

    try:
        path.write_text(svg(game), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}") from error
    console().print(f"Written: {path}")
