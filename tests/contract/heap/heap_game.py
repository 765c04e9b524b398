"""A whole other game, as small as can be: no board but a number, no cells, no sides, nothing to take back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

from loopline import signals
from loopline.contract.game import Game, Property
from loopline.design.board import Board
from loopline.games.model import EngineModel, Event
from loopline.games.requests import RequestGame
from loopline.signals import Layout, Streams
from pydantic import Field
from rich.text import Text


class Reason(signals.Code):
    DONE = 0
    TOO_FEW = 1
    NOT_ALLOWED = 2


class Op(IntEnum):
    NEW = 0
    TAKE = 1
    LOOK = 2


class Request(NamedTuple):
    op: int
    number: int = 0
    cut: int = 0


class Heap(Board):
    stones: int = Field(15, ge=1, le=255)
    stones_parameter: str | None = None

    def __str__(self) -> str:
        return f"{self.stones} stones"

    @property
    def parameters(self) -> Mapping[str, tuple[str, int | str]]:
        return {"stones_parameter": (self.stones_parameter, self.stones)} if self.stones_parameter else {}


class Rules(EngineModel[Request]):
    def __init__(self, stones: int) -> None:
        self.stones = stones
        self.reset()

    def reset(self) -> None:
        self.left, self.lifting, self.reason = self.stones, 0, Reason.DONE

    def begin(self, request: Request) -> None:
        self.reason, self.lifting = Reason.DONE, 0
        if request.op == Op.NEW:
            self.left = self.stones
        elif request.op == Op.TAKE and not 1 <= request.number <= 3:
            self.reason = Reason.NOT_ALLOWED
        elif request.op == Op.TAKE and request.number > self.left:
            self.reason = Reason.TOO_FEW
        elif request.op == Op.TAKE:
            self.lifting = request.number

    def due(self) -> Sequence[Event]:
        return [(1, self.left - 1)] if self.lifting else []

    def happen(self, event: Event) -> None:
        self.left, self.lifting = self.left - 1, self.lifting - 1

    def answer(self) -> Sequence[int]:
        return self.reason, self.left

    def settled(self) -> Sequence[int]:
        return (self.left,)


class HeapGame(RequestGame[Request, Rules]):
    request, operations, new = Request, Op, Request(Op.NEW)
    content = "left"
    patience = 1000
    streams = Streams(
        request=Layout.of(op=2, number=3),
        response=Layout.of(reason=signals.Field(2, values=Reason), left=8),
        event=Layout.of(order=32, kind=1, stone=8),
        state=Layout.of(left=8),
    )

    def __init__(self, board: Heap) -> None:
        self.stones = board.stones

    def model(self) -> Rules:
        return Rules(self.stones)

    def moves(self, model: Rules) -> Sequence[Request]:
        return [Request(Op.TAKE, number) for number in (1, 2, 3, 4, 0)]

    def properties(self) -> Sequence[Property]:
        return [Property("taking", "stones taken, as may be and as may not", self.random_scripts(40))]

    def read_back(self, model: Rules) -> Sequence[Request]:
        return [Request(Op.LOOK)]

    def picture(self, board: Mapping[Request, int], wrong: Request | None, ascii_only: bool) -> Text:
        return Text("o" * sum(board.values()))


GAME = Game(name="heap", board=Heap, suffix=".heap", engine=HeapGame)
