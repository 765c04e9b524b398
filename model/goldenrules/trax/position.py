"""A position: a board, whose turn it is, and the rules they play by.

RULES 1.2 and 1.3 are `begin`, `force`, `finish`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, Self, overload

from goldenrules.errors import Refused
from goldenrules.playing import Playable
from goldenrules.trax.board import Board, PlacedTile, Win, named
from goldenrules.trax.cells import NO_BOX, ORIGIN, Box, Cell
from goldenrules.trax.errors import Reason, Trap
from goldenrules.trax.key import Key, tiles_key
from goldenrules.trax.notation import Move, read_move
from goldenrules.trax.rules import CONTEST, RuleSet
from goldenrules.trax.tiles import (
    COLOUR_NAMES,
    FITTING,
    PLUS_RED_ACROSS,
    SLASH_RED_RIGHT,
    SYMBOL,
    WHITE,
    Colour,
    Symbol,
    Tile,
    other,
)

#: The field is full, the tiles are used up, or every turn is illegal; the first of these that applies.
Draw = Literal["full", "supply", "stalemate"]

#: The first tile has red on its right edge and is `/` or `+`.
FIRST_TILES: dict[Symbol, Tile] = {"/": SLASH_RED_RIGHT, "+": PLUS_RED_ACROSS}


@dataclass(slots=True, repr=False)
class Turn:
    """A turn on the board."""

    move: Move
    mover: Colour
    tiles_before: int
    formations_before: int
    box_before: Box
    #: 0 until the turn is finished.
    tiles_after: int = 0
    #: The tiles of its position, as long as it is on the board.
    placed: list[PlacedTile] = field(default_factory=list, compare=False)

    @property
    def tiles(self) -> list[PlacedTile]:
        """Those of the turn, the chosen one first; known while the turn is on the board."""
        return self.placed[self.tiles_before : self.tiles_after]

    def __repr__(self) -> str:
        forced = f", {self.tiles_after - self.tiles_before - 1} forced" if self.tiles_after else ", not finished"
        return f"<Turn: {COLOUR_NAMES[self.mover]}, {self.move.symbol}{forced}>"


class Position(Board, Playable[Move, RuleSet]):
    """A position: play turns and take them back.

    A refused turn raises `Refused` and leaves the position as it was.
    """

    _pictures = "goldenrules.trax"

    def __init__(self, rules: RuleSet = CONTEST, to_move: Colour = WHITE) -> None:
        super().__init__(rules)
        self.to_move = to_move
        #: The turns played; while one is played step by step it is the last.
        self.turns: list[Turn] = []

    @classmethod
    def of_tiles(cls, tiles: Mapping[Cell, Tile], box: Box, rules: RuleSet = CONTEST) -> Position:
        """Return a picture of a board. It was not played, and no turn can follow.

        Args:
            tiles: The tile of each cell that has one.
            box: The smallest rectangle around them.
            rules: The rules of the game.
        """
        position = cls(rules)
        position.tiles.update(tiles)
        position.set_box(box)
        return position

    def copy(self) -> Self:
        twin = super().copy()
        twin.turns = [replace(turn, placed=twin.placed) for turn in self.turns]
        return twin

    def key(self, *, symmetric: bool = False) -> Key:
        """Return a key that is equal for equal positions under the same rules, so that they can be looked up.

        With `symmetric` it is equal for all rotations and reflections, too. The order of the turns does not matter, nor
        where the box lies.
        """
        return self.to_move, self.winner, tiles_key(self, symmetric=symmetric)

    def _state(self) -> tuple[RuleSet, Key]:
        return self.rules, self.key()

    def __repr__(self) -> str:
        state = f"{COLOUR_NAMES[self.winner]} has won" if self.winner else f"{COLOUR_NAMES[self.to_move]} to move"
        return f"<Position: {self.rules.name}, {len(self.turns)} turns, {len(self.tiles)} tiles, {state}>"

    # --- a turn -----------------------------------------------------------------------------------------------------

    @overload
    def play(self, move: Move | str, /) -> Turn: ...
    @overload
    def play(self, move: Cell, symbol: Symbol, /) -> Turn: ...
    def play(self, move: Cell | Move | str, symbol: Symbol = "", /) -> Turn:
        """Play a whole turn: `play("B2+")`, `play(cell, "+")`, or a `Move`, such as those of `legal_moves()`.

        Raise `NotationError` if the text is not a move.
        """
        if isinstance(move, str):
            move = read_move(self, move)
        if isinstance(move, tuple):
            move, symbol = move
        self.begin(move, symbol)
        forced = self.forced
        while forced and self.trap is None:
            forced_cell, tile = forced.popitem()
            self.lay(forced_cell, tile)
        return self.finish()

    def begin(self, cell: Cell, symbol: Symbol) -> None:
        """Begin a turn, step 1, *place*.

        Then fill the cells of `forced`, in any order, until all are filled or `trap` is set.
        """
        if self._is_under_way:
            raise RuntimeError("a turn is under way: finish it or take it back before another one begins")
        tile = self._tile_to_place(cell, symbol)
        box = self.box
        placed = self.placed
        move = named(Move, (cell, symbol))
        self.turns.append(Turn(move, self.to_move, len(placed), len(self.formations), box, 0, placed))
        if (wider := box.including(cell)) is not box:
            self.set_box(wider)
        self.lay(cell, tile)

    def begin_with(self, move: Move, tile: Tile) -> None:
        """Play the first turn of a game in a mirror: a tile that the rules need not allow there."""
        self.turns.append(Turn(move, self.to_move, 0, 0, NO_BOX, tiles_after=1, placed=self.placed))
        self.set_box(NO_BOX.including(move.cell))
        self.lay(move.cell, tile)
        self.to_move = other(self.to_move)

    def go_on_by(self, rules: RuleSet) -> None:
        """Judge the turns to come by other rules. Lines, field and forced play stay what they were."""
        self.rules = rules

    def needs(self, cell: Cell, tile: Tile) -> tuple[bool, int]:
        """Return whether a tile there makes a trap, and how many tiles are laid up to that or to forced play's end.

        Forced play is first come, first served; whatever else is against the tile. The position is what it was.
        """
        box, tiles, formations = self.box, len(self.placed), len(self.formations)
        if cell not in box:
            self.set_box(box.including(cell))
        self.lay(cell, tile)
        while self.forced and self.trap is None:
            self.force(next(iter(self.forced)))
        trapped, needed = self.trap is not None, len(self.placed) - tiles
        for _ in range(needed):
            self.lift()
        del self.formations[formations:]
        self.set_box(box)
        self.forced.clear()
        self.trap = None
        return trapped, needed

    def force(self, cell: Cell) -> PlacedTile:
        """Step 2, *forced play*, for one of the cells in `forced`."""
        self.lay(cell, self.forced.pop(cell))
        return self.placed[-1]

    def finish(self) -> Turn:
        """End the turn, steps 3 and 4. Raise `Refused`, and take it back, if it cannot end."""
        if not self.turns or self.turns[-1].tiles_after:
            raise RuntimeError("no turn is under way: begin one")
        turn = self.turns[-1]
        if self.trap is not None:
            refusal: Refused = Trap(*turn.move, self.trap, self.entries[self.trap])
        elif self.forced:
            raise RuntimeError("the turn is not over: forced cells are left")
        elif self.rules.tiles is not None and len(self.placed) > self.rules.tiles:
            needed, left = len(self.placed) - turn.tiles_before, self.rules.tiles - turn.tiles_before
            refusal = Refused(Reason.SUPPLY, f"the turn needs {needed} tiles, {left} are left")
        else:
            turn.tiles_after = len(self.placed)
            self.to_move = other(turn.mover)
            return turn
        self.take_back()
        raise refusal

    def take_back(self) -> Turn:
        """Undo the last turn, finished or not. Raise IndexError without one."""
        turn = self.turns.pop()
        for _ in range(len(self.placed) - turn.tiles_before):
            self.lift()
        del self.formations[turn.formations_before :]
        if self.box is not turn.box_before:
            self.set_box(turn.box_before)
        self.forced.clear()
        self.trap = None
        self.to_move = turn.mover
        return turn

    def _tile_to_place(self, cell: Cell, symbol: Symbol) -> Tile:
        """Return the tile that `symbol` means on `cell`. Raise Refused with the reason why it may not lie there."""
        rules = self.rules
        if self.formations and self.winner is not None:
            raise Refused(Reason.GAME_OVER, f"{COLOUR_NAMES[self.winner]} has won already")
        if symbol not in rules.symbols:
            raise Refused(
                Reason.BAD_SYMBOL, f"{symbol!r} is not a tile of {rules.name}; its tiles: {' '.join(rules.symbols)}"
            )
        outside = self.field is not None and cell not in self.field
        if outside and rules.first_cell_free:  # this field does not lie around the first tile
            raise self._outside()
        if cell in self.tiles:
            raise Refused(Reason.OCCUPIED, f"a {SYMBOL[self.tiles[cell]]} lies there already")
        if not self.tiles:
            return self._first_tile(cell, symbol)
        entries = self.entries.get(cell)
        if entries is None:
            raise Refused(Reason.UNCONNECTED, "no tile lies beside it")
        if outside:
            raise self._outside()
        if rules.box_limit is not None and not self._within_limit(cell):
            raise Refused(Reason.BOX_LIMIT, f"the tiles may be {rules.box_limit} columns wide and as many rows tall")
        tile = FITTING[symbol][entries]
        if not tile:
            fitting = " and ".join(s for s in rules.symbols if FITTING[s][entries])
            if not fitting:
                raise Refused(Reason.DEAD_CELL, f"no tile of {rules.name} fits here")
            raise Refused(Reason.MISMATCH, f"it does not match the colours of its neighbours; fitting here: {fitting}")
        return tile

    def _first_tile(self, cell: Cell, symbol: Symbol) -> Tile:
        if symbol not in FIRST_TILES:
            first = " or ".join(tile_symbol for tile_symbol in FIRST_TILES if tile_symbol in self.rules.symbols)
            raise Refused(Reason.FIRST_MOVE, f"the first tile is {first}")
        if cell != ORIGIN and not self.rules.first_cell_free:
            raise Refused(Reason.FIRST_MOVE, "the first tile has its fixed place")
        return FIRST_TILES[symbol]

    def _outside(self) -> Refused:
        size = self.rules.field
        return Refused(Reason.OUTSIDE, f"the cell lies outside the board of {size}×{size} cells")

    def _within_limit(self, cell: Cell) -> bool:
        limit = self.rules.box_limit
        return limit is None or self.longest < limit or self.box.including(cell).longest <= limit

    # --- questions --------------------------------------------------------------------------------------------------

    def candidates(self) -> list[Move]:
        """Return all cell/symbol pairs that may be *placed*, row by row; forced play may still lead to a trap."""
        if self.winner is not None:
            return []
        if not self.tiles:
            cells = self.field.cells() if self.field and self.rules.first_cell_free else [ORIGIN]
            return [Move(cell, symbol) for cell in cells for symbol in FIRST_TILES if symbol in self.rules.symbols]
        return [
            Move(cell, symbol)
            for cell in sorted(self.entries)
            if (self.field is None or cell in self.field) and self._within_limit(cell)
            for symbol in self.rules.symbols
            if FITTING[symbol][self.entries[cell]]
        ]

    def is_legal(self, cell: Cell, symbol: Symbol) -> bool:
        """Return whether this turn may be played."""
        try:
            self.play(cell, symbol)
        except Refused:
            return False
        self.take_back()
        return True

    def legal_moves(self) -> list[Move]:
        """Return all turns that may be played."""
        return [move for move in self.candidates() if self.is_legal(*move)]

    @property
    def _is_under_way(self) -> bool:
        """Whether the last turn has begun and has not ended: wins and draws are judged at its end."""
        return bool(self.turns) and not self.turns[-1].tiles_after

    @property
    def wins(self) -> list[Win]:
        """The formations that the last turn completed; no turn follows a win."""
        return self.formations[self.turns[-1].formations_before :] if self.turns else []

    @property
    def winner(self) -> Colour | None:
        """The winner: the player with a formation at the end of the turn; if both have one, the mover.

        The mover's opponent wins by a formation, too.
        """
        if not self.formations or self._is_under_way:
            return None
        mover = self.turns[-1].mover
        return mover if any(win.colour == mover for win in self.wins) else other(mover)

    @property
    def drawn(self) -> bool:
        """Whether the game is drawn: without a winner, the board is full, or nothing fits without a trap."""
        if self.winner is not None or not self.rules.can_draw or self._is_under_way:
            return False
        return not any(self.is_legal(*move) for move in self.candidates())

    @property
    def draw(self) -> Draw | None:
        """How the game is drawn, if it is."""
        if not self.drawn:
            return None
        rules, tiles = self.rules, len(self.tiles)
        if tiles == min(size for size in (rules.box_limit, rules.field, tiles + 1) if size is not None) ** 2:
            return "full"
        return "supply" if tiles == rules.tiles else "stalemate"

    @property
    def over(self) -> bool:
        """Return whether the game is won or drawn."""
        return self.winner is not None or self.drawn
