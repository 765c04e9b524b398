"""The rules of Evening.

Section numbers in the comments are those of docs/rules/evening.md: 4.1 the board, 4.2 placing, 4.3 who leads, 4.4 who
has the move and when a game ends, 4.5 refusals, 4.6 notation, 4.7 reference figures.

    >>> from goldenrules.evening import Position, RuleSet
    >>> position = Position.from_moves(["Wc3", "Bc4"], RuleSet(side=3))
    >>> [position.hexagon.names[cell] for cell in position.cells(position.loser)]
    ['b4', 'c5', 'd4']
    >>> position
    <Position: side 3, base, loser-moves, 2 stones, Black leads>
"""

from goldenrules.evening.board import Board, Flip, Group, Laid
from goldenrules.evening.cells import SIDES, Cell, Hexagon, hexagon
from goldenrules.evening.colours import BLACK, COLOUR_NAMES, LETTERS, WHITE, Colour, other
from goldenrules.evening.errors import (
    REFUSALS,
    AfterTheEnd,
    BadCell,
    BadColour,
    BadOption,
    EmptyMove,
    Equal,
    EveningError,
    FirstStone,
    GameOver,
    NotationError,
    Occupied,
    Other,
    OutOfRange,
    OutOfTurn,
    Refused,
    WrongNumber,
    WrongResult,
)
from goldenrules.evening.notation import read_move, write_move
from goldenrules.evening.perft import Ply, perft
from goldenrules.evening.policy import greedy
from goldenrules.evening.position import Key, Move, Position, Turn
from goldenrules.evening.records import (
    RecordError,
    Word,
    board_text,
    options_text,
    read_record,
    result_text,
    write_record,
)
from goldenrules.evening.rules import STANDARD, Protocol, Rule, RuleSet
from goldenrules.evening.solver import LARGEST_SIDE, Solver

__all__ = [
    "BLACK",
    "COLOUR_NAMES",
    "LARGEST_SIDE",
    "LETTERS",
    "REFUSALS",
    "SIDES",
    "STANDARD",
    "WHITE",
    "AfterTheEnd",
    "BadCell",
    "BadColour",
    "BadOption",
    "Board",
    "Cell",
    "Colour",
    "EmptyMove",
    "Equal",
    "EveningError",
    "FirstStone",
    "Flip",
    "GameOver",
    "Group",
    "Hexagon",
    "Key",
    "Laid",
    "Move",
    "NotationError",
    "Occupied",
    "Other",
    "OutOfRange",
    "OutOfTurn",
    "Ply",
    "Position",
    "Protocol",
    "RecordError",
    "Refused",
    "Rule",
    "RuleSet",
    "Solver",
    "Turn",
    "Word",
    "WrongNumber",
    "WrongResult",
    "board_text",
    "greedy",
    "hexagon",
    "options_text",
    "other",
    "perft",
    "read_move",
    "read_record",
    "result_text",
    "write_move",
    "write_record",
]
