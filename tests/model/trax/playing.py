"""Playing games in the tests, and seeing the model with the oracle's eyes."""

from copy import deepcopy
from dataclasses import replace

from goldenrules.trax import CLASSIC, Position, column_of, read_move, row_of
from goldenrules.trax.tiles import RED, SIDES, colour_at

#: Lines of eight are few in random games; the rule is the same for shorter ones.
LINES_OF_FOUR = replace(CLASSIC, name="lines of four", lines=4)

COLOURS = {1: "w", 2: "r"}


def play(text, rules=CLASSIC):
    """The position after a game written as moves."""
    position = Position(rules)
    for word in text.split():
        position.play(*read_move(position, word))
    return position


def replay(moves, rules=CLASSIC):
    position = Position(rules)
    for move in moves:
        position.play(*move)
    return position


def at(cell):
    """The oracle's name of a cell."""
    return column_of(cell), row_of(cell)


def edges_of(tile):
    """The oracle's name of a tile."""
    return "".join("r" if colour_at(tile, side) == RED else "w" for side in SIDES)


def board_of(position):
    return {at(cell): edges_of(tile) for cell, tile in position.tiles.items()}


def wins_of(position):
    return {(COLOURS[win.colour], win.kind, frozenset(map(at, position.path(win)))) for win in position.wins}


def winner_of(position):
    return COLOURS.get(position.winner)


def everything_in(position):
    """All that a position remembers, private or not."""
    return deepcopy(vars(position))
