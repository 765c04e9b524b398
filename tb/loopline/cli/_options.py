"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from loopline.workers.effort import Effort

GameName = Annotated[
    str | None,
    typer.Option(
        "--game", metavar="NAME", help="An installed game, or module:attribute.", show_default="the only one that can"
    ),
]

GameByFile = Annotated[
    str | None,
    typer.Option(
        "--game", metavar="NAME", help="An installed game, or module:attribute.", show_default="by the file's suffix"
    ),
]

EffortOption = Annotated[
    Effort, typer.Option("--effort", help="How much to try: quick 0.3 of all examples, normal half of them.")
]

GameFiles = Annotated[list[str], typer.Argument(metavar="FILE…", help="Game files; - is standard input.")]

Rules = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="NAME|KEY=VALUE,…",
        help="The rules to play by: a rule set of the game, or its options.",
        show_default="the game's usual ones",
    ),
]

Notation = Annotated[
    str | None,
    typer.Option("--notation", metavar="NAME", help="Notation of the moves.", show_default="the game's usual one"),
]

#: The folder for reports that was asked for. If a disk is full, it is probably the one that this folder is on.
asked_for: list[Path] = []


def _note(out: Path) -> Path:
    asked_for.append(out)
    return out


Out = Annotated[
    Path, typer.Option("--out", metavar="DIR", help="Folder for the reports.", file_okay=False, callback=_note)
]
