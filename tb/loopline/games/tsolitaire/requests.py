"""Requests to a Tsolitaire engine, and how they are written.

`new`, `next:13`, `place:1BT`, `list`, `undo`, `redo`, `read:1B`. As in a record, `13/` draws a tile, and `1B13T` draws
and places it. A tile or cell that the game does not have is written by its number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from goldenrules.tsolitaire import (
    CELLS,
    COLUMN_NAMES,
    ROTATION_NAMES,
    SIZE,
    TILES,
    Cell,
    NotationError,
    cell_name,
    read_move,
)

from loopline.games.tsolitaire.protocol import Op, Request
from loopline.resets import without_reset

NEW, LIST, UNDO, REDO = map(Request, (Op.NEW, Op.LIST, Op.UNDO, Op.REDO))


def next_tile(tile: int) -> Request:
    """Return the request that draws this tile."""
    return Request(Op.NEXT, tile)


def place(cell: int, rotation: int) -> Request:
    """Return the request that places the tile in hand."""
    return Request(Op.PLACE, 0, cell, rotation)


def read(cell: int) -> Request:
    """Return the request that reads a cell."""
    return Request(Op.READ, 0, cell)


#: Marks around a placement in a record: its number before it, the time after it.
_AROUND = re.compile(r"^[0-9]+:|\[[0-9]{2,}:[0-5][0-9]\]$")
_CELL = re.compile(rf"([1-{SIZE}])([{COLUMN_NAMES}])([{ROTATION_NAMES}]?)")


def word(request: Request) -> str:
    """Return a request that names a tile or a cell, as one word; empty for others, and beyond the board."""
    if request.op in (Op.PLACE, Op.READ) and request.cell < len(CELLS):
        where = cell_name(Cell(request.cell))
        return f"place:{where}{ROTATION_NAMES[request.rotation]}" if request.op == Op.PLACE else f"read:{where}"
    return f"next:{request.tile}" if request.op == Op.NEXT else ""


def step(text: str) -> Request | None:
    """Return the request that such a word means; None for any other word."""
    name, _, where = text.lower().partition(":")
    if name == "next" and where.isdecimal() and int(where) < 64:
        return next_tile(int(where))
    if name in ("place", "read") and (found := _CELL.fullmatch(text.partition(":")[2])):
        row, column, turn = found.groups()
        cell = SIZE * (int(row) - 1) + COLUMN_NAMES.index(column)
        if (name == "place") == bool(turn):
            return place(cell, ROTATION_NAMES.index(turn)) if turn else read(cell)
    return None


def plain(words: Iterable[str]) -> Iterator[str]:
    """Yield the words of a record without numbers and times, and without moves that are starred."""
    for text in words:
        bare = _AROUND.sub("", _AROUND.sub("", text))
        if bare and bare[-1] not in "*x":
            yield bare


def steps(text: str, step: Callable[[str], Request]) -> Iterator[Request]:
    """Yield the requests that a word of a script or record means.

    `step` reads the word of a single request. Raise ValueError for an unknown word.
    """
    bare, cut = without_reset(text)
    if bare.endswith("/") and bare[:-1].isdecimal():
        yield step(f"next:{bare[:-1]}")
    elif bare[0].isdecimal():
        try:
            cell, tile, rotation = read_move(None, bare)
        except NotationError as wrong:
            raise ValueError(f"{bare!r}: {wrong}") from None
        yield next_tile(tile)
        yield place(cell, rotation)._replace(cut=cut)
    else:
        yield step(bare)._replace(cut=cut)


def paired(steps: Sequence[Request], words: Sequence[str]) -> Iterator[str]:
    """Yield the words of a script; a tile that is drawn and then placed is one word, as a record has it."""
    at = 0
    while at < len(steps):
        first, *_ = pair = steps[at : at + 2]
        if _is_placement(pair):
            _, _, where = words[at + 1].partition(":")
            yield f"{where[:2]}{first.tile}{where[2:]}"
        else:
            yield words[at]
        at += 2 if _is_placement(pair) else 1


def _is_placement(pair: Sequence[Request]) -> bool:
    """Return whether a tile is drawn, and then placed."""
    if len(pair) < 2 or (pair[0].op, pair[1].op, pair[0].cut) != (Op.NEXT, Op.PLACE, 0):
        return False
    return pair[0].tile < len(TILES) and pair[1].cell < len(CELLS)
