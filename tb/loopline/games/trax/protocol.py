"""Fields on the ports of a Trax engine, each declared once, with the names of its values.

From here come packing and unpacking, the words of reports, `rtl/trax/trax_codes.vh` and the tables of the reference
pages; `python ci/codes.py` writes the last two again.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal, NamedTuple, Self

from goldenrules.trax import COLOUR_NAMES, RED, SYMBOL, WHITE, Colour, Symbol, Tile, Win
from goldenrules.trax.board import named
from pydantic import BeforeValidator, model_validator

from loopline.design.board import Board, require_int
from loopline.design.dut import Identifier
from loopline.signals import Code, Field, Streams, declared

_SIDES = ("north", "east", "south", "west")
#: What each bit of the wins means, the lowest first.
_FORMATIONS = [(colour, kind) for colour in (WHITE, RED) for kind in ("loop", "line across", "line down")]
_WIN_BITS = {win: 1 << bit for bit, win in enumerate(_FORMATIONS)}


def win_bits(wins: list[Win]) -> int:
    """Return a bit for each colour and kind of formation, white in the lower three."""
    bits = 0
    for win in wins:
        bits |= _WIN_BITS[win.colour, win.kind]
    return bits


def wins_in_words(value: int) -> str:
    """Return the formations of these bits, `white line across and red loop`."""
    won = (f"{colour.name.lower()} {kind}" for (colour, kind), bit in _WIN_BITS.items() if value & bit)
    return f"{value:06b}, {' and '.join(won) or 'none'}"


def tile_name(value: int) -> str:
    """Return the tile's symbol and its red sides, or that the number is not a tile."""
    if (tile := Tile(value)) in SYMBOL:
        red = (side for bit, side in enumerate(_SIDES) if tile >> bit & 1)
        return f"{SYMBOL[tile]} with red to the {' and '.join(red)}"
    return "not a tile" if tile else "no tile"


def tile_in_words(value: int) -> str:
    """Return the number in binary, and the tile's name."""
    return f"{value:04b}, {tile_name(value)}"


def entries_in_words(value: int) -> str:
    """Return the number in binary, and which colour enters from which side."""
    sides = [f"{_ENTERS[value >> 2 * at & 3]} from the {side}" for at, side in enumerate(_SIDES) if value >> 2 * at & 3]
    return f"{value:08b}, {', '.join(sides) or 'nothing enters'}"


_ENTERS = {1: "white", 2: "red", 3: "white and red at once"}


def over_in_words(value: int) -> str:
    """Return the number, and whether the game is over."""
    return f"{value}, {'the game is over' if value else 'the game goes on'}"


# --- the names of values ----------------------------------------------------------------------------------------------


class Op(Code):
    """The operations of an engine, as `req_op` has them."""

    NEW = 0
    PLAY = 1
    TAKE_BACK = 2
    READ = 3

    def __str__(self) -> str:
        return {Op.NEW: "new game", Op.TAKE_BACK: "take back"}.get(self, self.name.lower())


class SymbolCode(Code):
    """The symbols of a tile in a request: three, and a fourth code for none."""

    PLUS = 0
    SLASH = 1
    BACKSLASH = 2
    NONE = 3

    def __str__(self) -> str:
        return ("`+`", "`/`", "`\\`", "invalid")[self]


class ColourCode(Code):
    """The player who is to move, or has won."""

    NONE = 0
    WHITE = WHITE
    RED = RED

    def __str__(self) -> str:
        return COLOUR_NAMES[Colour(self)] if self else "none"


class Reason(Code):
    """The reason why a request was refused; 1 to 9 in the order in which an engine looks for them."""

    DONE = 0
    GAME_OVER = 1, "somebody has won already, or the game is drawn"
    BAD_SYMBOL = 2, "code 3; in Connexion also `+`"
    OCCUPIED = 3, "a tile lies there"
    FIRST_MOVE = 4, "`\\` on the empty board"
    UNCONNECTED = 5, "no tile beside the cell"
    BOX_LIMIT = 6, "of the rules"
    CAPACITY = 7, "the box would have more than N − 2 columns or rows"
    MISMATCH = 8, "the symbol fits in neither colouring"
    TRAP = 9, "forced play leads a third edge of one colour into an empty cell"
    NOTHING_TO_TAKE_BACK = 10, "the board is empty, and no foul has ended the game"
    OUTSIDE = 11, "the field ends before this cell"
    SUPPLY = 12, "the turn, with all that it forces, needs more tiles than are left"
    DEAD_CELL = 13, "Connexion: no curve fits, since one colour enters from two opposite sides"

    def __str__(self) -> str:
        """Return the name that the model gives the reason."""
        return {Reason.OUTSIDE: "outside the field", Reason.SUPPLY: "out of tiles"}.get(self, super().__str__())


