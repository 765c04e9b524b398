"""A position: tiles, stones, the next tile, and what can be taken back and restored.

RULES 3.3 and 3.4 are `play`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from goldenrules.errors import Refused
from goldenrules.playing import Playable
from goldenrules.tsolitaire.cells import CELLS, CROSSED, STARTS, STONES, Cell, Pass, Place, Stone, StoneRun, cell_name
from goldenrules.tsolitaire.errors import Leaves, Reason
from goldenrules.tsolitaire.key import Key, board_key
from goldenrules.tsolitaire.notation import Placement, read_move
from goldenrules.tsolitaire.tiles import JOINTS, ROTATIONS, TILES, Joints, Rotation, Tile, canonical, rotations


@dataclass(frozen=True, slots=True, repr=False)
class Turn:
    """A placement on the board, and the runs of the stones."""

    move: Placement
    #: Of the stones that moved, in the order of their numbers.
    runs: tuple[StoneRun, ...]
    stones_before: tuple[Place, ...]

    @property
    def moved(self) -> tuple[Stone, ...]:
        return tuple(run.stone for run in self.runs)

    def __repr__(self) -> str:
        moved = " and ".join(map(str, self.moved))
        return f"<Turn: {self.move}, {'stone' if len(self.runs) == 1 else 'stones'} {moved} moved>"


class Position(Playable[Placement, Iterable[Tile] | None]):
    """A position: play placements, take them back and restore them.

    What is refused raises `Refused` and changes nothing.
    """

    _pictures = "goldenrules.tsolitaire"

    def __init__(self, deck: Iterable[Tile] | None = None) -> None:
        #: The order in which the tiles come, if it is known; it may be shorter than the game.
        self.deck = None if deck is None else checked_deck(deck)
        #: The tile on each cell.
        self.placed: dict[Cell, Placement] = {}
        #: The place of each stone.
        self.stones: tuple[Place, ...] = STARTS
        self.turns: list[Turn] = []
        #: The placements taken back that can be restored; the last one first to be restored.
        self.taken_back: list[Placement] = []
        #: The joints of each tile on the board, as it lies.
        self._joints: list[Joints | None] = [None for _ in CELLS]
        self._offered: Tile | None = None

    def key(self, *, symmetric: bool = False) -> Key:
        """Return a key that is equal for equal boards and next tiles, so that they can be looked up.

        With `symmetric` it is equal for all four rotations of the board, too. The order of the placements does not
        matter.
        """
        return board_key(self.placed.values(), symmetric=symmetric), self.next_tile

    def _state(self) -> Key:
        return self.key()

    def __repr__(self) -> str:
        number = len(self.turns)
        tile = self.next_tile
        state = "cleared" if self.cleared else "over" if self.over else None if tile is None else f"tile {tile} is next"
        words = [f"{number} tile{'' if number == 1 else 's'} placed", *([state] if state else [])]
        return f"<Position: {', '.join(words)}>"

    # --- the next tile ----------------------------------------------------------------------------------------------

    @property
    def next_tile(self) -> Tile | None:
        """Of the deck. Without a deck the tile that was offered, or else the one that `redo` would place."""
        if self.deck is not None:
            return self.deck[len(self.turns)] if len(self.turns) < len(self.deck) else None
        if self._offered is not None:
            return self._offered
        return self.taken_back[-1].tile if self.taken_back else None

    def offer(self, tile: Tile) -> None:
        """Offer the tile that comes next."""
        if self.over:
            raise self._game_over()
        self._check_tile(tile)
        self._offered = tile

    def _check_tile(self, tile: Tile) -> None:
        if tile not in TILES:
            raise Refused(Reason.RANGE, f"there are the tiles 0 to {TILES[-1]}, this is {tile}")
        if self._is_used(tile):
            raise Refused(Reason.REPEAT, f"tile {tile} lies on the board already")
        if self.deck is not None and tile != self.next_tile:
            next_one = "no tile" if self.next_tile is None else f"tile {self.next_tile}"
            raise Refused(Reason.NOT_NEXT, f"the deck has {next_one} next, not tile {tile}")

    def _is_used(self, tile: Tile) -> bool:
        return tile in [placement.tile for placement in self.placed.values()]

    # --- a placement ------------------------------------------------------------------------------------------------

    def place(self, cell: Cell, rotation: Rotation) -> Turn:
        """Place the next tile."""
        if self.over:
            raise self._game_over()
        if self.next_tile is None:
            raise Refused(Reason.NO_TILE, "no tile has been offered to be placed")
        return self.play(cell, self.next_tile, rotation)

    @overload
    def play(self, move: Placement | str, /) -> Turn: ...
    @overload
    def play(self, move: Cell, tile: Tile, rotation: Rotation, /) -> Turn: ...
    def play(self, move: Cell | Placement | str, tile: Tile | None = None, rotation: Rotation | None = None, /) -> Turn:
        """Play a placement of any tile: `play("6B16B")`, `play(cell, tile, rotation)`, or a `Placement`.

        Such are those of `legal_moves()`.

        Args:
            move: The cell; or a placement, or its text, and then nothing more.
            tile: The tile, by its number from 0.
            rotation: The clockwise quarter turns of the tile, 0 to 3.

        Raises:
            NotationError: The text is not a placement.
        """
        if isinstance(move, str):
            move = read_move(self, move)
        if isinstance(move, tuple):
            move, tile, rotation = move
        assert tile is not None
        assert rotation is not None
        turn = self._play(move, tile, rotation)
        self.taken_back.clear()
        return turn

    def _play(self, cell: Cell, tile: Tile, rotation: Rotation) -> Turn:
        runs = self.runs(cell, tile, rotation)
        if any(run.end is None for run in runs):
            raise Leaves(runs)
        placement = Placement(cell, tile, canonical(tile, rotation))
        turn = Turn(placement, runs, self.stones)
        ends = {run.stone: run.end for run in runs}
        self.stones = tuple(ends.get(stone) or self.stones[stone] for stone in STONES)
        self.placed[cell] = placement
        self._joints[cell] = JOINTS[tile][rotation]
        self.turns.append(turn)
        self._offered = None
        return turn

    def runs(self, cell: Cell, tile: Tile, rotation: Rotation) -> tuple[StoneRun, ...]:
        """Return the run of each stone that faces the cell, even if it leaves the board.

        Args:
            cell: The cell where the tile would be placed.
            tile: The tile.
            rotation: Its quarter turns.

        Raises:
            Refused: The tile may not be placed, for any other reason than a stone that leaves the board.
        """
        self._check_placement(cell, tile, rotation)
        self._joints[cell] = JOINTS[tile][rotation]
        try:
            return tuple(self._run(stone) for stone in STONES if self.stones[stone].cell == cell)
        finally:
            self._joints[cell] = None

    def _check_placement(self, cell: Cell, tile: Tile, rotation: Rotation) -> None:
        if cell not in CELLS:
            raise Refused(Reason.RANGE, f"there are the cells 0 to {CELLS[-1]}, this is {cell}")
        if rotation not in ROTATIONS:
            raise Refused(Reason.RANGE, f"there are the rotations 0 to {ROTATIONS[-1]}, this is {rotation}")
        self._check_tile(tile)
        if cell in self.placed:
            raise Refused(Reason.OCCUPIED, f"tile {self.placed[cell].tile} lies on {cell_name(cell)} already")
        if cell not in [place.cell for place in self.stones]:
            raise Refused(Reason.NO_STONE, f"no stone faces {cell_name(cell)}")

    def _run(self, stone: Stone) -> StoneRun:
        """Let the stone follow the paths until it faces an empty cell, or has left the board.

        It cannot run in a circle: behind it is its own track, which began at the edge of the board.
        """
        passes: list[Pass] = []
        place: Place | None = self.stones[stone]
        while place is not None:
            joints = self._joints[place.cell]
            if joints is None:
                break
            passes.append(Pass(place.cell, place.port, joints[place.port]))
            place = CROSSED[place.cell][joints[place.port]]
        return StoneRun(stone, tuple(passes), place)

    # --- Undo and Redo ----------------------------------------------------------------------------------------------

    def take_back(self) -> Turn:
        """Undo the last placement; `redo` restores it. Without a deck its tile is the next one."""
        if not self.turns:
            raise Refused(Reason.NOTHING, "no placement is left to be taken back")
        turn = self.turns.pop()
        del self.placed[turn.move.cell]
        self._joints[turn.move.cell] = None
        self.stones = turn.stones_before
        self.taken_back.append(turn.move)
        self._offered = None
        return turn

    def redo(self) -> Turn:
        """Restore what was taken back last. A new placement forgets all that could be restored."""
        if not self.taken_back:
            raise Refused(Reason.NOTHING, "no placement has been taken back that could be restored")
        turn = self._play(*self.taken_back[-1])
        self.taken_back.pop()
        return turn

    # --- questions --------------------------------------------------------------------------------------------------

    def faced(self) -> list[Cell]:
        """Return the empty cells that stones face: the only ones where a tile can be placed."""
        return sorted({place.cell for place in self.stones})

    def is_legal(self, cell: Cell, tile: Tile, rotation: Rotation) -> bool:
        """Return whether a placement is legal.

        Args:
            cell: The cell, 0 to 35.
            tile: The tile, by its number from 0.
            rotation: The clockwise quarter turns of the tile, 0 to 3.
        """
        try:
            return all(run.end is not None for run in self.runs(cell, tile, rotation))
        except Refused:
            return False

    def legal_moves(self, tile: Tile | None = None) -> list[Placement]:
        """Return the placements of this tile, by default of the next one.

        Cell by cell, and each look of the tile once.
        """
        return list(self._placements(self.next_tile if tile is None else tile))

    def _placements(self, tile: Tile | None) -> Iterator[Placement]:
        if tile is None or self._is_used(tile):
            return
        for cell in self.faced():
            facing = [place for place in self.stones if place.cell == cell]
            for rotation in rotations(tile):
                if self._all_stay(facing, cell, JOINTS[tile][rotation]):
                    yield Placement(cell, tile, rotation)

    def _all_stay(self, stones: Iterable[Place], cell: Cell, joints: Joints) -> bool:
        """Return whether none of these stones leaves the board: `runs` without recording it, for speed.

        Args:
            stones: Where the stones are that face the cell.
            cell: The cell where a tile would be placed.
            joints: The joints of the tile.
        """
        on_board = self._joints
        on_board[cell] = joints
        try:
            for at, port in stones:
                while (joined := on_board[at]) is not None:
                    if (place := CROSSED[at][joined[port]]) is None:
                        return False
                    at, port = place
            return True
        finally:
            on_board[cell] = None

    @property
    def cleared(self) -> bool:
        """All tiles are placed."""
        return len(self.placed) == len(TILES)

    @property
    def over(self) -> bool:
        """Whether the board is cleared, or the next tile cannot be placed."""
        return self.cleared or (self.next_tile is not None and not any(self._placements(self.next_tile)))

    def _game_over(self) -> Refused:
        why = "all tiles are placed" if self.cleared else f"tile {self.next_tile} has no legal placement"
        return Refused(Reason.OVER, why)


def checked_deck(deck: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return the deck, if all its tiles are known and each is in it at most once."""
    tiles: Sequence[Tile] = tuple(deck)
    for at, tile in enumerate(tiles):
        if tile not in TILES:
            raise Refused(Reason.RANGE, f"a deck has the tiles 0 to {TILES[-1]}, this is {tile}")
        if tile in tiles[:at]:
            raise Refused(Reason.REPEAT, f"tile {tile} is in the deck twice")
    return tuple(tiles)
