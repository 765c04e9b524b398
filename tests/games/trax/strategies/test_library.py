"""The library is what `find` finds, and says what its games are."""

import pytest
from goldenrules.trax import CLASSIC, Position
from goldenrules.trax.position import FIRST_TILES
from loopline.games.trax.strategies import library
from loopline.games.trax.symmetry import keeping
from trax_library import LIBRARY, alike, boiled, search, shape_of, written

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


def test_the_shortest_trap_has_nine_turns_the_shortest_win_three():
    assert len(library.entries("trap")[0].game) == 9
    assert len(library.entries("win")[0].game) == 3


def test_no_turn_can_be_left_out():
    entry = library.entries("trap")[-1]
    assert boiled(f"trap {' '.join(entry.shape)}", entry.game) == entry.game


def test_images_are_games_of_the_same_kind():
    for entry in library.entries("trap")[::10]:
        images = {entry.image(number) for number in range(8)}
        assert len(images) == len(keeping(FIRST_TILES[entry.game[0].symbol]))
        for image in images:
            shape = shape_of(before_the_last(image), image[-1]).split()
            assert (shape[1], shape[3]) == (entry.shape[0], entry.shape[2])


def test_same_seed_same_finds():
    assert search(2, seed=3) == search(2, seed=3)
    assert search(2, seed=3) != search(2, seed=4)


@pytest.mark.slow
def test_the_library_can_be_found_again():
    assert written(search(1500, seed=1)) == LIBRARY.read_text(encoding="ascii")
