"""Captions: a position in words."""

from __future__ import annotations

from goldenrules.globe.position import Position
from goldenrules.globe.sides import NORTH, SOUTH

__all__ = ["caption"]


def caption(position: Position, lying: Position | None = None) -> str:
    """Say who is to move or has won, how long the game is, and how many pieces each side has.

    `lying`: the position of the pieces in the middle of the last turn.
    """
    counted = lying or position
    state = position.verdict + (" and must pass" if position.must_pass else "")
    plies = len(position.turns)
    words = [state, f"{plies:,} {'ply' if plies == 1 else 'plies'}"]
    words.append(f"{counted.count(NORTH)} against {counted.count(SOUTH)}")
    return " · ".join([*words, *([f"last {position.turns[-1]}"] if plies else [])])
