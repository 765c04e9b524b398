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

from goldenrules.evening.board import Board as Board, Flip as Flip, Group as Group, LaidStone as LaidStone
from goldenrules.evening.cells import SIDES as SIDES, Cell as Cell, Hexagon as Hexagon, hexagon as hexagon
from goldenrules.evening.colours import BLACK as BLACK, COLOUR_NAMES as COLOUR_NAMES, LETTERS as LETTERS, WHITE as WHITE
from goldenrules.evening.colours import Colour as Colour, other as other
from goldenrules.errors import GameError as GameError, NotationError as NotationError, Refused as Refused
from goldenrules.evening.errors import Reason as Reason
from goldenrules.evening.notation import Move as Move, read_move as read_move, write_move as write_move
from goldenrules.evening.perft import Ply as Ply, perft as perft
from goldenrules.evening.policy import greedy as greedy
from goldenrules.evening.position import Key as Key, Position as Position, Turn as Turn
from goldenrules.evening.records import board_text as board_text, options_text as options_text, replay as replay
from goldenrules.evening.records import result_text as result_text, write_game as write_game
from goldenrules.evening.rules import STANDARD as STANDARD, Protocol as Protocol, Rule as Rule, RuleSet as RuleSet
from goldenrules.evening.solver import LARGEST_SIDE as LARGEST_SIDE, Solver as Solver
from goldenrules.lines import IllegalGame as IllegalGame, Word as Word
