"""Fields on the ports of a Globe engine, each declared once, with the names of its values.

From here come packing and unpacking, the words of reports, `rtl/globe/globe_codes.vh` and the tables of the reference
page; `python ci/codes.py` writes the last two again. A set of points is 21 bits, a board two of them: North's pieces in
the upper half, South's in the lower.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Annotated, NamedTuple

import pydantic
from goldenrules.globe import ALL, NAMES, NORTH, POINTS, Capture, End, Mask, Side, points_of, write_board
from pydantic import BeforeValidator

from loopline.design.board import Board, require_int
from loopline.design.dut import Identifier
from loopline.signals import Code, Field, Streams

# --- the names of values ----------------------------------------------------------------------------------------------


class Op(Code):
    """The operations of an engine, as `req_op` has them."""

    NEW = 0
    LOAD = 1
    MOVE = 2
    PASS = 3
    TAKE_BACK = 4
    LIST = 5
    READ = 6

    def __str__(self) -> str:
        return {Op.NEW: "new game"}.get(self, self.name.lower().replace("_", " "))


class CaptureCode(Code):
    """The rules of capture: the options of the rules."""

    GROUP = 0
    PIECE = 1
    TRAPPED = 2
    NONE = 3

    def __str__(self) -> str:
        return f"option {CAPTURES[self]}" if self in CAPTURES else "no option"


class SideCode(Code):
    """A side as one bit."""

    NORTH = 0
    SOUTH = 1

    def __str__(self) -> str:
        return self.name.capitalize()


class Result(Code):
    """The result of a game, as the response has it: the winner, or how it was drawn."""

    NONE = 0
    NORTH = 1
    SOUTH = 2
    REPETITION = 3
    LENGTH = 4

    def __str__(self) -> str:
        return ("the game goes on", "North has won", "South has won", "drawn by repetition", "drawn by length")[self]


class Reason(Code):
    """The reason why a request was refused; in the order in which an engine looks for them."""

    DONE = 0
    OPTION = 1, "new game: code 3"
    OVERLAP = 2, "load: one point has pieces of both sides"
    MATERIAL = 3, "load: a side has fewer than three pieces, or more than six"
    OVER = 4, "move, pass: the game has ended"
    POINT = 5, "move, list: a number above 20"
    FROM = 6, "move: no piece of the side to move is there"
    LINE = 7, "move: no line joins the two points"
    OCCUPIED = 8, "move: a piece is there"
    PASS = 9, "pass: the side to move has a move"
    NOTHING = 10, "take back: no turn has been played; read: fewer turns have been played"


class Event(Code):
    """The changes that the verification port reports: when each comes, and which points it names."""

    NEW = 1, "a game has begun from the start: none"
    LOAD = 2, "a game has begun from the position of the request: none"
    STEP = 3, "a piece has moved: the point it came from and the one it went to"
    CAPTURE = 4, "pieces are captured: those of one group, or one piece where they are captured singly"
    PASS = 5, "the side to move passes: none"
    END_OF_TURN = 6, "the turn is complete, the end of the game is judged: none"
    RETURN = 7, "take back: the board is as it was before the turn: all points that change"
    TAKEN_BACK = 8, "the last turn is undone: none"
    REFUSED = 9, "a request is refused, for `vp_reason`: none"


class State(Code):
    """The states of the bundled engine's control."""

    IDLE = 0, "a request is awaited"
    LOOK = 1, "may it be? A position to recall is asked for"
    STEP = 2, "the piece moves, or the side passes; the position before goes into the history"
    SEED = 3, "the enemy pieces beside an empty point are marked; where pieces are captured singly, the captured ones"
    FREE = 4, "the mark spreads to the pieces beside them, a step a cycle: those without it are captured"
    GROUP = 5, "is anything left to capture? Then one of it is marked"
    SPREAD = 6, "the mark spreads over its group; when that is complete it is captured"
    RECALL = 7, "the position that was asked for is there"
    SCAN = 8, "the positions of a row of the history are read"
    COMPARE = 9, "the last row is compared"
    COUNT = 10, "its hits are counted"
    END = 11, "side to move, occurrence, result; the event that ends the operation"
    RESPOND = 12, "the response waits to be taken"
    FETCH = 13, "its row is there, and it is taken from it"


# --- values in words --------------------------------------------------------------------------------------------------


def points_in_words(points: Mask) -> str:
    """Return the names of the points in the mask, with blanks between them."""
    return " ".join(NAMES[point] for point in points_of(points)) or "no point"


def point_in_words(point: int) -> str:
    """Return the point's name, or that the number is not a point."""
    return NAMES[point] if point < len(POINTS) else f"{point}, which is not a point"


def halves(board: int) -> tuple[Mask, Mask]:
    """Return North's points and South's."""
    return board >> len(POINTS), board & ALL


def board_in_words(board: int) -> str:
    """Return the board as the rules write it.

    `2` is a point with pieces of both sides, which only hardware can have.
    """
    north, south = halves(board)
    letters = write_board(north & ~south, south & ~north)
    return "".join("2" if (north & south) >> point & 1 else letter for point, letter in enumerate(letters))


# --- the fields -------------------------------------------------------------------------------------------------------


def index(history: int) -> int:
    """Return how many bits a number of plies has."""
    return _most_plies(history).bit_length()


