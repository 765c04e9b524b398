"""Shapes of turns: of traps, of wins, of cascades. By them the library is sorted, and the generators are measured.

Depth: forced play is carried out in *rounds*. Round 1 fills the cells that the chosen tile forces, round 2 those that
are forced once round 1 is through, and so on. A tile's depth is its round; the chosen tile's is 0. A trap's depth is
that of the tile which brings the third edge. Nothing is quicker than rounds, so an engine, in any order that it takes,
has laid a chain of at least that many forced tiles before it can see the trap.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from goldenrules.errors import Refused
from goldenrules.trax import RED, WHITE, Cell, Colour, Move, Position, neighbour
from goldenrules.trax.tiles import FORCED, SIDES, TRAP, entered

CellShape = Literal["three", "four", "all four"]

#: Traps from this depth on are filed together.
DEEPEST = 9
#: The fewest forced tiles of a long cascade.
SHORTEST_CASCADE = 6


class TrapShape(NamedTuple):
    """The difference between one trap and another for the hardware."""

    #: Of the trapped cell. Whatever order an engine takes it finds four neighbours, three of one colour; or in some
    #: order only three neighbours; or in some order four edges of one colour, if forced play goes on after the third.
    cell: CellShape
    colour: Colour
    depth: int


class WinShape(NamedTuple):
    """The difference between one win and another for the hardware."""

    #: All that the turn completed, as (colour, kind).
    formations: frozenset[tuple[Colour, str]]
    mover: Colour
    winner: Colour
    #: Does one of the winner's formations run through the chosen tile?
    through_chosen: bool
    #: Tiles of the winner's longest formation.
    length: int

    @property
    def by(self) -> str:
        """Whose formations the turn completed: the mover's, the opponent's, or those of both."""
        colours = {colour for colour, _ in self.formations}
        return "both" if len(colours) == 2 else "mover" if self.mover in colours else "opponent"

    @property
    def kinds(self) -> str:
        """The kinds of the winner's formations."""
        return " and ".join(sorted(kind for colour, kind in self.formations if colour == self.winner))


class _CascadeShape(NamedTuple):
    """The difference between one run of forced tiles and another: the number of tiles, and of rounds."""

    forced: int
    depth: int


def trap_shape(position: Position, move: Move) -> TrapShape | None:
    """Return the shape of the trap that `move` would be; None if it is legal."""
    depth = _play_in_rounds(position, move)
    trap = position.trap
    entries = position.entries[trap] if trap is not None else 0
    position.take_back()
    if trap is None:
        return None
    colour = WHITE if len(entered(entries, WHITE)) > 2 else RED
    return TrapShape(_cell_shape(position, move), colour, depth)


def trap_depth(position: Position, move: Move) -> int:
    """Return the depth of the trap that `move` would be; 0 if it is legal, or may not even be placed."""
    try:
        depth = _play_in_rounds(position, move)
    except Refused:
        return 0
    trapped = position.trap is not None
    position.take_back()
    return depth if trapped else 0


def forced_cells(position: Position, move: Move) -> list[Cell]:
    """Return the cells that `move` would force, up to the trap if it comes to one; the trapped cell too."""
    _play_in_rounds(position, move)
    cells = [placed.cell for placed in position.placed[position.turns[-1].tiles_before + 1 :]]
    if position.trap is not None:
        cells.append(position.trap)
    position.take_back()
    return cells


def win_of(position: Position, move: Move) -> WinShape | None:
    """Return what `move`, a legal turn not yet played, would win."""
    try:
        position.play(*move)
    except Refused:
        return None
    shape = win_shape(position)
    position.take_back()
    return shape


def cascade_shape(position: Position, move: Move) -> _CascadeShape:
    """Return the forced tiles of a legal turn, not yet played."""
    depth = _play_in_rounds(position, move)
    forced = len(position.placed) - position.turns[-1].tiles_before - 1
    position.take_back()
    return _CascadeShape(forced, depth)


def win_shape(position: Position) -> WinShape | None:
    """Return what the last turn has won."""
    winner = position.winner
    if winner is None:
        return None
    turn = position.turns[-1]
    paths = [position.path(win) for win in position.wins if win.colour == winner]
    return WinShape(
        frozenset((win.colour, win.kind) for win in position.wins),
        turn.mover,
        winner,
        any(turn.move.cell in path for path in paths),
        max(map(len, paths)),
    )


def _play_in_rounds(position: Position, move: Move) -> int:
    """Begin a turn and play it to its end, or to the first trap. Returns how many rounds that took."""
    position.begin(*move)
    rounds = 0
    while position.forced and position.trap is None:
        rounds += 1
        for cell in sorted(position.forced):
            position.force(cell)
            if position.trap is not None:
                break
    return rounds


def _cell_shape(position: Position, move: Move) -> CellShape:
    """Return the shape of the trapped cell.

    The trick: a cell gets the most edges in the order that leaves it empty for as long as it can. So each cell that
    forced play comes upon is held back once, while play goes on everywhere else, traps or not.
    """
    shapes = {_shape_when_held_back(position, move, cell) for cell in _forced_in_some_order(position, move)}
    return "all four" if (4, 0) in shapes else "three" if (3, 0) in shapes else "four"


def _forced_in_some_order(position: Position, move: Move) -> set[Cell]:
    position.begin(*move)
    cells = set(position.forced)
    while position.forced:
        position.force(min(position.forced))
        cells.update(position.forced)
        if position.trap is not None:
            cells.add(position.trap)
    position.take_back()
    return cells


def _shape_when_held_back(position: Position, move: Move, held: Cell) -> tuple[int, int]:
    """Return how many edges of one colour, and how many of the other, enter the cell in the end; the more first."""
    position.begin(*move)
    while cells := position.forced.keys() - {held}:
        position.force(min(cells))
    entries = position.entries[held]
    position.take_back()
    white, red = len(entered(entries, WHITE)), len(entered(entries, RED))
    return max(white, red), min(white, red)


def traps_at_once(position: Position, move: Move) -> list[Cell]:
    """Return the cells that one tile traps, where forced cells are filled first come, first served.

    Empty if `move` is legal, or may not even be placed.
    """
    try:
        position.begin(*move)
    except Refused:
        return []
    while position.forced and position.trap is None:
        position.force(next(iter(position.forced)))
    cells = trapped_beside(position, position.placed[-1].cell)
    position.take_back()
    return cells


def trapped_beside(position: Position, cell: Cell) -> list[Cell]:
    """Return the open cells beside this one that no tile fits."""
    beside = (neighbour(cell, side) for side in SIDES)
    return [near for near in beside if FORCED[position.entries.get(near, 0)] == TRAP]
