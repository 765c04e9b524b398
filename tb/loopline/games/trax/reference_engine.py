"""The reference of all engines: golden rules behind the request and response streams.

Its board is a torus, as that of the hardware. The model's board is not: `_cell` finds the only cell of the model that
an address can mean; it is unique as long as the box leaves two columns and two rows free.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from goldenrules.errors import Refused
from goldenrules.trax import (
    CONNEXION,
    CONTEST,
    ORIGIN,
    Box,
    Cell,
    Colour,
    Position,
    RuleSet,
    cell_at,
    column_of,
    row_of,
)
from goldenrules.trax.board import named
from goldenrules.trax.position import Turn
from goldenrules.trax.rules import FLAGS, LIMITS
from goldenrules.trax.tiles import FITTING, other

from loopline.games.trax.protocol import SYMBOL_OF, DrawCode, Op, Reason, Request, Response, streams, win_bits


class PortBox(NamedTuple):
    """A box as the ports show it."""

    left: int = 0
    top: int = 0
    columns: int = 0
    rows: int = 0


#: The length of a line that is usual, and left out.
_USUAL = 8

_DRAWS = {None: DrawCode.NONE, "full": DrawCode.FULL, "supply": DrawCode.SUPPLY, "stalemate": DrawCode.STALEMATE}

# As plain numbers, because this is a hot path: to look up a member of an enumeration takes as long as a call.
NEW, PLAY, UNDO, READ = map(int, Op)
_NO_DRAW = DrawCode.NONE

#: Refusals that are never a foul: the board or the tiles have come to an end.
NO_FOULS = (Reason.GAME_OVER, Reason.OUTSIDE, Reason.SUPPLY)


#: The options of the rules that a request has under their own names: true or false; and numbers, 0 for None.
ASKED_FLAGS = tuple(name for name in FLAGS if name in Request._fields)
ASKED_LIMITS = tuple(name for name in LIMITS if name in Request._fields and name != "lines")


def rules_of(request: Request) -> RuleSet:
    """Return the rules that a request for a new game asks for."""
    return _rules_of(request._replace(op=Op.NEW, x=0, y=0, symbol=0, cut=0))


@lru_cache(maxsize=1024)
def _rules_of(request: Request) -> RuleSet:
    options: dict[str, Any] = {name: bool(getattr(request, name)) for name in ASKED_FLAGS}
    options |= {name: getattr(request, name) or None for name in ASKED_LIMITS}
    options["lines"] = request.line_length or _USUAL if request.lines else None
    if request.connexion:
        return connexion(**options | {"field": request.field, "box_limit": None})
    return RuleSet("engine", **options)


def connexion(field: int, *, lines: int | None = 1, **options: Any) -> RuleSet:
    """Return the rules of Connexion on a field of any size.

    A line crosses the field in any case, and one that must be longer cannot.
    """
    return replace(CONNEXION, field=field, lines=max(lines, field) if lines else None, **options)


def flag(rules: RuleSet, name: str) -> bool:
    """Return one of ASKED_FLAGS as a request has it: a game without limits cannot be drawn."""
    return rules.can_draw if name == "draws" else getattr(rules, name)


def new_game(rules: RuleSet, size: int) -> Request:
    """Return the request for a game by these rules.

    A limit too large for the fields of a request is left out: the engine's capacity is reached first.
    """
    fields, fixed = streams(size, variants=True).request.shifts, rules.first_cell_free
    options = {name: int(flag(rules, name)) for name in ASKED_FLAGS}
    options |= {name: getattr(rules, name) or 0 for name in ASKED_LIMITS}
    options |= {name: 0 for name in ASKED_LIMITS if name != "field" and options[name] > fields[name][1]}
    usual = rules.lines in (None, _USUAL) or (fixed and rules.lines == rules.field and rules.field > _USUAL)
    length = 0 if usual else min(rules.lines or 0, size - 1)
    return Request(Op.NEW, lines=int(rules.lines is not None), line_length=length, connexion=int(fixed), **options)


class ReferenceEngine:
    """An engine without events or cycles, which answers requests as an engine has to."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.capacity = size - 2
        self.reset()

    def reset(self) -> None:
        """Begin as after a reset: with an empty board, by the contest's rules."""
        self.position = Position(CONTEST)
        #: The address of the first tile.
        self.at = (0, 0)
        #: The player who has won by the other's foul.
        self.foul_winner: Colour | None = None
        #: The latest turn after which the model was asked whether the game is drawn, and the answer.
        self._judged: tuple[Turn | None, DrawCode] = None, DrawCode.NONE

    def answer(self, request: Request) -> Response:
        """Carry out one request. The answer to one that is cut short is to be ignored."""
        if request.cut:
            self.reset()
            return self.response()
        if request.op == NEW:
            self.position = Position(rules_of(request))
            self.foul_winner = None
            if self.position.rules.first_cell_free:
                self.at = (0, 0)
            return self.response()
        if request.op == READ:
            cell = self.cell(request.x, request.y)
            tile, entries = self.position.tiles.get(cell, 0), self.position.entries.get(cell, 0)
            return self.response(tile=tile, entries=entries)
        return self._play(request) if request.op == PLAY else self._take_back()

    def response(self, reason: Reason = Reason.DONE, placed: int = 0, tile: int = 0, entries: int = 0) -> Response:
        """Return an answer about the game as it stands.

        Args:
            reason: The reason of a refusal.
            placed: The number of tiles placed.
            tile: The tile that was read.
            entries: The entries that were read.
        """
        position = self.position
        wins, winner, over, to_move, draw = self.verdict()
        board = len(position.tiles), *self.place(position.box)
        return named(Response, (reason, wins, winner, over, to_move, placed, tile, entries, *board, draw))

    def verdict(self) -> tuple[int, int, int, int, int]:
        """Return what every answer says of the game as it stands: wins, winner, over, to_move, draw."""
        position = self.position
        wins = win_bits(position.wins) if position.formations else 0
        winner, draw = self.foul_winner or position.winner, self.draw
        return wins, winner or 0, int(winner is not None or draw != _NO_DRAW), position.to_move, draw

    @property
    def draw(self) -> DrawCode:
        """How the game is drawn, as the response says it."""
        position = self.position
        if not (position.rules.can_draw and position.turns):
            return _NO_DRAW
        if self._judged[0] is not position.turns[-1]:
            self._judged = position.turns[-1], _DRAWS[position.draw]
        return self._judged[1]

    @property
    def over(self) -> bool:
        """Whether the game has ended, by a foul as well."""
        return self.foul_winner is not None or self.position.winner is not None or self.draw != _NO_DRAW

    def place(self, box: Box, rules: RuleSet | None = None) -> PortBox:
        """Return a box on the torus: left, top, columns, rows; all 0 if it is empty.

        In Connexion it is the field, with or without tiles. `rules`: others than those of this game.
        """
        rules = rules or self.position.rules
        if rules.first_cell_free and rules.field:
            return PortBox(0, 0, rules.field, rules.field)
        (x, y), (left, top, right, bottom) = self.at, box
        if right < left:
            return PortBox()
        return named(PortBox, ((left + x) % self.size, (top + y) % self.size, right - left + 1, bottom - top + 1))

    def begin(self, request: Request) -> Reason | None:
        """Place the tile that a turn chooses, or say why not."""
        reason = self.refusal(request)
        if reason is None:
            try:
                self.position.begin(self.cell(request.x, request.y), SYMBOL_OF[request.symbol])
            except Refused as refusal:
                reason = Reason[refusal.reason.name]
                self.foul(reason)
        return reason

    def _play(self, request: Request) -> Response:
        reason = self.refusal(request)
        if reason is not None:
            return self.response(reason)
        before = len(self.position.tiles)
        try:
            self.position.play(self.cell(request.x, request.y), SYMBOL_OF[request.symbol])
        except Refused as refusal:
            reason = Reason[refusal.reason.name]
            self.foul(reason)
            return self.response(reason)
        return self.response(placed=len(self.position.tiles) - before)

    def refusal(self, request: Request) -> Reason | None:
        """Return the reason for which only an engine, not the position, refuses a turn."""
        if self.foul_winner or self.draw:
            return Reason.GAME_OVER
        if not self.position.tiles and not self.position.rules.first_cell_free:
            self.at = (request.x, request.y)
        if self.position.longest < self.capacity:  # a tile widens it by one
            return None
        return Reason.CAPACITY if self._beyond_capacity(self.cell(request.x, request.y), request.symbol) else None

    def foul(self, reason: Reason) -> None:
        """End the game for the mover if a refusal for this reason is a foul under the rules."""
        if self.position.rules.fouls_lose and reason not in NO_FOULS:
            self.foul_winner = other(self.position.to_move)

    def _take_back(self) -> Response:
        before = len(self.position.tiles)
        if self.foul_winner:
            self.foul_winner = None
        elif not before:
            return self.response(Reason.NOTHING_TO_TAKE_BACK)
        else:
            self.position.take_back()
        return self.response(placed=before - len(self.position.tiles))

    def _beyond_capacity(self, cell: Cell, symbol: int) -> bool:
        """Return whether a tile there would make the box too large for the torus, and nothing else would refuse it."""
        position = self.position
        if cell not in position.entries or position.winner or symbol not in (0, 1, 2):
            return False
        if position.field is not None and (position.rules.first_cell_free or cell not in position.field):
            return False
        limit = position.rules.box_limit
        longest = position.box.including(cell).longest
        return longest > self.capacity and (limit is None or longest <= limit)

    def cell(self, x: int, y: int) -> Cell:
        """Return the model's cell at an address: the one in the box or around it."""
        position, size, (across, down) = self.position, self.size, self.at
        left, top, _, _ = position.box
        if position.rules.first_cell_free and position.field:
            left, top, _, _ = position.field
        elif not position.tiles:
            return ORIGIN
        left, top = left - 1, top - 1
        return cell_at(left + (x - across - left) % size, top + (y - down - top) % size)

    def address(self, cell: Cell) -> tuple[int, int]:
        """Return the column and row on the torus of a cell, which is counted from the first tile."""
        return (column_of(cell) + self.at[0]) % self.size, (row_of(cell) + self.at[1]) % self.size


