"""Long forced play."""

from goldenrules.trax import CLASSIC, Position
from loopline.games.trax.strategies.cascades import along_a_row
from loopline.games.trax.strategies.choices import Digits
from loopline.games.trax.strategies.shapes import cascade_shape
from strategies.examples import facts, share


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
