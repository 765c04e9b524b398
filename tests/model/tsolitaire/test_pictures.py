"""The pictures: each path begins and ends at its ports, stones stand where they are, and all of it has its place."""

import re
from xml.etree import ElementTree

import pytest
from goldenrules.tsolitaire import JOINTS, PORTS, TILES, Position
from goldenrules.tsolitaire.captions import caption, state
from goldenrules.tsolitaire.drawing import draw, legend
from goldenrules.tsolitaire.marks import STONE_COLOURS, curve, paths_of, place_of, point_on, tracks
from goldenrules.tsolitaire.svg import svg
from model.tsolitaire.playing import CLEARED, after

LETTERS = """\
     A      B      C      D      E      F
  .     ..   0 ..     ..     .. 1   ..     .
1

  .     ..     ..     ..     ..     ..     .
  .     ..     ..     ..     ..     ..     .
2
  7                                        2
  .     ..     ..     ..     ..     ..     .
  .     ..     ..     ..     ..     ..     .
3

  .     ..     ..     ..     ..     ..     .
  .     ..     ..     ..     ..     ..     .
4

  .     ..     ..     ..     ..     .. 3   .
  .     ..     ..     ..     ..     .+-3-a-+
5 6                                  b  8L 3
                                     b     a
  .     ..     ..     ..     ..     .+-3-3-+
  .     .+-a-b-+.     ..     ..     .+-3-3-+
6        c 16B b                     a(12T)a
        55     c                     b     b
  .     .+-a-5-+.     ..     .. 4   .+-c-c-+"""


def test_letters():
    assert str(draw(after("6B16B 5F8L 6F12T"), ascii_only=True)) == LETTERS


def test_letters_are_exact():
    """The paths of every tile can be read back from the letters at its ports."""
    at = [(0, 2), (0, 4), (1, 6), (2, 6), (3, 4), (3, 2), (2, 0), (1, 0)]
    for tile in TILES:
        for placement in Position().legal_moves(tile)[:2]:
            position = Position.from_moves([placement])
            lines = [line.ljust(44) for line in str(draw(position, ascii_only=True)).splitlines()[1:]]
            top, left = placement.cell // 6 * 4, 2 + placement.cell % 6 * 7
            signs = [lines[top + row][left + column] for row, column in at]
            joints = JOINTS[tile][placement.rotation]
            assert all(
                (signs[one] == signs[other]) == (joints[one] == other or one == other)
                for one in PORTS
                for other in PORTS
            )


def test_curves_in_the_terminal():
    drawn = str(draw(after(CLEARED, 28)))
    assert len(drawn.splitlines()) == 25
    assert max(map(len, drawn.splitlines())) == 2 + 6 * 8
    assert str(after(CLEARED, 28)) == drawn
    assert str(draw(after(CLEARED, 28), room=49)).isascii()  # too narrow for the curves
    assert re.findall(r"[0-7]", "".join(line[2:] for line in drawn.splitlines()[1:])) == list("01572463")


def test_a_legend_says_what_is_there():
    assert "colours of their tracks" in legend(Position())
    assert legend(Position(), ascii_only=True) == "0-7 stones"
    assert legend(after("6B16B"), ascii_only=True).isascii()


def test_curves_join_the_ports_smoothly():
    for orientations in JOINTS:
        for path in paths_of(orientations[0]):
            begin, *_, end = curve(path)
            assert (begin, end) == (place_of(path[0]), place_of(path[1]))
            assert point_on(path, 0) == begin
            for at in range(1, 20):
                x, y = point_on(path, at / 20)
                assert 0 < x < 1
                assert 0 < y < 1


def test_svg():
    position = after(CLEARED, 28)
    root = ElementTree.fromstring(svg(position))
    assert len(root.findall(".//{*}circle")) == 8
    assert len(root.findall(".//{*}path")) == 28 * 4 * 2  # each with its casing
    strokes = [path.get("stroke") for path in root.findall(".//{*}path")]
    assert sum(stroke in STONE_COLOURS for stroke in strokes) == len(tracks(position))
    texts = [text.text for text in root.findall(".//{*}text")]
    assert any("28 of 35 tiles" in text for text in texts)
    assert {*"ABCDEF", *"123456", *"01234567", "7L"} <= set(texts)
    assert position._repr_svg_() == svg(position)


@pytest.mark.parametrize(
    ("position", "end", "expected"),
    [
        (Position(), None, "going on"),
        (Position([16]), None, "tile 16 is next"),
        (Position([0]), None, "over: tile 0 has no legal placement"),
        (after("1B13R 1E33T"), 0, "over: tile 0 has no legal placement"),
        (after(CLEARED), None, "cleared"),
    ],
)
def test_captions(position, end, expected):
    assert state(position, end) == expected
    assert caption(position, end).startswith(f"{expected} · {len(position.turns)} of 35 tiles")
