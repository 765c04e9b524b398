"""The rules of Reversi as tournaments play it (Othello): the model that the hardware is compared with.

The board is a square of an even number of cells, 4 to 16, each way. Four discs lie in the middle, and Black begins. A
turn lays a disc on an empty cell, so that in at least one of eight directions a run of the opponent's discs ends at a
disc of one's own; all such runs are turned over. A player who cannot do that must pass, and no other player may. When
neither player can, the game is over, and whoever has more discs has won.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum
from functools import cache
from itertools import takewhile
from typing import NamedTuple

#: Column and row, from the top left corner. It may be outside the board.
Cell = tuple[int, int]

DIRECTIONS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))

#: A disc, or the player whose it is; 0: none.
Disc = int
BLACK, WHITE = 1, 2


class Reason(IntEnum):
    """Why something is refused; the first one that applies."""

    DONE = 0
    GAME_OVER = 1
    OUTSIDE = 2
    OCCUPIED = 3
    FLIPS_NOTHING = 4
    MUST_MOVE = 5
    NOTHING_TO_TAKE_BACK = 6

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


class Refused(Exception):
    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Turn(NamedTuple):
    #: None: a pass.
    cell: Cell | None
    flipped: tuple[Cell, ...] = ()


@cache
def _rays(size: int) -> dict[Cell, list[list[Cell]]]:
    """For each cell, in reading order: the cells that follow it in each direction, up to the edge."""
    board = [(x, y) for y in range(size) for x in range(size)]
    inside = set(board)
    return {
        (x, y): [
            list(takewhile(inside.__contains__, ((x + n * dx, y + n * dy) for n in range(1, size))))
            for dx, dy in DIRECTIONS
        ]
        for x, y in board
    }


class Position:
    def __init__(self, size: int = 8) -> None:
        self.size = size
        near, far = size // 2 - 1, size // 2
        self.discs: dict[Cell, Disc] = {(near, near): WHITE, (far, near): BLACK, (near, far): BLACK, (far, far): WHITE}
        self.turns: list[Turn] = []
        self.to_move: Disc = BLACK
        self.must_pass = False
        self.over = False

    @property
    def cells(self) -> list[Cell]:
        """In reading order."""
        return list(_rays(self.size))

    def count(self, disc: Disc) -> int:
        return list(self.discs.values()).count(disc)

    @property
    def winner(self) -> Disc:
        """0 if there is none, or none yet."""
        lead = self.count(BLACK) - self.count(WHITE) if self.over else 0
        return BLACK if lead > 0 else WHITE if lead < 0 else 0

    def disc(self, cell: Cell) -> Disc:
        """What lies there. Raises Refused."""
        if cell not in _rays(self.size):
            raise Refused(Reason.OUTSIDE)
        return self.discs.get(cell, 0)

    def flips(self, cell: Cell, mover: Disc) -> list[Cell]:
        """What a disc there would turn over."""
        found: list[Cell] = []
        disc_at, opponent = self.discs.get, 3 - mover
        for ray in _rays(self.size)[cell]:
            for length, beyond in enumerate(ray):
                disc = disc_at(beyond)
                if disc != opponent:
                    if disc == mover:
                        found += ray[:length]
                    break
        return found

    def _playable(self, mover: Disc) -> Iterator[Cell]:
        return (cell for cell in _rays(self.size) if cell not in self.discs and self.flips(cell, mover))

    def moves(self) -> list[Cell]:
        return [] if self.over else list(self._playable(self.to_move))

    def refusal(self, cell: Cell | None) -> Reason:
        """Of a turn on this cell; None is a pass."""
        if self.over:
            return Reason.GAME_OVER
        if cell is None:
            return Reason.DONE if self.must_pass else Reason.MUST_MOVE
        if cell not in _rays(self.size):
            return Reason.OUTSIDE
        if cell in self.discs:
            return Reason.OCCUPIED
        return Reason.DONE if self.flips(cell, self.to_move) else Reason.FLIPS_NOTHING

    def play(self, cell: Cell | None) -> Turn:
        """Raises Refused."""
        if reason := self.refusal(cell):
            raise Refused(reason)
        mover = self.to_move
        turn = Turn(cell, tuple(self.flips(cell, mover)) if cell else ())
        if cell:
            self.discs |= dict.fromkeys((cell, *turn.flipped), mover)
        self.turns.append(turn)
        self.to_move = 3 - mover
        self.must_pass = not any(self._playable(self.to_move))
        self.over = self.must_pass and not any(self._playable(mover))
        self.must_pass &= not self.over
        return turn

    def take_back(self) -> Turn:
        """Raises Refused."""
        if not self.turns:
            raise Refused(Reason.NOTHING_TO_TAKE_BACK)
        turn = self.turns.pop()
        self.discs |= dict.fromkeys(turn.flipped, self.to_move)
        if turn.cell:
            del self.discs[turn.cell]
        self.to_move = 3 - self.to_move
        self.must_pass, self.over = turn.cell is None, False
        return turn


def label(cell: Cell) -> str:
    """`d3`: the fourth column, the third row from the top. What else hardware may name has numbers only."""
    return f"{chr(ord('a') + cell[0])}{cell[1] + 1}" if cell[0] < 26 else f"({cell[0]},{cell[1]})"


def cell_of(text: str) -> Cell:
    """The cell of this label, on the board or not. Raises ValueError."""
    if match := re.fullmatch(r"\(([0-9]+),([0-9]+)\)", text):
        return int(match[1]), int(match[2])
    if match := re.fullmatch(r"([a-z])([1-9]|[12][0-9]|3[0-2])", text):
        return ord(match[1]) - ord("a"), int(match[2]) - 1
    raise ValueError(f"{text!r} is not a cell: write a letter for the column and a row from 1 to 32, like d3")
