"""What the pictures of all games have in common, as text and as SVG."""

import re
from importlib import import_module
from xml.etree import ElementTree

import pytest
from goldenrules import trax
from hypothesis import given, settings
from hypothesis import strategies as st
from loopline.games.evening.record import games as evening_games
from loopline.games.globe.record import games as globe_games
from loopline.games.trax.record import games, rule_sets
from loopline.games.tsolitaire.record import records

GAMES = {"trax": games(rule_sets), "evening": evening_games(), "tsolitaire": records(), "globe": globe_games()}


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=30)
@given(data=st.data())
def test_a_picture(game, data):
    draw = import_module(f"goldenrules.{game}.drawing").draw
    svg = import_module(f"goldenrules.{game}.svg").svg
    position = data.draw(GAMES[game]).position()

    drawing, plain = draw(position), str(draw(position, ascii_only=True))
    assert str(position) == str(drawing)
    text = re.sub(r"\x1b\[[0-9;]*m", "", drawing.ansi())
    assert [line.rstrip() for line in text.split("\n")] == str(drawing).split("\n")
    assert plain.isascii()
    if game != "tsolitaire":  # whose curves need more room than letters
        assert [len(line) for line in plain.split("\n")] == [len(line) for line in str(drawing).split("\n")]

    root = ElementTree.fromstring(svg(trax.Game.of(position) if game == "trax" else position))
    _, _, width, height = map(int, root.get("viewBox").split())
    assert (width, height) == (int(root.get("width")), int(root.get("height")))
    assert not [element for element in root.iter() if any("href" in name for name in element.attrib)]
