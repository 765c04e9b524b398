"""An attribute that a model sets by a misspelt name is found; no game that comes with loopline has one."""

import importlib
import pkgutil
import sys
from types import ModuleType

import goldenrules
import pytest
from cosim.engines import ROOT
from loopline import games
from loopline.design.plugins import GameMistake
from loopline.games import misspelt

CODE = """
class Position:
    count = 0

    def __init__(self):
        self.winner = 0
        self.reset()

    def reset(self):
        self.turns = []

    def play(self):
        self.turns.append(1)
        {}
        return self.winner, self.turns
"""


def checked(folder, line, name="wrong"):
    file = folder / f"{name}.py"
    file.write_text(CODE.format(line))
    module = ModuleType(name)
    module.__file__ = str(file)
    exec(file.read_text(), vars(module))
    misspelt.check([module])


@pytest.mark.parametrize(
    ("line", "meant"), [("self.wnner = 1", "winner"), ("self.winer, x = 1, 2", "winner"), ("self.turn = 1", "turns")]
)
def test_a_misspelt_name_is_found(line, meant, tmp_path):
    with pytest.raises(GameMistake, match=f"is {meant} meant") as raised:
        checked(tmp_path, line)
    assert raised.value.of[1:] == (14, "play")


@pytest.mark.parametrize(
    "line",
    [
        "self.winner = 1",
        "self.count = 1",
        "self.last_move = 1",  # nobody reads it, and nothing else is like it
        "self.winners = 1; print(self.winners)",
        "self.winners = 1; print('{0.winners}'.format(self))",
        "self.winners = 1; print(vars(self))",
        "self.winners = 1; print(self.__dict__)",
        "self.winners += 1",  # which fails as it is played
    ],
)
def test_intended_name_is_not_called_misspelt(line, tmp_path):
    checked(tmp_path, line)


def modules_of(package):
    """Return its modules and those below."""
    names = (found.name for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."))
    return [importlib.import_module(name) for name in names if not name.endswith("__main__")]


def test_bundled_games_have_no_misspelt_names(monkeypatch):
    for folder in ("connect4", "reversi", "blocks"):
        monkeypatch.syspath_prepend(ROOT / "examples" / folder)
    of_examples = [*(ROOT / "examples").glob("[!b]*/*.py"), *(ROOT / "examples" / "blocks").glob("*.py")]
    before = set(sys.modules)
    every = [importlib.import_module(file.stem) for file in of_examples]
    every += modules_of(importlib.import_module("reversi"))
    for module in every:
        misspelt.check([module])
    misspelt.check(every)
    misspelt.check([*modules_of(games), *modules_of(goldenrules)])
    for name in set(sys.modules) - before:
        if not name.startswith(("loopline", "goldenrules")):
            del sys.modules[name]
