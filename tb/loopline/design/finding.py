"""Games, found by name: what is installed by its entry point, anything else as `module:attribute`, where the module may
lie beside a file."""

from __future__ import annotations

import importlib
import importlib.machinery
import sys
import traceback
from collections.abc import Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType

from loopline.design import authors

#: The group of entry points of installed games. The one of the name `default` repeats that of the default game.
GROUP, DEFAULT = "loopline.games", "default"


class NoGame(Exception):
    """There is no such game. The text says why, and which there are."""


def installed() -> list[str]:
    """The names of all installed games; the default game comes first."""
    default = default_game()
    return sorted({one.name for one in _entries()} - {DEFAULT}, key=lambda name: (name != default, name))


def default_game() -> str | None:
    """The name of the game that is meant where none is named: the only one, or the one that is registered as such."""
    games = {one.name: one.value for one in _entries() if one.name != DEFAULT}
    meant = {one.value for one in _entries() if one.name == DEFAULT}
    named = [name for name, value in games.items() if len(games) == 1 or meant == {value}]
    return named[0] if len(named) == 1 else None


def found(name: str, folder: Path) -> object:
    """The installed game of this name, or what is at this `module:attribute` beside that folder's files. Raises
    NoGame."""
    if ":" in name:
        return at(name, folder)
    for one in _entries():
        if one.name == name != DEFAULT:
            return at(f"{one.module}:{one.attr}", None)
    known = ", ".join(installed()) or "none at all: install loopline again, it registers its own"
    raise NoGame(f"no installed game has this name; there are: {known}. A game in a file is module:attribute")


@cache
def _entries() -> Sequence[EntryPoint]:
    return tuple(entry_points(group=GROUP))


def at(place: str, folder: Path | None) -> object:
    """What is at this `module:attribute`, where the module may lie beside that folder's files. Raises NoGame."""
    module, _, attribute = place.partition(":")
    folder = folder and folder.resolve()
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
    if folder is None and loaded.__file__:
        authors.lie_at(_home(module, Path(loaded.__file__)))
    if not hasattr(loaded, attribute):
        raise NoGame(f"the module {module} ({loaded.__file__}) has no {attribute}")
    return getattr(loaded, attribute)


def _beside(module: str, folder: Path) -> ModuleType:
    """A module of this folder. What is installed comes first, so that no file there takes the place of a library's."""
    authors.lie_at(folder)
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    loaded = importlib.import_module(module)
    here = importlib.machinery.PathFinder.find_spec(module.partition(".")[0], [str(folder)])
    if here and here.origin and here.origin != _origin(module):
        raise NoGame(f"in {folder} is a module {module}, but {_origin(module)} is loaded already: rename one of them")
    return loaded


def _home(module: str, file: Path) -> Path:
    """The folder of the package that a module is in, if it is in any."""
    package = module.partition(".")[0]
    spec = sys.modules[package].__spec__
    return Path(spec.origin).parent if spec and spec.origin and spec.submodule_search_locations else file


def _origin(module: str) -> str | None:
    spec = sys.modules[module.partition(".")[0]].__spec__
    return spec.origin if spec else None


def _broken(module: str, error: Exception) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{error.filename}:{error.lineno}" if isinstance(error, SyntaxError) else f"{last.filename}:{last.lineno}"
    return f"the module {module} cannot be imported: {type(error).__name__}: {error} ({place})"
