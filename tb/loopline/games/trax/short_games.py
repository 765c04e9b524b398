"""All short games, as scripts: whatever may be asked after a few turns has been asked in one of them.

A script plays the turns of one beginning, then tries one thing after the other on every cell that may matter, legal or
not, and takes it back again. So there is one script for each game that is one turn shorter. What is played after the
end of a game is among it.
"""

from __future__ import annotations

from collections.abc import Iterator

from goldenrules.trax import CONTEST, ORIGIN, Move, Position, cell_at
from goldenrules.trax.errors import Refused

from loopline.games.trax.script import TAKE_BACK, Script, new, play

_SYMBOLS = ("+", "/", "\\", "?")


def short_games(turns: int) -> Iterator[Script]:
    """Those of so many turns."""
    for position, beginning in _beginnings(turns - 1):
        cells = [*position.tiles, *position.entries, cell_at(2, 2)] if position.tiles else [ORIGIN]
        steps = [step for cell in cells for symbol in _SYMBOLS for step in (play(cell, symbol), TAKE_BACK)]
        yield Script((new(CONTEST), *(play(*move) for move in beginning), *steps))


def _beginnings(turns: int) -> Iterator[tuple[Position, list[Move]]]:
    """Every game of so many legal turns that nobody has won; the position is the same object each time."""
    position = Position(CONTEST)
    moves: list[Move] = []

    def go_on() -> Iterator[tuple[Position, list[Move]]]:
        if len(moves) == turns:
            yield position, moves
            return
        for move in position.candidates():  # none once somebody has won
            try:
                position.play(*move)
            except Refused:
                continue
            moves.append(move)
            yield from go_on()
            moves.pop()
            position.take_back()

    return go_on()
