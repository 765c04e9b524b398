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

from goldenrules.trax.board import Board, Placed, Win
from goldenrules.trax.cells import ORIGIN, Box, Cell, cell_at, column_of, neighbour, row_of
from goldenrules.trax.errors import NotationError, Refused, Trap, TraxError
from goldenrules.trax.game import Game, Result
from goldenrules.trax.games import (
    GameText,
    IllegalGame,
    UnreadableText,
    move_texts,
    read_games,
    replay,
    write_game,
)
from goldenrules.trax.notation import label, read_move, write_move
from goldenrules.trax.perft import perft
from goldenrules.trax.player import Player
from goldenrules.trax.policy import choose
from goldenrules.trax.position import Move, Position, Turn
from goldenrules.trax.rules import CLASSIC, CONTEST, RULE_SETS, RuleSet
from goldenrules.trax.tiles import COLOUR_NAMES, EMPTY, RED, SYMBOL, SYMBOLS, TILES, WHITE, Colour, Symbol, Tile

__all__ = [
    "CLASSIC",
    "COLOUR_NAMES",
    "CONTEST",
    "EMPTY",
    "ORIGIN",
    "RED",
    "RULE_SETS",
    "SYMBOL",
    "SYMBOLS",
    "TILES",
    "WHITE",
    "Board",
    "Box",
    "Cell",
    "Colour",
    "Game",
    "GameText",
    "IllegalGame",
    "Move",
    "NotationError",
    "Placed",
    "Player",
    "Position",
    "Refused",
    "Result",
    "RuleSet",
    "Symbol",
    "Tile",
    "Trap",
    "TraxError",
    "Turn",
    "UnreadableText",
    "Win",
    "cell_at",
    "choose",
    "column_of",
    "label",
    "move_texts",
    "neighbour",
    "perft",
    "read_games",
    "read_move",
    "replay",
    "row_of",
    "write_game",
    "write_move",
]
