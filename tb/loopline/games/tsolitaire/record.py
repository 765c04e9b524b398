"""Records of Tsolitaire: a game as the list of its placements."""

from __future__ import annotations

from dataclasses import dataclass

from goldenrules.tsolitaire import TILES, Placement, Position, Tile
from hypothesis import strategies as st

from loopline.games.checks import GameRecord, ModelError


@dataclass(frozen=True)
class Record(GameRecord[Placement, Position]):
    """A legal game. The rules are always the same: any tile may come next."""

    def begin(self) -> Position:
        return Position()

    def make(self, position: Position, move: Placement) -> None:
        position.play(*move)

    @property
    def tiles_left(self) -> list[Tile]:
        """The tiles that the game has not drawn."""
        placed = {move.tile for move in self.moves}
        return [tile for tile in TILES if tile not in placed]

    def __str__(self) -> str:
        return " ".join(map(str, self.moves))

    def __repr__(self) -> str:
        return f"<{self}>"


@st.composite
def records(draw: st.DrawFn, longest: int = len(TILES)) -> Record:
    """Draw a legal game.

    Nothing is filtered: each choice means one of the tiles that are left, and one of its legal placements. A tile that
    fits nowhere is left out.
    """
    position, moves = Position(), list[Placement]()
    for _ in range(draw(st.integers(0, longest))):
        left = Record(tuple(moves)).tiles_left
        tile, choice = left[draw(st.integers(0, len(left) - 1))], draw(st.integers(0, 31))
        try:
            if legal := position.legal_moves(tile):
                moves.append(legal[choice % len(legal)])
                position.play(*moves[-1])
        except Exception as error:
            raise ModelError(Record(tuple(moves)), error) from error
    return Record(tuple(moves))
