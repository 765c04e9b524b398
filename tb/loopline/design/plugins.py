"""The code of games: found by name, and told apart from loopline's own where something is wrong with it.

What is installed is found by its entry point, anything else as `module:attribute`, where the module may lie beside a
file. A game of another author may have mistakes in its Python. They must not be reported as the hardware's or
loopline's.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import inspect
import re
import signal
import sys
import sysconfig
import threading
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import FrameType, ModuleType
from typing import NamedTuple

#: The group of entry points of installed games. The one of the name `default` repeats that of the default game.
GROUP, DEFAULT = "loopline.games", "default"


class NoGame(Exception):
    """The game is missing. The text says why, and which games there are."""


def installed() -> list[str]:
    """Return the names of all installed games, the default game first."""
    default = default_game()
    return sorted({entry.name for entry in _entries()} - {DEFAULT}, key=lambda name: (name != default, name))


def default_game() -> str | None:
    """Return the name of the default game: the only one, or the one that is registered as such."""
    games = {entry.name: entry.value for entry in _entries() if entry.name != DEFAULT}
    meant = {entry.value for entry in _entries() if entry.name == DEFAULT}
    named = [name for name, value in games.items() if len(games) == 1 or meant == {value}]
    return named[0] if len(named) == 1 else None


def found(name: str, folder: Path) -> object:
    """Return the installed game of this name, or the object at this `module:attribute`. Raise NoGame.

    The module may lie beside that folder's files.
    """
    if ":" in name:
        return at(name, folder)
    for entry in _entries():
        if entry.name == name != DEFAULT:
            return at(f"{entry.module}:{entry.attr}", None)
    known = ", ".join(installed()) or "none at all: install loopline again, it registers its own"
    raise NoGame(f"no installed game has this name; there are: {known}. A game in a file is module:attribute")


@cache
def _entries() -> Sequence[EntryPoint]:
    return tuple(entry_points(group=GROUP))


def at(place: str, folder: Path | None) -> object:
    """Return the object at this `module:attribute`. Raise NoGame.

    The module may lie beside that folder's files.
    """
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
        register_game_folder(_home(module, Path(loaded.__file__)))
    if not hasattr(loaded, attribute):
        raise NoGame(f"the module {module} ({loaded.__file__}) has no {attribute}")
    return getattr(loaded, attribute)


def _beside(module: str, folder: Path) -> ModuleType:
    """Return a module of this folder. Raise NoGame.

    An installed module comes first, so that no file there takes the place of a library's.
    """
    register_game_folder(folder)
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    loaded = importlib.import_module(module)
    local = importlib.machinery.PathFinder.find_spec(module.partition(".")[0], [str(folder)])
    if local and local.origin and local.origin != _origin(module):
        raise NoGame(f"in {folder} is a module {module}, but {_origin(module)} is loaded already: rename one of them")
    return loaded


def _home(module: str, file: Path) -> Path:
    """Return the folder of the package that a module is in; its file if it is in none."""
    package = module.partition(".")[0]
    spec = sys.modules[package].__spec__
    return Path(spec.origin).parent if spec and spec.origin and spec.submodule_search_locations else file


def _origin(module: str) -> str | None:
    spec = sys.modules[module.partition(".")[0]].__spec__
    return spec.origin if spec else None


def _broken(module: str, error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    last = next((frame for frame in reversed(frames) if _place(frame.filename)), frames[-1])
    says = next(iter(str(error).splitlines()), "")
    place = f"{error.filename}:{error.lineno}" if isinstance(error, SyntaxError) else f"{last.filename}:{last.lineno}"
    return f"the module {module} cannot be imported: {type(error).__name__}: {says} ({place})"


#: Folders, or single modules, of such games: the process that plays one has found it before.
_theirs: set[Path] = set()

_OURS = Path(__file__).parents[1]
#: What is found below several of these belongs to the innermost.
_OTHERS = {_OURS, *(Path(sysconfig.get_path(kind)) for kind in ("stdlib", "platstdlib", "purelib", "platlib"))}

_FRAME = re.compile(r'^  File "(.*)", line ([0-9]+) in (.*)$', re.MULTILINE)


class GameMistake(Exception):
    """Something in a game is not as loopline needs it. `of`: the function, the class or the module that it is about."""

    def __init__(self, of: object, says: str) -> None:
        super().__init__(says)
        self.of = of


class Line(NamedTuple):
    """A line of a game's own code, for a GameMistake that is about it."""

    module: ModuleType
    number: int
    function: str


class NondeterministicModel(GameMistake):
    """A game's model judges the same record in different ways, so it proves nothing against a design."""


class Remark(str):
    """A note of an exception that is for the user; other libraries have notes of their own."""


class NeverEnds(Exception):
    """A game's code has not come to an end."""


def has_foreign_games() -> bool:
    """Return whether a game that is not loopline's own has been found."""
    return bool(_theirs)


def modules() -> list[ModuleType]:
    """Return the modules of games that are not loopline's own."""
    homes = tuple(map(str, _theirs))
    files = [(module, getattr(module, "__file__", None) or "") for module in [*sys.modules.values()]]
    return [module for module, file in files if file.startswith(homes) and _place(file)]


