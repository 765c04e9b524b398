"""What positions are worth (RULES 5.8): the figures, and the tables against play."""

import random

import pytest
from goldenrules.globe import NORTH, SOUTH, Capture, End, Position, Rules
from goldenrules.globe.notation import write_board
from goldenrules.globe.points import POINT, POINTS, mask_of
from goldenrules.globe.table import PositionValue, solved, worth
from loopline.games.globe import model_checks as reference


def test_four_against_three():
    half = solved(4, 3)
    assert (half.positions, *half.count()) == reference.WORTH[4, 3]


def positions(own, enemy, seed):
    """Random ones."""
    dice = random.Random(seed)
    while True:
        points = dice.sample(POINTS, own + enemy)
        yield Position(Rules(), write_board(mask_of(points[:own]), mask_of(points[own:])), NORTH)


def by_looking_ahead(position):
    """What the positions after each step are worth, as the tables say, and so this one."""
    replies = []
    for step in position.legal_moves():
        turn = position.play(step)
        replies.append(PositionValue(-1, 0) if turn.end == End.WIN else worth(position))
        position.take_back()
    lost = [reply.plies for reply in replies if reply.value < 0]
    if lost:
        return PositionValue(1, min(lost) + 1)
    if any(reply.value == 0 for reply in replies):
        return PositionValue(0, 0)
    return PositionValue(-1, max(reply.plies for reply in replies) + 1)


def agree(own, enemy, examples):
    looked_at = 0
    for position in positions(own, enemy, seed=own * 10 + enemy):
        found = worth(position)
        if found is not None:
            assert found == by_looking_ahead(position), position.board
            looked_at += 1
        if looked_at == examples:
            return


def test_the_table_agrees_with_play():
    agree(3, 3, 1000)


@pytest.mark.parametrize(("own", "enemy"), [(4, 3), (3, 4)])
def test_the_larger_table_agrees_with_play(own, enemy):
    agree(own, enemy, 1000)


def decided():
    """Positions that are won or lost in three plies or more."""
    half, found = solved(3, 3), []
    width = len(half.enemy.masks)
    for number, plies in enumerate(half.plies):
        if plies > 2:
            found.append((half.own.masks[number // width], half.enemy.masks[number % width], plies))
    return found


@pytest.mark.parametrize("longest", [True, False])
def test_decided_positions_agree_with_play(longest):
    """Few random ones are. These are the longest, or some of all."""
    found = decided()
    few = sorted(found, key=lambda one: -one[2])[:200] if longest else random.Random(7).sample(found, 500)
    for own, enemy, plies in few:
        position = Position(Rules(), write_board(own, enemy), NORTH)
        assert worth(position) == by_looking_ahead(position) == PositionValue(1 if plies % 2 else -1, plies)


def test_the_sides_make_no_difference():
    for own, enemy, plies in decided()[:50]:
        assert worth(Position(Rules(), write_board(enemy, own), SOUTH)).plies == plies


def test_positions_outside_the_tables_have_no_value():
    assert worth(Position()) is None
    assert worth(Position(Rules(Capture.PIECE), "nnn..............sss.")) is None


def test_a_position_with_a_group_shut_in_is_in_no_table():
    """N2 has no empty point beside it."""
    own, enemy = mask_of([POINT["N2"], POINT["E2"], POINT["E4"]]), mask_of(POINT[name] for name in ("N1", "N3", "W1"))
    assert worth(Position(Rules(), write_board(own, enemy), NORTH)) is None
    assert worth(Position(Rules(), write_board(own, enemy), SOUTH)) is None
