"""Every game there is of so many placements, as scripts: of one with every tile, of more with some decks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldenrules.tsolitaire import TILES, Placement, Position, Tile, rotations

from loopline.games.script import Script
from loopline.games.tsolitaire.protocol import Op, Request

#: Those of which RULES 3.6 says how many games there are; of the first the beginning.
DECKS = ((16, 8, 12, 32), (1, 2, 3, 4, 5), (34, 33, 32, 31, 30))

#: Games that begin with the same so many placements are one script.
TOGETHER = 2


def every_game(plies: int) -> Iterator[Script[Request]]:
    """Each tile is tried on every cell that a stone faces, so what is refused is tried, too. After the last tile of a
    deck nothing comes."""
    for deck in DECKS if plies > 1 else [(tile,) for tile in TILES]:
        for beginning in _beginnings(Position(), deck, min(TOGETHER, plies - 1)):
            steps = [step for placement in beginning for step in _steps(placement)]
            endings = _endings(Position.from_moves(beginning), deck, plies - len(beginning))
            yield Script((Request(Op.NEW), *steps, *endings))


def _beginnings(position: Position, deck: Sequence[int], length: int) -> Iterator[list[Placement]]:
    if len(position.turns) == length:
        yield [turn.placement for turn in position.turns]
        return
    for placement in position.legal_placements(Tile(deck[len(position.turns)])):
        position.play(*placement)
        yield from _beginnings(position, deck, length)
        position.take_back()


def _endings(position: Position, deck: Sequence[int], left: int) -> Iterator[Request]:
    for tile in deck[len(position.turns) : len(position.turns) + 1]:
        legal = {*position.legal_placements(Tile(tile))}
        yield Request(Op.NEXT, tile)
        for cell in position.faced():
            for rotation in rotations(Tile(tile)):
                yield Request(Op.PLACE, 0, cell, rotation)
                if (placement := Placement(cell, Tile(tile), rotation)) in legal:
                    if left > 1:
                        position.play(*placement)
                        yield from _endings(position, deck, left - 1)
                        position.take_back()
                    yield Request(Op.UNDO)


def _steps(placement: Placement) -> tuple[Request, Request]:
    cell, tile, rotation = placement
    return Request(Op.NEXT, tile), Request(Op.PLACE, 0, cell, rotation)
