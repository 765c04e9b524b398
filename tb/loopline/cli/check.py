"""`loopline check`: replay game files, and say of each game how it ends or what is wrong with it."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from loopline.cli._options import GameByFile, GameFiles, Notation, Rules
from loopline.report.console import BadInput, console

if TYPE_CHECKING:
    from loopline.contract.paper import Replayed


def command(
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
    from loopline.cli._games import Asked, Games, remarked, shown

    games, out = Games(Asked(game, rules, notation), files), console()
    with _output(json_file, files) as records:
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


def _output(path: Path | None, inputs: list[str]) -> AbstractContextManager[TextIO | None]:
    if path is None:
        return nullcontext()
    if path.exists() and any(Path(name).exists() and path.samefile(name) for name in inputs):
        raise BadInput(f"--json {path} would overwrite a file that is to be checked")
    try:
        return path.open("w", encoding="utf-8")
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
