"""Options that several commands of Trax share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, TypeVar

import typer
from goldenrules.trax.notations import MODERN, NOTATIONS, Notation
from goldenrules.trax.rules import RULE_SETS, RuleSet

Thing = TypeVar("Thing")


def _called(what: str, things: Mapping[str, Thing]) -> Callable[[str | Thing], Thing]:
    """A parser of their names. (A default comes to it as the thing itself.)"""

    def thing(name: str | Thing) -> Thing:
        if not isinstance(name, str):
            return name
        if name not in things:
            raise typer.BadParameter(f"no {what} is called {name!r}; there are {', '.join(things)}")
        return things[name]

    return thing


Rules = Annotated[
    RuleSet,
    typer.Option(
        "--rules",
        parser=_called("rule set", RULE_SETS),
        metavar="NAME",
        show_default="contest",
        help=f"Rule set: {', '.join(RULE_SETS)}.",
    ),
]


notation_called = _called("notation", NOTATIONS)

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
