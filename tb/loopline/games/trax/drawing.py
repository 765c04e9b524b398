"""The model's drawing of a board, as the text that rich prints in colour."""

from __future__ import annotations

from collections.abc import Collection

from goldenrules.trax import Cell, Position, drawing
from goldenrules.trax.drawing import NO_SEAM, Seam
from rich.text import Text

from loopline.games.drawing import coloured


def draw(
    position: Position,
    room: int | None = None,
    *,
    ascii_only: bool = False,
    crossed: Collection[Cell] = (),
    seam: Seam = NO_SEAM,
) -> Text:
    """See `goldenrules.trax.drawing`."""
    return coloured(drawing.draw(position, room, ascii_only=ascii_only, crossed=crossed, seam=seam).lines)
