"""One plain table: columns as wide as their widest cell, numbers flush right, the same on a terminal and in a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

Row = Sequence[str]


def table(head: Row, rows: Sequence[Row], left: set[int], styles: Mapping[str, str] | None = None) -> Text:
    """`left`: the columns that are flush left. `styles`: the style for each cell text."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = []
    for row in (head, *rows):
        line = Text(style="bold" if row is head else "")
        for i, (cell, width) in enumerate(zip(row, widths, strict=True)):
            line.append("  " if i else "")
            line.append(cell.ljust(width) if i in left else cell.rjust(width), (styles or {}).get(cell, ""))
        line.rstrip()
        lines.append(line)
    return Text("\n").join(lines)
