"""The players: greedy takes what it can, perfect wins what is won, in as many plies as the table says."""

import random

import pytest
from goldenrules.globe import (
    NORTH,
    POINTS,
    SOUTH,
    Position,
    Rules,
    greedy,
    mask_of,
    perfect,
    solved,
    worth,
    write_board,
)


def texts(steps):
    return [str(step) for step in steps]


def anywhere(seed, north, south):
    """A random position."""
    points = random.Random(seed).sample(POINTS, north + south)
    return Position(Rules(), write_board(mask_of(points[:north]), mask_of(points[north:])), NORTH)


def lead(position):
    """North's, in pieces, a win counting for more than any."""
    if position.winner:
        return 100 if position.winner == NORTH else -100
    return position.count(NORTH) - position.count(SOUTH)


def after_the_worst_reply(position, step):
    position = position.copy()
    position.play(step)
    leads = []
    for reply in position.legal_moves():
        later = position.copy()
        later.play(reply)
        leads.append(lead(later))
    return min(leads, default=lead(position))


def test_greedy_sees_the_reply():
    seen = 0
    for seed in range(60):
        position = anywhere(seed, 6, 6)
        leads = {step: after_the_worst_reply(position, step) for step in position.legal_moves()}
        assert greedy(position) == [step for step in leads if leads[step] == max(leads.values())]
        seen += min(leads.values()) < max(leads.values())
    assert seen > 10


def decided(plies, few):
    """Positions of three against three that are decided in so many plies."""
    half = solved(3, 3)
    width = len(half.enemy.masks)
    numbers = [number for number, found in enumerate(half.plies) if found == plies]
    for number in random.Random(plies).sample(numbers, min(few, len(numbers))):
        board = write_board(half.own.masks[number // width], half.enemy.masks[number % width])
        yield Position(Rules(), board, NORTH)


@pytest.mark.parametrize("plies", [1, 3, 5, 7, 9])
def test_perfect_wins_what_is_won_and_no_later(plies):
    for position in decided(plies, 20):
        dice = random.Random(7)
        while not position.over:
            players = perfect if position.to_move == NORTH else greedy
            position.play(*dice.choice(players(position)))
        assert position.winner == NORTH
        assert len(position.turns) <= plies


def test_perfect_puts_off_what_is_lost():
    for position in decided(8, 20):
        while not position.over:
            position.play(*perfect(position)[0])
        assert (position.winner, len(position.turns)) == (SOUTH, 8)


def test_perfect_keeps_a_draw():
    drawn = [position for position in (anywhere(seed, 3, 3) for seed in range(60)) if worth(position) == (0, 0)]
    assert len(drawn) > 40
    for position in drawn:
        position.play(*perfect(position)[0])
        assert worth(position) == (0, 0)
