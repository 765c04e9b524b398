"""Writes rtl/trax/trax_codes.vh: the codes in the fields of the bundled designs' ports, as Python declares them.

Run it after a change of one of these enumerations; a test holds the file to them.
"""

from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path

from goldenrules.trax.contest_line import Kind
from loopline.games.trax.protocol import ColourCode, Event, Op, Reason, State, SymbolCode

FILE = Path(__file__).parents[1] / "rtl/trax/trax_codes.vh"

#: The prefix of their names, and how many bits they have.
CODES: list[tuple[str, int, type[IntEnum]]] = [
    ("OP", 2, Op),
    ("SYMBOL", 2, SymbolCode),
    ("REASON", 4, Reason),
    ("COLOUR", 2, ColourCode),
    ("EVENT", 3, Event),
    ("STATE", 4, State),
    ("LINE", 3, Kind),
]


def text() -> str:
    return "\n".join([*_HEAD, *_localparams(), *_TAIL]) + "\n"


_HEAD = [
    "// SPDX-FileCopyrightText: the loopline authors",
    "// SPDX-License-Identifier: MIT",
    "//",
    "// Written by ci/codes.py, not by hand: the codes in the fields of the ports. A module uses some of them.",
    "/* verilator lint_off UNUSEDPARAM */",
]
_TAIL = ["/* verilator lint_on UNUSEDPARAM */"]


def _localparams() -> Iterator[str]:
    for prefix, width, codes in CODES:
        yield ""
        for code in codes:
            yield f"localparam [{width - 1}:0] {prefix}_{code.name} = {width}'d{code.value};"
    yield ""


if __name__ == "__main__":
    FILE.write_text(text())
