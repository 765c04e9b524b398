"""A figure, and the properties and bugs of Trax that are measured."""

from __future__ import annotations

from typing import NamedTuple


class Figure(NamedTuple):
    """A line of the table that `make bench` prints."""

    name: str
    value: float
    unit: str
    aim: str = ""


class Bug(NamedTuple):
    """A bug to be found and made small: what stands in a source of the engine, what is put there, the property."""

    file: str
    right: str
    wrong: str
    property: str


#: The scripts are of these strategies.
PROPERTIES = ("games", "traps", "wins")

#: Two boards, as `--board` has them, of which the time for a turn is compared.
SMALL, LARGE = "size=16", "size=128"

#: A standard bug: the mover always wins. Only a turn that completes nothing but the opponent's line or loop shows it.
BUG = Bug("trax_score.v", "mover_wins ? to_move_q : opponent", "to_move_q", "wins")
