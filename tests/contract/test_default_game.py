"""Which game is meant where none is named: with several installed, the one that is registered as the default."""

from importlib.metadata import EntryPoint

import pytest
from loopline.design import plugins
from loopline.design.dut import load
from loopline.design.plugins import default_game
from loopline.errors import BadInput


@pytest.fixture
def installed(monkeypatch):
    """Other entry points than those that are."""

    def these(names, default):
        entries = [(name, name) for name in names] + [(plugins.DEFAULT, name) for name in default]
        every = [EntryPoint(name, f"{module}:GAME", plugins.GROUP) for name, module in entries]
        monkeypatch.setattr(plugins, "_entries", lambda: every)

    return these


def test_bundled_game_is_the_default():
    assert default_game() == "trax"


@pytest.mark.parametrize(
    ("names", "default", "meant"),
    [
        (["a"], [], "a"),
        (["a", "b"], ["b"], "b"),
        (["a", "b"], [], None),
        (["a", "b"], ["a", "b"], None),
        ([], [], None),
    ],
)
def test_only_or_registered_game_is_the_default(names, default, meant, installed):
    installed(names, default)
    assert default_game() == meant


def test_a_design_that_names_none_where_none_is_meant(installed, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('name = "mine"\ntop = "mine"\nsources = ["mine.v"]\n')
    installed(["a", "b"], [])
    with pytest.raises(BadInput, match=r"names no game: write game = ...; installed are: a, b"):
        load(file)
