"""Positions, games and errors can be copied and sent to another process, and then have nothing in common."""

import copy
import pickle

import pytest
from goldenrules.errors import NotationError
from goldenrules.trax import CLASSIC, Game, IllegalGame, Position, read_games, read_move
from goldenrules.trax import replay as replay_text
from goldenrules.trax.errors import Reason
from hypothesis import given
from hypothesis import strategies as st
from loopline.games.trax.reference import FIRST_TRAP
from model.playing import everything_in, play
from model.strategies import games


def pickled(value):
    return pickle.loads(pickle.dumps(value))


COPIES = [copy.copy, copy.deepcopy, pickled, lambda value: value.copy()]


@given(games(), st.sampled_from(COPIES))
def test_a_copy_goes_its_own_way(game, copied):
    position = Position(CLASSIC)
    for move in game[:-1]:
        position.play(*move)
    before = everything_in(position)
    twin = copied(position)
    assert everything_in(twin) == before
    twin.play(*game[-1])
    assert everything_in(position) == before
    position.play(*game[-1])
    assert everything_in(twin) == everything_in(position)
    while twin.turns:
        twin.take_back()
    assert len(position.turns) == len(game)


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


def refusals():
    position = play(FIRST_TRAP)
    for text in ("A2/", "A1/", "B3/", "a1/", "A01/"):
        try:
            position.play(*read_move(position, text))
        except ValueError as error:
            yield error


@pytest.mark.parametrize("copied", COPIES[:3])
def test_an_error_says_the_same_elsewhere(copied):
    errors = list(refusals())
    assert {error.reason for error in errors} >= {Reason.TRAP, Reason.OCCUPIED, Reason.MISMATCH}
    assert sum(isinstance(error, NotationError) for error in errors) == 2
    for error in errors:
        twin = copied(error)
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert vars(twin) == vars(error)


def test_an_illegal_game_says_the_same_elsewhere(tmp_path):
    (tmp_path / "game").write_text("@0/ B1+ B1+")
    with (tmp_path / "game").open("rb") as stream, pytest.raises(IllegalGame) as caught:
        replay_text(next(read_games(stream)))
    twin = pickled(caught.value)
    assert (str(twin), twin.number, twin.token) == (str(caught.value), 3, caught.value.token)
    assert everything_in(twin.game.position) == everything_in(caught.value.game.position)
