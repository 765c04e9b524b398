"""A game of the Globe as the list of its moves."""

from __future__ import annotations

from dataclasses import dataclass, field

from goldenrules.globe import NORTH, START, Position, Rules, Side, write_side

from loopline.games.record import GameRecord


@dataclass(frozen=True)
class Record(GameRecord[str, Position]):
    """A legal game of the Globe as its first board and the list of its moves."""

    rules: Rules = field(default_factory=Rules)
    board: str = START
    to_move: Side = NORTH

    def begin(self) -> Position:
        return Position(self.rules, self.board, self.to_move)

    def make(self, position: Position, move: str) -> None:
        position.play(move)

    @property
    def rules_text(self) -> str:
        """What --rules is given."""
        return str(self.rules)

    def __str__(self) -> str:
        start = [f"board={self.board}", f"side={write_side(self.to_move)}"]
        return " ".join([*(start if (self.board, self.to_move) != (START, NORTH) else ()), *self.moves])
