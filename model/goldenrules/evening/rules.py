"""The options of a game: the board's side, the rule for identical lists, and who may place when (RULES 4.3, 4.4)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from goldenrules.evening.cells import hexagon


class Rule(Enum):
    """The rule for who leads when both have the same list of group sizes (RULES 4.3)."""

    BASE = "base"
    ODD_EVEN = "odd-even"


class Protocol(Enum):
    """The protocol: who may place or decline (RULES 4.4)."""

    LOSER_MOVES = "loser-moves"
    FREE = "free"


@dataclass(frozen=True)
class RuleSet:
    """The options of the rules: side, rule and protocol."""

    side: int = 5
    rule: Rule = Rule.BASE
    protocol: Protocol = Protocol.LOSER_MOVES

    def __post_init__(self) -> None:
        hexagon(self.side)  # which raises for other sides

    def __str__(self) -> str:
        return f"side {self.side}, {self.rule.value}, {self.protocol.value}"


#: Side 5, the rule `base`, the protocol `loser-moves`.
STANDARD = RuleSet()