def _most_plies(history: int) -> int:
    """Return how many plies a game can have.

    At most `history` lie between two captures, and at most six captures do not end a game.
    """
    return 7 * history


_REASON = Field(4, "0 done, otherwise why not: see [Reasons](#reasons)", Reason)
_OCCURRENCE = Field(2, "how often the position has come up since the last capture, with this time; 0: the game is won")


_BOARD = "the points of North's pieces, and of South's; in the answer to read, as it was then"
#: Of one side: it has no more when a game begins, or when a position is loaded.
_PIECES = 6
_POINTS = "move: captured; take back: what it had captured; list: where the piece on the point may go. Otherwise none"


def _points(meaning: str) -> Field:
    return Field(len(POINTS), meaning, shows=points_in_words)


def _point(meaning: str, name: str, of: Sequence[Op]) -> Field:
    return Field(5, meaning, shows=point_in_words, name=name, of=of)


class Request(NamedTuple):
    """One request, field by field, and the cycle of a reset during it."""

    op: Annotated[int, Field(3, "", Op)]
    option: Annotated[int, Field(2, "what is captured; new game", CaptureCode, of=(Op.NEW,))] = 0
    to_move: Annotated[int, Field(1, "load", SideCode, of=(Op.LOAD,))] = 0
    origin: Annotated[int, _point("the point of a piece; move, list", "from", (Op.MOVE, Op.LIST))] = 0
    target: Annotated[int, _point("where it goes; move", "to", (Op.MOVE,))] = 0
    board: Annotated[
        int, Field(42, "the points of North's pieces, and of South's; load", shows=board_in_words, of=(Op.LOAD,))
    ] = 0
    back: Annotated[int, Field(index, "how many turns ago; read", of=(Op.READ,))] = 0
    #: A reset comes after this many cycles of the operation; 0: it is carried out.
    cut: int = 0


class Response(NamedTuple):
    """One answer, field by field."""

    reason: Annotated[int, _REASON] = 0
    points: Annotated[int, Field(len(POINTS), _POINTS, shows=points_in_words, is_set=True, most=_PIECES)] = 0
    board: Annotated[int, Field(42, _BOARD, shows=board_in_words)] = 0
    norths: Annotated[int, Field(3, "North's pieces", most=_PIECES)] = 0
    souths: Annotated[int, Field(3, "South's pieces", most=_PIECES)] = 0
    to_move: Annotated[int, Field(1, "", SideCode)] = 0
    must_pass: Annotated[int, Field(1, "the game goes on, and the side to move has no move")] = 0
    option: Annotated[int, Field(2, "what is captured", CaptureCode, never=(CaptureCode.NONE,))] = 0
    occurrence: Annotated[int, _OCCURRENCE] = 1
    result: Annotated[int, Field(3, "", Result)] = 0
    plies: Annotated[int, Field(index, "turns since the game began", most=_most_plies)] = 0
    quiet: Annotated[int, Field(index, "turns since the last capture", most=lambda history: history)] = 0


class PortEvent(NamedTuple):
    """An event of the verification port."""

    order: Annotated[int, Field(32, "its number: 0 for the first after reset, then without a gap")]
    kind: Annotated[int, Field(4, "see [Events](#events)", Event)]
    reason: Annotated[int, Field(4, "for refused: [why](#reasons). Otherwise 0", Reason)]
    points: Annotated[int, _points("see [Events](#events)")]


class Private(NamedTuple):
    """Fields that the verification port shows in every cycle, private to the design; then come those of STATUS."""

    fsm: Annotated[int, Field(4, "the state of the control; what the numbers mean is up to the engine", State)]


#: The fields of an answer that the state has, too, in its order.
STATUS = ("plies", "quiet", "board", "to_move", "option", "occurrence", "result")


@cache
def streams(history: int) -> Streams:
    """Return the streams for histories of this length, the same object each time."""
    return Streams.declared_by(Request, Response, PortEvent, Private, history, status=STATUS)


# --- as the model has them --------------------------------------------------------------------------------------------

CAPTURES: dict[int, Capture] = dict(zip(CaptureCode, Capture, strict=False))


def side_code(side: Side) -> SideCode:
    """Return the code of a side."""
    return SideCode.NORTH if side == NORTH else SideCode.SOUTH


def result_code(end: End | None, winner: Side | None) -> Result:
    """Return the code of a game's end; NONE while it goes on."""
    if winner is not None:
        return Result.NORTH if winner == NORTH else Result.SOUTH
    return {None: Result.NONE, End.REPETITION: Result.REPETITION, End.LENGTH: Result.LENGTH}[end]


# --- the board --------------------------------------------------------------------------------------------------------


class Globe(Board):
    """The [board] of a Globe engine."""

    #: The number of turns without a capture after which the game is drawn.
    history: Annotated[int, pydantic.Field(ge=2, le=4096), BeforeValidator(require_int)] = 1024
    #: The design's parameter for it, if it has one.
    history_parameter: Identifier | None = None

    @property
    def extremes(self) -> list[str]:
        """Short histories, which are soon full; and a long one whose length is no power of two."""
        lengths = [16, 6, 1500] if self.history_parameter else []
        return [f"history={length}" for length in lengths if length != self.history]
