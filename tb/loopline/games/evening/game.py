"""Evening as the harness sees it: see loopline.contract.game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

import goldenrules
from goldenrules.evening import BLACK, COLOUR_NAMES, WHITE, Cell, Position, hexagon
from goldenrules.evening.svg import svg
from hypothesis.strategies import SearchStrategy
from rich.text import Text

from loopline.contract.coverage import Coverage
from loopline.contract.designs import RTL
from loopline.contract.game import Game
from loopline.games.evening import requests
from loopline.games.evening.bundled import RESTING, BundledEngine
from loopline.games.evening.coverage import Collector, model
from loopline.games.evening.model import Engine
from loopline.games.evening.protocol import Hexagon, Op, ProtocolCode, Request, Response, RuleCode, streams
from loopline.games.evening.strategies import STRATEGIES
from loopline.games.evening.strategies.played import take_backs
from loopline.games.prediction import Cycle
from loopline.games.requests import RequestGame
from loopline.games.script import Script
from loopline.signals import Streams
from loopline.simulation.job import Outcome

#: The colour of each content of a cell.
_COLOURS = {int(colour): colour for colour in (WHITE, BLACK)}


class EveningEngine(RequestGame[Request, Engine]):
    """The contract of an Evening engine on one board."""

    new, take_back, content = requests.NEW, requests.TAKE_BACK, "stone"
    operations, request = Op, Request
    predicts, resting = True, RESTING
    strategies = STRATEGIES
    #: The loser moves, by either rule; these scripts are without declines.
    openings = tuple(request for request in requests.RULES.values() if request.protocol == ProtocolCode.LOSER_MOVES)

    def __init__(self, board: Hexagon) -> None:
        self.side = board.side
        self.board = hexagon(board.side)
        self.longest = 2 * len(self.board)
        self._bundled = BundledEngine(board.side)
        self.booting = self._bundled.boot

    @property
    def streams(self) -> Streams:
        return streams(self.side)

    @property
    def patience(self) -> int:
        """Enough for a design that visits all cells, and their six neighbours, once for each cell."""
        return 8 * len(self.board) ** 2

    def model(self) -> Engine:
        return Engine(self.side)

    def cycles(self, model: Engine, request: Request) -> Iterator[Cycle]:
        return self._bundled.cycles(model, request)

    def moves(self, model: Engine) -> list[Request]:
        return requests.moves(model.position)

    def tries(self, model: Engine) -> list[Request]:
        stones = [Request(Op.PLACE, black, cell) for cell in self.board.cells for black in (0, 1)]
        return [*stones, Request(Op.DECLINE, 0), Request(Op.DECLINE, 1)]

    def other(self, model: Engine, choice: int) -> Request:
        """Return a decline, or a request that changes nothing."""
        return requests.other(model.position, choice)

    def long_games(self, turns: int) -> SearchStrategy[Script[Request]]:
        """Return scripts with all kinds of operations: how long one takes depends on nothing else."""
        return self._scripts(take_backs, 2 * turns)

    def read_back(self, model: Engine) -> list[Request]:
        """Return requests that read every cell, and the number of groups of every size."""
        cells = [Request(Op.READ, cell=cell) for cell in self.board.cells]
        return [*cells, *(Request(Op.LISTS, cell=size) for size in range(1, len(self.board) + 1))]

    def is_turn(self, request: Request) -> bool:
        return request.op in (Op.PLACE, Op.LOAD, Op.DECLINE)

    def begin(self, number: int) -> Request:
        return list(requests.RULES.values())[number % len(requests.RULES)]

    def images(self, script: Script[Request]) -> Iterator[Script[Request]]:
        """Yield the script turned and mirrored."""
        for image in self.board.symmetries:

            def seen(request: Request, image: tuple[Cell, ...] = image) -> Request:
                on_a_cell = request.op in (Op.PLACE, Op.LOAD, Op.READ) and request.cell < len(image)
                return request._replace(cell=image[request.cell]) if on_a_cell else request

            yield Script(tuple(map(seen, script.steps)))

    def figure(self, script: Script[Request], answer: Mapping[str, int]) -> Counter[str]:
        rule = str(RuleCode(script.steps[0].rule))
        return Counter({rule: 1} | ({f"{rule}, over": 1} if answer["over"] else {}))

    def coverage(self) -> Coverage[Script[Request]]:
        return Coverage(model(self.side), partial(Collector, self.side))

    def word(self, request: Request) -> str:
        return requests.word(request, self.board)

    def step(self, word: str) -> Request:
        return requests.step(word, self.board)

    def explain(self, script: Script[Request], outcome: Outcome, room: int, ascii_only: bool) -> Text:
        """Show both boards, and the lists of sizes if the hardware's differ from the model's.

        Args:
            script: The script that failed.
            outcome: Its outcome.
            room: The columns that there are.
            ascii_only: Whether the text must be ASCII.
        """
        text = super().explain(script, outcome, room, ascii_only)
        last = len(script.steps) if outcome.request is None else min(len(script.steps), outcome.request + 1)
        position = self.after(script.steps[:last]).position
        read = [(fields, Response(*answer)) for fields, answer in outcome.board[last:] if answer]
        counts = [(fields[2], found) for fields, found in reversed(read) if fields[0] == Op.LISTS]
        hardware = {
            WHITE: [size for size, found in counts for _ in range(found.white_groups)],
            BLACK: [size for size, found in counts for _ in range(found.black_groups)],
        }
        for colour, sizes in hardware.items():
            if counts and sizes != position.sizes(colour):
                want, got = (" ".join(map(str, groups)) or "none" for groups in (position.sizes(colour), sizes))
                text.append(f"\n  {COLOUR_NAMES[colour]}'s groups: {want} in the model, {got} in the hardware.\n")
        return text

    def picture(self, board: Mapping[Request, int], wrong: Request | None, ascii_only: bool) -> Text:
        """Draw what lies on each cell, with the wrong cell in brackets.

        Args:
            board: What each request has read.
            wrong: The request whose value is wrong, if any.
            ascii_only: Whether the picture must be ASCII.
        """
        stones = {Cell(read.cell): stone for read, stone in board.items() if read.op == Op.READ}
        marked = Cell(wrong.cell) if wrong is not None and wrong.op == Op.READ else None
        signs, text = ".WB?" if ascii_only else "·○●?", Text()
        for number, row in enumerate(self.board.rows):
            text.append(f"{chr(ord('a') + number)}", "dim").append(" " * (2 * self.side - len(row)))
            for cell in row:
                left = "[" if cell == marked else "]" if cell - 1 == marked and cell != row[0] else " "
                text.append(left).append(signs[stones.get(cell, 3)])
            text.append("]\n" if row[-1] == marked else "\n")
        text.rstrip()
        return text

    def svg(self, model: Engine, board: Mapping[Request, int] | None, wrong: Request | None) -> str:
        position = model.position
        if board is not None:
            position = Position(position.rules)
            stones = {Cell(read.cell): stone for read, stone in board.items() if read.op == Op.READ}
            position.load({cell: _COLOURS[stone] for cell, stone in stones.items() if stone in _COLOURS})
        return svg(position, Cell(wrong.cell) if wrong is not None and wrong.op == Op.READ else None)


GAME = Game(
    name="evening",
    board=Hexagon,
    suffix=".evening",
    engine=EveningEngine,
    code=(Path(str(goldenrules.__file__)).parent,),
    deck=RTL / "evening" / "deck.evening",
    designs=(RTL / "evening" / "engine.toml",),
)
