"""Fields on the ports of a Tsolitaire engine, each declared once, with the names of its values.

From here come packing and unpacking, the words of reports, `rtl/tsolitaire/tsolitaire_codes.vh` and the tables of the
reference page; `python ci/codes.py` writes the last two again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, NamedTuple

from goldenrules.tsolitaire import CELLS, ROTATION_NAMES, STARTS, STONES, TILES, Cell, Place, Port, cell_name

from loopline.design.board import Board
from loopline.signals import Code, Field, Streams


def cell_in_words(cell: int) -> str:
    """Return the cell's name, or that the number is not a cell."""
    return cell_name(Cell(cell)) if cell < len(CELLS) else f"{cell}, which is not a cell"


def tile_in_words(tile: int) -> str:
    """Return the tile's number, "none", or that the number is not a tile."""
    return str(tile) if tile < len(TILES) else "none" if tile == 63 else f"{tile}, which is not a tile"


def rotation_in_words(rotation: int) -> str:
    """Return the letter of the rotation."""
    return ROTATION_NAMES[rotation]


def over_in_words(over: int) -> str:
    """Return the number, and whether the game is over."""
    return f"{over}, {'the game is over' if over else 'the game goes on'}"


def these_stones(mask: int) -> str:
    """Return the numbers of the stones in the mask."""
    return _these(mask, "stone")


def these_tiles(mask: int) -> str:
    """Return the numbers of the tiles in the mask."""
    return _these(mask, "tile")


def _these(mask: int, what: str) -> str:
    numbers = [*bits(mask)]
    return f"{what}{'' if len(numbers) == 1 else 's'} {', '.join(map(str, numbers))}" if numbers else f"no {what}"


def bits(mask: int) -> Iterator[int]:
    """Return the numbers of the bits that are set."""
    return (number for number in range(mask.bit_length()) if mask >> number & 1)


def fits_in_words(fits: int) -> str:
    """Return the fits stone by stone, as the field does not say which cells they face."""
    rotations = [f"at stone {number >> 2} {ROTATION_NAMES[number & 3]}" for number in bits(fits)]
    return ", ".join(rotations) or "nowhere"


def content_in_words(content: int) -> str:
    """Return what lies on a cell."""
    if not content:
        return "nothing"
    number, rotation = content >> 2 & 63, ROTATION_NAMES[content & 3]
    return f"{tile_in_words(number)}{rotation}" if content >> 8 else f"{content}, which means nothing"


def stones_in_words(packed: int) -> str:
    """Return the stones, stone 0 first, each as cell and port."""
    places = [packed >> right & 511 for right in range(0, 72, 9)]
    return " ".join(f"{cell_in_words(place >> 3)}/{place & 7}" for place in places)


#: In place of a tile's number: the hand is empty.
NO_TILE = 63

# --- the names of values ----------------------------------------------------------------------------------------------


class Op(Code):
    """The operations of an engine, as `req_op` has them."""

    NEW = 0
    NEXT = 1
    PLACE = 2
    LIST = 3
    UNDO = 4
    REDO = 5
    READ = 6

    def __str__(self) -> str:
        return {Op.NEW: "new game", Op.NEXT: "next tile"}.get(self, self.name.lower())


class Reason(Code):
    """The reason why a request was refused; in the order in which an engine looks for them."""

    DONE = 0
    OVER = 1, "the game is over: next tile, place, list"
    NO_TILE = 2, "there is no tile in hand: place, list"
    RANGE = 3, "no such tile: next tile; no such cell: place, read"
    REPEAT = 4, "the tile lies on the board already: next tile"
    OCCUPIED = 5, "a tile lies there: place"
    NO_STONE = 6, "no stone faces the cell: place"
    LEAVES = 7, "a stone would leave the board: place"
    NOTHING = 8, "there is nothing to take back or to restore: undo, redo"


class Event(Code):
    """The architectural changes that the verification port reports: when each comes, and what it names."""

    NEW = 1, "a game has begun, the board is empty"
    NEXT = 2, "a tile is in hand, and it is known whether it fits anywhere: the tile"
    PASSED = 3, "a stone has passed a tile: the stone, the cell, the ports by which it came and went"
    RESTS = 4, "a stone that has passed tiles faces an empty cell: the stone, that cell, the port there"
    LEAVES = 5, "a stone has left the board: the stone, the cell from which it did, the port"
    PLACED = 6, "the placement stands: cell, tile, rotation"
    TAKEN_BACK = 7, "the last placement is taken back, and so are its stones: cell, tile, rotation"
    RESTORED = 8, "what was taken back lies there again: cell, tile, rotation"
    REFUSED = 9, "a request is refused, for `vp_reason`: the tile of next tile, the cell of place"


class State(Code):
    """The states of the bundled engine's control."""

    IDLE = 0, "a request is awaited"
    LOOK = 1, "may the request be carried out?"
    FETCH = 2, "the placement to be taken back or restored is read from the log"
    PICK = 3, "the next cell to be tried"
    AIM = 4, "the stones that face the cell, and the first of them"
    RUN = 5, "a stone passes a tile, rests, or leaves"
    END = 6, "the board, the log, the event that ends the operation"
    RESPOND = 7, "the response waits to be taken"


# --- the fields -------------------------------------------------------------------------------------------------------

_PLACE_BITS = 9

