"""`loopline check`: replay game files, and say of each game how it ends or what is wrong with it."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer
from goldenrules.trax import COLOUR_NAMES
from goldenrules.trax.notations import MODERN
from goldenrules.trax.rules import CONTEST

from loopline.games.trax.commands._options import InNotation, Rules
from loopline.report.console import BadInput, console

if TYPE_CHECKING:
    from goldenrules.trax import Game, GameText, IllegalGame


def command(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Game files; - is standard input.")],
    rules: Rules = CONTEST,
    notation: InNotation = MODERN,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Also write JSON Lines: one object for each game.")
    ] = None,
) -> None:
    """Replay game files.

    Prints a line for each game: winner and how, turns, tiles, box. A game that cannot be read, or is illegal, does not
    affect the others. Exit code 0: all games are legal; 1: a game is illegal; 2: a game or a file cannot be read, or a
    file holds no game.
    """
    from goldenrules.trax.captions import caption

    from loopline.games.trax.commands._games import Games, shown

    games, out = Games(rules, notation), console()
    with _output(json_file, files) as records:
        for name, text, game, error in games.replay_files(files):
            if error:
                out.print(games.illegal(name, text, error), style="red")
            else:
                out.print(f"{shown(name)}:{text.line}: {caption(game)}")
            if records:
                print(json.dumps(_record(name, text, game, error)), file=records)
    out.print(games.summary(len(files)))
    raise typer.Exit(games.exit_code)


def _output(path: Path | None, inputs: list[str]) -> AbstractContextManager[TextIO | None]:
    if path is None:
        return nullcontext()
    if path.exists() and any(Path(name).exists() and path.samefile(name) for name in inputs):
        raise BadInput(f"--json {path} would overwrite a file that is to be checked")
    try:
        return path.open("w", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}") from error


def _record(name: str, text: GameText, game: Game, error: IllegalGame | None) -> dict[str, Any]:
    position, result = game.position, game.result
    return {
        "file": name,
        "line": text.line,
        "legal": error is None,
        "winner": COLOUR_NAMES[result.winner] if result and result.winner else None,
        "how": result.how if result else None,
        "turns": len(position.turns),
        "tiles": len(position.tiles),
        "columns": position.box.columns if position.tiles else 0,
        "rows": position.box.rows if position.tiles else 0,
        "error": error
        and {
            "line": error.token.line,
            "column": error.token.column,
            "move": error.number,
            "text": error.token.text,
            "reason": error.error.reason,
            "message": str(error.error),
        },
    }
