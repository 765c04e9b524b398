"""What games provide, found by name: what is installed by its entry point, anything else as `module:attribute`, where
the module may lie beside a file."""

from __future__ import annotations

import importlib
import importlib.machinery
import sys
import traceback
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType

from loopline.design import authors

#: The group of entry points that names the default game.
DEFAULT = "loopline.default_game"


class NoGame(Exception):
    """There is no such game. The text says why, and which there are."""


def installed(group: str) -> list[str]:
    """All names in a group of entry points; that of the default game comes first."""
    return sorted(_installed(group), key=lambda name: (name not in _installed(DEFAULT), name))


def found(group: str, name: str, folder: Path) -> object:
    """What has this name in the group, or is at this `module:attribute` beside that folder's files. Raises NoGame."""
    folder = folder.resolve()
    module, colon, attribute = name.partition(":")
    if not colon and name not in _installed(group):
        known = ", ".join(installed(group)) or "none at all: install loopline again, it registers its own"
        raise NoGame(f"no installed game has this name; there are: {known}. A game in a file is module:attribute")
    if not colon:
        module, attribute = _installed(group)[name].module, _installed(group)[name].attr
    return _attribute(module, attribute, folder if colon else None)


@cache
def _installed(group: str) -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=group)}


def _attribute(module: str, attribute: str, folder: Path | None) -> object:
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
