"""Captures of a step (RULES 5.3). All of it is judged on the board after the step, and taken at once."""

from __future__ import annotations

from goldenrules.globe.points import ALL, Mask, beside
from goldenrules.globe.rules import Capture


def captured(rule: Capture, own: Mask, enemy: Mask, emptied: Mask) -> Mask:
    """Return the enemy pieces that are captured.

    Args:
        rule: What is captured.
        own: The mover's pieces, after the step.
        enemy: The other side's pieces.
        emptied: The points that were empty before the step.
    """
    if rule == Capture.GROUP:
        return _groups(own, enemy)
    return _pieces(own, enemy) if rule == Capture.PIECE else _trapped(own, enemy, emptied)


def _groups(own: Mask, enemy: Mask) -> Mask:
    """Return the enemy pieces from which no chain of their own leads to one with an empty point beside it."""
    alive = enemy & beside(ALL & ~(own | enemy))
    while alive != enemy and (saved := beside(alive) & enemy & ~alive):
        alive |= saved
    return enemy & ~alive


def _pieces(own: Mask, enemy: Mask) -> Mask:
    """Return the enemy pieces that have only the mover's pieces beside them."""
    return enemy & ~beside(ALL & ~own)


def _trapped(own: Mask, enemy: Mask, emptied: Mask) -> Mask:
    """Return the enemy pieces that had an empty point beside them before, and have lost it."""
    return enemy & beside(emptied) & ~beside(ALL & ~(own | enemy))
