"""The designs that come with the installed games, each with a name of its own.

`trial-engine` is the game `trial`, the file `engine.toml`.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from loopline.contract.game import Game
from loopline.design.board import game_of
from loopline.design.dut import load
from loopline.design.plugins import NoGame, installed
from loopline.errors import BadInput, Notice

_HERE = Path(__file__).parents[1]

#: Their Verilog and their descriptions, a folder for each game.
RTL = next((folder for folder in (_HERE / "rtl", _HERE.parents[1] / "rtl") if folder.is_dir()), _HERE / "rtl")


class Bundled(NamedTuple):
    """A design that comes with loopline."""

    name: str
    path: Path
    game: Game[Any]

    @property
    def about(self) -> str:
        """A one-line description."""
        dut = load(self.path)
        return f"{dut.name}, {dut.board}" if str(dut.board) else dut.name

    @property
    def contract(self) -> str:
        """`engine` or `player`, as its description says."""
        return load(self.path).contract


def bundled() -> list[Bundled]:
    """Return the bundled designs.

    A game that cannot be loaded is left out with a warning; the designs of the others are still listed.
    """
    return [*_of(installed())]


def _of(games: Iterable[str]) -> Iterable[Bundled]:
    for game in _loaded(games):
        for path in game.designs:
            yield Bundled(f"{game.name}-{path.stem}".replace("_", "-"), path, game)


def _loaded(games: Iterable[str]) -> Iterator[Game[Any]]:
    for name in games:
        try:
            game = game_of(name, Path.cwd())
        except NoGame as problem:
            warnings.warn(Notice(f"the installed game {name} is left out: {problem}"), stacklevel=2)
            continue
        if isinstance(game, Game):
            yield game


def path_of(word: str) -> Path:
    """Return the description that a user names: a file, or the name of a bundled design. Raise BadInput."""
    if word.endswith(".toml") or Path(word).exists():
        return Path(word)
    its_game_first = sorted(installed(), key=lambda name: not word.startswith(name))  # then no other game is loaded
    for design in _of(its_game_first):
        if design.name == word:
            return design.path
    known = ", ".join(design.name for design in bundled()) or "none"
    raise BadInput(f"there is no file {word}, and no bundled design of this name; bundled are: {known}")


def first_of(suffix: str) -> Bundled | None:
    """Return the first design of the game whose files have this suffix."""
    return next((design for design in bundled() if design.game.suffix == suffix), None)
