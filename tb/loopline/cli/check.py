"""`loopline check`: replay game files, and say of each game how it ends or what is wrong with it."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer
from goldenrules.trax import COLOUR_NAMES
from goldenrules.trax.rules import CONTEST

from loopline.cli._options import Rules
from loopline.report.console import BadInput, complain, console

if TYPE_CHECKING:
    from goldenrules.trax import Game, GameText, IllegalGame, RuleSet


def command(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Game files; - is standard input.")],
    rules: Rules = CONTEST,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Also write one JSON object a game, a line each.")
    ] = None,
) -> None:
    """Replay game files.

    Prints a line for each game: winner and how, turns, tiles, box. Exit code 0: all games are legal; 1: one is not;
    2: a file or a move cannot be read, or a file holds no game. What cannot be read does not keep the other games and
    files from being checked.
    """
    from loopline.wording import plural

    tally: Counter[str] = Counter()
    with _output(json_file, files) as records:
        for name in files:
            try:
                _check(name, rules, tally, records)
            except BadInput as problem:
                complain(str(problem))
                tally["bad files"] += 1
    games, bad = tally["legal"] + tally["illegal"] + tally["unreadable"], tally["bad files"]
    words = [f"{tally['legal']:,} legal", f"{tally['illegal']:,} illegal"]
    words += [f"{tally['unreadable']:,} unreadable"] if tally["unreadable"] else []
    words += [f"{plural(bad, 'file')} unreadable or without a game"] if bad else []
    console().print(f"{plural(games, 'game')} in {plural(len(files), 'file')}: {', '.join(words)}")
    raise typer.Exit(2 if bad or tally["unreadable"] else 1 if tally["illegal"] else 0)


def _output(path: Path | None, inputs: list[str]) -> AbstractContextManager[TextIO | None]:
    if path is None:
        return nullcontext()
    if path.exists() and any(Path(name).exists() and path.samefile(name) for name in inputs):
        raise BadInput(f"--json {path} would overwrite a file that is to be checked")
    try:
        return path.open("w", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}") from error


def _check(name: str, rules: RuleSet, tally: Counter[str], records: TextIO | None) -> None:
    """All games of a file. BadInput when it cannot be read on, or has none."""
    from goldenrules.trax import IllegalGame, replay
    from goldenrules.trax.captions import caption

    from loopline.cli._games import cannot_be_read, games_in, illegal, shown

    out, text = console(), None
    for text in games_in(name):
        error: IllegalGame | None = None
        try:
            game = replay(text, rules)
        except IllegalGame as illegal_game:
            game, error = illegal_game.game, illegal_game
        if error:
            out.print(illegal(name, text, error), style="red")
            tally["unreadable" if cannot_be_read(error) else "illegal"] += 1
        else:
            out.print(f"{shown(name)}:{text.line}: {caption(game)}")
            tally["legal"] += 1
        if records:
            print(json.dumps(_record(name, text, game, error)), file=records)
    if text is None:
        raise BadInput(f"{shown(name)}: no game in it")


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
