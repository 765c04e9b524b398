"""Fields on the ports of an Evening engine, each declared once, with the names of its values.

From here come packing and unpacking, the words of reports, `rtl/evening/evening_codes.vh` and the tables of the
reference page; `python ci/codes.py` writes the last two again.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal, NamedTuple

from goldenrules.evening import COLOUR_NAMES, Colour, hexagon
from pydantic import BeforeValidator

from loopline.design.board import Board, require_int
from loopline.design.dut import Identifier
from loopline.signals import Code, Field, Streams

# --- the names of values ----------------------------------------------------------------------------------------------


class Op(Code):
    """The operations of an engine, as `req_op` has them."""

    NEW = 0
    LOAD = 1
    PLACE = 2
    DECLINE = 3
    TAKE_BACK = 4
    READ = 5
    LISTS = 6
    CELLS = 7

    def __str__(self) -> str:
        return {Op.NEW: "new game"}.get(self, super().__str__())


class ColourCode(Code):
    """A player, or none, as two bits."""

    NONE = 0
    WHITE = Colour.WHITE
    BLACK = Colour.BLACK

    def __str__(self) -> str:
        return COLOUR_NAMES[Colour(self)] if self else "none"


class RuleCode(Code):
    """The player who leads when the lists of sizes are identical."""

    BASE = 0
    ODD_EVEN = 1


class ProtocolCode(Code):
    """The players who may place, as the request for a new game has it."""

    LOSER_MOVES = 0
    FREE = 1


class Reason(Code):
    """The reason why a request was refused; in the order in which an engine looks for them."""

    DONE = 0
    OVER = 1, "the game has ended"
    RANGE = 2, "the board has no such cell; lists: no group has this size"
    OCCUPIED = 3, "a stone lies there"
    FIRST = 4, "the first stone is White's"
    TURN = 5, "the leader does not have the move; free protocol: the player has declined already"
    EQUAL = 6, "the touching groups of both colours have equally many stones"
    OTHER = 7, "the other player may place there"
    NOTHING = 8, "nothing has been placed or declined since the game began or the last stone was loaded"


class Event(Code):
    """The architectural changes that the verification port reports: when each comes, and which fields it has."""

    NEW = 1, "a game has begun, the board is empty"
    STONE = 2, "a stone is placed or loaded: its cell and colour"
    JOINED = 3, "the stone joins a group: the stone's cell, the group's colour and size"
    GROUP = 4, "stone and groups are one group: the stone's cell, its colour, the new size"
    OWNER = 5, "the player who may place on the cell has changed: who may now, or none"
    VERDICT = 6, "the lists of sizes have been compared: who leads"
    REFUSED = 7, "for `vp_reason`: the cell and colour of the request, as far as it has them"
    DECLINED = 8, "a player has declined: who"
    REMOVED = 9, "the last stone is taken back: its cell and colour"
    RETRACTED = 10, "the last decline is taken back: whose"


class State(Code):
    """The states of the bundled engine's control.

    In the last six a neighbour is read; their low bits are its number.
    """

    BOOT = 0, "after reset: the first page is cleared"
    IDLE = 1, "a request is awaited"
    LOOK = 2, "the cell of the request is read"
    MATCH = 3, "is the request refused?"
    LAST = 4, "the last neighbour has been read"
    NAME = 5, "the new group has its size"
    PASS = 6, "the board streams through the window"
    END = 7, "the verdict, or whatever else ends the operation"
    RESPOND = 8, "the response waits to be taken"
    UPPER_LEFT = 10, "the first of six neighbours is read"
    UPPER_RIGHT = 11, "the second; the first is judged: a group to be joined?"
    RIGHT = 12, "the third, and so on"
    LOWER_RIGHT = 13, "the fourth"
    LOWER_LEFT = 14, "the fifth"
    LEFT = 15, "the sixth"


# --- the fields -------------------------------------------------------------------------------------------------------


def cells(side: int) -> int:
    """Return the number of cells of a board of this side."""
    return len(hexagon(side))


def count(side: int) -> int:
    """Return how many bits a cell's number has, and a number of stones."""
    return cells(side).bit_length()


def most_groups(side: int) -> int:
    """Return how many groups of a colour there can be: single stones on every third cell."""
    return side * (side - 1) + 1


def _declined_in_words(value: int) -> str:
    return f"{value}, {['none', 'White', 'Black', 'both'][value]}"


def _cells_in_words(value: int) -> str:
    return " ".join(str(cell) for cell in range(value.bit_length()) if value >> cell & 1) or "none"


def _over_in_words(value: int) -> str:
    return f"{value}, the game {'has ended' if value else 'goes on'}"


