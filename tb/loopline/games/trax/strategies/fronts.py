"""The widest fronts of forced play that are known: four fields at once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from goldenrules.errors import Refused
from goldenrules.trax import LOOP_TRAX, RED, SYMBOLS, WHITE, Colour, Move, Position, cell_at
from goldenrules.trax.tiles import NORTH, colour_at

#: Cells from an arm's end to the frame.
_GAP = 3

_Place = tuple[int, int]


@cache
def over_four_fields(arm: int) -> tuple[Move, ...]:
    """Four arms of this many tiles around an open centre, and a frame around them, which joins them. The last tile lies
    beside the centre, and all four fields between the arms are forced from there, in one turn: as many cells wait at a
    time as three arms have tiles, more or less.

    Along an arm the edges are white and red by turns; only at its end this changes, and that is where the fields end.
    The frame may be of any tiles that force nothing.
    """
    position = Position(LOOP_TRAX)
    path = list(_path(arm + _GAP))
    left, top = path[0]
    tries: list[Iterator[str]] = []
    while len(position.turns) < len(path):  # a tile may be right, and the next ones find that it is not
        x, y = path[len(position.turns)]
        symbols, upper = _wanted(x, y, arm)
        if len(tries) == len(position.turns):
            tries.append(iter(symbols))
        cell = cell_at(x - left, y - top)
        if not any(_laid(position, Move(cell, symbol), upper) for symbol in tries[-1]):
            tries.pop()
            position.take_back()
    return (*(turn.move for turn in position.turns), Move(cell_at(-left, 1 - top), "/"))


def _path(frame: int) -> Iterator[_Place]:
    """From the eastern arm around the frame into the others; each cell beside one before."""
    out = range(1, frame + 1)
    inwards = range(frame - 1, 1, -1)
    yield from ((x, 0) for x in out)
    yield from ((frame, -y) for y in out)
    yield from ((x, -frame) for x in range(frame - 1, -1, -1))
    yield from ((0, -y) for y in inwards)
    yield from ((-x, -frame) for x in out)
    yield from ((-frame, y) for y in range(1 - frame, 1))
    yield from ((-x, 0) for x in (*inwards, 1))
    yield from ((-frame, y) for y in out)
    yield from ((x, frame) for x in range(1 - frame, 1))
    yield from ((0, y) for y in inwards)


def _wanted(x: int, y: int, arm: int) -> tuple[str, Colour | None]:
    """The symbols that will do there, and the colour of the upper edge if it matters."""
    distance = abs(x + y)
    if (x and y) or distance > arm + 1:
        return "".join(SYMBOLS), None
    symbol = "\\" if x < 0 else "/"
    if distance > arm:
        return "/" if x < 0 else "\\", None
    colour = (RED, WHITE)[(distance + (x < 0) + (y < 0)) % 2]
    return symbol, colour


def _laid(position: Position, move: Move, upper: Colour | None) -> bool:
    """Play that turn, unless it forces a tile or has another upper edge."""
    try:
        turn = position.play(*move)
    except Refused:
        return False
    alone = turn.tiles_after == turn.tiles_before + 1
    if alone and upper in (None, colour_at(position.tiles[move.cell], NORTH)):
        return True
    position.take_back()
    return False


def longest_arm(capacity: int) -> int:
    """The longest arm of a front in a box of this capacity."""
    return (capacity - 2 * _GAP - 1) // 2
