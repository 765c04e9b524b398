"""The Globe as the harness sees it: see loopline.contract.game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import BinaryIO

import goldenrules
from goldenrules.globe import POINTS, Point, Position, moved, symmetries, words_of
from goldenrules.globe.drawing import draw
from goldenrules.globe.svg import svg
from goldenrules.lines import read_paragraphs
from hypothesis.strategies import SearchStrategy
from rich.text import Text

from loopline.contract.coverage import Coverage
from loopline.contract.designs import RTL
from loopline.contract.game import Game
from loopline.contract.steps import Picture
from loopline.games.drawing import coloured
from loopline.games.globe import bundled, requests
from loopline.games.globe.coverage import Collector, model
from loopline.games.globe.model import Engine
from loopline.games.globe.protocol import CAPTURES, Globe, Op, Request, Result, halves, streams
from loopline.games.globe.strategies import STRATEGIES
from loopline.games.globe.strategies.building_blocks import beginning
from loopline.games.globe.strategies.played import quiet
from loopline.games.prediction import Cycle
from loopline.games.requests import RequestGame
from loopline.games.script import Script
from loopline.signals import Streams


class GlobeEngine(RequestGame[Request, Engine]):
    """The contract of a Globe engine with one history."""

    new, take_back = requests.NEW[0], requests.TAKE_BACK
    operations, request = Op, Request
    openings = tuple(requests.NEW.values())
    content = "board"
    #: The longest operation is a move that searches a full history.
    patience = 200
    predicts, resting = True, bundled.RESTING
    strategies = STRATEGIES

    def __init__(self, board: Globe) -> None:
        self.history = board.history
        self._row = bundled.positions_of_a_row(board.history)

    @property
    def streams(self) -> Streams:
        return streams(self.history)

    def model(self) -> Engine:
        return Engine(self.history)

    def moves(self, model: Engine) -> list[Request]:
        return requests.moves(model.position)

    def tries(self, model: Engine) -> list[Request]:
        steps = [Request(Op.MOVE, origin=origin, target=target) for origin in POINTS for target in POINTS]
        return [*steps, requests.PASSES]

    def other(self, model: Engine, choice: int) -> Request:
        """Return a pass, whether or not it is legal."""
        return requests.PASSES

    def read_back(self, model: Engine) -> list[Request]:
        """Return requests that read the board, all earlier boards, and where each piece may go."""
        boards = [Request(Op.READ, back=back) for back in range(len(model.boards) + 1)]
        return [*boards, *(Request(Op.LIST, origin=point) for point in POINTS)]

    def cycles(self, model: Engine, request: Request) -> Iterator[Cycle]:
        return bundled.cycles(model, request, self._row)

    def figure(self, script: Script[Request], answer: Mapping[str, int]) -> Counter[str]:
        option = CAPTURES[answer["option"]]
        counts = {
            "": 1,
            ", captures": answer["points"] != 0,
            ", won": answer["result"] in (Result.NORTH, Result.SOUTH),
        }
        return Counter({option + what: int(number) for what, number in counts.items() if number})

    def is_turn(self, request: Request) -> bool:
        return request.op in (Op.MOVE, Op.PASS)

    def begin(self, number: int) -> Request:
        return beginning(number)

    def long_games(self, turns: int) -> SearchStrategy[Script[Request]]:
        return self._scripts(quiet, turns)

    def coverage(self) -> Coverage[Script[Request]]:
        return Coverage(model(self.history), partial(Collector, self.history))

    def word(self, request: Request) -> str:
        return requests.word(request)

    def step(self, word: str) -> Request:
        return requests.step(word)

    def games(self, stream: BinaryIO) -> Iterator[tuple[int, list[str]]]:
        """Yield the words of game files, and those of scripts."""
        return ((game.line, [word.text for word in words_of(game.text)]) for game in read_paragraphs(stream))

    def read(self, words: Sequence[str]) -> Script[Request]:
        """Return the script of these words.

        The rules and the first position of a game file become requests, too.
        """
        options = dict(word.split("=", 1) for word in words if "=" in word.partition("!")[0])
        return Script((*requests.opening(options, self.history), *super().read(words[len(options) :]).steps))

    def images(self, script: Script[Request]) -> Iterator[Script[Request]]:
        """Yield the script turned and mirrored, so that the first position stays, unless another is loaded first."""
        steps = script.steps
        loaded = [step.op for step in steps[:1]] == [Op.LOAD] and not any(
            step.op == Op.NEW or step.cut for step in steps
        )
        for image in symmetries():
            if loaded or all(moved(side, image) == side for side in Position().pieces):
                yield Script(tuple(_seen(step, image) for step in steps))

    def picture(self, board: Mapping[Request, int], wrong: Request | None, ascii_only: bool) -> Text:
        """Draw the present board, or an earlier one if that is wrong.

        Args:
            board: What each request has read.
            wrong: The request whose value is wrong, if any.
            ascii_only: Whether the picture must be ASCII.
        """
        read = board[wrong if wrong is not None and wrong in board else next(iter(board))]
        return coloured(draw(Position.of_pieces(*halves(read)), ascii_only=ascii_only))

    def svg(self, model: Engine, board: Mapping[Request, int] | None, wrong: Request | None) -> str:
        """Return a picture of the present board; empty for an earlier one.

        On the hardware's board the points that differ from the model's are marked.

        Args:
            model: The model, whose board is drawn.
            board: What the hardware's answers describe, to be drawn instead.
            wrong: The request whose value is wrong, if any.
        """
        if board is None:
            return svg(model.position)
        now = Request(Op.READ)
        if now not in board or wrong not in (None, now):
            return ""
        lying = Position.of_pieces(*halves(board[now]))
        return svg(model.position, lying, [point for point in POINTS if lying.at(point) != model.position.at(point)])

    def between_events(self, model: Engine) -> Picture | None:
        """Return the pieces as the port shows them; the turn is described as a whole."""
        if not model.due():
            return None
        pieces = model.settled()[2]
        lying = Position.of_pieces(*halves(pieces))
        return Picture(self.picture({Request(Op.READ): pieces}, None, False).plain, svg(model.position, lying))


def _seen(request: Request, image: Sequence[Point]) -> Request:
    origin, target = (image[point] if point in POINTS else point for point in (request.origin, request.target))
    north, south = (moved(half, tuple(image)) for half in halves(request.board))
    return request._replace(origin=int(origin), target=int(target), board=north << len(POINTS) | south)


GAME = Game(
    name="globe",
    board=Globe,
    suffix=".globe",
    engine=GlobeEngine,
    code=(Path(str(goldenrules.__file__)).parent,),
    deck=RTL / "globe" / "deck.globe",
    designs=(RTL / "globe" / "engine.toml",),
)
