"""What every picture of a position points out, and what is said about one in words."""

from __future__ import annotations

from goldenrules.trax import COLOUR_NAMES, ORIGIN, Box, Cell, Colour, Game, Position, Trap, TraxError, label
from goldenrules.trax.cells import NO_BOX


class Marks:
    """The tiles of the last turn, and the paths that have won."""

    def __init__(self, position: Position) -> None:
        last = position.turns[-1:]
        tiles = [placed.cell for turn in last for placed in position.placed[turn.tiles_before : turn.tiles_after]]
        self.turn = set(tiles)
        self.chosen = set(tiles[:1])
        self.forced = set(tiles[1:])
        self.winning: set[tuple[Cell, Colour]] = {
            (cell, win.colour) for win in position.wins for cell in position.path(win)
        }


def area(position: Position) -> Box:
    """The cells to draw: the box, or the whole field where that does not move."""
    if position.field and position.rules.first_cell_free:
        return position.field
    return position.box if position.tiles else NO_BOX.including(ORIGIN)


def caption(game: Game) -> str:
    """Who is to move or has won, and the size of it all."""
    result, position = game.result, game.position
    state = str(result) if result else f"{COLOUR_NAMES[position.to_move]} to move"
    if result and isinstance(result.foul, Trap):
        state += f" in {label(position, result.foul.trap)}"
    return f"{state} · {size(position)}"


def size(position: Position) -> str:
    words = [count(len(position.turns), "turn"), count(len(position.tiles), "tile")]
    if position.tiles:
        words.append(f"box {position.box.columns} × {position.box.rows}")
    return " · ".join(words)


def reason(error: TraxError, position: Position) -> str:
    """Why a move is refused; for people, who find a trapped cell by its label."""
    return f"{error}; the cell is {label(position, error.trap)}" if isinstance(error, Trap) else str(error)


def count(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
