"""The board: laying and lifting tiles, and what follows at once: entries, paths, formations, forced cells, traps.

The trick is that **the board is its open edges**. For every edge that enters an empty cell we keep the far end of the
path that arrives there, itself an open edge. A new tile joins two such paths by making their two far ends each other's;
nothing is ever traced, so a tile costs the same whatever the length of the paths or of the game.

Lifting a tile needs no log of its changes, for the reason that dancing links need none: the edges under a tile keep
the far ends they had, and so remember how to restore them, as long as tiles come off in the reverse order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

from goldenrules.trax.cells import EDGE, NO_BOX, ORIGIN, STEP, Box, Cell, Edge, cell_at, column_of, row_of
from goldenrules.trax.rules import CONTEST, RuleSet
from goldenrules.trax.tiles import (
    EMPTY,
    FORCED,
    NORTH,
    NOTHING_FORCED,
    RED,
    SIDES,
    TILES,
    TRAP,
    VALID_ENTRIES,
    WEST,
    WHITE,
    Colour,
    Entries,
    Side,
    Tile,
    colour_at,
    entry,
    fits,
    joined,
    opposite,
)

Kind = Literal["loop", "line across", "line down"]
#: The kinds, in the order in which a result names them.
KINDS: tuple[Kind, ...] = get_args(Kind)


class Win(NamedTuple):
    """A winning formation. `cell` and `side` lie on its path: a tile of the loop, or the line's left or upper end."""

    colour: Colour
    kind: Kind
    cell: Cell
    side: Side


class PlacedTile(NamedTuple):
    """A tile on the board, and the entries that it found there."""

    cell: Cell
    tile: Tile
    entries: Entries


#: Makes a named tuple of a tuple, in half the time that a call of its class takes.
named = tuple.__new__


class _Join(NamedTuple):
    """The way to lay one tile on one value of entries."""

    #: For each of the two paths on the tile: colour, and the offsets of the two edges it joins.
    paths: tuple[tuple[Colour, Edge, Edge], ...]
    #: For each neighbour that is empty yet: the step to it, and the bits that the tile adds to its entries.
    out: tuple[tuple[int, Entries], ...]
    #: Offsets of the edges that were open before, and of those that the tile opens.
    old: tuple[Edge, ...]
    new: tuple[Edge, ...]


def _join(tile: Tile, entries: Entries) -> _Join:
    new = [side for side in SIDES if not entry(entries, side)]
    paths = []
    for colour in (WHITE, RED):
        a, b = joined(tile, colour)
        paths.append((colour, EDGE[a], EDGE[b]))
    return _Join(
        paths=tuple(paths),
        out=tuple((STEP[side], colour_at(tile, side) << 2 * opposite(side)) for side in new),
        old=tuple(EDGE[side] for side in SIDES if side not in new),
        new=tuple(EDGE[side] for side in new),
    )


_JOINS = {tile << 8 | e: _join(tile, e) for tile in TILES for e in VALID_ENTRIES if fits(tile, e)}


