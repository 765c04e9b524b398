"""Decks: the order in which the tiles come."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from goldenrules.errors import NotationError, Refused
from goldenrules.tsolitaire.errors import Reason
from goldenrules.tsolitaire.notation import LONGEST
from goldenrules.tsolitaire.position import checked_deck
from goldenrules.tsolitaire.tiles import TILES, Tile

#: The tiles in the order in which they come.
Deck = tuple[Tile, ...]

_WORD = re.compile(r"[^\s,]+")


def shuffled(seed: int) -> Deck:
    """Return all tiles in random order; the same seed gives the same order."""
    return tuple(random.Random(seed).sample(TILES, len(TILES)))


def read_deck(text: str) -> Deck:
    """Read numbers of tiles, the first one first, between white space or commas. Each may be there once."""
    tiles = []
    for word in _WORD.finditer(text):
        number = word[0]
        if not (number.isascii() and number.isdecimal() and len(number) <= 2):
            expected = f"numbers of tiles, 0 to {TILES[-1]}"
            raise NotationError(Reason.BAD_DECK, text, word.start(), repr(number[:LONGEST]), expected)
        tiles.append(Tile(int(number)))
        try:
            checked_deck(tiles)
        except Refused as error:
            expected = f"each of the tiles 0 to {TILES[-1]} once"
            raise NotationError(Reason.BAD_DECK, text, word.start(), f"tile {number}", expected) from error
    return tuple(tiles)


def write_deck(deck: Sequence[Tile]) -> str:
    """Return the numbers of the tiles, in their order."""
    return " ".join(map(str, deck))
