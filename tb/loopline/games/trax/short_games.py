"""All short games, as scripts: whatever may be asked after a few turns has been asked in one of them.

A script plays the turns of one beginning, then tries one thing after the other on every cell that may matter, legal or
not, and takes it back again. So there is one script for each game that is one turn shorter. What is played after the
end of a game is among it. If a reset is part of what fails, each turn of up to three is cut short instead, in each of
its first cycles.
"""

from __future__ import annotations

from collections.abc import Iterator

from goldenrules.trax import CONTEST, ORIGIN, Move, Position, cell_at
from goldenrules.trax.errors import Refused

from loopline.games.play import sequences
from loopline.games.trax.script import TAKE_BACK, Script, new, play

_SYMBOLS = ("+", "/", "\\", "?")


#: More cycles than two tiles take; and turns of games that are cut short in each of them.
_CYCLES, _FEW = 24, 3


def short_games(turns: int, like: Script) -> Iterator[Script]:
    """Those of so many turns."""
    position = Position(CONTEST)
    for beginning in sequences(Turns(position), turns - 1):
        if any(step.cut for step in like.steps):
            if turns <= _FEW:
                yield _cut_short(position, beginning)
            continue
        cells = [*position.tiles, *position.entries, cell_at(2, 2)] if position.tiles else [ORIGIN]
        steps = [step for cell in cells for symbol in _SYMBOLS for step in (play(cell, symbol), TAKE_BACK)]
        yield Script((new(CONTEST), *(play(*move) for move in beginning), *steps))


def _cut_short(position: Position, beginning: list[Move]) -> Script:
    game = [play(*move) for move in beginning]
    moves = [play(*move) for move in position.candidates()]
    steps = [step for move in moves for cut in range(1, _CYCLES) for step in (*game, move._replace(cut=cut))]
    return Script((*steps, *game))


class Turns:
    """A position as loopline.games.play has it."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def moves(self) -> list[Move]:
        """None once somebody has won."""
        return self.position.candidates()

    def play(self, move: Move) -> bool:
        try:
            self.position.play(*move)
        except Refused:
            return False
        return True

    def take_back(self) -> None:
        self.position.take_back()
