"""Requests to an Evening engine: those of a position, and how they are written.

`new:base,loser-moves`, `Wc3`, `B-` (Black declines), `undo`, `load:Bc3` (a stone, by the rules or against them),
`read:c3`, `lists:4` (groups of four), `cells`. A cell that the board does not have is written by its number.
"""

from __future__ import annotations

import re
from itertools import product

from goldenrules.evening import BLACK, WHITE, Cell, Colour, Hexagon, Position, Protocol, Rule

from loopline.games.evening.protocol import Op, Request, count

#: All four kinds of games.
RULES = {
    f"{rule.value},{protocol.value}": Request(Op.NEW, rule=rule is Rule.ODD_EVEN, protocol=protocol is Protocol.FREE)
    for rule, protocol in product(Rule, Protocol)
}
NEW = next(iter(RULES.values()))
TAKE_BACK, CELLS = Request(Op.TAKE_BACK), Request(Op.CELLS)

_WORDS = {"undo": TAKE_BACK, "cells": CELLS}
_COLOURS = {"W": WHITE, "B": BLACK}
_LETTERS = {colour - 1: letter for letter, colour in _COLOURS.items()}
_DECLINES = "-"


def place(colour: Colour, cell: int) -> Request:
    """Return the request for a stone as a move."""
    return Request(Op.PLACE, colour - 1, cell)


def load(colour: Colour, cell: int) -> Request:
    """Return the request for a stone that is put on the board without being a move."""
    return Request(Op.LOAD, colour - 1, cell)


def decline(colour: Colour) -> Request:
    """Return the request for a move without a stone (RULES 4.4)."""
    return Request(Op.DECLINE, colour - 1)


def lists(size: int) -> Request:
    """Return the request for the number of groups of this size of each player."""
    return Request(Op.LISTS, cell=size)


def moves(position: Position) -> list[Request]:
    """Return the stones that may be placed now; none, if the game is over."""
    return [place(colour, cell) for colour in position.players for cell in position.cells(colour)]


def other(position: Position, choice: int) -> Request:
    """Return a decline, or a stone loaded on any empty cell, whether or not it changes the game."""
    colour = (WHITE, BLACK)[choice & 1]
    empty = [cell for cell, stone in enumerate(position.stones) if stone is None]
    if choice & 2 or not empty:
        return decline(colour)
    return load(colour, empty[(choice >> 2) * len(empty) >> 6])


# --- as text ----------------------------------------------------------------------------------------------------------


def word(request: Request, board: Hexagon) -> str:
    """Return the request as one word of a script, which `step` reads."""
    op, letter, cell = request.op, _LETTERS[request.black], _name(request.cell, board)
    if op == Op.NEW:
        kind = request._replace(black=0, cell=0, cut=0)
        return "new:" + next(name for name, rules in RULES.items() if rules == kind)
    if op == Op.DECLINE:
        return letter + _DECLINES
    if op in (Op.PLACE, Op.LOAD):
        return ("load:" if op == Op.LOAD else "") + letter + cell
    if op == Op.READ:
        return f"read:{cell}"
    return f"lists:{request.cell}" if op == Op.LISTS else next(text for text, named in _WORDS.items() if named.op == op)


def _name(cell: int, board: Hexagon) -> str:
    return board.names[cell] if cell < len(board) else str(cell)


def step(text: str, board: Hexagon) -> Request:
    """Return the request that a word means. Raise ValueError if it means none."""
    if text in _WORDS:
        return _WORDS[text]
    op, colon, rest = text.partition(":")
    if op == "new" and rest in RULES:
        return RULES[rest]
    if op == "read":
        return Request(Op.READ, cell=_cell(rest, text, board))
    if op == "lists" and re.fullmatch("[0-9]{1,3}", rest) and _fits(int(rest), board):
        return Request(Op.LISTS, cell=int(rest))
    stone = rest if op == "load" else text
    if stone[:1] not in _COLOURS or (colon and op != "load"):
        kinds = f"Wc3, B-, undo, new:{' new:'.join(RULES)}, load:Wc3, read:c3, lists:4, cells"
        raise ValueError(f"{text!r} is not a request; requests look like {kinds}")
    colour = _COLOURS[stone[0]]
    if stone[1:] == _DECLINES and not colon:
        return decline(colour)
    cell = _cell(stone[1:], text, board)
    return load(colour, cell) if colon else place(colour, cell)


def _cell(name: str, text: str, board: Hexagon) -> Cell:
    if (found := board.named(name)) is not None:
        return found
    if re.fullmatch("[0-9]{1,3}", name) and _fits(int(name), board):
        return Cell(int(name))
    raise ValueError(f"{name!r} in {text!r} is not a cell; cells are {board.names[0]} to {board.names[-1]}")


def _fits(number: int, board: Hexagon) -> bool:
    """Return whether the field of the request has room for the number."""
    return number >> count(board.side) == 0
