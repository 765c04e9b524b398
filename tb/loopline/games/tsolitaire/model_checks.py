"""What `loopline verify-model` checks: reference figures, then properties of random games."""

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
    read_record,
    shuffled,
    solve,
)

from loopline.contract.checks import Check, Tally
from loopline.games.checks import expect, perft_check, property_checks
from loopline.games.tsolitaire import reference
from loopline.games.tsolitaire.properties import PROPERTIES
from loopline.games.tsolitaire.record import Record

PLIES = 4


def all_checks(examples: int, number: int) -> list[Check]:
    """`examples` for each property; `number` is the seed."""
    return [
        Check("the 35 tiles", _tiles, len(TILES)),
        Check("first placements of each tile", _first_placements, len(TILES)),
        *(_perft_check(deck) for deck in reference.PERFT),
        Check("a game that clears the board", _cleared, 1),
        Check("a game that is over", _stuck, 1),
        Check("one game, written in two ways", _same_game, len(reference.SAME_GAME)),
        Check("the solver", _solver, 1),
        *property_checks(PROPERTIES, examples, number),
    ]


def _perft_check(deck: str) -> Check:
    figures = [(figure,) for figure in reference.PERFT[deck][:PLIES]]

    def rows() -> Iterator[tuple[int, int]]:
        return ((row.ply, row.sequences) for row in perft(PLIES, read_deck(deck)))

    return perft_check(f"deck {deck}, to ply {PLIES}", ["sequences"], rows, figures)


def _tiles(tally: Tally) -> None:
    expect("tiles that differ", len(TILES), len(reference.FIRST_PLACEMENTS))
    for period, tiles in reference.TILES_OF_PERIOD.items():
        found = tuple(tile for tile in TILES if PERIOD[tile] == period)
        expect(f"tiles of which {period} rotations differ", found, tiles)
    for _ in TILES:
        tally.add(0)


def _first_placements(tally: Tally) -> None:
    for tile, expected in zip(TILES, reference.FIRST_PLACEMENTS, strict=True):
        legal = Position().legal_placements(tile)
        expect(f"legal first placements of tile {tile}", len(legal), expected)
        tally.add(len(legal))


def _record_of(position: Position) -> Record:
    return Record(tuple(turn.placement for turn in position.turns))


def _cleared(tally: Tally) -> None:
    position = Position.from_moves(reference.CLEARED.split())
    faced = [cell_name(cell) for cell in position.faced()]
    expect("cleared, and the cells that stones face", (position.cleared, faced), (True, [reference.LEFT_EMPTY]))
    tally.add(len(position.turns))


def _stuck(tally: Tally) -> None:
    record = read_record(reference.STUCK)
    expect("the tile that ends it", record.end, 0, _record_of(record.position))
    tally.add(len(record.position.turns))


def _same_game(tally: Tally) -> None:
    for text in reference.SAME_GAME:
        record = _record_of(read_record(text).position)
        expect("on the board", str(record), reference.SAME_GAME_BOARD, record)
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
