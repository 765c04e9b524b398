"""examples/reversi as a user has it: it agrees, and five bugs are found and made as small as can be."""

import re
import shutil
import tomllib
from itertools import product
from pathlib import Path

import pytest
from cli.running import run
from cosim.engines import ROOT, needs
from reversi import GAME
from reversi.block import Square

REVERSI = ROOT / "examples" / "reversi"
BUGS = tomllib.loads(Path(__file__).with_name("reversi_bugs.toml").read_text())["bug"]


def with_bug(bug, folder):
    shutil.copytree(REVERSI, folder / "reversi", ignore=shutil.ignore_patterns("__pycache__"))
    engine = folder / "reversi" / "reversi_engine.v"
    text = engine.read_text()
    assert text.count(bug["find"]) == 1
    engine.write_text(text.replace(bug["find"], bug["replace"]))
    return folder / "reversi" / "reversi.toml"


@pytest.mark.parametrize("size", [4, pytest.param(10, marks=pytest.mark.slow)])
def test_the_engine_agrees(size, tmp_path):
    needs("icarus")
    options = ["--sim", "icarus", "--seed", 1, "--examples", 2, "--size", size, "--out", tmp_path]
    code, out, error = run("verify", REVERSI / "reversi.toml", *options)
    assert (code, error) == (0, "")
    assert "12 of 12 agree" in out


def cases():
    """`-m slow` looks for them with other seeds, too."""
    for bug, seed in product(BUGS, (1, 2, 3)):
        yield pytest.param(bug, seed, id=f"{bug['name']}-{seed}", marks=pytest.mark.slow if seed > 1 else [])


@pytest.mark.parametrize(("bug", "seed"), [*cases()])
def test_a_bug_is_found_and_its_game_is_the_shortest(bug, seed, tmp_path):
    needs("icarus")
    options = ["--sim", "icarus", "--size", 4, "--examples", 100, "--shrink", 600, "--jobs", 1]
    options += ["--only", bug["property"], "--seed", seed, "--out", tmp_path / "out"]
    code, out, _ = run("verify", with_bug(bug, tmp_path), *options)
    assert code == 1
    assert f" to {bug['turns']} turns" in out or f", {bug['turns']} turns" in out


def test_every_field_value_has_words():
    events = product(range(8), range(8), (0, 3, 31), (0, 3, 31), range(4))
    model = GAME.engine(Square(size=4)).model()
    assert all(model.describe(event).isprintable() for event in events)
    assert model.describe((6, 4, 3, 2, 0)) == "refused flips nothing at d3"


def test_shrunk_game_is_as_small_as_the_tutorial_says():
    files = [file for suffix in ("py", "toml") for file in REVERSI.rglob(f"*.{suffix}")]
    assert sum(len(file.read_text().splitlines()) for file in files) < 430
    assert "less than 430 lines of Python" in " ".join((ROOT / "docs" / "new-game.md").read_text().split())


def test_the_tutorial_shows_the_files_as_they_are():
    page = (ROOT / "docs" / "new-game.md").read_text()
    shown = [
        text for text in re.findall(r"^```python\n(.*?)^```", page, re.M | re.S) if not text.startswith("# reversi/")
    ]
    files = "".join(file.read_text() for file in (REVERSI / "reversi").glob("*.py"))
    assert len(shown) == 3
    assert all(text in files for text in shown)
