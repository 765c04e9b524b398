"""The code of games that are not loopline's own: where it lies, and how to say what is wrong with it.

A game of another author may have mistakes in its Python. They must not be reported as the hardware's or loopline's."""

from __future__ import annotations

import inspect
import re
import sys
import sysconfig
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

#: Folders, or single modules, of such games: the process that plays one has found it before.
_theirs: set[Path] = set()

_OURS = Path(__file__).parents[1]
#: What is found below several of these belongs to the innermost.
_OTHERS = {_OURS, *(Path(sysconfig.get_path(kind)) for kind in ("stdlib", "platstdlib", "purelib", "platlib"))}

_FRAME = re.compile(r'^  File "(.*)", line ([0-9]+) in (.*)$', re.MULTILINE)


class GameMistake(Exception):
    """Something in a game is not as loopline needs it. `of`: the function or the class that it is about."""

    def __init__(self, of: object, says: str) -> None:
        super().__init__(says)
        self.of = of


class Fickle(GameMistake):
    """Its model does not judge the same record in the same way each time, so it proves nothing against a design."""


def lie_at(place: Path) -> None:
    """A game that is not loopline's own is in this folder or module."""
    if not place.is_relative_to(_OURS):
        _theirs.add(place)


def in_words(error: BaseException) -> str:
    """An exception in words, with its origin: a game's own code, or loopline."""
    if words := mistake(error):
        return words
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames[-3:]]
    where = f" ({' > '.join(places)})" if places else ""
    return f"loopline failed: {type(error).__name__}: {error}{where}"


def mistake(error: BaseException) -> str:
    """What is wrong with a game's own code, and where, if that has led to the error; else nothing."""
    for one in _all_of(error):
        if isinstance(one, GameMistake):
            return f"the game's code is wrong: {at}: {one}" if (at := place_of(one.of)) else ""
        frames = list(traceback.walk_tb(one.__traceback__))
        for frame, line in reversed(frames):
            if at := _place(frame.f_code.co_filename):
                function = frame.f_code.co_qualname.partition(".<locals>")[0].rpartition(".")[2]
                what = " ".join(f"{type(one).__name__}: {one}".split()).removesuffix(":")
                return f"the game's code failed: {at}:{line} in {function}: {what}{_raised(*frames[-1])}"
    return ""


def _all_of(error: BaseException) -> Iterator[BaseException]:
    """The error, and those that it is made of or comes from."""
    yield error
    for one in (*getattr(error, "exceptions", ()), error.__cause__):
        if one is not None:
            yield from _all_of(one)


def _raised(frame: FrameType, line: int) -> str:
    """Where in loopline, if it was raised there: what the game has passed on, loopline cannot use."""
    file = Path(frame.f_code.co_filename)
    return f" (in loopline: {file.name}:{line})" if file.is_relative_to(_OURS) else ""


def busy_in(trace: str) -> str:
    """Where in a game's own code a process was, by what `faulthandler` has written of it, the innermost call first.
    Empty: in none, or not in Python at all."""
    for file, line, function in _FRAME.findall(trace):
        if at := _place(file):
            return f"{at}:{line} in {function}"
    return ""


def place_of(what: object) -> str:
    """Where a game's author finds it: `file:line in name` for a function or property; `file, name` for a class, an
    object of one, or what it inherits from loopline. Empty if it is not a game's own."""
    function = what.fget if isinstance(what, property) else getattr(what, "__func__", what)
    if inspect.isfunction(function):
        if at := _place(function.__code__.co_filename):
            return f"{at}:{function.__code__.co_firstlineno} in {function.__name__}"
        owner, name = getattr(what, "__self__", None), f".{function.__name__}"
    else:
        owner, name = what, ""
    kind = owner if isinstance(owner, type) else type(owner)
    at = _place(getattr(sys.modules.get(kind.__module__), "__file__", None) or "")
    return at and f"{at}, {kind.__name__}{name}"


def _place(file: str) -> str:
    """A file of a game's own code as the author knows it: from the folder of the game on. Empty: it is none."""
    path = Path(file)
    homes = [home for home in _theirs | _OTHERS if path.is_relative_to(home)]
    home = max(homes, key=lambda home: len(home.parts), default=None)
    if home is None or home not in _theirs:
        return ""
    return str(path.relative_to(home.parent if home == path or (home / "__init__.py").is_file() else home))