#: The reasons that every engine has; the others belong to the variants of the rules.
EVERYWHERE = tuple(reason for reason in Reason if Reason.DONE < reason <= Reason.NOTHING_TO_TAKE_BACK)


class DrawCode(Code):
    """The way a game was drawn."""

    NONE = 0
    FULL = 1
    SUPPLY = 2
    STALEMATE = 3

    def __str__(self) -> str:
        return ("no draw", "full", "supply", "stalemate")[self]


class Event(Code):
    """The architectural changes that the verification port reports: when each comes, and which cell it names."""

    NEW = 1, "a game has begun, the board is empty: 0, 0"
    CHOSEN = 2, "the tile of the request is placed: its cell"
    FORCED = 3, "a forced tile is placed: its cell"
    REMOVED = 4, "a tile is removed: its cell"
    END_OF_TURN = 5, "the turn is complete, wins are judged: the chosen tile's cell"
    REFUSED = (
        6,
        (
            "a play or take back is refused, for `vp_reason`: for a trap the trapped cell, otherwise the request's; "
            "for a take back 0, 0"
        ),
    )
    TAKEN_BACK = 7, "the last turn, or the foul that ended the game, is undone: the chosen tile's cell; 0, 0 for a foul"


class State(Code):
    """The states of the bundled engine's control. The four in which a tile is written end in the number of the side."""

    BOOT = 0, "after reset: the memories are swept"
    IDLE = 1, "a request is awaited"
    SWEEP = 2, "for a new game: the memories are swept"
    FETCH = 3, "turning round: the log is read from its end. Waiting cells are dropped"
    LOOK = 4, "the cell of the request, or the one at the head of the log, is read"
    MATCH = 5, "which tile it is and whether it may lie there; its own ends are kept. The tile is placed or removed"
    LAST = 6, "the western neighbour is judged: another tile, a trap, or the end of the turn"
    END = 7, "winner, player to move, the event that ends the operation"
    RESPOND = 8, "the response waits to be taken"
    SEEK = 9, "the next turn to be tried is chosen: has the next player a legal one?"
    NORTH = 12, "the first of four writes"
    EAST = 13, "the second"
    SOUTH = 14, "the third"
    WEST = 15, "the fourth"


# --- the fields -------------------------------------------------------------------------------------------------------


def _coordinate(size: int) -> int:
    """Return how many bits a column or a row has."""
    return size.bit_length() - 1


def count(size: int) -> int:
    """Return how many bits a number of tiles has."""
    return 2 * _coordinate(size) + 1


def _longest(size: int) -> int:
    """Return how many columns or rows the box may have."""
    return size - 2


def _room(size: int) -> int:
    """Return how many tiles the largest box has room for."""
    return _longest(size) ** 2


_BOX_LIMIT = "no chosen tile may make the box wider or taller than this, but in Connexion; 0 for no limit; new game"
_LINE_LENGTH = "if lines win: the fewest columns or rows that a winning one crosses; 0 for 8; new game"
_FIELD = "columns and rows of a fixed field, with the first tile in its centre; 0 for no field; new game"
_TILES = "the number of tiles; 0 for no limit; new game"
_CONNEXION = "Connexion, on the field with its corner in column 0, row 0; new game"
_DRAWS = "a game is drawn as soon as there is no legal turn; new game"
_WINS = (
    "what the last turn completed. From the highest bit: red line down, red line across, red loop, white line down, "
    "white line across, white loop"
)
_PLACED = "tiles placed by this play, or removed by this take back; 0 if it was refused"
_ENTRIES = "read: what enters the cell if it is empty; otherwise 0"