class Board:
    """Tiles, and the entries of the empty cells beside them. Knows nothing of turns or players."""

    #: Entries → the tile that they force; a rule set without forced play has another table.
    forced_table: Sequence[Tile] = FORCED

    def __init__(self, rules: RuleSet = CONTEST) -> None:
        self.rules = rules
        #: The shortest line that wins; None: lines do not win.
        self.lines = rules.lines
        if not rules.forced_play:
            self.forced_table = NOTHING_FORCED
        #: The cells of a board that does not move.
        self.field = _field(rules)
        self.box: Box = NO_BOX
        #: Its columns or its rows, whichever are more.
        self.longest = NO_BOX.longest
        self.tiles: dict[Cell, Tile] = {}
        #: The entries of each empty cell beside a tile.
        self.entries: dict[Cell, Entries] = {}
        #: The tiles in the order in which they were laid.
        self.placed: list[PlacedTile] = []
        #: The formations completed, in the same order; the last turn's are those that count.
        self.formations: list[Win] = []
        #: The cells that are forced now, each with its tile; and a trapped cell, once there is one.
        self.forced: dict[Cell, Tile] = {}
        self.trap: Cell | None = None
        self._far: dict[Edge, Edge] = {}
        self._line_possible = False

    def set_box(self, box: Box) -> None:
        """Set the box. It must be called before a tile is laid outside the box, and after such a tile is lifted."""
        self.box = box
        self.longest = box.longest
        self._line_possible = self.lines is not None and self.longest >= self.lines

    def lay(self, cell: Cell, tile: Tile) -> None:
        """Lay a tile that fits."""
        entries, far, forced_table = self.entries, self._far, self.forced_table
        before = entries.pop(cell, 0)
        paths, out, _, _ = _JOINS[tile << 8 | before]
        self.tiles[cell] = tile
        self.placed.append(named(PlacedTile, (cell, tile, before)))
        base = 2 * cell
        for colour, a, b in paths:
            a += base
            b += base
            # An edge that is not open yet is its own far end: the path begins here.
            end_a, end_b = far.get(a, a), far.get(b, b)
            if end_a == b:
                self.formations.append(Win(colour, "loop", cell, EDGE.index(a - base)))
                continue
            far[end_a] = end_b
            far[end_b] = end_a
            if self._line_possible and not (end_a ^ end_b) & 1:
                self._judge_line(colour, end_a, end_b)
        for step, bits in out:
            beside = cell + step
            entries[beside] = now = entries.get(beside, 0) | bits
            tile_now = forced_table[now]
            if not tile_now:
                continue
            if tile_now == TRAP:
                self.trap = beside
                self.forced.pop(beside, None)
            else:
                self.forced[beside] = tile_now

    def lift(self) -> None:
        """Take the last tile off again. What is forced is not restored: tiles come off by whole turns."""
        entries, far = self.entries, self._far
        cell, tile, before = self.placed.pop()
        _, out, old, new = _JOINS[tile << 8 | before]
        base = 2 * cell
        for step, bits in out:
            left = entries[cell + step] ^ bits
            if left:
                entries[cell + step] = left
            else:
                del entries[cell + step]
        for edge in old:
            far[far[base + edge]] = base + edge
        for edge in new:
            del far[base + edge]
        del self.tiles[cell]
        if before:
            entries[cell] = before

    def _judge_line(self, colour: Colour, a: Edge, b: Edge) -> None:
        """Note a line, if a path that has just been made between two edges of the same direction is one (RULES 1.3).

        Open edges never lie beyond the box. So if two are a whole box apart, they leave through opposite outermost
        edges. Forced tiles never enlarge the box, so it is the turn's final one already, and such a path can grow no
        further.
        """
        lines = self.lines or 0
        at_a, at_b = ORIGIN + (a >> 1), ORIGIN + (b >> 1)
        apart = at_a - at_b
        if a & 1:
            if self.box.columns >= lines and abs(column_of(apart)) == self.box.columns:
                self.formations.append(Win(colour, "line across", min(at_a, at_b, key=column_of), WEST))
        elif self.box.rows >= lines and abs(row_of(apart)) == self.box.rows:
            self.formations.append(Win(colour, "line down", min(at_a, at_b), NORTH))

    def path(self, win: Win) -> list[Cell]:
        """Return the cells of a formation, in order along its path."""
        cells: list[Cell] = []
        cell, side = win.cell, win.side
        while cell in self.tiles and not (cells and cell == win.cell):
            cells.append(cell)
            a, b = joined(self.tiles[cell], win.colour)
            side = b if side == a else a
            cell, side = cell + STEP[side], opposite(side)
        return cells

    def rows(self) -> list[list[Tile]]:
        """Return the box, row by row from the top; EMPTY where no tile lies."""
        box = self.box
        return [
            [self.tiles.get(start + column, EMPTY) for column in range(box.columns)]
            for start in (cell_at(box.left, row) for row in range(box.top, box.bottom + 1))
        ]


def _field(rules: RuleSet) -> Box | None:
    """Return a fixed board: around its first tile, or, where that is free to choose, right and down from ORIGIN."""
    if rules.field is None:
        return None
    first = 0 if rules.first_cell_free else -(rules.field // 2)
    return NO_BOX.including(cell_at(first, first)).including(cell_at(first + rules.field - 1, first + rules.field - 1))
