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
    BadCell,
    BadColour,
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
)
from goldenrules.evening.notation import read_move, write_move
from goldenrules.evening.position import Key, Move, Position, Turn
from goldenrules.evening.rules import STANDARD, Protocol, Rule, RuleSet

__all__ = [
    "BLACK",
    "COLOUR_NAMES",
    "LETTERS",
    "REFUSALS",
    "SIDES",
    "STANDARD",
    "WHITE",
    "BadCell",
    "BadColour",
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
    "Position",
    "Protocol",
    "Refused",
    "Rule",
    "RuleSet",
    "Turn",
    "hexagon",
    "other",
    "read_move",
    "write_move",
]
