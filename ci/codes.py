"""Writes what the Verilog repeats of the fields that a game's protocol.py declares, and makes tables of them.

Run it after a change there: it writes the include file of each engine with the codes, and a test holds these files to
it. The reference pages ask for the tables, and the built site has them (ci/reference.py).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

import goldenrules.globe as globe_rules
import goldenrules.trax.contest_line as contest_line
import goldenrules.tsolitaire as tsolitaire_rules
import loopline.games.evening.protocol as evening
import loopline.games.globe.protocol as globe
import loopline.games.trax.protocol as trax
import loopline.games.tsolitaire.protocol as tsolitaire
from goldenrules.trax.rules import OPTIONS, RULE_SETS
from loopline.design.top import codes as lines_of_codes
from loopline.design.top import constant
from loopline.games.trax.protocol import streams as trax_streams
from loopline.games.trax.reference_engine import new_game
from loopline.signals import Code, Field, Layout, Streams

REPO = Path(__file__).parents[1]


def bits_of_k(small: int, large: int) -> str:
    """Return the formula, in K, of a width that is `small` where K is 3, and `large` where K is 4."""
    slope = large - small
    return _sum((slope, "K"), (small - 3 * slope, ""))


def bits_of_cells(small: int, large: int) -> str:
    """Return the formula, in N cells and K bits of a cell's number, of a width on boards of 7 and 19 cells.

    Such numbers have 3 and 5 bits. Neither N nor K is in it more than twice.
    """
    cells, rest = divmod(large - small, 12)
    return _sum((cells, "N"), (rest // 2, "K"), (small - 7 * cells - 3 * (rest // 2), ""))


def _sum(*parts: tuple[int, str]) -> str:
    return " + ".join(f"{times if times > 1 or not of else ''}{of}" for times, of in parts if times)


def trax_options() -> Iterator[str]:
    """Yield the table of the options of Trax's rules."""
    yield "| option | |"
    yield "|---|---|"
    yield from (f"| `{name}` | {means} |" for name, means in OPTIONS.items())


def trax_rules() -> Iterator[str]:
    """Yield the table of rule sets: the fields of a request for a new game."""
    names = trax.RULES
    yield f"| rule set | {' | '.join(f'`{name}`' for name in names)} |"
    yield "|---" * (1 + len(names)) + "|"
    for rules in RULE_SETS.values():
        request = new_game(rules, 64)
        yield f"| {rules.name} | {' | '.join(str(getattr(request, name)) for name in names)} |"


class EngineCodes(NamedTuple):
    codes: Path
    #: On two boards: so it is seen how widths depend on them.
    small: Streams
    large: Streams
    #: Tables of codes: name → the head of its columns, and the codes.
    listed: Mapping[str, tuple[str, str, type[Code]]]
    #: Other tables of its pages, by their names.
    others_listed: Mapping[str, list[str]] = {}
    #: A width as a page says it, from what it is on either board.
    bits: Callable[[int, int], str] = bits_of_k
    #: Codes that are in no field of a stream, the prefix of their names, and their bits.
    others: Sequence[tuple[type[IntEnum], str, int]] = ()
    #: Names of other numbers, their bits and values.
    constants: Sequence[tuple[str, int, int]] = ()


ENGINES = [
    EngineCodes(
        codes=REPO / "rtl/evening/evening_codes.vh",
        small=evening.streams(2),
        large=evening.streams(3),
        listed={
            "reasons": ("reason", "", evening.Reason),
            "events": ("kind", "when, and which fields", evening.Event),
            "states": ("state", "what happens", evening.State),
        },
        bits=bits_of_cells,
    ),
    EngineCodes(
        codes=REPO / "rtl/trax/trax_codes.vh",
        small=trax_streams(8, variants=True),
        large=trax_streams(16, variants=True),
        listed={
            "reasons": ("reason", "", trax.Reason),
            "events": ("kind", "when, and which cell", trax.Event),
            "states": ("state", "what happens", trax.State),
        },
        others_listed={"options": [*trax_options()], "rules": [*trax_rules()]},
        others=[(contest_line.Kind, "LINE", 3)],
    ),
    EngineCodes(
        codes=REPO / "rtl/globe/globe_codes.vh",
        small=globe.streams(1),
        large=globe.streams(2),
        listed={
            "reasons": ("reason", "", globe.Reason),
            "events": ("kind", "when, and which points", globe.Event),
            "states": ("state", "what happens", globe.State),
        },
    ),
    EngineCodes(
        codes=REPO / "rtl/tsolitaire/tsolitaire_codes.vh",
        small=tsolitaire.STREAMS,
        large=tsolitaire.STREAMS,
        listed={
            "reasons": ("reason", "", tsolitaire.Reason),
            "events": ("kind", "when, and what it names", tsolitaire.Event),
            "states": ("state", "what happens", tsolitaire.State),
        },
        constants=[
            ("CELLS", 6, len(tsolitaire_rules.CELLS)),
            ("TILES", 6, len(tsolitaire_rules.TILES)),
            ("NO_TILE", 6, tsolitaire.NO_TILE),
            ("START", 72, tsolitaire.START),
        ],
    ),
]


