"""Drawings made of characters, of any game."""

from __future__ import annotations

from importlib import import_module
from itertools import groupby
from typing import Any, ClassVar, NamedTuple


class Look(NamedTuple):
    """The look of characters. Colours are written `#rrggbb`; an empty one is the terminal's own."""

    ink: str = ""
    ground: str = ""
    bold: bool = False


class Span(NamedTuple):
    """Characters of one look, side by side."""

    text: str
    look: Look


class Drawing(NamedTuple):
    """Lines of spans, for callers that do their own colouring.

    As a string it is the text alone, without trailing blanks.
    """

    lines: tuple[tuple[Span, ...], ...]

    def __str__(self) -> str:
        return "\n".join("".join(span.text for span in line).rstrip() for line in self.lines)

    def ansi(self) -> str:
        """Return the text with the escape sequences of a terminal that knows 24-bit colours."""
        return "\n".join("".join(map(_ansi, line)) for line in self.lines)


def spans(line: list[Span], characters: dict[int, int]) -> tuple[Span, ...]:
    """Return the same line in as few spans as possible. `characters`: replacements for some characters."""
    alike = groupby(line, key=lambda span: span.look)
    return tuple(Span("".join(span.text for span in same).translate(characters), look) for look, same in alike)


def _ansi(span: Span) -> str:
    look = span.look
    codes = ["1"] if look.bold else []
    for code, colour in (("38;2", look.ink), ("48;2", look.ground)):
        codes += [code, *(str(byte) for byte in bytes.fromhex(colour[1:]))] if colour else []
    return f"\x1b[{';'.join(codes)}m{span.text}\x1b[0m" if codes else span.text


class Drawable:
    """A thing that its game's `drawing` draws when it is printed, and its `svg` in a notebook.

    Both are loaded when they are needed.
    """

    #: The package of the game.
    _pictures: ClassVar[str]

    def _module(self, name: str) -> Any:
        return import_module(f"{self._pictures}.{name}")

    def __str__(self) -> str:
        return str(self._module("drawing").draw(self))

    def _repr_svg_(self) -> str:
        return str(self._module("svg").svg(self))