_WHITE_CELLS = Field(
    cells, "where White may place, if it is White's turn: bit 0 is cell 0", shows=_cells_in_words, is_set=True
)
_DECLINED = Field(
    2, "who has declined since the last stone: bit 0 White, bit 1 Black", shows=_declined_in_words, is_set=True
)


def _groups(meaning: str) -> Field:
    return Field(count, meaning, most=most_groups)


_BLACK = "whose stone, or who declines: 0 White, 1 Black; load, place, decline"

#: The operations that look at a colour, and at a number.
_COLOURED = (Op.LOAD, Op.PLACE, Op.DECLINE)
_NUMBERED = (Op.LOAD, Op.PLACE, Op.READ, Op.LISTS)


class Request(NamedTuple):
    """One request, field by field, and the cycle of a reset during it."""

    op: Annotated[int, Field(3, "", Op)]
    black: Annotated[int, Field(1, _BLACK, of=_COLOURED)] = 0
    cell: Annotated[int, Field(count, "load, place, read: the number of a cell; lists: a size", of=_NUMBERED)] = 0
    rule: Annotated[int, Field(1, "new game: who leads when the lists are identical", RuleCode, of=(Op.NEW,))] = 0
    protocol: Annotated[int, Field(1, "new game: who may place", ProtocolCode, of=(Op.NEW,))] = 0
    #: A reset comes after this many cycles of the operation; 0: it is carried out.
    cut: int = 0


class Response(NamedTuple):
    """One answer, field by field."""

    reason: Annotated[int, Field(4, "0 done, otherwise why not: see [Reasons](#reasons)", Reason)] = 0
    stone: Annotated[int, Field(2, "read: the stone there", ColourCode)] = 0
    size: Annotated[int, Field(count, "read: the stones of its group; otherwise 0", most=cells)] = 0
    white_groups: Annotated[int, _groups("lists: the number of white groups of this size; otherwise 0")] = 0
    black_groups: Annotated[int, _groups("lists: the number of black ones; otherwise 0")] = 0
    white_stones: Annotated[int, Field(count, "white stones on the board", most=cells)] = 0
    black_stones: Annotated[int, Field(count, "black stones on the board", most=cells)] = 0
    white_cells: Annotated[int, _WHITE_CELLS] = 0
    black_cells: Annotated[int, Field(cells, "where Black may", shows=_cells_in_words, is_set=True)] = 0
    loser: Annotated[int, Field(2, "the player who does not lead; never none", ColourCode, never=(0,))] = 0
    identical: Annotated[int, Field(1, "both lists of sizes are the same, so the rule decides")] = 0
    over: Annotated[int, Field(1, "the game has ended", shows=_over_in_words)] = 0
    winner: Annotated[int, Field(2, "who has won; none before the end", ColourCode)] = 0
    declined: Annotated[int, _DECLINED] = 0


class PortEvent(NamedTuple):
    """An event of the verification port; fields that its kind does not use are 0."""

    order: Annotated[int, Field(32, "its number: 0 for the first after reset, then without a gap")]
    kind: Annotated[int, Field(4, "see [Events](#events)", Event)]
    reason: Annotated[int, Field(4, "for refused: [why](#reasons)", Reason)]
    cell: Annotated[int, Field(count, "a cell")]
    colour: Annotated[int, Field(2, "a colour, or none", ColourCode)]
    size: Annotated[int, Field(count, "the size of a group")]


class Private(NamedTuple):
    """Fields that the verification port shows in every cycle, private to the design; then come those of STATUS."""

    fsm: Annotated[int, Field(4, "the state of the control; what the numbers mean is up to the engine", State)]


#: The fields of an answer that the state has, too, in its order.
STATUS = (
    "white_stones",
    "black_stones",
    "white_cells",
    "black_cells",
    "loser",
    "identical",
    "over",
    "winner",
    "declined",
)


@cache
def streams(side: int) -> Streams:
    """Return the streams; names are those of the ports, without their prefix."""
    return Streams.declared_by(Request, Response, PortEvent, Private, side, status=STATUS)


# --- the board --------------------------------------------------------------------------------------------------------


class Hexagon(Board):
    """The number of cells along each side."""

    side: Annotated[Literal[2, 3, 4, 5, 6], BeforeValidator(require_int)] = 5
    #: The design's parameter for the side, if it has one.
    side_parameter: Identifier | None = None

    @property
    def extremes(self) -> list[str]:
        """All other sides, the largest and the smallest first: small boards are soon built and played."""
        return [f"side={side}" for side in (6, 2, 3, 4, 5) if side != self.side] if self.side_parameter else []
