"""What goes over the two streams of a Trax engine, field by field, and the codes in the fields."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from goldenrules.trax import RED, WHITE, Colour, Symbol, Win
from goldenrules.trax.errors import (
    BadSymbol,
    BoxLimit,
    FirstMove,
    GameOver,
    Mismatch,
    Occupied,
    Refused,
    Trap,
    Unconnected,
)


class Op(IntEnum):
    NEW = 0
    PLAY = 1
    TAKE_BACK = 2
    READ = 3

    def __str__(self) -> str:
        return {Op.NEW: "new game", Op.TAKE_BACK: "take back"}.get(self, self.name.lower())


class Reason(IntEnum):
    """Why a request was refused; in the order in which an engine looks for them."""

    DONE = 0
    GAME_OVER = 1
    BAD_SYMBOL = 2
    OCCUPIED = 3
    FIRST_MOVE = 4
    UNCONNECTED = 5
    BOX_LIMIT = 6
    CAPACITY = 7
    MISMATCH = 8
    TRAP = 9
    NOTHING_TO_TAKE_BACK = 10

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


class Event(IntEnum):
    """The architectural changes that the verification port reports."""

    NEW = 1
    CHOSEN = 2
    FORCED = 3
    REMOVED = 4
    END_OF_TURN = 5
    REFUSED = 6
    TAKEN_BACK = 7

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


class State(IntEnum):
    """Of the bundled engine's control; the four in which a tile's sides are joined end in the number of the side."""

    BOOT = 0
    IDLE = 1
    SWEEP = 2
    FETCH = 3
    LOOK = 4
    MATCH = 5
    LAST = 6
    END = 7
    RESPOND = 8
    NORTH = 12
    EAST = 13
    SOUTH = 14
    WEST = 15


class SymbolCode(IntEnum):
    """In a request a tile is one of three; the fourth code means none."""

    PLUS = 0
    SLASH = 1
    BACKSLASH = 2
    NONE = 3


class ColourCode(IntEnum):
    """Who is to move, or has won."""

    NOBODY = 0
    WHITE = WHITE
    RED = RED


class Request(NamedTuple):
    op: Op
    x: int = 0
    y: int = 0
    symbol: int = 0
    fouls_lose: int = 0
    lines: int = 0
    box_limit: int = 0
    #: After so many cycles of the operation comes a reset; 0: it is carried out.
    cut: int = 0


class Response(NamedTuple):
    reason: int = 0
    wins: int = 0
    winner: int = 0
    over: int = 0
    to_move: int = WHITE
    placed: int = 0
    tile: int = 0
    entries: int = 0
    tiles: int = 0
    left: int = 0
    top: int = 0
    columns: int = 0
    rows: int = 0


SYMBOL_CODE: dict[Symbol, int] = dict(zip("+/\\?", map(int, SymbolCode), strict=True))
SYMBOL_OF = {code: symbol for symbol, code in SYMBOL_CODE.items()}

REASONS: dict[type[Refused], Reason] = {
    GameOver: Reason.GAME_OVER,
    BadSymbol: Reason.BAD_SYMBOL,
    Occupied: Reason.OCCUPIED,
    FirstMove: Reason.FIRST_MOVE,
    Unconnected: Reason.UNCONNECTED,
    BoxLimit: Reason.BOX_LIMIT,
    Mismatch: Reason.MISMATCH,
    Trap: Reason.TRAP,
}

_WIN_BITS = {"loop": 0, "line across": 1, "line down": 2}
_COLOUR_BITS: dict[Colour, int] = {WHITE: 0, RED: 3}
#: What each bit means, the lowest first.
WIN_NAMES = [f"{colour} {kind}" for colour in ("white", "red") for kind in _WIN_BITS]


def win_bits(wins: list[Win]) -> int:
    """One bit for each colour and kind of formation, white in the lower three."""
    bits = 0
    for win in wins:
        bits |= 1 << _WIN_BITS[win.kind] + _COLOUR_BITS[win.colour]
    return bits
