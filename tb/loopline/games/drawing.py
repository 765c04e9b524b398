"""Boards in a report: a golden model's drawing as coloured text for rich, and two boards side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from typing import Protocol

from rich.style import Style
from rich.text import Text

from loopline.numbers import written

#: Foreground, background, bold. A colour is `#rrggbb`; an empty one is the terminal's default.
Look = tuple[str, str, bool]


class Drawing(Protocol):
    """A golden model's drawing: each line consists of texts with their styles."""

    @property
    def lines(self) -> Iterable[Iterable[tuple[str, Look]]]: ...


def coloured(drawing: Drawing) -> Text:
    """Return the drawing as rich prints it."""
    return Text("\n").join(Text.assemble(*((text, _style(*look)) for text, look in line)) for line in drawing.lines)


@cache
def _style(ink: str, ground: str, bold: bool) -> Style:
    return Style(color=ink or None, bgcolor=ground or None, bold=bold or None)


_GAP = 4


def _side_by_side(model: Text, hardware: Text) -> Text:
    """Return two pictures next to each other, under the heads "model" and "hardware"."""
    left, right = model.split("\n"), hardware.split("\n")
    width = max([len(line) for line in left] + [len("model")]) + _GAP
    rows = [Text("model".ljust(width) + "hardware", "bold")]
    for line, beside in zip_longest(left, right, fillvalue=Text()):
        line = line.copy()
        line.pad_right(width - len(line))
        rows.append(line.append_text(beside))
    return Text("\n").join(rows)


def _indented(text: Text) -> Text:
    """Return the text, each line four columns to the right."""
    return Text("\n").join(Text("    ").append_text(line) for line in text.split("\n"))


#: The columns that a table of values may take: two stand side by side.
_WIDEST = 36


def values_by_place(values: Mapping[tuple[int, ...], int], wrong: tuple[int, ...] | None, ascii_only: bool) -> Text:
    """Return a table of values: columns by the first number of a place, rows by the second, the wrong one in brackets.

    Empty if places have no number or more than two, or if there is no room.

    Args:
        values: The values by their places.
        wrong: The place of the wrong one, if any.
        ascii_only: Whether it must be ASCII.
    """
    if {len(place) for place in values} not in ({1}, {2}):
        return Text()
    columns = sorted({place[0] for place in values})
    rows = {place[1:]: "".join(map(str, place[1:])) for place in sorted(values)}
    none = "." if ascii_only else "·"
    shown = {place: written(value) if value else none for place, value in values.items()}
    width = max(len(text) for text in (*shown.values(), *map(str, columns)))
    side = max(map(len, rows.values()))
    if side + (width + 1) * len(columns) > _WIDEST:
        return Text()
    text = Text(" " * side + "".join(f" {column:>{width}}" for column in columns), "dim")
    for row, name in rows.items():
        text.append(f"\n{name:>{side}}", "dim")
        marked = False
        for column in columns:
            place = column, *row
            text.append("]" if marked else "[" if place == wrong else " ")
            text.append(shown.get(place, "").rjust(width))
            marked = place == wrong
        text.append("]" if marked else "")
    return text


def with_arrow(words: Sequence[str], failing: int, ascii_only: bool) -> str:
    """Return the words of a script, an arrow before the failing one.

    An arrow after the last word says that the game went well until the board was read back.
    """
    arrow = "|>" if ascii_only else "▸"
    rest = words[failing:] or ["(reading the board back)"]
    return " ".join([*words[:failing], arrow, *rest])


def compared(says: str, model: Text, hardware: Text | None = None, *, is_read: bool = True) -> Text:
    """Return what a report says of the boards, with the boards below.

    Args:
        says: What the report says.
        model: The model's board.
        hardware: The hardware's board, if it differs.
        is_read: Whether the hardware's board could be read. If not, the model's stands alone, under its name.
    """
    text = Text(f"\n  {says}\n")
    if not model and not hardware:
        return text
    if hardware is not None:
        board = _side_by_side(model, hardware)
    else:
        board = model if is_read else Text("\n").join([Text("model", "bold"), model])
    return text.append("\n").append(_indented(board)).append("\n")
