"""Requests for the engine, each with what must come of it: random sessions, and games given as texts."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from goldenrules.errors import NotationError
from goldenrules.trax import CLASSIC, CONTEST, Cell, RuleSet, Symbol, column_of, read_move, row_of
from loopline.games.trax.protocol import SYMBOL_CODE, Op, Request
from loopline.games.trax.reference_engine import new_game
from rtl.expected import Engine, Expected, expect

#: The first trap there is (RULES 1.2): legal up to the last move.
NINE_PLIES = r"@0/ A0+ A0+ A0+ @1+ @1+ B4\ A4\ A2/"

CLASSIC_LOOPS = RuleSet("classic, loops only", lines=None)


class Step(NamedTuple):
    request: Request
    expected: Expected


class Session:
    """Steps as they are asked for, kept in order; `engine` is where they lead."""

    def __init__(self, size: int, rng: random.Random) -> None:
        self.engine = Engine(size)
        self.rng = rng
        self.steps: list[Step] = []

    def ask(self, request: Request) -> Expected:
        expected = expect(self.engine, request)
        self.steps.append(Step(request, expected))
        return expected

    def new(self, rules: RuleSet = CONTEST) -> Expected:
        return self.ask(new_game(rules, self.engine.size))

    def play(self, x: int, y: int, symbol: Symbol) -> Expected:
        size = self.engine.size
        return self.ask(Request(Op.PLAY, x % size, y % size, SYMBOL_CODE[symbol]))

    def play_cell(self, cell: Cell, symbol: Symbol) -> Expected:
        return self.play(*self.engine.address(cell), symbol)

    def take_back(self) -> Expected:
        return self.ask(Request(Op.TAKE_BACK))

    def read(self, x: int, y: int) -> Expected:
        return self.ask(Request(Op.READ, x % self.engine.size, y % self.engine.size))

    def read_all(self) -> None:
        """Every cell of the torus, or where there are too many, all of the box and some more."""
        size, box = self.engine.size, self.engine.position.box
        if size <= 16:
            cells: Iterable[tuple[int, int]] = [(x, y) for y in range(size) for x in range(size)]
        else:
            cells = [self.engine.address(cell) for cell in box.cells()] if self.engine.position.tiles else []
            cells += [(self.rng.randrange(size), self.rng.randrange(size)) for _ in range(20)]
        for x, y in cells:
            self.read(x, y)

    def empty_the_board(self) -> None:
        while self.engine.position.tiles or self.engine.foul_winner:
            self.take_back()

    # --- games --------------------------------------------------------------------------------------------------------

    def near_the_seam(self) -> tuple[int, int]:
        last = self.engine.size - 1
        x, y = (self.rng.choice((0, last, self.rng.randint(0, last))) for _ in range(2))
        return x, y

    def play_text(self, text: str, rules: RuleSet) -> Expected | None:
        """A new game with these moves, until one is refused."""
        self.new(rules)
        x, y = self.near_the_seam()
        expected = None
        for word in text.split():
            try:
                cell, symbol = read_move(self.engine.position, word)
            except NotationError:
                break
            expected = self.play_cell(cell, symbol) if self.engine.position.tiles else self.play(x, y, symbol)
            if expected.response.reason:
                break
        return expected

    def wander(self, steps: int, stretch: float = 0.0) -> None:
        """Mostly legal moves, among all that can be asked. `stretch` of them grow the box rightward or downward."""
        for _ in range(steps):
            self._wander_once(stretch)

    def _wander_once(self, stretch: float) -> None:
        rng, engine = self.rng, self.engine
        position = engine.position
        dice = rng.random()
        if engine.response().over and dice < 0.6:
            dice = rng.uniform(0.8, 1.0)
        if not position.tiles and dice < 0.8:
            self.play(*self.near_the_seam(), rng.choice("+/") if rng.random() < 0.9 else rng.choice("\\?"))
        elif dice < 0.8:
            moves = position.candidates()
            if not moves:
                self.new()
                return
            cell, symbol = rng.choice(moves)
            if rng.random() < stretch:
                cell, symbol = max(moves, key=lambda move: column_of(move.cell) + row_of(move.cell))
            self.play_cell(cell, symbol)
        elif dice < 0.87:
            self.play(*self._somewhere(), rng.choice("+/\\?"))
        elif dice < 0.92:
            self.read(*self._somewhere())
        elif dice < 0.98:
            self.take_back()
        else:
            self.new(
                rng.choice(
                    (
                        CONTEST,
                        CLASSIC,
                        CLASSIC_LOOPS,
                        RuleSet("limited", box_limit=rng.randint(1, min(9, engine.size - 1)), draws=False),
                    )
                )
            )

    def _somewhere(self) -> tuple[int, int]:
        """In the box or right around it, rarely anywhere."""
        rng, size, response = self.rng, self.engine.size, self.engine.response()
        if rng.random() < 0.1:
            return rng.randrange(size), rng.randrange(size)
        return (
            (response.left + rng.randint(-1, response.columns)) % size,
            (response.top + rng.randint(-1, response.rows)) % size,
        )


def open_ends(engine: Engine) -> Iterator[tuple[tuple[int, int], int, tuple[int, int], int]]:
    """For each edge that enters an empty cell: that cell, the side, and the same of the path's far end."""
    position = engine.position

    def seen_from_the_empty_cell(edge: int) -> tuple[Cell, int]:
        cell = edge >> 1
        if cell not in position.tiles:
            return cell, 3 if edge & 1 else 0
        return (cell - 1, 1) if edge & 1 else (cell - (1 << 32), 2)

    for edge in position._far:
        cell, side = seen_from_the_empty_cell(edge)
        if cell in position.tiles:
            continue  # between two tiles: kept for lifting
        far, far_side = seen_from_the_empty_cell(position._far[edge])
        yield engine.address(cell), side, engine.address(far), far_side
