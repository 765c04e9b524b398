r"""How the contest player chooses its turn: weakly, and predictably.

The worth of a turn is what a look at it shows: who has won, and at depth 2 also whether the opponent has a reply that
wins at once. Among turns of equal worth the one that places more tiles is chosen, among these the first in reading
order: rows from the top, columns from the left, `+`, `/`, `\`.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter

from goldenrules.errors import Refused
from goldenrules.trax.notation import Move
from goldenrules.trax.position import Position

LOSES, SAFE = 1, 2


def choose(position: Position, depth: int = 1) -> Move | None:
    """Return the turn to play, or None. `depth` 2 looks at the opponent's replies too."""
    looks = []
    for move in sorted(position.candidates()):  # by cells, then as their characters stand in ASCII: + / \
        try:
            turn = position.play(*move)
        except Refused:  # a trap, or more tiles than are left
            continue
        winner, tiles = position.winner, turn.tiles_after - turn.tiles_before
        position.take_back()
        if winner == turn.mover:
            return move
        looks.append((LOSES if winner else SAFE, tiles, move))
    looks.sort(key=itemgetter(0, 1), reverse=True)  # and of equal ones the first remains the first
    safe = (move for worth, _, move in looks if worth == SAFE)
    if depth > 1 and (quiet := unanswered(position, safe)):
        return quiet
    # Either the replies were not looked at, or every turn that seems safe can be answered by a win.
    return looks[0][2] if looks else None


def unanswered(position: Position, moves: Iterable[Move]) -> Move | None:
    """Return the first of these turns after which the opponent cannot win at once."""
    threat = None
    for move in moves:
        position.play(*move)
        threat = winning_turn(position, likely=threat)  # what wins after one turn mostly wins after another, too
        position.take_back()
        if threat is None:
            return move
    return None


def winning_turn(position: Position, likely: Move | None = None) -> Move | None:
    """Return a turn by which the player to move wins, if there is one; the given turn, if it wins."""
    if likely and _wins(position, likely):
        return likely
    return next((move for move in position.candidates() if _wins(position, move)), None)


def _wins(position: Position, move: Move) -> bool:
    try:
        turn = position.play(*move)
    except Refused:
        return False
    winner = position.winner
    position.take_back()
    return winner == turn.mover
