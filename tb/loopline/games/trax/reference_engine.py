"""The engine that every engine is compared with: golden rules behind the request and response streams.

Its board is a torus, as that of the hardware. The model's board is not: `_cell` finds the one cell of the model that an
address can mean, which is unique as long as the box leaves two columns and two rows free.
"""

from __future__ import annotations

from goldenrules.trax import CONTEST, ORIGIN, Box, Cell, Colour, Position, RuleSet, cell_at, column_of, row_of
from goldenrules.trax.errors import GameOver, Refused
from goldenrules.trax.tiles import other

from loopline.games.trax.protocol import REASONS, SYMBOL_OF, Op, Reason, Request, Response
from loopline.games.trax.words import win_bits


def rules_of(request: Request) -> RuleSet:
    return RuleSet(
        "engine",
        fouls_lose=bool(request.fouls_lose),
        lines=8 if request.lines else None,
        box_limit=request.box_limit or None,
    )


def new_game(rules: RuleSet, size: int) -> Request:
    """A limit beyond what the engine can hold is none: its capacity is reached first, and has no room in the field."""
    limit = rules.box_limit if rules.box_limit and rules.box_limit <= size - 2 else 0
    return Request(Op.NEW, 0, 0, 0, int(rules.fouls_lose), int(rules.lines is not None), limit)


class ReferenceEngine:
    def __init__(self, size: int) -> None:
        self.size = size
        self.capacity = size - 2
        self.reset()

    def reset(self) -> None:
        self.position = Position(CONTEST)
        #: The address of the first tile.
        self.at = (0, 0)
        #: Whoever has won by the other's foul. Draws are not an engine's business.
        self.foul_winner: Colour | None = None

    def answer(self, request: Request) -> Response:
        """Carry out one request; nobody gets the answer to one that is cut short."""
        if request.cut:
            self.reset()
            return self.response()
        if request.op == Op.NEW:
            self.position = Position(rules_of(request))
            self.foul_winner = None
            return self.response()
        if request.op == Op.READ:
            cell = self.cell(request.x, request.y)
            tile, entries = self.position.tiles.get(cell, 0), self.position.entries.get(cell, 0)
            return self.response(tile=tile, entries=entries)
        return self._play(request) if request.op == Op.PLAY else self._take_back()

    def response(self, reason: Reason = Reason.DONE, placed: int = 0, tile: int = 0, entries: int = 0) -> Response:
        """An answer about the game as it stands."""
        position = self.position
        winner = self.foul_winner or position.winner
        return Response(
            reason,
            win_bits(position.wins),
            winner or 0,
            int(winner is not None),
            position.to_move,
            placed,
            tile,
            entries,
            len(position.tiles),
            *self.place(position.box),
        )

    def place(self, box: Box) -> tuple[int, int, int, int]:
        """A box on the torus: left, top, columns, rows; all 0 if there is nothing in it."""
        if box.columns <= 0:
            return 0, 0, 0, 0
        x, y = self.at
        return (box.left + x) % self.size, (box.top + y) % self.size, box.columns, box.rows

    def _play(self, request: Request) -> Response:
        reason = self.refusal(request)
        if reason is not None:
            return self.response(reason)
        before = len(self.position.tiles)
        try:
            self.position.play(self.cell(request.x, request.y), SYMBOL_OF[request.symbol])
        except Refused as refusal:
            self.foul(type(refusal))
            return self.response(REASONS[type(refusal)])
        return self.response(placed=len(self.position.tiles) - before)

    def refusal(self, request: Request) -> Reason | None:
        """What only the hardware's engine, not the position, has against a turn."""
        if self.foul_winner:
            return Reason.GAME_OVER
        if not self.position.tiles:
            self.at = (request.x, request.y)
        return Reason.CAPACITY if self._beyond_capacity(self.cell(request.x, request.y), request.symbol) else None

    def foul(self, refusal: type[Refused]) -> None:
        if self.position.rules.fouls_lose and refusal is not GameOver:
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
        """Would a tile there make the box larger than a torus can tell apart, with nothing else against it before?"""
        position = self.position
        if cell not in position.entries or position.winner or symbol not in (0, 1, 2):
            return False
        limit = position.rules.box_limit
        after = position.box.including(cell)
        longest = max(after.columns, after.rows)
        return longest > self.capacity and (limit is None or longest <= limit)

    def cell(self, x: int, y: int) -> Cell:
        """The model's cell at an address: the one in the box or around it."""
        if not self.position.tiles:
            return ORIGIN
        box = self.position.box
        column = box.left - 1 + (x - self.at[0] - box.left + 1) % self.size
        row = box.top - 1 + (y - self.at[1] - box.top + 1) % self.size
        return cell_at(column, row)

    def address(self, cell: Cell) -> tuple[int, int]:
        return (column_of(cell) + self.at[0]) % self.size, (row_of(cell) + self.at[1]) % self.size
