"""The rules of the Globe, which is also called watermelon chess.

Section numbers in the comments are those of docs/rules/globe.md: 5.1 the board, 5.2 a turn, 5.3 captures, 5.4 passing,
5.5 the end, 5.6 notation and loading, 5.7 refusals, 5.8 reference figures.

    >>> from goldenrules.globe import Position
    >>> position = Position.from_moves(["W1-W4", "W3-W2"])
    >>> position
    <Position: capture=G,history=1024, 2 turns, 6 against 6, North to move>
"""

from goldenrules.errors import GameError as GameError, NotationError as NotationError, Refused as Refused
from goldenrules.globe.errors import Reason as Reason
from goldenrules.globe.notation import PASS as PASS, Step as Step, read_board as read_board, read_move as read_move
from goldenrules.globe.notation import read_side as read_side, write_board as write_board, write_move as write_move
from goldenrules.globe.notation import write_side as write_side
from goldenrules.globe.perft import Ply as Ply, count as count, perft as perft
from goldenrules.globe.points import ALL as ALL, BESIDE as BESIDE, LINES as LINES, NAMES as NAMES
from goldenrules.globe.points import NEIGHBOURS as NEIGHBOURS, POINT as POINT, POINTS as POINTS, Mask as Mask
from goldenrules.globe.points import Point as Point, beside as beside, groups as groups, mask_of as mask_of
from goldenrules.globe.points import moved as moved, points_of as points_of, symmetries as symmetries
from goldenrules.globe.policy import greedy as greedy, perfect as perfect
from goldenrules.globe.position import START as START, End as End, Key as Key, Position as Position, Turn as Turn
from goldenrules.globe.records import replay as replay, result_text as result_text, words_of as words_of
from goldenrules.globe.records import write_game as write_game
from goldenrules.globe.rules import FEWEST as FEWEST, GROUP as GROUP, LOST as LOST, MOST as MOST, PIECE as PIECE
from goldenrules.globe.rules import REPETITION as REPETITION, TRAPPED as TRAPPED, Capture as Capture, Rules as Rules
from goldenrules.globe.sides import EMPTY as EMPTY, LETTERS as LETTERS, NORTH as NORTH, SIDE_NAMES as SIDE_NAMES
from goldenrules.globe.sides import SOUTH as SOUTH, Side as Side, other as other
from goldenrules.globe.table import (
    Count as Count,
    Half as Half,
    PositionValue as PositionValue,
    solved as solved,
    worth as worth,
)
from goldenrules.lines import IllegalGame as IllegalGame, Word as Word
