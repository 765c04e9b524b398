"""A board in a report."""

from __future__ import annotations

from collections.abc import Mapping

from goldenrules.evening import Cell, Hexagon
from rich.text import Text

_SIGNS, _ASCII = "·○●?", ".WB?"


def drawn(board: Hexagon, stones: Mapping[Cell, int], wrong: Cell | None, ascii_only: bool) -> Text:
    """What lies on each cell; one of them is wrong."""
    signs, text = _ASCII if ascii_only else _SIGNS, Text()
    for number, row in enumerate(board.rows):
        text.append(f"{chr(ord('a') + number)}", "dim").append(" " * (2 * board.side - len(row)))
        for cell in row:
            left = "[" if cell == wrong else "]" if cell - 1 == wrong and cell != row[0] else " "
            text.append(left).append(signs[stones.get(cell, 3)])
        text.append("]\n" if row[-1] == wrong else "\n")
    text.rstrip()
    return text
