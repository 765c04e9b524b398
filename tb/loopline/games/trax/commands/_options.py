"""Options that several commands of Trax share."""

from __future__ import annotations

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
