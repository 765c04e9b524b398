"""Writes what the Verilog and the reference pages repeat of the fields that games/trax/protocol.py declares.

Run it after a change there; a test holds these files to it. It writes all of rtl/trax/trax_codes.vh, and in
docs/reference/ the tables between `<!-- NAME: written by ci/codes.py -->` and `<!-- end -->`.
"""

import re
from collections.abc import Iterable, Iterator
from enum import IntEnum
from pathlib import Path

from goldenrules.trax.contest_line import Kind
from loopline.games.trax.protocol import Event, Reason, State
from loopline.games.trax.streams import streams
from loopline.signals.fields import Code, Field
from loopline.signals.layout import Layout

REPO = Path(__file__).parents[1]
CODES = REPO / "rtl/trax/trax_codes.vh"
PAGES = [REPO / "docs/reference" / name for name in ("engine.md", "verification-port.md")]

#: Two sizes, from which follows how widths depend on it.
SMALL, LARGE = streams(8), streams(16)


def files() -> dict[Path, str]:
    """Each file as it should be."""
    return {CODES: "\n".join(codes()) + "\n"} | {page: with_tables(page.read_text()) for page in PAGES}


# --- Verilog ----------------------------------------------------------------------------------------------------------


def codes() -> Iterator[str]:
    yield "// SPDX-FileCopyrightText: the loopline authors"
    yield "// SPDX-License-Identifier: MIT"
    yield "//"
    yield "// Written by ci/codes.py, not by hand: the codes in the fields of the ports. A module uses some of them."
    yield "/* verilator lint_off UNUSEDPARAM */"
    for values, bits in {**named_values(), Kind: 3}.items():
        prefix = "LINE" if values is Kind else values.__name__.removesuffix("Code").upper()
        yield ""
        yield from (f"localparam [{bits - 1}:0] {prefix}_{one.name} = {bits}'d{one.value};" for one in values)
    yield ""
    yield "/* verilator lint_on UNUSEDPARAM */"


def named_values() -> dict[type[IntEnum], int]:
    """Each once, and the bits of its fields."""
    layouts = (SMALL.request, SMALL.response, SMALL.event, SMALL.state)
    return {field.values: field.bits for layout in layouts for _, field in layout.fields if field.values}


# --- reference pages --------------------------------------------------------------------------------------------------


def with_tables(page: str) -> str:
    def table(found: re.Match[str]) -> str:
        return f"{found[1]}\n{chr(10).join(TABLES[found[2]])}\n{found[3]}"

    return re.sub(r"(<!-- (\w+): written by ci/codes.py -->)\n.*?(<!-- end -->)", table, page, flags=re.S)


def fields(head: str, first: str, prefix: str, small: Layout, large: Layout) -> Iterator[str]:
    yield f"| {head} | bits | |"
    yield "|---|---|---|"
    if first:
        yield first
    for (name, field), (_, larger) in zip(small.fields, large.fields, strict=True):
        yield f"| `{prefix}{name}` | {bits(field.bits, larger.bits)} | {meaning(field)} |"


def bits(small: int, large: int) -> str:
    """Where one of them is of a board with K = 3, the other of one with K = 4."""
    each, fixed = large - small, small - 3 * (large - small)
    return str(fixed) if not each else f"{each if each > 1 else ''}K{f' + {fixed}' if fixed else ''}"


def meaning(field: Field) -> str:
    """With the names of its values, unless there is a table of them."""
    if not field.values or any(one.meaning for one in field.values):
        return field.meaning
    names = ", ".join(f"{one.value} {one}" for one in field.values)
    return f"{field.meaning}: {names}" if field.meaning else names


def values(kind: str, says: str, codes: Iterable[Code]) -> Iterator[str]:
    yield f"| | {kind} | {says}{' |' if says else '|'}"
    yield "|---|---|---|"
    yield from (f"| {one.value} | {one} | {one.meaning} |" for one in codes if one.meaning)


_REQUEST = "| `req_valid`, `req_ready` | 1 | a request is accepted in the cycle in which both are high |"
_RESPONSE = "| `resp_valid`, `resp_ready` | 1 | the response is taken in the cycle in which both are high |"
_EVENT = "| `vp_valid` | 1 | there is an event in this cycle |"
_STATE = f"| `vp_state` | {bits(SMALL.state.width, LARGE.state.width)} | the state, in every cycle |"

TABLES = {
    "request": [*fields("request", _REQUEST, "req_", SMALL.request, LARGE.request)],
    "response": [*fields("response", _RESPONSE, "resp_", SMALL.response, LARGE.response)],
    "event": [*fields("port", _EVENT, "vp_", SMALL.event, LARGE.event), _STATE],
    "state": [*fields("field", "", "", SMALL.state, LARGE.state)],
    "reasons": [*values("reason", "", Reason)],
    "events": [*values("kind", "when, and which cell", Event)],
    "states": [*values("state", "what happens", State)],
}


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text)