_OVER = Field(1, "the game is over: the tile in hand fits nowhere, or the board is cleared", shows=over_in_words)
_STONES = Field(
    _PLACE_BITS * len(STONES),
    "where the stones are, nine bits each, stone 0 in the lowest: the cell that it faces, above its port there",
    shows=stones_in_words,
)
_FITS = (
    "list: where the tile in hand fits, four bits for each stone, stone 0 in the lowest: of the cell that it faces the "
    "rotations that are legal, those that look the same once; otherwise 0"
)
_LEAVING = "place, refused because stones would leave: which; otherwise 0"
_MOVED = "place, redo: the stones that have moved; otherwise 0, also if it is refused"
_CONTENT = "read: 0 for an empty cell, otherwise 1, the tile (6 bits) and its rotation (2 bits)"
_CELL_OF_REQUEST = "the cell, in reading order: 0 is 1A, 35 is 6F; place and read"
_ROTATION_OF_REQUEST = "quarter turns clockwise; place. Of those that look the same the first is placed"


class Request(NamedTuple):
    """One request, field by field, and the cycle of a reset during it."""

    op: Annotated[Op, Field(3, "", Op)]
    tile: Annotated[int, Field(6, "the number of the tile, 0 to 34; next tile", shows=tile_in_words, of=(Op.NEXT,))] = 0
    cell: Annotated[int, Field(6, _CELL_OF_REQUEST, shows=cell_in_words, of=(Op.PLACE, Op.READ))] = 0
    rotation: Annotated[int, Field(2, _ROTATION_OF_REQUEST, shows=rotation_in_words, of=(Op.PLACE,))] = 0
    #: A reset comes after this many cycles of the operation; 0: it is carried out.
    cut: int = 0


class Response(NamedTuple):
    """One answer, field by field."""

    reason: Annotated[int, Field(4, "0 done, otherwise why not: see [Reasons](#reasons)", Reason)] = 0
    leaving: Annotated[int, Field(8, _LEAVING, shows=these_stones, is_set=True, most=7)] = 0
    moved: Annotated[int, Field(8, _MOVED, shows=these_stones, is_set=True, most=4)] = 0
    fits: Annotated[int, Field(4 * len(STONES), _FITS, shows=fits_in_words, is_set=True)] = 0
    content: Annotated[int, Field(9, _CONTENT, shows=content_in_words)] = 0
    next_tile: Annotated[int, Field(6, "the tile in hand; 63: none", shows=tile_in_words, name="next")] = NO_TILE
    placed: Annotated[int, Field(6, "tiles on the board", most=len(TILES))] = 0
    redos: Annotated[int, Field(6, "placements that have been taken back and can be restored", most=len(TILES))] = 0
    over: Annotated[int, _OVER] = 0
    cleared: Annotated[int, Field(1, "all tiles are placed")] = 0
    used: Annotated[int, Field(len(TILES), "the tiles on the board, tile 0 in the lowest bit", shows=these_tiles)] = 0
    stones: Annotated[int, _STONES] = 0


class PortEvent(NamedTuple):
    """An event of the verification port."""

    order: Annotated[int, Field(32, "its number: 0 for the first after reset, then without a gap")]
    kind: Annotated[int, Field(4, "see [Events](#events)", Event)]
    reason: Annotated[int, Field(4, "for refused: [why](#reasons). Otherwise 0", Reason)] = 0
    stone: Annotated[int, Field(3, "for passed, rests, leaves: the stone. Otherwise 0")] = 0
    cell: Annotated[int, Field(6, "a cell, see below. Otherwise 0", shows=cell_in_words)] = 0
    enter: Annotated[int, Field(3, "for passed, rests: the port by which the stone comes. Otherwise 0")] = 0
    exit: Annotated[int, Field(3, "for passed, leaves: the port by which it goes. Otherwise 0")] = 0
    tile: Annotated[int, Field(6, "a tile, see below. Otherwise 0", shows=tile_in_words)] = 0
    rotation: Annotated[int, Field(2, "for placed, taken back, restored. Otherwise 0", shows=rotation_in_words)] = 0


class Private(NamedTuple):
    """Fields that the verification port shows in every cycle, private to the design; then come those of STATUS."""

    fsm: Annotated[int, Field(3, "the state of the control; what the numbers mean is up to the engine", State)]


#: The fields of an answer that the state has, too, in its order.
STATUS = ("next", "placed", "redos", "over", "cleared", "used", "stones")


STREAMS = Streams.declared_by(Request, Response, PortEvent, Private, status=STATUS)

# --- as the model has them --------------------------------------------------------------------------------------------


def packed(places: tuple[tuple[int, int], ...]) -> int:
    """Return the places of the stones, as the ports have them."""
    bits = 0
    for cell, port in reversed(places):
        bits = bits << _PLACE_BITS | cell << 3 | port
    return bits


def unpacked(bits: int) -> tuple[Place, ...]:
    """Return the places of the stones from what the ports have."""
    places = (bits >> _PLACE_BITS * stone & (1 << _PLACE_BITS) - 1 for stone in STONES)
    return tuple(Place(Cell(place >> 3), Port(place & 7)) for place in places)


#: Where they are when a game begins.
START = packed(STARTS)

# --- the board --------------------------------------------------------------------------------------------------------


class Square(Board):
    """The only board, six cells each way: its table is empty."""
