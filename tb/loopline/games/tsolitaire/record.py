"""A game as the list of its placements: what a strategy draws, a property checks and a report shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from goldenrules.tsolitaire import TILES, Placement, Position, Tile
from hypothesis import strategies as st

from loopline.games.checks import ModelFailed


@dataclass(frozen=True)
class Record:
    moves: tuple[Placement, ...] = ()
    #: There is nothing to choose for these games: any tile may come next.
    rules_text = ""

    def __len__(self) -> int:
        return len(self.moves)

    def positions(self) -> Iterator[Position]:
        """One position, before the first placement and after each."""
        position = Position()
        yield position
        for move in self.moves:
            position.play(*move)
            yield position

    def position(self) -> Position:
        """The position at the end."""
        return Position.from_moves(self.moves)

    @property
    def tiles_left(self) -> list[Tile]:
        placed = {move.tile for move in self.moves}
        return [tile for tile in TILES if tile not in placed]

    def without(self, turn: int) -> Record:
        smaller = Record(self.moves[:turn] + self.moves[turn + 1 :])
        smaller.position()
        return smaller

    def __str__(self) -> str:
        return " ".join(map(str, self.moves))

    def __repr__(self) -> str:
        return f"<{self}>"


@st.composite
def records(draw: st.DrawFn, longest: int = len(TILES)) -> Record:
    """A legal game. Nothing is filtered: each choice means one of the tiles that are left, and one of the legal
    placements of it. A tile without one is not placed."""
    position, moves = Position(), list[Placement]()
    for _ in range(draw(st.integers(0, longest))):
        left = Record(tuple(moves)).tiles_left
        tile, choice = left[draw(st.integers(0, len(left) - 1))], draw(st.integers(0, 31))
        try:
            if legal := position.legal_placements(tile):
                moves.append(legal[choice % len(legal)])
                position.play(*moves[-1])
        except Exception as error:
            raise ModelFailed(Record(tuple(moves)), error) from error
    return Record(tuple(moves))
