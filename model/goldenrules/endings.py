"""The end of a game as its record says it, for games between two sides.

White wins             as the board shows
White wins on time     the other side was late
White wins by foul     the other side has broken the rules
draw                   as the board shows
*                      broken off
"""

from __future__ import annotations

import re
from typing import NamedTuple

TIME, FOUL = "time", "foul"
DRAW, OPEN = "draw", "*"
#: The ends that no board shows, and how they are said.
CALLED = {TIME: "on time", FOUL: "by foul"}


class Said(NamedTuple):
    #: The name of the side that has won.
    winner: str | None
    #: TIME, FOUL, DRAW or OPEN; empty: as the board shows.
    how: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, [self.winner and f"{self.winner} wins", CALLED.get(self.how, self.how)]))


class Endings:
    """Of a game whose sides have these names."""

    def __init__(self, *names: str) -> None:
        #: A win as one word of a record, whatever blanks are in it.
        self.win = rf"(?:{'|'.join(names)})[ \t]+wins(?:[ \t]+(?:on[ \t]+time|by[ \t]+foul))?(?!\S)"
        said = [Said(name, how) for name in names for how in ("", *CALLED)] + [Said(None, how) for how in (DRAW, OPEN)]
        self._said = {str(one): one for one in said}

    def read(self, text: str) -> Said | None:
        """None for any other word."""
        return self._said.get(re.sub(r"[ \t]+", " ", text))
