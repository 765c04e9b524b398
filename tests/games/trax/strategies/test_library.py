"""The library is what `find` finds, and says what its games are."""

import pytest
from goldenrules.trax import CLASSIC, Position
from loopline.games.trax.strategies import library
from trax_library import LIBRARY, alike, search, shape_of, written

KINDS = ("trap", "win", "cascade")


def before_the_last(game):
    position = Position(CLASSIC)
    for move in game[:-1]:
        position.play(*move)
    return position


@pytest.mark.parametrize("kind", KINDS)
def test_every_game_is_of_the_shape_it_is_filed_under(kind):
    for entry in library.entries(kind):
        assert shape_of(before_the_last(entry.game), entry.game[-1]) == " ".join([kind, *entry.shape])


@pytest.mark.parametrize("kind", KINDS)
def test_the_shortest_come_first_and_none_twice(kind):
    entries = library.entries(kind)
    lengths = [len(entry.game) for entry in entries]
    assert lengths == sorted(lengths)
    # A game and its image in the other colour may be of two shapes: won by the mover, won by the opponent.
    assert len({(*entry.shape, alike(entry.game)) for entry in entries}) == len(entries)


@pytest.mark.slow
def test_the_library_can_be_found_again():
    assert written(search(1500, seed=1)) == LIBRARY.read_text(encoding="ascii")
