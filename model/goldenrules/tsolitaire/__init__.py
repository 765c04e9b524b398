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

from goldenrules.tsolitaire.cells import CELLS as CELLS, COLUMN_NAMES as COLUMN_NAMES, CROSSED as CROSSED, SIZE as SIZE
from goldenrules.tsolitaire.cells import STARTS as STARTS, STONES as STONES, Cell as Cell, Pass as Pass, Place as Place
from goldenrules.tsolitaire.cells import (
    StoneRun as StoneRun,
    Stone as Stone,
    cell_at as cell_at,
    cell_name as cell_name,
)
from goldenrules.tsolitaire.cells import column_of as column_of, row_of as row_of
from goldenrules.tsolitaire.decks import Deck as Deck, read_deck as read_deck, shuffled as shuffled
from goldenrules.tsolitaire.decks import write_deck as write_deck
from goldenrules.errors import GameError as GameError, NotationError as NotationError, Refused as Refused
from goldenrules.lines import IllegalGame as IllegalGame
from goldenrules.tsolitaire.errors import Reason as Reason, Leaves as Leaves
from goldenrules.tsolitaire.key import Key as Key
from goldenrules.tsolitaire.notation import Placement as Placement, read_move as read_move, write_move as write_move
from goldenrules.tsolitaire.perft import Ply as Ply, count as count, perft as perft
from goldenrules.tsolitaire.players import greedy as greedy
from goldenrules.tsolitaire.position import Position as Position, Turn as Turn
from goldenrules.tsolitaire.records import PlayRecord as PlayRecord, RecordWarning as RecordWarning
from goldenrules.tsolitaire.records import Step as Step, replay as replay, write_game as write_game
from goldenrules.tsolitaire.solver import Progress as Progress, Solution as Solution, solve as solve
from goldenrules.tsolitaire.tiles import JOINTS as JOINTS, PERIOD as PERIOD, PORTS as PORTS
from goldenrules.tsolitaire.tiles import ROTATION_NAMES as ROTATION_NAMES, ROTATIONS as ROTATIONS, TILES as TILES
from goldenrules.tsolitaire.tiles import Joints as Joints, Port as Port, Rotation as Rotation, Tile as Tile
from goldenrules.tsolitaire.tiles import canonical as canonical, rotations as rotations, turned as turned
