"""A board in a report."""

from __future__ import annotations

from goldenrules.globe import LETTERS, NAMES
from rich.text import Text

from loopline.games.globe.protocol import board_in_words

_SIGNS = dict(zip(LETTERS + "2", "·○●?", strict=True))


def drawn(board: int, ascii_only: bool) -> Text:
    """The four fields and the circle, a line each."""
    letters = board_in_words(board)
    points = [f"{name}{letter if ascii_only else _SIGNS[letter]}" for name, letter in zip(NAMES, letters, strict=True)]
    return Text("\n".join(" ".join(points[first:last]) for first, last in _LINES))


_LINES = ((0, 4), (4, 8), (8, 12), (12, 16), (16, 21))
