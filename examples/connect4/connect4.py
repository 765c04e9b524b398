"""Connect Four, the smallest complete game: its rules, and what passes over the ports.

Seven columns have six places each; four discs of a player in a row win, along any line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from itertools import product

from loopline.games.block import Answer, Block, Event, operation

COLUMNS, ROWS = 7, 6


class Reason(IntEnum):
    DONE = 0
    OVER = 1
    NO_COLUMN = 2
    FULL = 3
    NOTHING = 4


class Refused(Exception):
    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.name)
        self.reason = reason


class Position:
    """A game in progress. The players are 1, who begins, and 2."""

    def __init__(self) -> None:
        self.columns: list[list[int]] = [[] for _ in range(COLUMNS)]
        self.turns: list[int] = []
        self.winner = 0

    @property
    def count(self) -> int:
        return len(self.turns)

    @property
    def to_move(self) -> int:
        return 1 + self.count % 2

    @property
    def over(self) -> bool:
        return self.winner > 0 or self.count == COLUMNS * ROWS

    def moves(self) -> list[int]:
        """The columns in which a disc may be dropped."""
        return [] if self.over else [x for x in range(COLUMNS) if len(self.columns[x]) < ROWS]

    def disc(self, x: int, y: int) -> int:
        """Whose disc lies there, 0 for none; also beyond the board."""
        return self.columns[x][y] if 0 <= x < COLUMNS and 0 <= y < len(self.columns[x]) else 0

    def play(self, x: int) -> int:
        """Drop a disc into a column. Returns its row, 0 at the bottom. Raises Refused."""
        if self.over:
            raise Refused(Reason.OVER)
        if x >= COLUMNS:
            raise Refused(Reason.NO_COLUMN)
        if len(self.columns[x]) == ROWS:
            raise Refused(Reason.FULL)
        self.columns[x].append(self.to_move)
        y = len(self.columns[x]) - 1
        if any(
            1 + self._run(x, y, dx, dy) + self._run(x, y, -dx, -dy) >= 4 for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        ):
            self.winner = self.to_move
        self.turns.append(x)
        return y

    def _run(self, x: int, y: int, dx: int, dy: int) -> int:
        """How many discs like this one follow it in a direction."""
        length = 0
        while self.disc(x + dx * (length + 1), y + dy * (length + 1)) == self.columns[x][y]:
            length += 1
        return length

    def take_back(self) -> tuple[int, int]:
        """Take the last disc back. Returns its column and row. Raises Refused."""
        if not self.turns:
            raise Refused(Reason.NOTHING)
        x = self.turns.pop()
        self.columns[x].pop()
        self.winner = 0
        return x, len(self.columns[x])


class ConnectFour(Block[Position]):
    reasons, refused = Reason, Refused
    fields = {"x": 3, "y": 3, "disc": 2, "count": 6, "to_move": 2, "over": 1, "winner": 2}
    answers = "disc", "y"
    status = "count", "to_move", "over", "winner"
    events = {"begun": [], "dropped": ["x", "y", "disc"], "lifted": ["x", "y"], "refused": []}

    def initial(self) -> Position:
        return Position()

    @operation(begins=True)
    def new(self, now: Position) -> Answer:
        yield Event("begun")

    @operation(turn=True, moves=Position.moves, tries=lambda now: range(8))
    def play(self, now: Position, x: int) -> Answer:
        mover, y = now.to_move, now.play(x)
        yield Event("dropped", x=x, y=y, disc=mover)
        return {"y": y}

    @operation(takes_back=True)
    def undo(self, now: Position) -> Answer:
        x, y = now.take_back()
        yield Event("lifted", x=x, y=y)
        return {"y": y}

    @operation(reads="disc", moves=lambda now: product(range(COLUMNS), range(ROWS)))
    def read(self, now: Position, x: int, y: int) -> dict[str, int]:
        return {"disc": now.disc(x, y)}

    def images(self, values: Mapping[str, int]) -> Sequence[Mapping[str, int]]:
        """Mirrored; there is no column 7, and it has no other image."""
        return [{**values, "x": COLUMNS - 1 - values["x"] & 7}]


GAME = ConnectFour.game("connect4")
