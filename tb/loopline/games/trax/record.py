"""A game as the list of its moves: what a strategy draws, a property checks and a report shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from goldenrules.trax import CONTEST, Move, Position, RuleSet, column_of, row_of, write_move
from goldenrules.trax.rules import RULE_SETS


@dataclass(frozen=True)
class Record:
    moves: tuple[Move, ...] = ()
    rules: RuleSet = CONTEST

    def __len__(self) -> int:
        return len(self.moves)

    def play(self) -> Iterator[Position]:
        """One position, after each of the turns."""
        position = Position(self.rules)
        for move in self.moves:
            position.play(*move)
            yield position

    def position(self) -> Position:
        """The position at the end."""
        position = Position(self.rules)
        for move in self.moves:
            position.play(*move)
        return position

    def without(self, turn: int) -> Record:
        smaller = Record(self.moves[:turn] + self.moves[turn + 1 :], self.rules)
        smaller.position()
        return smaller

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
