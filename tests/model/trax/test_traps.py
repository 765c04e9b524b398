"""Traps: turns that only forced play makes illegal (RULES 1.2, step 3)."""

import random

import model.trax.oracle as oracle
import pytest
from goldenrules.errors import Refused
from goldenrules.trax import CLASSIC, CONTEST, Position, Trap, read_move
from goldenrules.trax.tiles import RED
from hypothesis import event, given, settings
from loopline.games.trax import model_checks as reference
from model.trax.playing import at, board_of, everything_in, replay
from model.trax.strategies import traps, traps_in


def test_on_the_way_to_the_shortest_there_is_none():
    """That no sequence of up to five turns has one is counted among the reference figures."""
    position = Position(CONTEST)
    for word in reference.FIRST_TRAP.split():
        assert not traps_in(position)
        position.play(*read_move(position, word))
    assert traps_in(position)


@settings(max_examples=30)
@given(traps())
def test_a_trap_is_refused_and_says_where(trap):
    game, move = trap
    position, referee = replay(game), oracle.Referee()
    for cell, symbol in game:
        referee.play(at(cell), symbol)
    assert referee.judge(at(move.cell), move.symbol)[0] == {"trap"}

    before = everything_in(position)
    position.begin(*move)
    assert position.trap is None, "a trap is never made by the chosen tile alone"
    while position.trap is None:
        position.force(min(position.forced))
    cell, board = position.trap, board_of(position)
    assert cell not in position.forced
    with pytest.raises(Trap) as caught:
        position.finish()

    assert everything_in(position) == before
    assert caught.value.trap == cell
    assert caught.value.offset == tuple(there - here for here, there in zip(at(move.cell), at(cell), strict=True))
    assert at(cell) in oracle.trapped(board)
    edges = oracle.entering(board, at(cell))
    letter = "r" if caught.value.colour == RED else "w"
    assert [side for side in range(4) if edges[side] == letter] == caught.value.sides
    event(f"the trap is entered by {edges.count('w') + edges.count('r')} edges")


def test_in_random_play_one_candidate_in_seven_hundred_is_a_trap():
    rng = random.Random(1)
    candidates = found = 0
    for _ in range(100):
        position = Position(CLASSIC)
        while position.winner is None:
            legal = []
            for move in position.candidates():
                candidates += 1
                try:
                    position.play(*move)
                except Refused:
                    found += 1
                else:
                    position.take_back()
                    legal.append(move)
            position.play(*rng.choice(legal))
    # 0.14 % over thousands of games; few games have any, but those have many.
    assert 0.0003 < found / candidates < 0.005
