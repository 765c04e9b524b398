"""Finds more games for the strategies of Tsolitaire: python ci/tsolitaire_library.py --seed 2 --games 100.

What is rare in random play is looked for and kept. Random games are played, and in every position *all* tiles that are
left are tried on every cell. What is of a rare shape is boiled down to a game that loses its shape if any placement is
left out. Boards are cleared by placing whatever fits, and going back a few steps where nothing does.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from goldenrules.errors import Refused
from goldenrules.tsolitaire import TILES, Placement, Position, rotations, write_move
from loopline.games.tsolitaire.strategies.shapes import SHAPES, Game, entries, shape_of

LIBRARY = Path(__file__).parents[1] / "tb/loopline/games/tsolitaire/strategies/library.txt"

#: How many games of one shape are kept; placements tried before a board is given up.
KEPT, NODES = 24, 300


def all_placements(position: Position) -> list[Placement]:
    """Yield every tile that is left, on every cell that a stone faces."""
    used = {placement.tile for placement in position.placed.values()}
    return [
        Placement(cell, tile, rotation)
        for cell in position.faced()
        for tile in TILES
        if tile not in used
        for rotation in rotations(tile)
    ]


def finds(rng: random.Random) -> Iterator[tuple[str, Game]]:
    """Yield everything special that could happen in one random game: its shape, and the placements."""
    position = Position()
    while True:
        game = tuple(turn.placement for turn in position.turns)
        legal = []
        for placement in all_placements(position):
            runs = position.runs(*placement)
            if all(run.end for run in runs):
                legal.append(placement)
            shape = shape_of(runs)
            if shape and fits_somewhere(position, placement):
                yield shape, (*game, placement)
        if not legal:
            return
        position.play(*rng.choice(legal))


def fits_somewhere(position: Position, placement: Placement) -> bool:
    """Return whether the tile fits anywhere: otherwise the game is over before the placement is tried."""
    return bool(position.legal_moves(placement.tile))


def boiled_down(game: Game, shape: str) -> Game:
    """Return the game, as short as it can be while its last placement keeps its shape."""
    at = len(game) - 2
    while at >= 0:
        shorter = game[:at] + game[at + 1 :]
        if _has(shorter, shape):
            game, at = shorter, len(shorter) - 1
        at -= 1
    return game


def _has(game: Game, shape: str) -> bool:
    *before, last = game
    position = Position()
    try:
        for placement in before:
            position.play(*placement)
        return shape_of(position.runs(*last)) == shape and fits_somewhere(position, last)
    except Refused:
        return False


def cleared(rng: random.Random) -> Game | None:
    """Return a game that clears the board, if one is found soon: any tile that fits, near the edge first."""
    position, nodes = Position(), 0

    def go_on() -> bool:
        nonlocal nodes
        nodes += 1
        candidates = all_placements(position)
        rng.shuffle(candidates)
        for placement in sorted(candidates, key=_from_the_edge):
            if nodes <= NODES and position.is_legal(*placement):
                position.play(*placement)
                if position.cleared or go_on():
                    return True
                position.take_back()
        return False

    return tuple(turn.placement for turn in position.turns) if go_on() else None


def _from_the_edge(placement: Placement) -> int:
    row, column = divmod(placement.cell, 6)
    return min(row, column, 5 - row, 5 - column)


def library(known: Iterable[tuple[str, Game]], seed: int, games: int) -> Iterator[str]:
    """Return the lines of the file: the shortest games of each shape that are known or found now."""
    rng = random.Random(seed)
    kept: defaultdict[str, set[Game]] = defaultdict(set)
    for shape, game in known:
        kept[shape].add(game)
    for _ in range(games):
        for shape, game in dict(finds(rng)).items():  # one of each shape, so that they differ
            kept[shape].add(boiled_down(game, shape))
        if board := cleared(rng):
            kept["cleared"].add(board)
    for shape, found in sorted(kept.items()):
        for game in sorted(found, key=lambda game: (len(game), game))[:KEPT]:
            yield f"{shape}: {' '.join(map(write_move, game))}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1000)
    arguments = parser.parse_args()
    known = [(shape, game) for shape in SHAPES for game in entries(shape)]
    LIBRARY.write_text("\n".join(library(known, arguments.seed, arguments.games)) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