#: The operations that look at a cell, and at rules.
_CELLS, _RULES = (Op.PLAY, Op.READ), (Op.NEW,)


class Request(NamedTuple):
    """One request, field by field, and the cycle of a reset during it."""

    op: Annotated[Op, Field(2, "", Op)]
    x: Annotated[int, Field(_coordinate, "column of the cell; play and read", of=_CELLS)] = 0
    y: Annotated[int, Field(_coordinate, "row of the cell; play and read", of=_CELLS)] = 0
    symbol: Annotated[int, Field(2, "play", SymbolCode, of=(Op.PLAY,))] = 0
    fouls_lose: Annotated[int, Field(1, "a refused turn loses the game; new game", of=_RULES)] = 0
    lines: Annotated[int, Field(1, "lines win as well as loops; new game", of=_RULES)] = 0
    box_limit: Annotated[int, Field(_coordinate, _BOX_LIMIT, of=_RULES, unless="connexion")] = 0
    # The fields below are for the variants of the rules: see VARIANT_RULES.
    line_length: Annotated[int, Field(_coordinate, _LINE_LENGTH, of=_RULES, only_if="lines")] = 0
    field: Annotated[int, Field(_coordinate, _FIELD, of=_RULES)] = 0
    tiles: Annotated[int, Field(count, _TILES, of=_RULES)] = 0
    connexion: Annotated[int, Field(1, _CONNEXION, of=_RULES)] = 0
    draws: Annotated[int, Field(1, _DRAWS, of=_RULES)] = 0
    #: A reset comes after this many cycles of the operation; 0: it is carried out.
    cut: int = 0


_NO_RULES = Request(Op.READ)[4:]


def request_about(op: Op, x: int, y: int, symbol: int = 0) -> Request:
    """Return a turn or a read, in half the time that the class takes to fill in the other fields.

    Args:
        op: The operation: it takes a cell.
        x: The column on the torus, from 0.
        y: The row on the torus, from 0.
        symbol: The code of the symbol to place, of a `SymbolCode`; 0 for a read.
    """
    return named(Request, (op, x, y, symbol, *_NO_RULES))


class Response(NamedTuple):
    """One answer, field by field."""

    reason: Annotated[int, Field(4, "0 done, otherwise why not: see [Reasons](#reasons)", Reason)] = 0
    wins: Annotated[int, Field(6, _WINS, shows=wins_in_words)] = 0
    winner: Annotated[int, Field(2, "who has won", ColourCode)] = 0
    over: Annotated[int, Field(1, "the game is won or drawn", shows=over_in_words)] = 0
    to_move: Annotated[int, Field(2, "whose turn it is; never none", ColourCode, never=(0,))] = WHITE
    placed: Annotated[int, Field(count, _PLACED, most=_room)] = 0
    tile: Annotated[int, Field(4, "read: the tile there; otherwise 0", shows=tile_in_words)] = 0
    entries: Annotated[int, Field(8, _ENTRIES, shows=entries_in_words)] = 0
    tiles: Annotated[int, Field(count, "tiles on the board", name="count", most=_room)] = 0
    left: Annotated[int, Field(_coordinate, "leftmost column of the box; 0 on an empty board")] = 0
    top: Annotated[int, Field(_coordinate, "topmost row of the box; 0 on an empty board")] = 0
    columns: Annotated[int, Field(_coordinate, "width of the box", most=_longest)] = 0
    rows: Annotated[int, Field(_coordinate, "height of the box", most=_longest)] = 0
    draw: Annotated[int, Field(2, "how the game was drawn", DrawCode)] = 0


class PortEvent(NamedTuple):
    """An event of the verification port."""

    order: Annotated[int, Field(32, "its number: 0 for the first after reset, then without a gap")]
    kind: Annotated[int, Field(3, "see [Events](#events)", Event)]
    reason: Annotated[int, Field(4, "for refused: [why](trax-engine.md#reasons). Otherwise 0", Reason)]
    x: Annotated[int, Field(_coordinate, "column of a cell, see below")]
    y: Annotated[int, Field(_coordinate, "its row")]
    tile: Annotated[int, Field(4, "for chosen, forced, removed: the tile. Otherwise 0", shows=tile_in_words)]


