"""Tsolitaire: see docs/rules/tsolitaire.md, and docs/reference/game.md for what a game must offer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import goldenrules
from goldenrules.tsolitaire import (
    CELLS,
    COLUMN_NAMES,
    ROTATION_NAMES,
    SIZE,
    TILES,
)
from goldenrules.tsolitaire.svg import svg
from hypothesis.strategies import SearchStrategy
from rich.text import Text

from loopline.contract.coverage import Coverage
from loopline.contract.designs import RTL
from loopline.contract.game import Game
from loopline.contract.steps import Picture
from loopline.games.prediction import Cycle
from loopline.games.requests import RequestGame
from loopline.games.script import Script
from loopline.games.tsolitaire import exhaustive, requests
from loopline.games.tsolitaire.bundled import RESTING, cycles
from loopline.games.tsolitaire.coverage import MODEL, Collector
from loopline.games.tsolitaire.model import Engine, content
from loopline.games.tsolitaire.protocol import STREAMS, Op, Request, Square, content_in_words, unpacked
from loopline.games.tsolitaire.strategies import STRATEGIES
from loopline.games.tsolitaire.strategies.played import everything
from loopline.signals import Streams


class TsolitaireEngine(RequestGame[Request, Engine]):
    """The contract of a Tsolitaire engine."""

    operations = Op
    new, take_back, content = requests.NEW, requests.UNDO, "content"
    #: A tile is drawn, and then placed: so these are about two games.
    longest = 100
    predicts, resting = True, RESTING
    strategies = STRATEGIES

    def __init__(self, board: Square) -> None:
        pass

    @property
    def streams(self) -> Streams:
        return STREAMS

    @property
    def patience(self) -> int:
        """More than a list can take: eight cells, four rotations, eight stones, each path in each direction."""
        return 8 * 4 * 8 * len(TILES) * 8

    def request(self, op: int, tile: int = 0, cell: int = 0, rotation: int = 0, cut: int = 0) -> Request:
        """Return a request from the numbers of its fields.

        Args:
            op: The operation.
            tile: The tile.
            cell: The cell.
            rotation: The rotation.
            cut: The moment of a reset in it; 0 for none.
        """
        return Request(Op(op), tile, cell, rotation, cut)

    def model(self) -> Engine:
        return Engine()

    def moves(self, model: Engine) -> list[Request]:
        return model.moves()

    def other(self, model: Engine, choice: int) -> Request:
        """Return the request that restores a placement that was taken back."""
        return requests.REDO

    def cycles(self, model: Engine, request: Request) -> Iterator[Cycle]:
        return cycles(model, request)

    def read_back(self, model: Engine) -> list[Request]:
        return [Request(Op.READ, cell=cell) for cell in CELLS]

    def is_turn(self, request: Request) -> bool:
        return request.op in (Op.PLACE, Op.REDO)

    def long_games(self, turns: int) -> SearchStrategy[Script[Request]]:
        return self._scripts(everything, 2 * turns)

    def coverage(self) -> Coverage[Script[Request]]:
        return Coverage(MODEL, Collector)

    def every_game(self, plies: int) -> Iterator[Script[Request]]:
        return exhaustive.every_game(plies)

    def beginnings(self, turns: int) -> Iterator[Script[Request]]:
        return exhaustive.beginnings(turns)

    def asked_after(self, script: Script[Request], like: Script[Request]) -> Iterator[Script[Request]]:
        yield exhaustive.asked_after(self.after(script.steps).position, script, like)

    def figure(self, script: Script[Request], answer: Mapping[str, int]) -> Counter[str]:
        """Count games by the deck, which is known by its first tile."""
        _, first, *_ = script.steps
        return Counter({f"first tile {first.tile}": 1})

    def word(self, request: Request) -> str:
        return requests.word(request) or super().word(request)

    def step(self, word: str) -> Request:
        """Return the request of a word, or of a number for each field: next:13, place:1BT, read:1B, list."""
        return requests.step(word) or super().step(word.lower())

    def write(self, script: Script[Request]) -> str:
        """Return the script as a record has it, where it can: a tile that is drawn and placed is one word, 1B13R."""
        return " ".join(requests.paired(script.steps, self._words(script)))

    def read(self, words: Sequence[str]) -> Script[Request]:
        """Return the script of these words.

        Records are read as well: with numbers and times, and with moves that are starred, which are left out. Raise
        ValueError for other words.
        """
        return Script(tuple(step for word in requests.plain(words) for step in requests.steps(word, self.step)))

    def images(self, script: Script[Request]) -> Iterator[Script[Request]]:
        """Yield the script turned by a quarter, a half and three quarters."""
        steps = script.steps
        for _ in range(3):
            steps = tuple(map(_turned, steps))
            yield Script(steps)

    def picture(self, board: Mapping[Request, int], wrong: Request | None, ascii_only: bool) -> Text:
        text = Text("   " + "".join(f"{name:^5}" for name in COLUMN_NAMES), "dim")
        for request, found in board.items():
            if request.cell % SIZE == 0:
                text.append(f"\n{request.cell // SIZE + 1:2} ", "dim")
            name = content_in_words(found) if found else "." if ascii_only else "·"
            text.append(f"[{name:^3}]" if request == wrong else f" {name:^3} ")
        return text

    def svg(self, model: Engine, board: Mapping[Request, int] | None, wrong: Request | None) -> str:
        """Return a picture of the model's board only: the hardware's stones cannot be read."""
        return svg(model.position) if board is None else ""

    def between_events(self, model: Engine) -> Picture | None:
        """Return the board with the new tile, and the stones where the port shows them."""
        if not model.due():
            return None
        now, stones = model.position, unpacked(model.settled()[-1])
        board = {Request(Op.READ, cell=cell): content(now.placed.get(cell)) for cell in CELLS}
        return Picture(self.picture(board, None, False).plain, svg(now, stones=stones))


def _turned(request: Request) -> Request:
    if request.op not in (Op.PLACE, Op.READ) or request.cell >= len(CELLS):
        return request
    row, column = divmod(request.cell, SIZE)
    quarters = (request.rotation + 1) % len(ROTATION_NAMES) if request.op == Op.PLACE else request.rotation
    return request._replace(cell=column * SIZE + SIZE - 1 - row, rotation=quarters)


#: The design that comes with loopline.
ENGINE = RTL / "tsolitaire" / "engine.toml"

GAME = Game(
    name="tsolitaire",
    board=Square,
    suffix=".tsol",
    engine=TsolitaireEngine,
    code=(Path(str(goldenrules.__file__)).parent,),
    deck=RTL / "tsolitaire" / "deck.tsol",
    designs=(ENGINE,),
)
