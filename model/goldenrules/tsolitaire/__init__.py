"""The rules of Tsolitaire.

Section numbers in the comments are those of docs/rules/tsolitaire.md: 3.1 board and stones, 3.2 tiles, 3.3 a placement,
3.4 reasons for a refusal, 3.5 records, 3.6 reference figures.

    >>> from goldenrules.tsolitaire import Position
    >>> position = Position.from_moves(["6B16B", "5F8L"])
    >>> position.play("6F12T")
    <Turn: 6F12T, stone 3 moved>
    >>> len(position.turns[-1].runs[0].passes)  # from tile to tile
    2
    >>> position
    <Position: 3 tiles placed>
"""

from goldenrules.tsolitaire.cells import (
    CELLS,
    COLUMN_NAMES,
    CROSSED,
    SIZE,
    STARTS,
    STONES,
    Cell,
    Place,
    Stone,
    cell_at,
    cell_name,
    column_of,
    row_of,
)
from goldenrules.tsolitaire.decks import Deck, read_deck, shuffled, write_deck
from goldenrules.tsolitaire.errors import (
    AfterTheEnd,
    BadColumn,
    BadDeck,
    BadRotation,
    BadRow,
    BadSyntax,
    BadTile,
    BadTime,
    GameOver,
    Leaves,
    NoStone,
    NotationError,
    Nothing,
    NoTile,
    NotNext,
    NotStuck,
    Occupied,
    OutOfRange,
    Refused,
    Repeat,
    TsolitaireError,
    WrongNumber,
)
from goldenrules.tsolitaire.key import Key
from goldenrules.tsolitaire.notation import read_move, write_move
from goldenrules.tsolitaire.perft import Ply, count, perft
from goldenrules.tsolitaire.players import greedy
from goldenrules.tsolitaire.position import Pass, Placement, Position, Run, Turn
from goldenrules.tsolitaire.records import Record, RecordError, RecordWarning, Spot, Step, read_record, write_record
from goldenrules.tsolitaire.solver import Progress, Solution, solve
from goldenrules.tsolitaire.tiles import (
    JOINTS,
    PERIOD,
    PORT_NAMES,
    PORTS,
    ROTATION_NAMES,
    ROTATIONS,
    TILES,
    Joints,
    Port,
    Rotation,
    Tile,
    canonical,
    rotations,
    turned,
)

__all__ = [
    "CELLS",
    "COLUMN_NAMES",
    "CROSSED",
    "JOINTS",
    "PERIOD",
    "PORTS",
    "PORT_NAMES",
    "ROTATIONS",
    "ROTATION_NAMES",
    "SIZE",
    "STARTS",
    "STONES",
    "TILES",
    "AfterTheEnd",
    "BadColumn",
    "BadDeck",
    "BadRotation",
    "BadRow",
    "BadSyntax",
    "BadTile",
    "BadTime",
    "Cell",
    "Deck",
    "GameOver",
    "Joints",
    "Key",
    "Leaves",
    "NoStone",
    "NoTile",
    "NotNext",
    "NotStuck",
    "NotationError",
    "Nothing",
    "Occupied",
    "OutOfRange",
    "Pass",
    "Place",
    "Placement",
    "Ply",
    "Port",
    "Position",
    "Progress",
    "Record",
    "RecordError",
    "RecordWarning",
    "Refused",
    "Repeat",
    "Rotation",
    "Run",
    "Solution",
    "Spot",
    "Step",
    "Stone",
    "Tile",
    "TsolitaireError",
    "Turn",
    "WrongNumber",
    "canonical",
    "cell_at",
    "cell_name",
    "column_of",
    "count",
    "greedy",
    "perft",
    "read_deck",
    "read_move",
    "read_record",
    "rotations",
    "row_of",
    "shuffled",
    "solve",
    "turned",
    "write_deck",
    "write_move",
    "write_record",
]
