"""The winner with both players at their best (RULES 4.7)."""

from __future__ import annotations

from collections.abc import Iterator

from goldenrules.evening.colours import Colour
from goldenrules.evening.notation import Move
from goldenrules.evening.position import Key, Position
from goldenrules.evening.rules import Protocol, RuleSet

#: A larger board has too many positions.
LARGEST_SIDE = 3


class Solver:
    """A solver, which remembers the value of each position that it was asked about, and of those that follow from it.

    It looks for one move that wins, and goes no further once it has one. Positions that are images of each other have
    the same value. To decline never wins: it ends the game while the other player leads.
    """

    def __init__(self, rules: RuleSet) -> None:
        if rules.side > LARGEST_SIDE:
            raise ValueError(f"side {rules.side} cannot be solved: it has too many positions, use side 2 or 3")
        if rules.protocol is Protocol.FREE:
            raise ValueError("free play cannot be solved: it has no turns, use the loser-moves protocol")
        self.rules = rules
        self._known: dict[Key, Colour] = {}

    def winner(self, position: Position) -> Colour:
        """Return who wins a position under the solver's rules. It is searched in place and left as it was."""
        if position.over:
            return position.leader
        key = position.key(symmetric=True)
        if key not in self._known:
            wins = next(self.winning_moves(position), None)
            self._known[key] = position.loser if wins else position.leader
        return self._known[key]

    def winning_moves(self, position: Position) -> Iterator[Move]:
        """Yield the winning moves of the player to move, cell by cell."""
        mover = position.loser
        for move in position.legal_moves():
            position.play(move)
            wins = self.winner(position) is mover
            position.take_back()
            if wins:
                yield move

    @property
    def positions(self) -> int:
        """How many have been searched, images counted once."""
        return len(self._known)
