"""How the player chooses: against the same written out at length, and what it must not miss."""

from importlib.resources import files

import pytest
from goldenrules.errors import Refused
from goldenrules.trax import CONTEST, Position, choose, read_move, write_move
from goldenrules.trax.policy import winning_turn
from goldenrules.trax.tiles import other
from hypothesis import event, given, settings
from hypothesis import strategies as st
from loopline.games.trax import strategies
from loopline.games.trax.symmetry import keeping
from model.trax.playing import LINES_OF_FOUR, everything_in, play, replay
from model.trax.strategies import games, traps

LIBRARY = (files(strategies) / "library.txt").read_text().splitlines()
#: Played games that a turn has just won.
WINS = [line.partition(": ")[2] for line in LIBRARY if line.startswith("win")]

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


@pytest.mark.parametrize("text", WINS[::5])
def test_takes_a_win(text):
    position = play(text, CONTEST)
    won = position.winner == position.turns[-1].mover
    position.take_back()
    winning = winning_turns(position)
    assert winning or not won
    if winning:
        assert choose(position) == choose(position, 2) == min(winning)


def texts_of_best(game, depth):
    position = play(game, CONTEST)
    return [write_move(position, move) for move in best_turns(position, depth)]


def chosen(game, depth=1):
    position = play(game, CONTEST)
    return write_move(position, choose(position, depth))


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("", "@0+"),
        ("@0/", "A0+"),  # one of twelve turns that place one tile
        ("@0/ A0+", "@1+"),  # one of six that place two
    ],
)
def test_the_stated_order(depth, game, text):
    assert chosen(game, depth) == text == texts_of_best(game, depth)[0]


def test_gives_no_win_away():
    """Though the turn that does places more tiles."""
    game, gift = "@0/ B1/ @1+ B0+", "A3\\"
    position = play(game, CONTEST)
    given_away, chosen_instead = (worth(position, read_move(position, text), 1) for text in (gift, chosen(game)))
    assert (given_away[0], chosen_instead[0]) == (LOSES, SAFE)
    assert given_away[1] > chosen_instead[1]


@pytest.mark.parametrize(
    ("game", "one", "two"),
    [
        ("@0+ @1+ C1+", "A0/", "A0+"),
        ("@0+ B1/", "A0+", r"A0\ ".strip()),
        ("@0+ A0+", "@1/", "A0+"),  # each of the replies that win needs forced tiles to do so
    ],
)
def test_depth_two_gives_no_win_away_by_the_next_turn(game, one, two):
    assert (chosen(game, 1), chosen(game, 2)) == (one, two)
    assert winning_turn(play(f"{game} {one}", CONTEST))
    assert not winning_turn(play(f"{game} {two}", CONTEST))


def test_a_reply_that_wins_by_forced_play():
    position = play("@0+ A0+ @1/", CONTEST)
    winning = winning_turns(position)
    for move in winning:
        position.begin(*move)
        assert not position.formations
        position.take_back()
    assert len(winning) == 2


@settings(max_examples=40)
@given(games(LINES_OF_FOUR, 20, winning=False), st.data())
def test_what_is_likely_to_win_is_no_more_than_a_hint(game, data):
    position = replay(game, LINES_OF_FOUR)
    winning, before = winning_turns(position), everything_in(position)
    some = st.none() | st.sampled_from(list(in_reading_order(position)))
    hint = data.draw(some | st.sampled_from(winning) if winning else some)
    found = winning_turn(position, hint)
    assert everything_in(position) == before
    assert found == (hint if hint in winning else next(iter(winning), None))


@settings(max_examples=20)
@given(traps())
@pytest.mark.parametrize("depth", [1, 2])
def test_avoids_traps(depth, trap):
    game, move = trap
    position = replay(game, CONTEST)
    assert not position.is_legal(*move)
    assert position.is_legal(*choose(position, depth))


@settings(max_examples=25)
@given(games(LINES_OF_FOUR, 20, winning=False), st.data())
@pytest.mark.parametrize("depth", [1, 2])
def test_what_is_best_does_not_depend_on_colour_or_direction(depth, game, data):
    """Ties are broken by direction, and so are they between wins; the worth of what is chosen knows none."""
    position = replay(game, LINES_OF_FOUR)
    symmetry = data.draw(st.sampled_from(keeping(position.placed[0].tile)))
    image = Position(LINES_OF_FOUR)
    for move in game:
        image.play(*symmetry.move(move))
        if image.winner is not None:
            return
    if symmetry.swap:
        image.to_move = other(image.to_move)
    mine, its = (worth(side, choose(side, depth), depth) for side in (position, image))
    assert mine == its or mine[0] == its[0] == WINS_AT_ONCE
