"""The players' colours. White is *odd*, Black is *even*; None is an empty cell, or no player."""

from __future__ import annotations

from enum import IntEnum


class Colour(IntEnum):
    """The colour of a stone, and of the player who owns it. None is an empty cell, or no player."""

    WHITE = 1
    BLACK = 2


WHITE, BLACK = Colour
COLOUR_NAMES = {WHITE: "White", BLACK: "Black"}
#: As boards and moves are written.
LETTERS: dict[Colour | None, str] = {WHITE: "W", BLACK: "B", None: "."}


def other(colour: Colour) -> Colour:
    """Return the other colour."""
    return BLACK if colour is WHITE else WHITE
