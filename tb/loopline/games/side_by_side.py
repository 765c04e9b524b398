"""Two boards in a report: the model's and the hardware's, or the model's alone."""

from __future__ import annotations

from itertools import zip_longest

from rich.text import Text

_GAP = 4


def side_by_side(model: Text, hardware: Text) -> Text:
    """Two pictures next to each other, under the heads "model" and "hardware"."""
    lines, others = model.split("\n"), hardware.split("\n")
    width = max([len(line) for line in lines] + [len("model")]) + _GAP
    rows = [Text("model".ljust(width) + "hardware", "bold")]
    for line, other in zip_longest(lines, others, fillvalue=Text()):
        line = line.copy()
        line.pad_right(width - len(line))
        rows.append(line.append_text(other))
    return Text("\n").join(rows)


def without_hardware(model: Text) -> Text:
    """One picture under the head "model"."""
    return Text("\n").join([Text("model", "bold"), model])


def indented(text: Text) -> Text:
    """The text, each line four columns to the right."""
    return Text("\n").join(Text("    ").append_text(line) for line in text.split("\n"))
