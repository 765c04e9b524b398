"""Every game of a given number of placements, as scripts: of one placement with every tile, of more with some decks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from goldenrules.tsolitaire import CELLS, ROTATIONS, TILES, Placement, Position, Tile, canonical, rotations

from loopline.games.script import Script
from loopline.games.tsolitaire.protocol import Op, Request

#: The decks for which RULES 3.6 counts the games; of the first deck, the beginning.
DECKS = ((16, 8, 12, 32), (1, 2, 3, 4, 5), (34, 33, 32, 31, 30))

#: Games that agree in this many first placements share a script.
TOGETHER = 2


def every_game(plies: int) -> Iterator[Script[Request]]:
    """Yield every game: each tile is tried on every cell that a stone faces, so refusals are tried, too.

    Nothing comes after the last tile of a deck.
    """
    for deck in DECKS if plies > 1 else [(tile,) for tile in TILES]:
        for beginning in _beginnings(Position(), deck, min(TOGETHER, plies - 1)):
            steps = [step for placement in beginning for step in _steps(placement)]
            endings = _endings(Position.from_moves(beginning), deck, plies - len(beginning))
            yield Script((Request(Op.NEW), *steps, *endings))


def _beginnings(position: Position, deck: Sequence[int], length: int) -> Iterator[list[Placement]]:
    """Yield the first placements of games; without a deck any tile may come."""
    if len(position.turns) == length:
        yield [turn.move for turn in position.turns]
        return
    for tile in (Tile(deck[len(position.turns)]),) if deck else TILES:
        for placement in position.legal_moves(tile):
            position.play(*placement)
            yield from _beginnings(position, deck, length)
            position.take_back()


def _endings(position: Position, deck: Sequence[int], left: int) -> Iterator[Request]:
    for tile in deck[len(position.turns) : len(position.turns) + 1]:
        legal = {*position.legal_moves(Tile(tile))}
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


# --- what fails, made as short as can be -----------------------------------------------------------------

#: Requests are cut short in each of their first cycles.
_CYCLES = 48


def beginnings(turns: int) -> Iterator[Script[Request]]:
    """Yield the beginnings of games, with every tile that fits."""
    for placements in _beginnings(Position(), (), turns):
        yield Script(tuple(step for placement in placements for step in _steps(placement)))


def asked_after(position: Position, script: Script[Request], like: Script[Request]) -> Script[Request]:
    """Return the script with all that can be asked next.

    If `like` has a reset in it, the next requests are cut short in each of their first cycles.

    Args:
        position: The position after the script.
        script: The script.
        like: A script that failed.
    """
    cut = any(step.cut for step in like.steps)
    return Script((*script.steps, *(_cut_short(position, script.steps) if cut else _everything(position))))


def _everything(position: Position) -> Iterator[Request]:
    """Yield each tile that fits, in each rotation on each cell, and taken back; the last one restored, too.

    Then what is refused, and each tile that does not fit, with an undo and a redo to come out of it.
    """
    faced, elsewhere = position.faced(), min({*CELLS} - {*position.faced()})
    tiles = sorted(TILES, key=lambda tile: not position.legal_moves(tile))
    for tile in tiles:
        legal = {*position.legal_moves(tile)}
        yield from (Request(Op.NEXT, tile), Request(Op.LIST))
        for cell, rotation in product(faced, ROTATIONS) if legal else ():
            yield Request(Op.PLACE, 0, cell, rotation)
            if Placement(cell, tile, canonical(tile, rotation)) in legal:
                yield Request(Op.UNDO)
        yield from (Request(Op.PLACE, 0, cell) for cell in (elsewhere, len(CELLS)))
        yield from map(Request, (Op.REDO, Op.UNDO) if legal else (Op.UNDO, Op.REDO))
    yield from (Request(Op.NEXT, len(TILES)), Request(Op.READ, 0, len(CELLS)))


def _cut_short(position: Position, steps: Sequence[Request]) -> Iterator[Request]:
    """Yield requests that are cut short.

    Each game after a reset begins with `steps`, as the script does.
    """
    for tile in TILES:
        placements = position.legal_moves(tile)
        for cut in range(1, _CYCLES) if placements else ():
            cell, _, rotation = placements[0]
            yield from (Request(Op.NEXT, tile)._replace(cut=cut), *steps, Request(Op.NEXT, tile))
            yield from (Request(Op.PLACE, 0, cell, rotation, cut), *steps)