class Private(NamedTuple):
    """Fields that the verification port shows in every cycle, private to the design; then come those of STATUS."""

    fsm: Annotated[int, Field(4, "the state of the control; what the numbers mean is up to the engine", State)]
    pending: Annotated[int, Field(count, "forced cells that wait to be filled")]


#: The fields of an answer that the state has, too, in its order.
STATUS = ("count", "left", "top", "columns", "rows", "to_move", "over", "winner", "draw")


#: The fields of a request that are options of the rules; and those that only a design with the variants of these has.
RULES = tuple(name for name, field in declared(Request) if field.of == _RULES)
VARIANT_RULES = tuple(name for name in RULES if name not in ("fouls_lose", "lines", "box_limit"))
#: The fields of all streams that only such a design has, by their ports' names; elsewhere they are 0.
VARIANTS = frozenset({*VARIANT_RULES, "draw"})


# --- as the model has them --------------------------------------------------------------------------------------------

SYMBOL_CODE: dict[Symbol, int] = dict(zip("+/\\?", map(int, SymbolCode), strict=True))
SYMBOL_OF = {code: symbol for symbol, code in SYMBOL_CODE.items()}


@cache
def streams(size: int, variants: bool = False) -> Streams:
    """Return the streams of an engine of this size, a power of two; the same object each time.

    The names are those of the ports, without their prefix.
    """
    absent = frozenset() if variants else VARIANTS
    return Streams.declared_by(Request, Response, PortEvent, Private, size, status=STATUS, absent=absent)


#: The names in goldenrules.trax.RULE_SETS, which is not loaded for every command.
RuleSetName = Literal["contest", "classic", "loop", "limited", "mini", "mini-lines", "zillions", "connexion"]


# --- the board --------------------------------------------------------------------------------------------------------


#: The sides of the smallest board and of the largest.
_SMALLEST, _LARGEST = 8, 128


class Torus(Board):
    """A torus of `size` × `size` cells."""

    #: Trax: columns and rows of the torus: 8, 16, 32, 64 or 128.
    size: Annotated[Literal[8, 16, 32, 64, 128], BeforeValidator(require_int)] = 64
    #: Trax: the design's parameter for log2 of the size. With it, other boards are built, too.
    size_parameter: Identifier | None = None
    #: Trax: the design plays the variants of the rules. Otherwise they are not asked for; their ports may be missing.
    variants: bool = False
    #: Trax: the rule set by which all short games are played. All but `contest`, `classic` and `loop` need `variants`.
    rules: RuleSetName = "classic"

    @model_validator(mode="after")
    def _has_the_ports(self) -> Self:
        if not self.variants and self.rules not in ("contest", "classic", "loop"):
            raise ValueError(f"rules {self.rules!r} take a design with variants = true")
        return self

    def __str__(self) -> str:
        return f"{self.size} × {self.size}" + (f", {self.rules}" if self.rules != "classic" else "")

    @property
    def label(self) -> str:
        return f"{self.size}-{self.rules}" if self.rules != "classic" else str(self.size)

    @property
    def parameters(self) -> Mapping[str, tuple[str, int | str]]:
        return {"size_parameter": (self.size_parameter, self.size.bit_length() - 1)} if self.size_parameter else {}

    @property
    def extremes(self) -> list[str]:
        """Small boards, on which addresses and counters soon reach their limits; and the largest."""
        small = [f"size={size}" for size in (16, 8) if size < self.size] if self.size_parameter else []
        return [*small, *filter(None, [self.larger])]

    @property
    def extremes_of_players(self) -> list[str]:
        """Where clearing the board takes so long that bytes have to wait; and where there is soon no room left."""
        return [f"size={size}" for size in (128, 8) if size != self.size] if self.size_parameter else []

    @property
    def sampled(self) -> str:
        """To clear 64 × 64 cells after a reset takes longer than most games."""
        return f"size={_SMALLEST}" if self.size_parameter and self.size > _SMALLEST else ""

    @property
    def larger(self) -> str:
        """A bug that cuts addresses off is not seen where there are no such bits."""
        return f"size={_LARGEST}" if self.size_parameter and self.size < _LARGEST else ""
