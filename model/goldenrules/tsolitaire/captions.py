"""Captions: a position in words."""

from __future__ import annotations

from goldenrules.tsolitaire.position import Position
from goldenrules.tsolitaire.tiles import TILES, Tile

__all__ = ["caption", "lines", "state"]


def caption(position: Position, end: Tile | None = None) -> str:
    """Return how the game stands, and its last placement. `end`: the tile that could not be placed."""
    return " · ".join(lines(position, end))


def lines(position: Position, end: Tile | None = None) -> list[str]:
    """Return the same in one line or two."""
    stands = f"{state(position, end)} · {len(position.turns)} of {len(TILES)} tiles"
    if not position.turns:
        return [stands]
    turn = position.turns[-1]
    longest = max(len(run.passes) for run in turn.runs)
    moved = f"{turn.move} moved {_count(len(turn.runs), 'stone')}, up to {_count(longest, 'tile')} far"
    return [stands, moved]


def state(position: Position, end: Tile | None = None) -> str:
    """Return whether the game goes on, and with which tile."""
    if position.cleared:
        return "cleared"
    stuck = position.next_tile if end is None and position.over else end
    if stuck is not None:
        return f"over: tile {stuck} has no legal placement"
    return "going on" if position.next_tile is None else f"tile {position.next_tile} is next"


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
