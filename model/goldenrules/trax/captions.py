"""Captions: a position in words."""

from __future__ import annotations

from goldenrules.errors import GameError
from goldenrules.trax.errors import Trap
from goldenrules.trax.game import Game
from goldenrules.trax.notation import label
from goldenrules.trax.position import Position
from goldenrules.trax.tiles import COLOUR_NAMES

__all__ = ["caption", "reason", "size"]


def caption(game: Game | Position) -> str:
    """Return who is to move or has won, and the size of it all."""
    game = game if isinstance(game, Game) else Game.of(game)
    result, position = game.result, game.position
    state = str(result) if result else f"{COLOUR_NAMES[position.to_move]} to move"
    if result and isinstance(result.foul, Trap):
        state += f" in {label(position, result.foul.trap)}"
    return f"{state} · {size(position)}"


def size(position: Position) -> str:
    """Return how many turns and tiles there are, and the box."""
    words = [_count(len(position.turns), "turn"), _count(len(position.tiles), "tile")]
    if position.tiles:
        words.append(f"box {position.box.columns} × {position.box.rows}")
    return " · ".join(words)


def reason(error: GameError, position: Position) -> str:
    """Return why a move is refused; for people, who find a trapped cell by its label."""
    return f"{error}; the cell is {label(position, error.trap)}" if isinstance(error, Trap) else str(error)


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
