"""Records of Evening: a game as the list of its moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldenrules.evening import SIDES, STANDARD, Move, Position, Protocol, Rule, RuleSet, write_move
from hypothesis import strategies as st

from loopline.games.checks import GameRecord, ModelError
from loopline.games.strategy import Choices, choices

#: Moves of a game at most: the cells of the largest board, and a few declines.
_LONGEST = 100
#: A choice from here on means that a player declines; after most declines the game goes on.
_DECLINES = 250


@dataclass(frozen=True)
class Record(GameRecord[Move, Position]):
    """A legal game of Evening as the list of its moves."""

    rules: RuleSet = STANDARD

    def begin(self) -> Position:
        return Position(self.rules)

    def make(self, position: Position, move: Move) -> None:
        position.play(move)

    @property
    def rules_text(self) -> str:
        """What --rules is given for them."""
        rules = self.rules
        return f"side={rules.side},rule={rules.rule.value},protocol={rules.protocol.value}"

    def __str__(self) -> str:
        return " ".join(write_move(self.begin(), move) for move in self.moves)

    def __repr__(self) -> str:
        return f"<{self.rules}: {self}>"


def games(sides: Sequence[int] = SIDES) -> st.SearchStrategy[Record]:
    """Return games by any of the rules, legal to the end: every choice means a move."""
    return choices(_LONGEST).map(lambda chosen: _played(sides, chosen))


def _played(sides: Sequence[int], chosen: Choices) -> Record:
    digits = chosen.digits
    rules = RuleSet(sides[digits(len(sides))], list(Rule)[digits(2)], list(Protocol)[digits(2)])
    position, moves = Position(rules), list[Move]()
    try:
        for choice in chosen.turns:
            if position.over:
                break
            moves.append(_move(position, choice))
            position.play(moves[-1])
    except Exception as error:
        raise ModelError(Record(tuple(moves), rules), error) from error
    return Record(tuple(moves), rules)


def _move(position: Position, choice: int) -> Move:
    stones = position.legal_moves()
    may_decline = [colour for colour in position.players if colour not in position.declined]
    if may_decline and (choice >= _DECLINES or not stones):
        return Move(may_decline[choice % len(may_decline)], None)
    return stones[choice % len(stones)]
