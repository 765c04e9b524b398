"""The library of shapes, and scripts as files and words. What the strategies make: ../test_strategies.py."""

import pytest
from goldenrules.tsolitaire import Position
from loopline.games.script import Script
from loopline.games.tsolitaire.game import TsolitaireEngine
from loopline.games.tsolitaire.protocol import Square
from loopline.games.tsolitaire.strategies.shapes import SHAPES, SIDES, entries, seen_from, shape_of

GAME = TsolitaireEngine(Square())


# --- the library ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_a_game_of_the_library_is_of_the_shape_it_is_filed_under_from_all_sides(shape):
    assert len(entries(shape)) >= 5
    assert len({*entries(shape)}) == len(entries(shape))
    for game in entries(shape):
        for side in range(SIDES):
            *before, last = seen_from(side, game)
            position = Position.from_moves(before)
            found = "cleared" if len(before) == 34 and position.is_legal(*last) else shape_of(position.runs(*last))
            assert found == shape


def test_from_eight_sides_a_game_looks_different_each_time():
    for game in entries("crowd"):
        assert len({seen_from(side, game) for side in range(SIDES)}) == SIDES


# --- files ------------------------------------------------------------------------------------------------------------


def test_records_are_scripts():
    starred = "1: 2F8B [00:01] 2: 2A17B 3: 1F2B 4: 3A7L* 5: 1E4R* 4: 3A7L 5: 5F4B"
    undone = "1: 2F8B 2: 2A17B 3: 1F2B 4: 3A7L 5: 1E4R Undo Undo Redo 5: 5F4B"
    plain, undone = (GAME.read(words.split()) for words in (starred, undone))
    boards = [GAME.after(script.steps).position for script in (plain, undone)]
    assert boards[0].placed == boards[1].placed
    assert len(boards[0].placed) == 5
    assert GAME.write(GAME.read(["1B13R", "1E33T", "0/"])) == "1B13R 1E33T next:0"


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("jump", "is not a request; requests are new, next, place, list, undo, redo, read"),
        ("7A1T", "row: found row 7"),
        ("1A35T", "tile: found tile 35"),
        ("place:1A", "is not a request"),
        ("next:64", "no room for"),
    ],
)
def test_a_word_that_means_nothing_is_refused(word, says):
    with pytest.raises(ValueError, match=says):
        GAME.read([word])


def test_a_reset_in_a_placement_is_written_with_it():
    script = GAME.read(["1B13R!reset=5", "next:3", "list"])
    assert GAME.write(script) == "1B13R!reset=5 next:3 list"
    assert isinstance(script, Script)
