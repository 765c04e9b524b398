"""Every situation of the coverage model comes up, or cannot: for each reason that the model gives, all positions of the
smallest board show that it is so."""

from itertools import product

import pytest
from goldenrules.evening import BLACK, WHITE, Position, RuleSet, hexagon
from loopline.games.evening.coverage import NO_ROOM, SEVEN_CELLS, model, verdict
from loopline.games.evening.protocol import Op, most_groups


def unreachable(group, side):
    (found,) = (one for one in model(side) if one.name == group)
    return {key: one.unreachable for key, one in found.bins.items() if one.unreachable}


def positions():
    """All of side 2."""
    for stones in product((None, WHITE, BLACK), repeat=7):
        position = Position(RuleSet(side=2))
        position.load({cell: stone for cell, stone in enumerate(stones) if stone})
        yield position


def test_no_position_of_seven_cells_has_such_lists():
    never = unreachable("verdicts", 2)
    assert {*never.values()} == {SEVEN_CELLS}
    assert not never.keys() & {verdict(position) for position in positions()}


def test_on_side_2_no_legal_stone_joins_three_groups():
    never = unreachable("stones", 2)
    assert never == {(Op.PLACE, WHITE, 3): NO_ROOM, (Op.PLACE, BLACK, 3): NO_ROOM}
    for position in positions():
        for colour in (WHITE, BLACK):
            for cell in position.cells(colour):
                assert sum(group.colour is colour for group in position.touching(cell)) < 3


@pytest.mark.parametrize("side", range(3, 7))
def test_on_larger_boards_everything_can_be_met_but_what_answers_never_say(side):
    found = [group.name for group in model(side) for one in group.bins.values() if one.unreachable]
    assert {*found} == {"answers"}


@pytest.mark.parametrize("side", range(2, 7))
def test_there_are_no_more_groups_than_the_bins_allow(side):
    """Of each group one stone is enough, so the most groups are the most single stones: row by row, by what can lie in
    a row beside what lies in the one before."""
    board = hexagon(side)
    most = {frozenset(): 0}
    for row in board.rows:
        choices = [frozenset()]
        for cell in row:
            choices += [laid | {cell} for laid in choices if laid.isdisjoint(board.neighbours[cell])]
        most = {
            laid: max(before + len(laid) for above, before in most.items() if laid.isdisjoint(_beside(board, above)))
            for laid in choices
        }
    assert max(most.values()) == most_groups(side)


def _beside(board, cells):
    return {near for cell in cells for near in board.neighbours[cell]}


@pytest.mark.parametrize("side", range(2, 7))
def test_unreachable_answers(side):
    never = unreachable("answers", side)
    assert ("loser", 0) in never
    assert {position.loser for position in (positions() if side == 2 else ())} <= {WHITE, BLACK}
    numbers = [(name, key) for name, key in never if name != "loser"]
    assert {name for name, _ in numbers} <= {"white_groups", "black_groups"}
    assert all(key > most_groups(side) for _, key in numbers)
