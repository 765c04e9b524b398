"""The game that a design is for, as far as a design must know it: its name, and what its [board] table may say.

A DUT file names its game: an installed one by its entry point in the group `loopline.games`, any other as
`module:attribute`, where the module may lie beside the file.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import re
import sys
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Generic, TypeVar

from pydantic import ConfigDict

from loopline.tables import Table

#: The group of entry points by which installed games are found.
GROUP = "loopline.games"


class Board(Table):
    """The [board] table of a DUT file. Its keys are the game's own; the harness hands it on and never looks inside."""

    model_config = ConfigDict(strict=True)

    def __str__(self) -> str:
        """What tells this board from the game's others, in a few words; empty if there are no others."""
        return ", ".join(f"{name} {value}" for name, value in self)

    @property
    def plain(self) -> str:
        """The same in ASCII, for files."""
        return str(self).replace("×", "x").encode("ascii", "replace").decode()

    @property
    def label(self) -> str:
        """The same as short as can be, for names of folders and narrow columns."""
        return re.sub(r"[^A-Za-z0-9]+", "-", self.plain).strip("-")

    @property
    def parameters(self) -> Mapping[str, tuple[str, int | str]]:
        """The design's parameters that follow from the board. By the key that names one: the parameter, its value."""
        return {}


BoardT = TypeVar("BoardT", bound=Board)


@dataclass(frozen=True)
class NamedGame(Generic[BoardT]):
    """What a design must know of its game."""

    name: str
    board: type[BoardT]


class NoGame(Exception):
    """There is no such game. The text says why, and which there are."""


def installed() -> list[str]:
    """The names of all installed games."""
    return sorted(_installed())


def game_of(name: str, folder: Path) -> NamedGame[Board]:
    """The game of this name, or at this `module:attribute`, beside that folder's files. Raises NoGame."""
    folder = folder.resolve()
    module, colon, attribute = name.partition(":")
    if not colon and name not in _installed():
        known = ", ".join(installed()) or "none at all: install loopline again, it registers its own"
        raise NoGame(f"no installed game has this name; there are: {known}. A game in a file is module:attribute")
    if not colon:
        module, attribute = _installed()[name].module, _installed()[name].attr
    found = _attribute(name, module, attribute, folder if colon else None)
    if not isinstance(found, NamedGame):
        raise NoGame(f"{attribute} in {module} is no loopline.contract.game.Game, but of type {type(found).__name__}")
    return found


@cache
def _installed() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _attribute(name: str, module: str, attribute: str, folder: Path | None) -> object:
    try:
        loaded = importlib.import_module(module) if folder is None else _beside(module, folder)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise NoGame(_broken(module, error)) from error
        where = "" if folder is None else f": not in {folder}, and not installed"
        raise NoGame(f"there is no module {module}{where}") from None
    except NoGame:
        raise
    except Exception as error:
        raise NoGame(_broken(module, error)) from error
    if not hasattr(loaded, attribute):
        raise NoGame(f"the module {module} ({loaded.__file__}) has no {attribute}")
    found: object = getattr(loaded, attribute)
    return found


def _beside(module: str, folder: Path) -> ModuleType:
    """A module of this folder. What is installed comes first, so that no file there takes the place of a library's."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    loaded = importlib.import_module(module)
    here = importlib.machinery.PathFinder.find_spec(module.partition(".")[0], [str(folder)])
    if here and here.origin and here.origin != _origin(module):
        raise NoGame(f"in {folder} is a module {module}, but {_origin(module)} is loaded already: rename one of them")
    return loaded


def _origin(module: str) -> str | None:
    spec = sys.modules[module.partition(".")[0]].__spec__
    return spec.origin if spec else None


def _broken(module: str, error: Exception) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{error.filename}:{error.lineno}" if isinstance(error, SyntaxError) else f"{last.filename}:{last.lineno}"
    return f"the module {module} cannot be imported: {type(error).__name__}: {error} ({place})"
