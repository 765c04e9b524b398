"""A game as the list of its moves: what a strategy draws, a property checks and a report shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from goldenrules.globe import NORTH, START, Position, Rules, Side, write_side


@dataclass(frozen=True)
class Record:
    moves: tuple[str, ...] = ()
    rules: Rules = field(default_factory=Rules)
    board: str = START
    to_move: Side = NORTH

    def __len__(self) -> int:
        return len(self.moves)

    def begin(self) -> Position:
        return Position(self.rules, self.board, self.to_move)

    def play(self) -> Iterator[Position]:
        """One position, after each of the turns."""
        position = self.begin()
        for move in self.moves:
            position.play(move)
            yield position

    def position(self) -> Position:
        """The position at the end."""
        position = self.begin()
        for move in self.moves:
            position.play(move)
        return position

    def without(self, turn: int) -> Record:
        smaller = Record(self.moves[:turn] + self.moves[turn + 1 :], self.rules, self.board, self.to_move)
        smaller.position()
        return smaller

    @property
    def rules_text(self) -> str:
        """What --rules is given."""
        return str(self.rules)

    def __str__(self) -> str:
        start = [f"board={self.board}", f"side={write_side(self.to_move)}"]
        return " ".join([*(start if (self.board, self.to_move) != (START, NORTH) else ()), *self.moves])
