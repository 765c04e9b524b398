"""A board as a golden model draws it, as the text that rich prints in colour."""

from __future__ import annotations

from collections.abc import Iterable

from rich.style import Style
from rich.text import Text

#: Ink, ground, bold. A colour is `#rrggbb`; an empty one is the terminal's own.
Look = tuple[str, str, bool]


def coloured(lines: Iterable[Iterable[tuple[str, Look]]]) -> Text:
    """Each line is made of texts with their looks."""
    return Text("\n").join(Text.assemble(*((text, _style(*look)) for text, look in line)) for line in lines)


def _style(ink: str, ground: str, bold: bool) -> Style:
    return Style(color=ink or None, bgcolor=ground or None, bold=bold or None)
