"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from goldenrules.trax.notations import MODERN, NOTATIONS, Notation
from goldenrules.trax.rules import RULE_SETS, RuleSet


def _rule_set(name: str | RuleSet) -> RuleSet:
    if isinstance(name, RuleSet):
        return name
    if name not in RULE_SETS:
        raise typer.BadParameter(f"no rule set is called {name!r}; there are {', '.join(RULE_SETS)}")
    return RULE_SETS[name]


Rules = Annotated[
    RuleSet,
    typer.Option(
        "--rules",
        parser=_rule_set,
        metavar="NAME",
        show_default="contest",
        help=f"Rule set: {', '.join(RULE_SETS)}.",
    ),
]

GameName = Annotated[
    str | None,
    typer.Option(
        "--game", metavar="NAME", help="An installed game, or module:attribute.", show_default="the only one that can"
    ),
]


def notation_called(name: str | Notation) -> Notation:
    if isinstance(name, Notation):
        return name
    if name not in NOTATIONS:
        raise typer.BadParameter(f"no notation is called {name!r}; there are {', '.join(NOTATIONS)}")
    return NOTATIONS[name]


InNotation = Annotated[
    Notation,
    typer.Option(
        "--notation",
        parser=notation_called,
        metavar="NAME",
        show_default=MODERN.name,
        help="Notation of the moves: modern, or 1998 for the one used before 1998.",
    ),
]

#: The folder for reports that was asked for. If a disk is full, it is probably the one that this folder is on.
asked_for: list[Path] = []


def _note(out: Path) -> Path:
    asked_for.append(out)
    return out


Out = Annotated[
    Path, typer.Option("--out", metavar="DIR", help="Folder for the reports.", file_okay=False, callback=_note)
]
