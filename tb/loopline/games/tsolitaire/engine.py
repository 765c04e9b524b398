"""Tsolitaire as the harness sees it: see loopline.games.requests."""

from __future__ import annotations

from goldenrules.tsolitaire import CELLS

from loopline.contract.game import Property
from loopline.design.board import Board
from loopline.games.requests import RequestGame
from loopline.games.tsolitaire.model import Engine
from loopline.games.tsolitaire.protocol import STREAMS, Op, Request
from loopline.games.tsolitaire.strategies import STRATEGIES
from loopline.signals.streams import Streams


class Square(Board):
    """There is one board, six cells each way: the table has no keys."""


class TsolitaireEngine(RequestGame[Request, Engine]):
    operations = Op
    new = Request(Op.NEW)
    take_back = Request(Op.UNDO)
    content = "content"
    #: Tiles drawn and placed, and what else is asked: games are at most 35 tiles long.
    longest = 80

    def __init__(self, board: Board) -> None:
        pass

    @property
    def streams(self) -> Streams:
        return STREAMS

    @property
    def patience(self) -> int:
        """For a list: eight cells, four rotations of each, and no path is gone twice in a direction."""
        return 20_000

    def request(self, op: int, tile: int = 0, cell: int = 0, rotation: int = 0, cut: int = 0) -> Request:
        return Request(Op(op), tile, cell, rotation, cut)

    def model(self) -> Engine:
        return Engine()

    def moves(self, model: Engine) -> list[Request]:
        return model.moves()

    def read_back(self, model: Engine) -> list[Request]:
        return [Request(Op.READ, cell=cell) for cell in CELLS]

    def is_turn(self, request: Request) -> bool:
        return request.op == Op.PLACE

    def properties(self) -> list[Property]:
        return [self.property_of(strategy) for strategy in STRATEGIES]
