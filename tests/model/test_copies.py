"""Positions, games and errors can be copied and sent to another process, and then have nothing in common."""

import copy
import pickle

import pytest
from goldenrules import evening, globe, trax, tsolitaire
from goldenrules.errors import GameError, NotationError, Refused
from goldenrules.trax import Game, read_move
from hypothesis import given, settings
from hypothesis import strategies as st
from loopline.games.evening.record import games as evening_games
from loopline.games.globe.record import games as globe_games
from loopline.games.trax.model_checks import FIRST_TRAP
from loopline.games.trax.record import games, rule_sets
from loopline.games.tsolitaire.record import records
from model.trax.playing import everything_in, play


def pickled(value):
    return pickle.loads(pickle.dumps(value))


COPIES = [copy.copy, copy.deepcopy, pickled, lambda value: value.copy()]

#: Random games, and how a turn is played again.
GAMES = {
    "trax": (games(rule_sets), lambda turn: turn.move),
    "evening": (evening_games(), lambda turn: turn.move),
    "tsolitaire": (records(), lambda turn: turn.move),
    "globe": (globe_games(), str),
}


def contents(position):
    if isinstance(position, trax.Position):
        return everything_in(position), [turn.tiles for turn in position.turns]
    if not isinstance(position, evening.Position):
        return everything_in(position)
    groups = [sorted(group.cells) for colour in evening.Colour for group in position.groups(colour)]
    moves = [turn.move for turn in position.turns]
    return position.stones.copy(), position.owners.copy(), groups, position.declined, moves, position.rules


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=60)
@given(data=st.data(), copied=st.sampled_from(COPIES))
def test_a_copy_goes_its_own_way(game, data, copied):
    record, move_of = GAMES[game]
    position = data.draw(record).position()
    before = contents(position)
    twin = copied(position)
    assert contents(twin) == before
    assert twin == position
    if position.turns:
        twin.take_back()
        assert contents(position) == before
        twin.play(move_of(position.turns[-1]))
        assert contents(twin) == before
    while twin.turns:
        twin.take_back()
    assert contents(position) == before
    twin = copied(position)
    while position.turns:
        position.take_back()
    assert contents(twin) == before


@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_in_the_middle_of_a_turn(copied):
    position = play("@0/ A0+")
    position.begin(*read_move(position, "@1+"))
    twin = copied(position)
    while twin.forced:
        twin.force(min(twin.forced))
    twin.finish()
    assert (len(twin.tiles), len(position.tiles)) == (4, 3)
    assert not position.turns[-1].tiles_after


@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_of_a_game(copied):
    game = Game()
    game.play(*read_move(game.position, "@0/"))
    twin = copied(game)
    twin.resign()
    twin.position.take_back()
    assert game.result is None
    assert len(game.position.turns) == 1


#: A position, and texts that it refuses or that are no moves.
REFUSED = [
    (play(FIRST_TRAP), ["A2/", "A1/", "B3/", "a1/", "A01/"]),
    (evening.Position.from_moves(["Wc3"], evening.RuleSet(3)), ["Wc3", "Bz1", "W99", "Wa1", "W-", "x", ""]),
    (tsolitaire.Position.from_moves(["6B16B"]), ["6B16T", "6B17T", "3C17T", "1B0T", "5A32r"]),
    (globe.Position(), ["", "N3C1", "N1-N2", "S1-C3", "pass"]),
]


@pytest.mark.parametrize("copied", COPIES[:3])
@pytest.mark.parametrize(("position", "texts"), REFUSED, ids=["trax", "evening", "tsolitaire", "globe"])
def test_an_error_says_the_same_elsewhere(position, texts, copied):
    kinds = set()
    for text in texts:
        with pytest.raises(GameError) as caught:
            position.play(text)
        twin = copied(caught.value)
        assert (type(twin), str(twin), vars(twin)) == (caught.type, str(caught.value), vars(caught.value))
        kinds.add(NotationError if issubclass(caught.type, NotationError) else Refused)
    assert kinds == {NotationError, Refused}


#: What reads a text of one game.
REPLAYED = {
    "trax": (trax.replay, "@0/ B1+ B1+"),
    "evening": (lambda text: evening.replay(text, 1, evening.RuleSet(3)), "Wc3 Bc3"),
    "tsolitaire": (tsolitaire.replay, "6B16B 1B0T"),
    "globe": (globe.replay, "N3-C1 N1-N2"),
}


@pytest.mark.parametrize("game", REPLAYED)
def test_an_illegal_game_says_the_same_elsewhere(game):
    replay, text = REPLAYED[game]
    with pytest.raises(GameError) as caught:
        replay(text)
    for copied in (copy.deepcopy, pickled):
        twin = copied(caught.value)
        assert (type(twin), str(twin)) == (caught.type, str(caught.value))
        assert {name: str(value) for name, value in vars(twin).items()} == {
            name: str(value) for name, value in vars(caught.value).items()
        }
