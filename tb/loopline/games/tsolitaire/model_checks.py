"""Checks of `loopline verify-model`: reference figures, then properties of random games.

The figures (RULES 3.6) are as independent programs have computed them.
"""

from __future__ import annotations

from collections.abc import Iterator

from goldenrules.tsolitaire import (
    PERIOD,
    TILES,
    Placement,
    Position,
    cell_name,
    perft,
    read_deck,
    replay,
    shuffled,
    solve,
)

from loopline.contract.checks import Check, Tally
from loopline.games.checks import expect, perft_check, property_checks
from loopline.games.tsolitaire.properties import PROPERTIES
from loopline.games.tsolitaire.record import Record

#: Legal placements of each tile on the empty board.
FIRST_PLACEMENTS = (
    *(0, 16, 16, 24, 24, 24, 24, 24, 24, 8, 24, 24, 8, 16, 32, 32, 32, 32),
    *(16, 32, 32, 32, 16, 16, 32, 32, 16, 8, 32, 16, 16, 8, 16, 8, 8),
)

#: By deck: sequences of legal placements, ply by ply.
PERFT = {
    "16 8 12 32 13": (32, 784, 7_140, 103_536, 1_455_084),
    "1 2 3 4 5": (16, 240, 5_016, 103_908, 2_144_652),
    "34 33 32 31 30": (8, 64, 1_024, 8_080, 119_984),
}

#: A game that clears the board and leaves 3C empty.
CLEARED = (
    "6B16B 5F8L 6F12T 5A32R 2A13R 1B23T 5B21L 1E22T 4F6R 1C24L 4B31T 6E18R 5E3B 1A14R 2F10T 1D17T 2B29R 3F26T 6D4T "
    "6C11T 6A30T 4A15T 1F1T 5C5B 3E20R 3B9T 4E33T 3A7L 2C27T 2D19R 4D34T 4C28B 2E25R 3D2R 5D0T"
)
LEFT_EMPTY = "3C"

#: Tile 0 cannot be placed.
STUCK = "1B13R 1E33T 0/"

#: Two records of one game, and what is on the board.
SAME_GAME = (
    "1: 2F8B 2: 2A17B 3: 1F2B 4: 3A7L* 5: 1E4R* 4: 3A7L 5: 5F4B",
    "1: 2F8B 2: 2A17B 3: 1F2B 4: 3A7L 5: 1E4R Undo Undo Redo 5: 5F4B",
)
SAME_GAME_BOARD = "2F8B 2A17B 1F2B 3A7L 5F4B"

#: The number of tiles, by how many of their rotations differ.
TILES_OF_PERIOD = {1: (0, 27, 31, 33, 34), 2: (9, 12, 13, 18, 22, 23, 26, 29, 30, 32)}


PLIES = 4


def all_checks(examples: int, number: int) -> list[Check]:
    """Return all checks.

    `examples` for each property; `number` is the seed.
    """
    return [
        Check("the 35 tiles", _tiles, len(TILES)),
        Check("first placements of each tile", _first_placements, len(TILES)),
        *(_perft_check(deck) for deck in PERFT),
        Check("a game that clears the board", _cleared, 1),
        Check("a game that is over", _stuck, 1),
        Check("one game, written in two ways", _same_game, len(SAME_GAME)),
        Check("the solver", _solver, 1),
        *property_checks(PROPERTIES, examples, number),
    ]


def _perft_check(deck: str) -> Check:
    figures = [(figure,) for figure in PERFT[deck][:PLIES]]

    def rows() -> Iterator[tuple[int, int]]:
        return ((row.ply, row.sequences) for row in perft(PLIES, read_deck(deck)))

    return perft_check(f"deck {deck}, to ply {PLIES}", ["sequences"], rows, figures)


def _tiles(tally: Tally) -> None:
    expect("tiles that differ", len(TILES), len(FIRST_PLACEMENTS))
    for period, tiles in TILES_OF_PERIOD.items():
        found = tuple(tile for tile in TILES if PERIOD[tile] == period)
        expect(f"tiles of which {period} rotations differ", found, tiles)
    for _ in TILES:
        tally.add(0)


def _first_placements(tally: Tally) -> None:
    for tile, expected in zip(TILES, FIRST_PLACEMENTS, strict=True):
        legal = Position().legal_moves(tile)
        expect(f"legal first placements of tile {tile}", len(legal), expected)
        tally.add(len(legal))


def _record_of(position: Position) -> Record:
    return Record(tuple(turn.move for turn in position.turns))


def _cleared(tally: Tally) -> None:
    position = Position.from_moves(CLEARED.split())
    faced = [cell_name(cell) for cell in position.faced()]
    expect("cleared, and the cells that stones face", (position.cleared, faced), (True, [LEFT_EMPTY]))
    tally.add(len(position.turns))


def _stuck(tally: Tally) -> None:
    record = replay(STUCK)
    expect("the tile that ends it", record.end, 0, _record_of(record.position))
    tally.add(len(record.position.turns))


def _same_game(tally: Tally) -> None:
    for text in SAME_GAME:
        record = _record_of(replay(text).position)
        expect("on the board", str(record), SAME_GAME_BOARD, record)
        tally.add(len(record))


def _solver(tally: Tally) -> None:
    deck = shuffled(0)
    solution = solve(Position(deck), nodes=100_000)
    position = Position(deck)
    moves: list[Placement] = list(solution.line)
    for move in moves:
        position.play(*move)
    expect("what it comes to", (solution.state, position.cleared), ("solved", True), _record_of(position))
    tally.add(len(moves))
