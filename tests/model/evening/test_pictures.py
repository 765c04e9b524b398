"""Pictures as text and as SVG, and what is said below them."""

from xml.etree import ElementTree

import pytest
from goldenrules.evening import Position, Protocol, Rule, RuleSet
from goldenrules.evening.captions import caption, how
from goldenrules.evening.drawing import draw, legend
from goldenrules.evening.svg import svg
from hypothesis import given, settings
from loopline.games.evening.record import games

GAME = Position.from_moves(["Wc3", "Bc4", "Wc5", "Bb2", "Wb3", "Bd3"], RuleSet(3))


def test_the_board_as_text():
    assert str(draw(GAME)).splitlines() == [
        "    a1  w   b   b     a3",
        "  b1  w   ●1  ○2  b     b4",
        "c1  ·   b   ○2  ●2  ○1    c5",
        "  d1  ·   ·  [●2] w     d4",
        "    e1  ·   w   w     e3",
    ]


def test_the_board_in_ascii():
    assert str(draw(GAME, ascii_only=True)).splitlines()[2:4] == [
        "c1  .   b   W2  B2  W1    c5",
        "  d1  .   .  [B2] w     d4",
    ]
    assert (str(draw(GAME, ascii_only=True)) + legend(GAME, ascii_only=True)).isascii()


def test_a_narrow_board_leaves_the_sizes_out():
    wide, narrow = draw(GAME, 28), draw(GAME, 27)
    assert str(wide) == str(draw(GAME))
    assert str(narrow).splitlines()[3] == " d1  · ·[●]w   d4"


@settings(max_examples=30)
@given(games())
def test_every_picture_shows_every_cell(record):
    position = record.position()
    text, picture = str(draw(position)), ElementTree.fromstring(svg(position))
    stones = [stone for stone in position.stones if stone]
    assert text.count("○") + text.count("●") == len(stones)
    assert text.count("[") == bool(record.moves and record.moves[-1].cell is not None)
    assert all(line.rstrip() == line for line in text.splitlines())
    kinds = [element.tag.rpartition("}")[2] for element in picture.iter()]
    assert kinds.count("polygon") == len(position.hexagon)
    names = {element.text for element in picture.iter() if element.tag.endswith("text")}
    empty = {name for name, stone in zip(position.hexagon.names, position.stones, strict=True) if not stone}
    assert empty <= names
    assert not names & (set(position.hexagon.names) - empty)
    assert "nan" not in svg(position)


@pytest.mark.parametrize(
    ("rows", "rules", "said"),
    [
        ("../.../..", {}, "White to move · 0 stones · White none · Black none · side 2"),
        ("W./.../..", {}, "Black to move · 1 stone · White 1 · Black none · side 2"),
        ("W./.../..", {"protocol": Protocol.FREE}, "White leads · 1 stone · White 1 · Black none · side 2"),
        ("WB/WBW/WB", {}, "White has won, one group more · 7 stones · White 3-1 · Black 3 · side 2"),
        ("WW/WWW/BB", {}, "White has won, 5 against 2 · 7 stones · White 5 · Black 2 · side 2"),
        ("B./.W./..", {}, "Black has won, identical lists · 2 stones · White 1 · Black 1 · side 2"),
        ("WW/..B/B.", {}, "Black to move · 4 stones · White 2 · Black 1×2 · side 2"),
    ],
)
def test_captions(rows, rules, said):
    assert caption(Position.from_rows(rows.split("/"), RuleSet(2, **rules))) == said


def test_by_what_the_leader_leads():
    odd = Position.from_rows(["W.", "..B", ".."], RuleSet(2, Rule.ODD_EVEN))
    assert how(odd) == "identical lists, an odd number of stones"
    even = Position.from_rows(["W.W", "....", "B...B", "....", "..."], RuleSet(3, Rule.ODD_EVEN))
    assert how(even) == "identical lists, an even number of stones"
    assert how(Position.from_rows(["W.W", "....", "..W..", "....", "..."], RuleSet(3))) == "3 groups more"
