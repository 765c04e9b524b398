"""The solver clears boards, and what it says to be proved is true."""

import random
import statistics

import pytest
from goldenrules.tsolitaire import Position, greedy, shuffled, solve
from goldenrules.tsolitaire.links import Links
from model.tsolitaire.playing import CLEARED, after

DECK = tuple(placement.tile for placement in Position.from_moves(CLEARED.split()).placed.values())


def played(position, solution):
    for placement in solution.line:
        position.play(*placement)
    return position


def can_be_placed(position):
    """By trying everything, without any cleverness."""
    if position.next_tile is None:
        return True
    for placement in position.legal_moves():
        position.play(*placement)
        possible = can_be_placed(position)
        position.take_back()
        if possible:
            return True
    return False


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_shuffled_deck_is_cleared(seed):
    solution = solve(Position(shuffled(seed)), 100_000)
    assert solution.state == "solved"
    assert len(solution.line) == 35
    assert played(Position(shuffled(seed)), solution).cleared


@pytest.mark.slow
def test_forty_decks():
    """As docs/tsolitaire.md says. Tile 0 can hardly be placed early."""
    solutions = {seed: solve(Position(shuffled(seed)), 1_000_000) for seed in range(40)}
    assert {seed for seed, one in solutions.items() if one.state == "impossible"} == {15, 31}
    assert sum(one.state == "solved" for one in solutions.values()) == 38
    assert [shuffled(seed).index(0) for seed in (15, 31)] == [1, 0]
    assert 10_000 < statistics.median(one.nodes for one in solutions.values()) < 25_000


def test_nothing_fits():
    solution = solve(Position([0, 1, 2]), 10)
    assert (solution.state, solution.line, solution.nodes) == ("impossible", (), 0)


def test_giving_up_is_no_proof():
    position = Position(shuffled(0))
    solution = solve(position, 500)
    assert (solution.state, solution.nodes) == ("gave up", 500)
    assert solution.line
    played(position, solution)


def test_a_deck_is_needed():
    with pytest.raises(ValueError, match="expected a position with a deck"):
        solve(Position(), 10)


@pytest.mark.parametrize("last", [3, 6])
def test_solution_clears_the_board(last):
    """The end of a game that clears, its last tiles in several orders."""
    draw = random.Random(last)
    for _ in range(8):
        position = after(CLEARED, 35 - last, deck=(*DECK[:-last], *draw.sample(DECK[-last:], last)))
        solution = solve(position, 100_000)
        assert solution.state == ("solved" if can_be_placed(position) else "impossible")
        assert played(position, solution).cleared == (solution.state == "solved")


def stuck_late(seed):
    """A random game with few tiles left, so that everything can be tried."""
    draw = random.Random(seed)
    while True:
        position = Position(shuffled(draw.randrange(1 << 32)))
        while legal := position.legal_moves():
            position.play(*draw.choice(legal))
        if 28 <= len(position.turns) < 35:
            return position


@pytest.mark.parametrize("seed", range(8))
def test_proof_of_no_solution_is_true(seed):
    """The end of a random game, from some turns before it is stuck."""
    position = stuck_late(seed)
    for _ in range(3):
        position.take_back()
        solution = solve(position, 100_000)
        assert solution.state == ("solved" if can_be_placed(position) else "impossible")


def test_a_game_that_clears_could_always_be_cleared():
    links = Links()
    for turn in after(CLEARED).turns:
        assert not links.cannot_be_cleared
        links = links.after(turn.move)
    assert not links.cannot_be_cleared


def test_progress_of_the_search_is_reported():
    said = []
    solution = solve(Position(shuffled(0)), 5_000, said.append)
    assert [now.placed for now in said[:3]] == [1, 2, 3]
    assert said[-1].most == len(solution.line)
    assert sorted(now.nodes for now in said) == [now.nodes for now in said]


def test_greedy_player_keeps_the_most_placements():
    position = Position(shuffled(5))
    best = greedy(position)

    def left(placement):
        return sum(len(Position.from_moves([placement]).legal_moves(tile)) for tile in position.deck[1:])

    assert left(best) == max(left(placement) for placement in position.legal_moves())
