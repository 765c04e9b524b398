"""RULES 1.2: forced play gives the same board and the same legality in every order."""

import random

import model.oracle as oracle
import pytest
from goldenrules.trax import Position, Trap, read_move
from hypothesis import event, given, settings
from hypothesis import strategies as st
from model.playing import at, board_of, edges_of, play, replay
from model.strategies import games, traps

SEEDS = st.integers(0, 99)
#: So many orders are tried one by one; of more, as many are drawn.
ORDERS = 24


def play_in_order(position, move, pick):
    """The outcome of a turn if its forced cells are filled in the order of `pick(how many there are)`."""
    position.begin(*move)
    while position.forced and position.trap is None:
        waiting = sorted(position.forced)
        position.force(waiting[pick(len(waiting))])
    try:
        position.finish()
    except Trap:
        return "trap"
    wins = frozenset((win.colour, win.kind, frozenset(position.path(win))) for win in position.wins)
    outcome = frozenset(position.tiles.items()), frozenset(position.entries.items()), position.box, wins
    position.take_back()
    return outcome


def in_every_order(position, move, seed):
    """The outcomes of all orders of forced play; of a sample where there are more than ORDERS."""
    digits = []  # which choice was made at each step, of how many: an odometer
    for _ in range(ORDERS):
        step = iter(range(10**6))

        def next_choice(options, step=step):
            at_step = next(step)
            if at_step == len(digits):
                digits.append([0, options])
            assert digits[at_step][1] == options, "the same prefix must leave the same choice"
            return digits[at_step][0]

        yield play_in_order(position, move, next_choice)
        while digits and digits[-1][0] + 1 == digits[-1][1]:
            digits.pop()
        if not digits:
            return
        digits[-1][0] += 1
    rng = random.Random(seed)
    for _ in range(ORDERS):
        yield play_in_order(position, move, rng.randrange)


@given(games(), SEEDS)
def test_every_order_gives_the_same_board(game, seed):
    position = Position()
    orders = 0
    for move in game:
        outcomes = list(in_every_order(position, move, seed))
        assert len(set(outcomes)) == 1
        assert outcomes[0] != "trap"
        orders = max(orders, len(outcomes))
        position.play(*move)
    event(f"at most {orders if orders < 3 else '3 or more' if orders <= ORDERS else 'many'} orders a turn")


@settings(max_examples=50)
@given(traps(), SEEDS)
def test_a_trap_is_one_in_every_order(trap, seed):
    game, move = trap
    outcomes = list(in_every_order(replay(game), move, seed))
    assert set(outcomes) == {"trap"}


@given(games())
def test_forced_tiles_never_widen_the_box(game):
    position = Position()
    for move in game:
        position.begin(*move)
        box = position.box
        while position.forced:
            placed = position.force(max(position.forced))
            assert placed.cell in box
            assert position.box == box
        position.finish()
        left, right, top, bottom = oracle.bounds(board_of(position))
        assert position.box == (left, top, right, bottom)


@given(games(winning=False))
def test_after_a_turn_no_cell_has_two_edges_of_one_colour(game):
    """So with one neighbour every symbol fits, with two adjacent + and a curve, with two opposite the curves."""
    position = Position()
    for move in game:
        position.play(*move)
        board = board_of(position)
        assert set(map(at, position.entries)) == oracle.empty_cells(board)
        for cell in oracle.empty_cells(board):
            edges = oracle.entering(board, cell)
            assert edges.count("w") <= 1
            assert edges.count("r") <= 1
            fitting = sorted(oracle.TILES[tile] for tile in oracle.fitting(edges))
            if edges.count(".") == 3:
                assert fitting == ["+", "/", "\\"]
            elif ".." in (edges[::2], edges[1::2]):
                assert fitting == ["/", "\\"]
            else:
                assert fitting in (["+", "/"], ["+", "\\"])


@given(games())
def test_the_tiles_of_a_turn_are_listed_in_order(game):
    """The chosen one first; each forced one had two edges of one colour pointing into it when it was laid."""
    position = Position()
    for move in game:
        turn = position.play(*move)
        tiles = position.placed[turn.tiles_before : turn.tiles_after]
        assert tiles[0].cell == move.cell
        for placed in tiles[1:]:
            colours = [placed.entries >> 2 * side & 3 for side in range(4)]
            assert 2 in (colours.count(1), colours.count(2))
        assert all(edges_of(position.tiles[placed.cell]) == edges_of(placed.tile) for placed in tiles)


def test_a_turn_does_not_end_while_a_cell_is_forced():
    position = play("@0+ A0/")
    position.begin(*read_move(position, "@1/"))
    (cell,) = position.forced
    with pytest.raises(RuntimeError):
        position.finish()
    position.force(cell)
    assert position.finish().tiles_after == 4
