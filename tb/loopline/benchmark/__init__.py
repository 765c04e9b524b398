"""How fast the model is, and the harness: against a plain testbench, and against what no harness can do without.

May import: campaign and below."""

from typing import NamedTuple


class Figure(NamedTuple):
    """One line of the table that `loopline bench` prints."""

    name: str
    value: float
    unit: str
    aim: str = ""
