"""`loopline show`: draw the board of one game, in the terminal and as an SVG file."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from goldenrules.trax.notations import MODERN
from goldenrules.trax.rules import CONTEST

from loopline.games.trax.commands._options import InNotation, Rules
from loopline.report.console import BadInput, ascii_only, complain, console

if TYPE_CHECKING:
    from goldenrules.trax import Game, GameText

    from loopline.games.trax.commands._games import Games


def command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Moves in quotes, a file of one game, or - .")],
    rules: Rules = CONTEST,
    notation: InNotation = MODERN,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Also draw it as an SVG picture.")] = None,
) -> None:
    """Draw the board after the last move.

    White's paths are double lines, Red's single ones. Marked are the last turn's chosen tile and its forced ones, and
    the path that has won; the labels around the board are those that count for the next move. Exit code 0: drawn; 1: a
    move is illegal; 2: bad input, or a move that cannot be read. The board before such a move is drawn.
    """
    from goldenrules.trax import IllegalGame

    from loopline.games.trax.commands._games import Games

    games = Games(rules, notation)
    name, text = _read(game, games)
    try:
        played = games.replay(text)
    except IllegalGame as error:
        _draw(error.game)
        complain(games.illegal(name, text, error))
        raise typer.Exit(games.exit_code) from error
    _draw(played)
    if svg:
        _write(svg, played)


def _read(argument: str, games: Games) -> tuple[str, GameText]:
    """Where the game comes from, and the game."""
    from loopline.games.trax.commands._games import STDIN, UNMARKED, shown

    if argument == STDIN or (argument and _is_file(argument)):
        source, texts = shown(argument), games.read(argument)
    else:
        _expect_moves(argument, games)
        source, texts = "moves", games.read("moves", io.BytesIO(argument.encode("utf-8", "surrogateescape")))
    first, second = next(texts), next(texts, None)
    if second is not None:
        hint = f" {UNMARKED}" if second.unmarked else ""
        raise BadInput(
            f"{source}: more than one game; the second begins in line {second.line}. Draw one at a time.{hint}"
        )
    return source, first


def _expect_moves(argument: str, games: Games) -> None:
    """A single word that is no move is rather the name of a file."""
    from goldenrules.trax import NotationError, Position
    from goldenrules.trax.errors import Ambiguous, OutOfRange

    from loopline.games.trax.commands._games import shown

    words = argument.split()
    if len(words) != 1:
        return
    try:
        games.notation.read_move(Position(games.rules), words[0].removeprefix("1."))
    except NotationError as error:
        if not isinstance(error, OutOfRange | Ambiguous):
            raise BadInput(f"there is no file {shown(argument)}, and it is not a move: {error}") from error


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
