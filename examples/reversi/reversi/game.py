"""Reversi as the harness sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from loopline.contract.game import Game, Property
from loopline.design.board import Board
from loopline.games.requests import RequestGame
from loopline.signals.streams import Streams
from pydantic import Field
from rich.text import Text

from reversi.engine import STREAMS, Engine, Op, Request
from reversi.rules import BLACK, WHITE, cell_of, label
from reversi.strategies import NEW, PASS, STRATEGIES, TAKE_BACK, turns

_WORDS = {"new": NEW, "pass": PASS, "undo": TAKE_BACK}
_READ = "read:"


class Square(Board):
    """The [board] table: so many cells each way, and the design's parameter that says so."""

    size: Annotated[int, Field(ge=4, le=16, multiple_of=2)] = 8
    size_parameter: str | None = None

    def __str__(self) -> str:
        return f"{self.size} × {self.size}"

    @property
    def parameters(self) -> Mapping[str, tuple[str, int]]:
        return {"size_parameter": (self.size_parameter, self.size)} if self.size_parameter else {}


class Reversi(RequestGame[Request, Engine]):
    new = NEW
    take_back = TAKE_BACK
    operations = Op
    content = "disc"

    def __init__(self, board: Square) -> None:
        self.size = board.size
        #: Two games.
        self.longest = 2 * board.size**2

    @property
    def streams(self) -> Streams:
        return STREAMS

    @property
    def patience(self) -> int:
        """Enough for two scans for moves: eight directions, and a step a cycle in each."""
        return 64 * self.size

    def request(self, op: int, x: int = 0, y: int = 0, cut: int = 0) -> Request:
        return Request(Op(op), x, y, cut)

    def model(self) -> Engine:
        return Engine(self.size)

    def moves(self, model: Engine) -> list[Request]:
        return turns(model.position)

    def tries(self, model: Engine) -> list[Request]:
        return [PASS, *(Request(Op.PLAY, *cell) for cell in model.position.cells)]

    def read_back(self, model: Engine) -> list[Request]:
        return [Request(Op.READ, *cell) for cell in model.position.cells]

    def is_turn(self, request: Request) -> bool:
        return request.op in (Op.PLAY, Op.PASS)

    def properties(self) -> list[Property]:
        return [self.property_of(strategy) for strategy in STRATEGIES]

    def word(self, request: Request) -> str:
        names = [word for word, one in _WORDS.items() if one.op == request.op]
        return names[0] if names else (_READ if request.op == Op.READ else "") + label(request.cell)

    def step(self, word: str) -> Request:
        if word in _WORDS:
            return _WORDS[word]
        return Request(Op.READ if word.startswith(_READ) else Op.PLAY, *cell_of(word.removeprefix(_READ)))

    def picture(self, board: Mapping[Request, int], wrong: Request | None, ascii_only: bool) -> Text:
        signs = {0: ".", BLACK: "X", WHITE: "O"} if ascii_only else {0: "·", BLACK: "●", WHITE: "○"}
        text = Text("  " + "".join(f" {label((x, 0))[0]}" for x in range(self.size)), "dim")
        for read, disc in board.items():
            if read.x == 0:
                text.append(f"\n{read.y + 1:2}", "dim")
            left = "[" if read == wrong else "]" if read.x and wrong == read._replace(x=read.x - 1) else " "
            text.append(left).append(signs.get(disc, "?"))
        return text


GAME = Game(name="reversi", board=Square, suffix=".reversi", engine=Reversi)