def files() -> dict[Path, str]:
    """Return each file that this script writes, and its text."""
    found = {}
    for engine in ENGINES:
        found[engine.codes] = "\n".join(codes(engine)) + "\n"
    found[REPO / "rtl/globe/globe_lines.vh"] = "\n".join(globe_lines()) + "\n"
    found[REPO / "rtl/tsolitaire/tsolitaire_tiles.vh"] = "\n".join(tsolitaire_tiles()) + "\n"
    return found


# --- Verilog ----------------------------------------------------------------------------------------------------------


def header(about: str) -> Iterator[str]:
    yield "// SPDX-FileCopyrightText: the loopline authors"
    yield "// SPDX-License-Identifier: MIT"
    yield "//"
    yield f"// Written by ci/codes.py, not by hand: {about}"


def codes(engine: EngineCodes) -> Iterator[str]:
    yield from header("the codes in the fields of the ports. A module uses some of them.")
    *lines, last = lines_of_codes(engine.small, engine.others)
    yield from lines
    if engine.constants:
        yield from (constant(*number) for number in engine.constants)
        yield ""
    yield last


def globe_lines() -> Iterator[str]:
    """Yield the Verilog of the Globe's board: which points are joined, and how a game begins."""
    yield from header("the lines of the Globe, point 0 in the lowest bit. A module uses some of it.")
    north, south = globe_rules.read_board(globe_rules.START)
    yield "/* verilator lint_off UNUSEDPARAM */"
    yield ""
    yield f"localparam [41:0] START = {{21'h{north:06x}, 21'h{south:06x}}};  // North's pieces, South's"
    yield ""
    yield "function [20:0] beside(input [20:0] points);  // the points with a line to one of these"
    yield "    beside = {"
    for point in reversed(globe_rules.POINTS):
        end = "," if point else ""
        yield f"        |(points & 21'h{globe_rules.BESIDE[point]:06x}){end}  // {globe_rules.NAMES[point]}"
    yield "    };"
    yield "endfunction"
    yield ""
    yield "/* verilator lint_on UNUSEDPARAM */"


def tsolitaire_tiles() -> Iterator[str]:
    """Yield the Verilog of the tiles: their paths, and how often each must be turned until it looks the same."""
    yield from header("the tiles, as goldenrules.tsolitaire finds and numbers them.")
    yield ""
    yield "// For each port the one to which its path leads: an octal digit each, port 0 last. The tile is not turned."
    yield "function [23:0] joined_by(input [5:0] number);"
    yield "    case (number)"
    for tile, (joints, *_) in zip(tsolitaire_rules.TILES, tsolitaire_rules.JOINTS, strict=True):
        yield f"        6'd{tile}: joined_by = 24'o{''.join(map(str, reversed(joints)))};"
    yield "        default: joined_by = 24'o0;"
    yield "    endcase"
    yield "endfunction"
    yield ""
    yield "// The last of the rotations in which it looks like no other before."
    yield "function [1:0] last_rotation_of(input [5:0] number);"
    yield "    case (number)"
    for period in sorted({*tsolitaire_rules.PERIOD} - {4}):
        tiles = [f"6'd{tile}" for tile in tsolitaire_rules.TILES if tsolitaire_rules.PERIOD[tile] == period]
        yield f"        {', '.join(tiles)}: last_rotation_of = 2'd{period - 1};"
    yield "        default: last_rotation_of = 2'd3;"
    yield "    endcase"
    yield "endfunction"


# --- reference pages --------------------------------------------------------------------------------------------------


def fields(head: str, first: str, prefix: str, layouts: Iterable[Layout], engine: EngineCodes) -> Iterator[str]:
    yield f"| {head} | bits | |"
    yield "|---|---|---|"
    if first:
        yield first
    for (name, field), (_, larger) in zip(*(layout.fields for layout in layouts), strict=True):
        yield f"| `{prefix}{name}` | {engine.bits(field.bits, larger.bits)} | {meaning(field)} |"


def meaning(field: Field) -> str:
    """Return the meaning of a field, with the names of its values unless another table lists them."""
    if not field.values or any(value.meaning for value in field.values):
        return field.meaning
    names = ", ".join(f"{value.value} {value}" for value in field.values)
    return f"{field.meaning}: {names}" if field.meaning else names


def values(kind: str, says: str, codes: Iterable[Code]) -> Iterator[str]:
    yield f"| | {kind} | {says}{' |' if says else '|'}"
    yield "|---|---|---|"
    yield from (f"| {code.value} | {code} | {code.meaning} |" for code in codes if code.meaning)


_REQUEST = "| `req_valid`, `req_ready` | 1 | a request is accepted in the cycle in which both are high |"
_RESPONSE = "| `resp_valid`, `resp_ready` | 1 | the response is taken in the cycle in which both are high |"
_EVENT = "| `vp_valid` | 1 | there is an event in this cycle |"


def tables(engine: EngineCodes) -> dict[str, list[str]]:
    small, large = engine.small, engine.large
    state = f"| `vp_state` | {engine.bits(small.state.width, large.state.width)} | the state, in every cycle |"
    return {
        "request": [*fields("request", _REQUEST, "req_", (small.request, large.request), engine)],
        "response": [*fields("response", _RESPONSE, "resp_", (small.response, large.response), engine)],
        "event": [*fields("port", _EVENT, "vp_", (small.event, large.event), engine), state],
        "state": [*fields("field", "", "", (small.state, large.state), engine)],
        **{name: [*values(*columns)] for name, columns in engine.listed.items()},
        **engine.others_listed,
    }


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text)
