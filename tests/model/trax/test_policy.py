"""How the player chooses, against the same written out at length."""

import pytest
from goldenrules.errors import Refused
from goldenrules.trax import CONTEST, choose, read_move
from goldenrules.trax.policy import winning_turn
from hypothesis import event, given, settings
from hypothesis import strategies as st
from model.trax.playing import LINES_OF_FOUR, everything_in, replay
from model.trax.strategies import games

LOSES, THREATENED, SAFE, WINS_AT_ONCE = range(4)


def worth(position, move, depth):
    """What the policy sees in a turn, or None if it is not legal."""
    mover = position.to_move
    try:
        turn = position.play(*move)
    except Refused:
        return None
    if position.winner is not None:
        verdict = WINS_AT_ONCE if position.winner == mover else LOSES
    else:
        verdict = THREATENED if depth == 2 and winning_turns(position) else SAFE
    position.take_back()
    return verdict, turn.tiles_after - turn.tiles_before


def winning_turns(position):
    mover, winning = position.to_move, []
    for move in position.legal_moves():
        position.play(*move)
        if position.winner == mover:
            winning.append(move)
        position.take_back()
    return winning


def in_reading_order(position):
    left, top, right, bottom = position.box if position.tiles else (1, 1, -1, -1)
    for row in range(bottom - top + 3):
        for column in range(right - left + 3):
            for symbol in "+/\\":
                name = "@" if column == 0 else "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[column - 1]
                yield read_move(position, f"{name}{row}{symbol}")


def best_turns(position, depth):
    """All turns of the greatest worth, in reading order."""
    worths = {move: found for move in in_reading_order(position) if (found := worth(position, move, depth))}
    return [move for move, found in worths.items() if found == max(worths.values())]


@settings(max_examples=40)
@given(st.sampled_from([CONTEST, LINES_OF_FOUR]).flatmap(lambda rules: st.tuples(games(rules, 25), st.just(rules))))
@pytest.mark.parametrize("depth", [1, 2])
def test_chooses_the_first_of_the_best(depth, game):
    moves, rules = game
    position = replay(moves, rules)
    if position.box.columns > 24:
        return
    before = everything_in(position)
    move = choose(position, depth)
    assert everything_in(position) == before
    if position.winner is not None:
        assert move is None
        return
    best = best_turns(position, depth)
    event(f"{min(len(best), 3)} or more, worth {worth(position, best[0], depth)[0]}")
    # The first that wins ends the search, however few tiles it places.
    assert move == (min(winning) if (winning := winning_turns(position)) else best[0])


@settings(max_examples=40)
@given(games(LINES_OF_FOUR, 20, winning=False), st.data())
def test_likely_win_is_only_a_hint(game, data):
    position = replay(game, LINES_OF_FOUR)
    winning, before = winning_turns(position), everything_in(position)
    some = st.none() | st.sampled_from(list(in_reading_order(position)))
    hint = data.draw(some | st.sampled_from(winning) if winning else some)
    found = winning_turn(position, hint)
    assert everything_in(position) == before
    assert found == (hint if hint in winning else next(iter(winning), None))
