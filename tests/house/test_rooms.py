"""The rooms of tb/loopline: imports run downward, and each says what is in it."""

import ast
import re
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest
from importlinter import cli

HOUSE = Path(__file__).parents[2]
PACKAGE = HOUSE / "tb" / "loopline"
ROOMS = sorted(file.parent for file in PACKAGE.glob("*/**/__init__.py"))
LINTER = tomllib.loads((HOUSE / "pyproject.toml").read_text())["tool"]["importlinter"]
FLOORS = [floor.split(" | ") for floor in LINTER["contracts"][0]["layers"]]
#: By room, those of the floor below, and what is below these.
BELOW = {
    room: f"{', '.join(below)}{'' if below is FLOORS[-1] else ' and below'}."
    for rooms, below in pairwise(FLOORS)
    for room in rooms
}


def test_imports_run_downward_only(monkeypatch, capsys):
    """The floors are in pyproject.toml, [tool.importlinter]."""
    monkeypatch.chdir(HOUSE)
    assert cli.lint_imports(no_cache=True) == cli.EXIT_STATUS_SUCCESS, capsys.readouterr().out


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: str(room.relative_to(PACKAGE)))
def test_every_room_says_what_it_is_and_what_it_may_import(room):
    words = ast.get_docstring(ast.parse((room / "__init__.py").read_text()))
    assert words
    assert f"May import: {BELOW.get(str(room.relative_to(PACKAGE)), '')}" in words


@pytest.mark.parametrize(
    "game", sorted(file.parent for file in PACKAGE.glob("games/*/paper.py")), ids=lambda game: game.name
)
def test_each_game_has_the_modules_that_contributing_lists(game):
    modules = re.findall(r"^\| `(\w+)` \|", (HOUSE / "CONTRIBUTING.md").read_text("utf-8"), re.M)
    assert len(modules) == 12
    assert {*modules} <= {one.stem for one in game.iterdir() if one.suffix == ".py" or (one / "__init__.py").exists()}


@pytest.mark.parametrize("folder", ["tb/loopline", "tests"])
def test_nothing_reaches_into_the_bridge(folder):
    """`cocotbext.hypothesis` is a distribution of its own: others use what it exports."""
    reaching = [
        f"{file}:{node.lineno}"
        for file in (HOUSE / folder).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cocotbext.hypothesis.")
    ]
    assert not reaching
