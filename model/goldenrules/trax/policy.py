"""How the contest player chooses its turn: no great player, but one whose choice anybody can work out.

The worth of a turn is what a look at it shows: who has won, and at depth 2 also whether the opponent has a reply that
wins at once. Among turns of equal worth the one that places more tiles is chosen, among these the first in reading
order: rows from the top, columns from the left, `+`, `/`, `\\`.
"""

from __future__ import annotations

from goldenrules.trax.errors import Trap
from goldenrules.trax.position import Move, Position

LOSES, THREATENED, SAFE = 1, 2, 3


def choose(position: Position, depth: int = 1) -> Move | None:
    """The turn to play, or None if there is none. `depth` 2 looks at the opponent's replies too."""
    chosen, best = None, (0, 0)
    for move in sorted(position.candidates()):  # by cells, then as their characters stand in ASCII: + / \
        try:
            turn = position.play(*move)
        except Trap:
            continue
        winner, tiles = position.winner, turn.tiles_after - turn.tiles_before
        worth = (LOSES if winner else SAFE), tiles
        # The replies can only make a turn worth less, so they matter only to one that would be the best so far.
        if depth > 1 and worth > best and not winner and can_win(position):
            worth = THREATENED, tiles
        position.take_back()
        if winner == position.to_move:
            return move
        if worth > best:
            chosen, best = move, worth
    return chosen


def can_win(position: Position) -> bool:
    """Has whoever is to move a turn that wins?"""
    mover = position.to_move
    for move in position.candidates():
        try:
            position.play(*move)
        except Trap:
            continue
        winner = position.winner
        position.take_back()
        if winner == mover:
            return True
    return False
