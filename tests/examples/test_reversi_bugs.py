"""examples/reversi as a user has it: it agrees, and five bugs are found and made as small as can be."""

import copy
import re
import shutil
import tomllib
from itertools import count, product
from pathlib import Path

import pytest
from cli.running import run
from cosim.engines import ROOT, needs
from reversi import GAME
from reversi.block import Reversi, Square
from reversi.rules import Position, _rays

REVERSI = ROOT / "examples" / "reversi"
BUGS = tomllib.loads(Path(__file__).with_name("reversi_bugs.toml").read_text())["bug"]
SMALL = Square(size=4)


def with_bug(bug, folder):
    shutil.copytree(REVERSI, folder / "reversi", ignore=shutil.ignore_patterns("__pycache__"))
    engine = folder / "reversi" / "reversi_engine.v"
    text = engine.read_text()
    assert text.count(bug["find"]) == 1
    engine.write_text(text.replace(bug["find"], bug["replace"]))
    return folder / "reversi" / "reversi.toml"


@pytest.mark.parametrize("size", [4, 10])
def test_the_engine_agrees(size, tmp_path):
    needs("icarus")
    options = ["--sim", "icarus", "--seed", 1, "--examples", 3, "--size", size, "--out", tmp_path]
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


def test_whatever_hardware_tells_has_words():
    events = product(range(8), range(8), (0, 3, 31), (0, 3, 31), range(4))
    model = GAME.engine(SMALL).model()
    assert all(model.told(event).isprintable() for event in events)
    assert model.told((6, 4, 3, 2, 0)) == "refused flips nothing at d3"


def test_it_is_as_small_as_the_tutorial_says():
    files = [file for suffix in ("py", "toml") for file in REVERSI.rglob(f"*.{suffix}")]
    assert sum(len(file.read_text().splitlines()) for file in files) < 430
    assert "less than 430 lines of Python" in " ".join((ROOT / "docs" / "new-game.md").read_text().split())


def test_the_tutorial_shows_the_files_as_they_are():
    page = (ROOT / "docs" / "new-game.md").read_text()
    shown = [
        text for text in re.findall(r"^```python\n(.*?)^```", page, re.M | re.S) if not text.startswith("# reversi/")
    ]
    files = "".join(file.read_text() for file in (REVERSI / "reversi").glob("*.py"))
    assert len(shown) == 4
    assert all(text in files for text in shown)


class RunsGoRound(Position):
    def flips(self, cell, mover):
        found = set()
        for ray in _round(cell, self.size):
            found |= set(_closed(ray, self.discs, mover))
        return sorted(found)


def _round(cell, size):
    """The rays on a board whose last column is beside the first."""
    for dx, dy in [(1, -1), (1, 0), (1, 1), (0, -1), (0, 1), (-1, -1), (-1, 0), (-1, 1)]:
        ray = [((cell[0] + n * dx) % size, cell[1] + n * dy) for n in range(1, 4 * size)]
        yield [one for one in ray if 0 <= one[1] < size]


def _closed(ray, discs, mover):
    for length, cell in enumerate(ray):
        if discs.get(cell) != 3 - mover:
            return ray[:length] if discs.get(cell) == mover else []
    return []


class EdgesCloseRuns(Position):
    def flips(self, cell, mover):
        to_the_edge = [ray for ray in _rays(self.size)[cell] if all(self.discs.get(one) == 3 - mover for one in ray)]
        return super().flips(cell, mover) + [one for ray in to_the_edge for one in ray]


class PassesStayAllowed(Position):
    def take_back(self):
        before = self.must_pass
        turn = super().take_back()
        self.must_pass |= before
        return turn


class NorthWestIsForgotten(Position):
    def take_back(self):
        mover = 3 - self.to_move
        turn = super().take_back()
        if turn.cell:
            self.discs |= dict.fromkeys(set(_rays(self.size)[turn.cell][7]) & set(turn.flipped), mover)
        return turn


class OneSideEndsIt(Position):
    def play(self, cell):
        turn = super().play(cell)
        self.over |= self.must_pass
        self.must_pass = False
        return turn


#: The same mistakes, in the rules.
MISTAKES = {
    "a-run-goes-round-the-edge": RunsGoRound,
    "the-edge-closes-a-run": EdgesCloseRuns,
    "a-pass-stays-allowed": PassesStayAllowed,
    "a-take-back-forgets-a-direction": NorthWestIsForgotten,
    "one-side-without-a-move-ends-the-game": OneSideEndsIt,
}


def seen(model, request):
    answer, state = model.carry_out(request), model.settled()
    return list(answer), list(state), [model.carry_out(Reversi.read(*cell)) for cell in model.position.cells]


def shows(right, wrong, turns, game):
    """Is there a script of so many turns, from here, that tells the two apart?"""
    for request in game.tries(right) if turns == 1 else game.moves(right):
        a, b = copy.deepcopy((right, wrong))
        if seen(a, request) != seen(b, request):
            return True
        if turns > 1:
            if shows(a, b, turns - 1, game):
                return True
        elif seen(a, Reversi.undo()) != seen(b, Reversi.undo()):
            return True
    return False


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug["name"])
def test_no_shorter_game_shows_it(bug):
    """All games are played, ever longer ones, in the end with every request there is, and taken back."""
    game = GAME.engine(SMALL)
    right, wrong = game.model(), game.model()
    wrong.position = MISTAKES[bug["name"]](4)
    shortest = next(turns for turns in count(1) if shows(right, wrong, turns, game))
    assert shortest == bug["turns"]
