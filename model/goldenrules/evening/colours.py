"""The players' colours. White is *odd*, Black is *even*; None is an empty cell, or no player."""

from __future__ import annotations

from enum import IntEnum


class Colour(IntEnum):
    WHITE = 1
    BLACK = 2


WHITE, BLACK = Colour
COLOUR_NAMES = {WHITE: "White", BLACK: "Black"}
#: As boards and moves are written.
LETTERS: dict[Colour | None, str] = {WHITE: "W", BLACK: "B", None: "."}


def other(colour: Colour) -> Colour:
    return BLACK if colour is WHITE else WHITE
