"""The model's drawing of a board, as the text that rich prints in colour."""

from __future__ import annotations

from collections.abc import Collection

from goldenrules.trax import Cell, Position, drawing
from rich.style import Style
from rich.text import Text


def draw(
    position: Position, room: int | None = None, *, ascii_only: bool = False, crossed: Collection[Cell] = ()
) -> Text:
    """See `goldenrules.trax.drawing`."""
    drawn = drawing.draw(position, room, ascii_only=ascii_only, crossed=crossed)
    return Text("\n").join(Text.assemble(*((text, _style(look)) for text, look in line)) for line in drawn.lines)


def _style(look: drawing.Look) -> Style:
    return Style(color=look.ink or None, bgcolor=look.ground or None, bold=look.bold or None)