def register_game_folder(place: Path) -> None:
    """Note that a game that is not loopline's own is in this folder or module."""
    if not place.is_relative_to(_OURS):
        _theirs.add(place)
        _place.cache_clear()


def in_words(error: BaseException) -> str:
    """Return an exception in words, with its origin: a game's own code, or loopline."""
    if words := mistake(error):
        return words
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames[-3:]]
    where = f" ({' > '.join(places)})" if places else ""
    return f"loopline failed: {type(error).__name__}: {error}{where}"


def mistake(error: BaseException) -> str:
    """Return what is wrong with a game's own code, and where, if that has led to the error; else ""."""
    for cause in _all_of(error):
        if isinstance(cause, GameMistake):
            return f"the game's code is wrong: {at}: {cause}{_remarks(cause)}" if (at := place_of(cause.of)) else ""
        frames = list(traceback.walk_tb(cause.__traceback__))
        for frame, line in reversed(frames):
            if at := place_of_frame(frame, line):
                if isinstance(cause, NeverEnds):
                    return f"the game's code has not come to an end: {at}: {cause}"
                what = " ".join(f"{type(cause).__name__}: {cause}".split()).removesuffix(":")
                return f"the game's code failed: {at}: {what}{_raised(*frames[-1])}{_remarks(cause)}"
    return ""


def _remarks(error: BaseException) -> str:
    return "".join(f". {note}" for note in getattr(error, "__notes__", ()) if isinstance(note, Remark))


def place_of_frame(frame: FrameType, line: int) -> str:
    """Return `file:line in name` of a line of a game's own code; "" for any other."""
    at, function = _place(frame.f_code.co_filename), frame.f_code.co_qualname.partition(".<locals>")[0]
    return at and f"{at}:{line} in {function.rpartition('.')[2]}"


#: Seconds of processor time after which a game's code, played without hardware, counts as endless.
_ENDLESS = 15


@contextmanager
def time_limit() -> Iterator[None]:
    """Raise NeverEnds where the code is if the body takes too long.

    Only the first thread has a limit.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(*_: object) -> None:
        raise NeverEnds(f"no progress in {_ENDLESS} s of processor time")

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, _ENDLESS, 1)
    try:
        yield
    except SystemExit as error:  # it would end loopline, with an exit code that means something else
        raise RuntimeError("the game's code ends the program") from error
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _all_of(error: BaseException) -> Iterator[BaseException]:
    """Yield the error, and the errors that it is made of or comes from."""
    yield error
    for cause in (*getattr(error, "exceptions", ()), error.__cause__):
        if cause is not None:
            yield from _all_of(cause)


def _raised(frame: FrameType, line: int) -> str:
    """Return the place in loopline, if the error was raised there: it cannot use what the game has passed on."""
    file = Path(frame.f_code.co_filename)
    return f" (in loopline: {file.name}:{line})" if file.is_relative_to(_OURS) else ""


def busy_in(trace: str) -> str:
    """Return where in a game's own code a process was, from what `faulthandler` has written of it.

    The innermost call comes first; "" if the process was in other code.
    """
    for file, line, function in _FRAME.findall(trace):
        if at := _place(file):
            return f"{at}:{line} in {function}"
    return ""


def place_of(what: object) -> str:
    """Return where a game's author finds an object; "" if it belongs to loopline.

    `file:line in name` for a function or property; `file:line, name` for a class, an object of one, or what it inherits
    from loopline; `file` for a module.
    """
    if isinstance(what, ModuleType):
        return _place(what.__file__ or "")
    if isinstance(what, Line):
        at = place_of(what.module)
        return at and f"{at}:{what.number} in {what.function}"
    function = what.fget if isinstance(what, property) else getattr(what, "__func__", what)
    if inspect.isfunction(function):
        if at := _place(function.__code__.co_filename):
            return f"{at}:{function.__code__.co_firstlineno} in {function.__name__}"
        owner, name = getattr(what, "__self__", None), f".{function.__name__}"
    else:
        owner, name = what, ""
    owner = getattr(owner, "author", owner)  # behind loopline's wrapper
    kind = owner if isinstance(owner, type) else type(owner)
    at = _place(getattr(sys.modules.get(kind.__module__), "__file__", None) or "")
    return at and f"{at}{_line_of(kind)}, {kind.__name__}{name}"


def _line_of(kind: type) -> str:
    """Return the line of a class, after a colon; empty if it is not known."""
    try:
        return f":{inspect.findsource(kind)[1] + 1}"
    except (OSError, TypeError):
        return ""


@cache
def _place(file: str) -> str:
    """Return a file of a game's own code as the author knows it: from the folder of the game on; "" for any other."""
    path = Path(file)
    homes = [home for home in _theirs | _OTHERS if path.is_relative_to(home)]
    home = max(homes, key=lambda home: len(home.parts), default=None)
    if home is None or home not in _theirs:
        return ""
    return str(path.relative_to(home.parent if home == path or (home / "__init__.py").is_file() else home))