_ENDLESS = 1 << 30


def flaws(engine: ReferenceEngine, request: Request) -> list[Reason]:
    """Return all reasons against a turn, in the order in which they are named; none for a legal turn.

    Each is found as if it was alone, as far as that is possible.
    """
    position, rules = engine.position, engine.position.rules
    cell, symbol = engine.cell(request.x, request.y), SYMBOL_OF[request.symbol]
    tiles, entries, fixed = position.tiles, position.entries.get(cell), rules.first_cell_free
    outside = position.field is not None and cell not in position.field
    after = position.box.including(cell)
    longest = max(after.columns, after.rows) if tiles and not fixed and cell not in position.box else 0
    fitting = [candidate for candidate in rules.symbols if entries and FITTING[candidate][entries]]
    dead = fixed and entries is not None and not fitting
    trapped, needed = False, 1
    if entries and symbol in fitting:
        trapped, needed = position.needs(cell, FITTING[symbol][entries])
    wrong = [
        (Reason.GAME_OVER, engine.over),
        (Reason.BAD_SYMBOL, symbol not in rules.symbols),
        (Reason.OUTSIDE, outside and fixed),  # its field does not wait for a first tile
        (Reason.OCCUPIED, cell in tiles),
        (Reason.FIRST_MOVE, not tiles and symbol == "\\"),
        (Reason.UNCONNECTED, bool(tiles) and cell not in tiles and entries is None and not (outside and fixed)),
        (Reason.OUTSIDE, outside and not fixed and bool(tiles)),
        (Reason.BOX_LIMIT, longest > (rules.box_limit or longest)),
        (Reason.CAPACITY, longest > engine.capacity),
        (Reason.DEAD_CELL, dead),
        (Reason.MISMATCH, entries is not None and symbol in rules.symbols and symbol not in fitting and not dead),
        (Reason.TRAP, trapped),
        (Reason.SUPPLY, len(position.placed) + needed > (rules.tiles or _ENDLESS)),
    ]
    return [reason for reason, holds in wrong if holds]
