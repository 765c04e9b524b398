"""RULES 4.7: sequences of stones, the solver, and what random games meet."""

import pytest
from goldenrules.evening import (
    WHITE,
    Move,
    Position,
    Protocol,
    Rule,
    RuleSet,
    Solver,
    perft,
)

#: Sequences of seven stones, by side: one ply more than `verify-model` counts. Under the base rule, under Odd-Even.
SEVEN = {4: (211_368, 218_064), 5: (526_440, 538_992)}


@pytest.mark.parametrize("rule", Rule)
@pytest.mark.parametrize("side", SEVEN)
def test_one_ply_more(side, rule):
    *_, last = perft(7, RuleSet(side, rule))
    assert last.sequences == SEVEN[side][rule is Rule.ODD_EVEN]


@pytest.mark.slow
@pytest.mark.parametrize("rule", Rule)
def test_side_3_to_the_end(rule):
    """Some games fill the board, and none goes on then."""
    *_, last = perft(99, RuleSet(3, rule))
    assert (last.ply, last.ended) == (19, last.sequences)


def won_by_trying_all(position):
    """Does the player who has the move win? Without knowing any position again, and with declining."""
    return any(won_by(position, move) for move in [*position.legal_moves(), Move(position.players[0], None)])


def won_by(position, move):
    position.play(move)
    try:
        if position.over:
            return position.winner is move.colour
        return won_by_trying_all(position) is (position.loser is move.colour)
    finally:
        position.take_back()


@pytest.mark.parametrize("rule", Rule)
def test_the_solver_against_trying_all(rule):
    """All positions of side 2 after three stones."""
    solver, rules = Solver(RuleSet(2, rule)), RuleSet(2, rule)
    seen = 0
    for first in range(7):
        for game in continued(Position.from_moves([Move(WHITE, first)], rules), 2):
            seen += 1
            assert (solver.winner(game) is game.loser) == won_by_trying_all(game)
            assert [move for move in game.legal_moves() if won_by(game, move)] == list(solver.winning_moves(game))
    assert seen == 24


def continued(position, stones):
    if stones == 0 and not position.over:
        yield position
    elif stones:
        for move in position.legal_moves():
            position.play(move)
            yield from continued(position, stones - 1)
            position.take_back()


def test_what_cannot_be_solved():
    with pytest.raises(ValueError, match="side 4 cannot be solved"):
        Solver(RuleSet(4))
    with pytest.raises(ValueError, match="free play cannot be solved"):
        Solver(RuleSet(2, protocol=Protocol.FREE))
