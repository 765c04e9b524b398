"""Solving Mini Trax: every course of the small game, each position only once with all its mirror images."""

from __future__ import annotations

from goldenrules.trax import EMPTY, TILES, WHITE, Position, Refused, RuleSet, Tile, read_move
from goldenrules.trax.tiles import EAST, NORTH, SIDES, SOUTH, WEST

from loopline.games.trax.symmetry import COLOURS_SWAPPED, Symmetry

Rows = tuple[tuple[int, ...], ...]


def solve(rules: RuleSet, first_move: str) -> tuple[int, int]:
    """What the first move is worth to White (1 wins, 0 draws, -1 loses), and the number of positions looked at."""
    position = Position(rules)
    position.play(*read_move(position, first_move))
    known: dict[Rows, int] = {}
    return -_value(position, known), len(known)


def _value(position: Position, known: dict[Rows, int]) -> int:
    """The value of the position for the player to move."""
    key = _key(position)
    if key not in known:
        known[key] = _best(position, known)
    return known[key]


def _best(position: Position, known: dict[Rows, int]) -> int:
    mover, values, undecided = position.to_move, [], []
    for move in position.candidates():
        try:
            position.play(*move)
        except Refused:
            continue
        winner = position.winner
        position.take_back()
        if winner == mover:
            return 1
        if winner is None:
            undecided.append(move)
        else:
            values.append(-1)
    for move in undecided:
        position.play(*move)
        values.append(-_value(position, known))
        position.take_back()
        if values[-1] == 1:
            return 1
    return max(values, default=0)


def _table(symmetry: Symmetry) -> list[Tile]:
    """Tile → its image."""
    return [symmetry.tile(tile) if tile in TILES else EMPTY for tile in map(Tile, range(16))]


_TURNED = _table(Symmetry((EAST, SOUTH, WEST, NORTH), swap=False))
_MIRRORED = _table(Symmetry((NORTH, WEST, SOUTH, EAST), swap=False))
_SWAPPED = _table(COLOURS_SWAPPED)


def _key(position: Position) -> Rows:
    """Equal for positions that differ only by a rotation, a reflection or swapped colours."""
    rows = [tuple(row) for row in position.rows()]
    if position.to_move != WHITE:
        rows = [tuple(_SWAPPED[tile] for tile in row) for row in rows]
    images = []
    for _ in SIDES:
        rows = [tuple(_TURNED[tile] for tile in column) for column in zip(*reversed(rows), strict=True)]
        images.append(tuple(rows))
        images.append(tuple(tuple(_MIRRORED[tile] for tile in reversed(row)) for row in rows))
    return min(images)
