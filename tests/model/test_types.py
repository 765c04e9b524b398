"""A type checker tells cells, tiles, colours and their like apart; when the program runs, they are plain numbers."""

import pickle

import pytest
from goldenrules import globe, tsolitaire
from goldenrules.trax import RED, TILES, WHITE, Cell, Colour, Position, cell_at, column_of, neighbour, row_of
from goldenrules.trax.tiles import EAST, NORTH
from mypy import api

#: By game: code that is right, and lines each of which mixes something up.
CODE = {
    "trax": (
        """
from goldenrules.trax import *
position = Position.from_moves(["@0/", "A0+"])
cell: Cell = next(iter(position.entries))
tile: Tile = position.placed[0].tile
colour: Colour = position.to_move
beside: Cell = neighbour(cell, EAST) + 1
position.is_legal(cell, "+"), column_of(cell), colour_at(tile, NORTH), other(colour), position.tiles.get(beside)
""",
        {
            "a number is no cell": "Position().is_legal(3, '+')",
            "a tile is no cell": "column_of(TILES[0])",
            "a colour is no tile": "colour_at(RED, NORTH)",
            "a cell is no tile": "SYMBOL[ORIGIN]",
            "a number is no colour": "other(1)",
            "a tile is no colour": "COLOUR_NAMES[EMPTY]",
        },
    ),
    "evening": (
        """
from goldenrules.evening import *
position = Position.from_moves(["Wc3", Move(BLACK, Cell(10))], RuleSet(3, Rule.ODD_EVEN))
cell: Cell = position.cells(WHITE)[0]
owner: Colour | None = position.owners[cell]
position.place(WHITE, cell), other(position.leader), position.hexagon.names[cell]
""",
        {
            "a number is no cell": "Position().place(WHITE, 3)",
            "a number is no colour": "Position().place(1, Cell(3))",
            "nobody is no colour": "other(Position().owners[0])",
            "a text is no rule": "RuleSet(3, 'base')",
            "a cell is no colour": "other(Cell(1))",
        },
    ),
    "tsolitaire": (
        """
from goldenrules.tsolitaire import *
position = Position(shuffled(1))
placement: Placement = position.legal_moves()[0]
turn: Turn = position.play(placement.cell, placement.tile, placement.rotation)
stone: Stone = turn.moved[0]
cell, port = position.stones[stone]
position.play("6B16B"), position.place(cell, ROTATIONS[2]), JOINTS[TILES[3]][ROTATIONS[1]][port], cell_name(cell)
""",
        {
            "numbers are no cell, tile and rotation": "position.play(3, 4, 5)",
            "a tile is no cell": "cell_name(TILES[0])",
            "a cell is no tile": "position.offer(CELLS[0])",
            "a port is no rotation": "position.place(cell, PORTS[0])",
            "a placement is no text": "read_move(position, placement)",
            "a stone is no cell": "row_of(STONES[0])",
        },
    ),
    "globe": (
        """
from goldenrules.globe import *
position = Position.from_moves(["N3-C1"])
step = read_move(position, 'W3-W2')
assert step
point: Point = step.origin
side: Side | None = position.at(point)
rules = Rules(Capture.PIECE, 64)
position.play(step), position.play(*step), position.play(position.legal_moves()[0])
names = [NAMES[point] for point in points_of(position.pieces[NORTH])]
""",
        {
            "a number is no point": "position.play(3, 4)",
            "a side is no point": "position.at(NORTH)",
            "a number is no side": "position.count(1)",
            "a letter is no rule of capture": "Rules('G')",
            "a step is no text": "read_move(position, position.legal_moves()[0])",
            "a move is no text": "replay(position.turns[-1])",
        },
    ),
}


@pytest.mark.parametrize("game", CODE)
def test_type_checker_accepts_right_types_and_finds_mix_ups(game):
    good, wrong = CODE[game]
    code = good + "\n".join(wrong.values())
    options = ["--config-file=", "--strict", "--no-error-summary", "--cache-dir", "out/cache/mypy-snippets", "-c", code]
    out, err, _ = api.run(options)
    complaints = {int(line.split(":")[1]) for line in (out + err).splitlines() if "error:" in line}
    first = good.count("\n") + 1
    assert complaints == set(range(first, first + len(wrong)))


def test_types_cost_nothing_at_run_time():
    position = Position.from_moves(["@0/", "A0+"])
    assert Cell is int
    assert {type(cell) for cell in [*position.tiles, *position.entries, cell_at(-3, 2)]} == {int}
    assert {type(tile) for tile in [*TILES, *position.tiles.values()]} == {int}
    numbers = [*tsolitaire.CELLS, *tsolitaire.TILES, *tsolitaire.STONES, *tsolitaire.Position().faced()]
    assert {type(one) for one in numbers} == {int}
    assert {type(point) for step in globe.Position().legal_moves() for point in (*step, *globe.POINTS)} == {int}


def test_a_colour_has_a_name_and_is_its_number():
    assert repr([WHITE, RED]) == "[<Colour.WHITE: 1>, <Colour.RED: 2>]"
    assert [WHITE, RED] == [1, 2] == list(Colour)
    assert pickle.loads(pickle.dumps(RED)) is RED
    assert isinstance(Position.from_moves(["@0/"]).to_move, Colour)
    assert repr(globe.Position().to_move) == "<Side.NORTH: 1>"


def test_columns_and_rows_of_far_cells():
    for column, row in [(0, 0), (-1, 0), (0, -1), (-40_000, 70_000), (2**31 - 1, -(2**40))]:
        cell = cell_at(column, row)
        assert (column_of(cell), row_of(cell)) == (column, row)
        assert column_of(neighbour(cell_at(column - 1, row), EAST)) == column
        assert row_of(neighbour(cell_at(column, row), NORTH)) == row - 1
