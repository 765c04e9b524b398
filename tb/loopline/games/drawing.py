"""Turns a golden model's drawing of a board into coloured text for rich."""

from __future__ import annotations

from collections.abc import Iterable

from rich.style import Style
from rich.text import Text

#: Foreground, background, bold. A colour is `#rrggbb`; an empty one is the terminal's default.
Look = tuple[str, str, bool]


def coloured(lines: Iterable[Iterable[tuple[str, Look]]]) -> Text:
    """Each line consists of texts with their styles."""
    return Text("\n").join(Text.assemble(*((text, _style(*look)) for text, look in line)) for line in lines)


def _style(ink: str, ground: str, bold: bool) -> Style:
    return Style(color=ink or None, bgcolor=ground or None, bold=bold or None)
