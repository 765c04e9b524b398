"""The rules of Trax.

Section numbers in the comments are those of docs/rules/trax.md: 1.1 tiles, 1.2 a turn, 1.3 winning, 1.4 notation,
1.5 reference figures, 1.6 variants.

    >>> from goldenrules.trax import Position
    >>> position = Position.from_moves(["@0/", "A0+"])
    >>> turn = position.play("@1+")
    >>> len(turn.tiles)  # the turn has forced a tile
    2
    >>> position
    <Position: contest, 3 turns, 4 tiles, Red to move>
"""

from goldenrules.trax.board import KINDS as KINDS, Board as Board, Kind as Kind, PlacedTile as PlacedTile, Win as Win
from goldenrules.trax.cells import NO_BOX as NO_BOX, ORIGIN as ORIGIN, Box as Box, Cell as Cell, cell_at as cell_at
from goldenrules.trax.cells import column_of as column_of, neighbour as neighbour, row_of as row_of
from goldenrules.errors import GameError as GameError, NotationError as NotationError, Refused as Refused
from goldenrules.lines import IllegalGame as IllegalGame
from goldenrules.trax.errors import Reason as Reason, Trap as Trap
from goldenrules.trax.game import Game as Game, Result as Result
from goldenrules.trax.games import GameReader as GameReader, GameText as GameText, read_games as read_games
from goldenrules.trax.games import read_words as read_words
from goldenrules.trax.key import Key as Key
from goldenrules.trax.lines import UnreadableText as UnreadableText
from goldenrules.trax.notation import Move as Move, Label as Label, label as label, labelled as labelled
from goldenrules.trax.notation import read_label as read_label, read_move as read_move, write_move as write_move
from goldenrules.trax.notations import BEFORE_1998 as BEFORE_1998, MODERN as MODERN, NOTATIONS as NOTATIONS
from goldenrules.trax.notations import Notation as Notation
from goldenrules.trax.perft import Ply as Ply, count as count, perft as perft
from goldenrules.trax.player import Player as Player
from goldenrules.trax.policy import choose as choose
from goldenrules.trax.position import FIRST_TILES as FIRST_TILES, Position as Position, Turn as Turn
from goldenrules.trax.records import move_texts as move_texts, replay as replay
from goldenrules.trax.records import replay_text as replay_text, write_game as write_game, write_rules as write_rules
from goldenrules.trax.rules import CLASSIC as CLASSIC, CONNEXION as CONNEXION, CONTEST as CONTEST
from goldenrules.trax.rules import LIMITED_TILES as LIMITED_TILES, LOOP_TRAX as LOOP_TRAX, MINI_TRAX as MINI_TRAX
from goldenrules.trax.rules import MINI_TRAX_LINES as MINI_TRAX_LINES, OPTIONS as OPTIONS, RULE_SETS as RULE_SETS
from goldenrules.trax.rules import ZILLIONS as ZILLIONS, RuleSet as RuleSet
from goldenrules.trax.scan import column_name as column_name
from goldenrules.trax.tiles import EMPTY as EMPTY, TILES as TILES, Tile as Tile
from goldenrules.trax.tiles import SYMBOL as SYMBOL, SYMBOLS as SYMBOLS, Symbol as Symbol
from goldenrules.trax.tiles import PLUS_RED_ACROSS as PLUS_RED_ACROSS, PLUS_WHITE_ACROSS as PLUS_WHITE_ACROSS
from goldenrules.trax.tiles import SLASH_RED_RIGHT as SLASH_RED_RIGHT, SLASH_WHITE_RIGHT as SLASH_WHITE_RIGHT
from goldenrules.trax.tiles import BACKSLASH_RED_RIGHT as BACKSLASH_RED_RIGHT
from goldenrules.trax.tiles import BACKSLASH_WHITE_RIGHT as BACKSLASH_WHITE_RIGHT
from goldenrules.trax.tiles import COLOUR_NAMES as COLOUR_NAMES, RED as RED, WHITE as WHITE, Colour as Colour
from goldenrules.trax.tiles import colour_at as colour_at, other as other
from goldenrules.trax.tiles import EAST as EAST, NORTH as NORTH, SOUTH as SOUTH, WEST as WEST, Side as Side
from goldenrules.trax.tiles import SIDES as SIDES, SIDE_NAMES as SIDE_NAMES, opposite as opposite
from goldenrules.trax.tiles import Entries as Entries, entered as entered, entry as entry, fits as fits
from goldenrules.trax.tiles import forced_tile as forced_tile, is_trap as is_trap, joined as joined
