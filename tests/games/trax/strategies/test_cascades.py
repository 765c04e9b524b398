"""Long forced play."""

from importlib import import_module

import pytest
from games.trax.strategies.examples import facts, share
from goldenrules.trax import CLASSIC, Position
from loopline.drawing import examples_of
from loopline.games.strategy import Digits
from loopline.games.trax.strategies import NAMED
from loopline.games.trax.strategies.rare import along_a_row, into_a_trap, over_a_field
from loopline.games.trax.strategies.shapes import cascade_shape, trap_depth


def test_twelve_forced_tiles_and_more():
    assert share(lambda found: found.longest_cascade >= 12, facts("cascades")) > 0.5
    assert share(lambda found: found.longest_cascade >= 20, facts("cascades")) > 0.2


def test_up_to_the_engines_capacity():
    assert max(found.longest_cascade for found in facts("cascades")) >= 60
    assert max(found.most_tiles for found in facts("cascades")) > 256


def test_along_a_row_each_tile_forces_the_next():
    for digits in (b"", b"\xff\x00", b"\x00\xff", b"\xff\xff", b"\x80\x80"):
        position = Position(CLASSIC)
        *row, above = along_a_row(40, Digits(digits))
        for move in row:
            position.play(*move)
        assert cascade_shape(position, above) == (40, 40)


def test_rows_and_fields_are_both_tried(monkeypatch):
    made, module = {"along_a_row": 0, "any_field": 0}, import_module("loopline.games.trax.strategies.rare")

    def counted(name, make):
        def counting(*given):
            made[name] += 1
            return make(*given)

        return counting

    for name in made:
        monkeypatch.setattr(module, name, counted(name, getattr(module, name)))
    examples_of(NAMED["cascades"](8), 40, seed=1)
    assert min(made.values()) >= 4


@pytest.mark.parametrize("trapped", [False, True])
@pytest.mark.parametrize(("columns", "rows"), [(2, 3), (10, 13), (3, 20)])
def test_over_a_field_one_tile_forces_all(columns, rows, trapped):
    """And into a trap after all others."""
    for digits in (b"", b"\x40", b"\x80", b"\xc0"):
        position = Position(CLASSIC)
        *before, last = (into_a_trap if trapped else over_a_field)(columns, rows, Digits(digits))
        for move in before:
            turn = position.play(*move)
            assert turn.tiles_after == turn.tiles_before + 1
        assert not position.formations
        forced = (columns + 2) * (rows - 1) if trapped else columns * rows
        assert cascade_shape(position, last).forced == forced
        if trapped:
            assert trap_depth(position, last)
        else:
            position.play(*last)
        assert sorted((position.box.columns, position.box.rows)) == sorted((columns + 4, rows + 1))


def test_as_many_tiles_in_one_turn_as_there_is_room_for():
    assert max(found.longest_cascade for found in facts("cascades", 16, 200)) >= 10 * 13
