"""A type checker tells cells, tiles and colours apart; when the program runs, cells and tiles are plain integers."""

import pickle

import pytest
from goldenrules.trax import RED, TILES, WHITE, Cell, Colour, Position, cell_at, column_of, neighbour, row_of
from goldenrules.trax.tiles import EAST, NORTH
from mypy import api

GOOD = """
from goldenrules.trax import *
position = Position.from_moves(["@0/", "A0+"])
cell: Cell = next(iter(position.entries))
tile: Tile = position.placed[0].tile
colour: Colour = position.to_move
beside: Cell = neighbour(cell, EAST) + 1
position.is_legal(cell, "+"), column_of(cell), colour_at(tile, NORTH), other(colour), position.tiles.get(beside)
"""
BAD = {
    "a number is no cell": "Position().is_legal(3, '+')",
    "a tile is no cell": "column_of(TILES[0])",
    "a colour is no tile": "colour_at(RED, NORTH)",
    "a cell is no tile": "SYMBOL[ORIGIN]",
    "a number is no colour": "other(1)",
    "a tile is no colour": "COLOUR_NAMES[EMPTY]",
}


def checked(code):
    out, err, _ = api.run(
        ["--config-file=", "--strict", "--no-error-summary", "--cache-dir", "out/cache/mypy-snippets", "-c", code]
    )
    return (out + err).splitlines()


@pytest.fixture(scope="module")
def complaints():
    """Of one run, as each takes seconds: by line."""
    code = "\n".join(["from goldenrules.trax import *", *BAD.values()])
    return {int(line.split(":")[1]): line for line in checked(code) if "error:" in line}


def test_what_is_right_is_accepted():
    assert checked(GOOD) == []


@pytest.mark.parametrize("what", BAD)
def test_what_is_mixed_up_is_found(what, complaints):
    assert list(BAD).index(what) + 2 in complaints


def test_when_it_runs_they_cost_nothing():
    position = Position.from_moves(["@0/", "A0+"])
    assert Cell is int
    assert {type(cell) for cell in [*position.tiles, *position.entries, cell_at(-3, 2)]} == {int}
    assert {type(tile) for tile in [*TILES, *position.tiles.values()]} == {int}


def test_a_colour_has_a_name_and_is_its_number():
    assert repr([WHITE, RED]) == "[<Colour.WHITE: 1>, <Colour.RED: 2>]"
    assert [WHITE, RED] == [1, 2] == list(Colour)
    assert pickle.loads(pickle.dumps(RED)) is RED
    assert isinstance(Position.from_moves(["@0/"]).to_move, Colour)


def test_columns_and_rows_of_far_cells():
    for column, row in [(0, 0), (-1, 0), (0, -1), (-40_000, 70_000), (2**31 - 1, -(2**40))]:
        cell = cell_at(column, row)
        assert (column_of(cell), row_of(cell)) == (column, row)
        assert column_of(neighbour(cell_at(column - 1, row), EAST)) == column
        assert row_of(neighbour(cell_at(column, row), NORTH)) == row - 1
