"""A game of Trax as the list of its moves."""

from __future__ import annotations

from dataclasses import dataclass

from goldenrules.trax import CONTEST, Move, Position, RuleSet, column_of, row_of, write_move
from goldenrules.trax.rules import RULE_SETS

from loopline.games.record import GameRecord


@dataclass(frozen=True)
class Record(GameRecord[Move, Position]):
    """A legal game of Trax as the list of its moves."""

    rules: RuleSet = CONTEST

    def begin(self) -> Position:
        return Position(self.rules)

    def make(self, position: Position, move: Move) -> None:
        position.play(*move)

    @property
    def rules_text(self) -> str:
        """What --rules calls them."""
        return next(name for name, one in RULE_SETS.items() if one == self.rules)

    def __str__(self) -> str:
        """In Trax notation; whatever a broken model cannot write or play, as column and row from the first tile."""
        position: Position | None = Position(self.rules)
        texts = []
        for move in self.moves:
            try:
                assert position
                text = write_move(position, move)
                position.play(*move)
            except Exception:
                position, text = None, f"({column_of(move.cell)},{row_of(move.cell)}){move.symbol}"
            texts.append(text)
        return " ".join(texts)

    def __repr__(self) -> str:
        return f"<{self.rules.name}: {self}>"
