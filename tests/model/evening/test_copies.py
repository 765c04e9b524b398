"""Positions and errors can be copied and sent to another process; keys find equal positions; types are told apart."""

import copy
import pickle

import pytest
from goldenrules.evening import (
    WHITE,
    Colour,
    GameError,
    Move,
    Position,
    Protocol,
    Rule,
    RuleSet,
    hexagon,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from loopline.games.evening.record import games
from mypy import api


def pickled(value):
    return pickle.loads(pickle.dumps(value))


COPIES = [copy.copy, copy.deepcopy, pickled, lambda value: value.copy()]


def everything_in(position):
    groups = [sorted(group.cells) for colour in Colour for group in position.groups(colour)]
    moves = [turn.move for turn in position.turns]
    return position.stones.copy(), position.owners.copy(), groups, position.declined, moves, position.rules


@settings(max_examples=60)
@given(games(), st.sampled_from(COPIES))
def test_a_copy_goes_its_own_way(record, copied):
    position = record.position()
    before = everything_in(position)
    twin = copied(position)
    assert everything_in(twin) == before
    assert twin == position
    while twin.turns:
        twin.take_back()
    assert everything_in(twin) == everything_in(Position(record.rules))
    assert everything_in(position) == before
    for move in record.moves:
        twin.play(move)
    assert everything_in(twin) == before


@pytest.mark.parametrize("copied", COPIES[:3])
@pytest.mark.parametrize("text", ["Wc3", "Bz1", "W99", "Ba1", "W-", "x", ""])
def test_an_error_says_the_same_elsewhere(text, copied):
    with pytest.raises(GameError) as caught:
        Position.from_moves(["Wc3", text], RuleSet(3))
    twin = copied(caught.value)
    assert (type(twin), str(twin), vars(twin)) == (caught.type, str(caught.value), vars(caught.value))


def test_equal_positions():
    one = Position.from_moves(["Wa1", "Ba2"], RuleSet(3))
    other = Position.from_rows(["WB.", "....", ".....", "....", "..."])
    assert one == other
    assert one.key() == other.key()
    assert one != Position.from_rows(["WB.", "....", ".....", "....", "..."], RuleSet(3, Rule.ODD_EVEN))
    assert one != Position.from_rows(["BW.", "....", ".....", "....", "..."])
    assert one != "WB."
    with pytest.raises(TypeError):
        hash(one)


def test_who_has_declined_makes_a_difference():
    one, other = (Position.from_moves(["Wa1"], RuleSet(2, protocol=Protocol.FREE)) for _ in range(2))
    one.decline(WHITE)
    assert one != other
    assert one.key(symmetric=True) != other.key(symmetric=True)


def test_the_symmetries():
    """Twelve, all different, each keeps neighbours; a corner has six images, all the corners."""
    board = hexagon(4)
    assert len(set(board.symmetries)) == 12
    for image in board.symmetries:
        assert sorted(image) == board.cells
        for cell, near in enumerate(board.neighbours):
            assert {image[one] for one in near} == set(board.neighbours[image[cell]])
    assert {image[0] for image in board.symmetries} == {0, 3, 15, 21, 33, 36}


def test_all_first_cells_of_one_kind_have_one_key():
    keys = {Position.from_moves([Move(WHITE, cell)], RuleSet(3)).key(symmetric=True) for cell in range(19)}
    assert len(keys) == 4  # the centre, the cells around it, corners, and between corners


GOOD = """
from goldenrules.evening import *
position = Position.from_moves(["Wc3", Move(BLACK, Cell(10))], RuleSet(3, Rule.ODD_EVEN))
cell: Cell = position.cells(WHITE)[0]
owner: Colour | None = position.owners[cell]
position.place(WHITE, cell), other(position.leader), position.hexagon.names[cell]
"""
BAD = {
    "a number is no cell": "Position().place(WHITE, 3)",
    "a number is no colour": "Position().place(1, Cell(3))",
    "nobody is no colour": "other(Position().owners[0])",
    "a text is no rule": "RuleSet(3, 'base')",
    "a cell is no colour": "other(Cell(1))",
}


def checked(code):
    options = ["--config-file=", "--strict", "--no-error-summary", "--cache-dir", "out/cache/mypy-snippets", "-c", code]
    out, err, _ = api.run(options)
    return (out + err).splitlines()


def test_types():
    assert checked(GOOD) == []
    complaints = checked("\n".join(["from goldenrules.evening import *", *BAD.values()]))
    lines = {int(line.split(":")[1]) for line in complaints if "error:" in line}
    assert lines == set(range(2, len(BAD) + 2))
