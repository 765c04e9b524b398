"""When two positions are the same, also up to rotations and reflections."""

import pytest
from goldenrules.trax import CLASSIC, RULE_SETS, Position, write_move
from hypothesis import given
from hypothesis import strategies as st
from loopline.games.trax.record import Record
from loopline.games.trax.symmetry import TURNED_OR_MIRRORED
from model.trax.playing import play, replay
from model.trax.strategies import games


def test_the_order_of_turns_does_not_matter():
    one, other = play("@0+ B1+ C1+ D1+ E1+"), play("@0+ @1+ C1+ D1+ @1+")
    assert [turn.move for turn in one.turns] != [turn.move for turn in other.turns]
    assert one == other
    assert one.key() == other.key()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("@0+ B1+ C1+", "the player to move"),
        ("@0+ B1+", "fewer tiles"),
        (r"@0+ B1+ C1+ D1\ ", "other tiles"),
    ],
)
def test_what_makes_a_difference(text, why):
    assert play("@0+ B1+ C1+ D1+") != play(text), why


def test_rules_make_a_difference():
    assert Position(CLASSIC) != Position(RULE_SETS["loop"])
    assert Position(CLASSIC) != "a position"


def test_a_position_is_no_key():
    with pytest.raises(TypeError):
        hash(Position())


@given(games(), st.sampled_from(TURNED_OR_MIRRORED))
def test_the_eight_images_have_one_symmetric_key(game, symmetry):
    position = replay(game)
    image = Record(tuple(turn.move for turn in position.turns)).image(symmetry)
    assert image.key(symmetric=True) == position.key(symmetric=True)


def test_a_mirror_image_is_another_position():
    one, other = play(r"@0/ B1+ C1/"), play(r"@0/ B1+ C1\ ")
    assert one.key(symmetric=True) != other.key(symmetric=True)


@given(games())
def test_texts_and_moves(game):
    by_moves, by_text = Position.from_moves(game, CLASSIC), Position(CLASSIC)
    texts = []
    for move in game:
        texts.append(write_move(by_text, move))
        turn = by_text.play(texts[-1])
        assert turn.tiles[0].cell == move.cell
        assert len(turn.tiles) == turn.tiles_after - turn.tiles_before
    assert by_moves == by_text == Position.from_moves(texts, CLASSIC)


def test_what_a_position_shows_of_itself():
    assert repr(Position()) == "<Position: contest, 0 turns, 0 tiles, White to move>"
    assert [repr(turn) for turn in play("@0/ @1+").turns] == ["<Turn: White, /, 0 forced>", "<Turn: Red, +, 0 forced>"]
    assert repr(play("@0/ A0+ @1+").turns[-1]) == "<Turn: White, +, 1 forced>"
    assert repr(play(r"@0/ B1\ B2/")) == "<Position: classic, 3 turns, 4 tiles, Red has won>"
