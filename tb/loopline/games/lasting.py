"""Reasons why a game does not come out the same each time.

They are the places where its code draws random numbers, and what in it outlives a game: globals, attributes of classes,
and defaults of parameters.
"""

from __future__ import annotations

import ast
import inspect
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, NamedTuple, Self

from loopline.design.plugins import (
    GameMistake,
    NeverEnds,
    NondeterministicModel,
    Remark,
    modules,
    place_of,
    place_of_frame,
    time_limit,
)

#: Modules whose functions say something else each time, and the calls by which C code does.
_SOURCES = {random.__file__}
_CALLS = {"urandom", "getrandom", "time", "time_ns", "monotonic", "perf_counter", "process_time"}


#: To find out what changes, games are played up to each of these numbers of steps.
_STEPS = (3, 10, 30, 100, 300)


class RandomCalls:
    """Notes where a game's code draws random numbers, or asks for the time, while this is entered."""

    def __init__(self, places: list[str]) -> None:
        #: Each is added as `file:line in name: what is called`.
        self.places = places
        self._before: Any = None

    def __enter__(self) -> Self:
        self._before = sys.getprofile()
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(self._before)

    def _note(self, frame: FrameType, event: str, arg: Any) -> None:
        if event == "c_call" and (isinstance(getattr(arg, "__self__", None), random.Random) or arg.__name__ in _CALLS):
            caller, name = frame, arg.__name__
        elif event == "call" and frame.f_back and frame.f_code.co_filename in _SOURCES:
            caller, name = frame.f_back, frame.f_code.co_name
        else:
            return
        if (place := place_of_frame(caller, caller.f_lineno)) and (said := f"{place}: {name}") not in self.places:
            self.places.append(said)


@contextmanager
def explained(play: Callable[[int], object]) -> Iterator[list[str]]:
    """Add to a failure of a game's code what may be its cause.

    Args:
        play: Plays a few games, up to a number of steps.

    Yields:
        A list for places that draw random numbers.
    """
    drawn, before = list[str](), dict(_kept())
    try:
        yield drawn
    except Exception as error:
        if isinstance(error, NondeterministicModel) or not isinstance(error, GameMistake | NeverEnds):
            if not drawn:
                with RandomCalls(drawn), suppress(Exception), time_limit():
                    play(_STEPS[-1])
            if drawn:
                error.add_note(Remark(f"It draws random numbers: {'; '.join(drawn)}"))
            elif kept := _changed_by(play) or [place.name for place, value in _kept() if before.get(place) != value]:
                error.add_note(Remark(f"What outlives a game: {'; '.join(kept)}. Make it new in each model"))
        raise


def _changed_by(play: Callable[[int], object]) -> list[str]:
    """Return what a game's code keeps that changes with playing: each as `file:line, name`."""
    values: dict[_Place, set[str]] = {}
    for number, most in enumerate((_STEPS[-1], *_STEPS)):
        with suppress(Exception), time_limit():
            play(most)
        for place, value in _kept() if number else ():  # what is only filled once is there after the first
            values.setdefault(place, set()).add(value)
    return [place.name for place, seen in values.items() if len(seen) > 1]


class _Place(NamedTuple):
    """A place where something is kept: games in two folders may have files of one name."""

    module: str
    name: str


def _kept() -> Iterator[tuple[_Place, str]]:
    """Yield the place and the value of all that outlives a game."""
    for module in modules():
        for name, value in _kept_by(module):
            yield _Place(module.__name__, name), value


def _kept_by(module: ModuleType) -> Iterator[tuple[str, str]]:
    lines = _lines(module)
    for name, value in [*vars(module).items()]:
        if name.startswith("__") or isinstance(value, ModuleType):
            continue
        if inspect.isfunction(value) and value.__module__ == module.__name__:
            yield from _defaults(value)
        elif not isinstance(value, type) and not callable(value):
            yield from _value(module, lines, name, value)
        elif value.__module__ == module.__name__:
            for attribute, held in [*vars(value).items()]:
                if inspect.isfunction(held):
                    yield from _defaults(held)
                elif not attribute.startswith("__"):
                    yield from _value(module, lines, f"{name}.{attribute}", held)


def _value(module: ModuleType, lines: dict[str, int], name: str, value: Any) -> Iterator[tuple[str, str]]:
    with suppress(Exception):
        if name in lines and (file := place_of(module)):
            yield f"{file}:{lines[name]}, {name}", repr(value)


def _defaults(function: Any) -> Iterator[tuple[str, str]]:
    with suppress(Exception):
        for parameter in inspect.signature(function).parameters.values():
            if parameter.default is not parameter.empty:
                yield f"{place_of(function)}, the default of {parameter.name}", repr(parameter.default)


@cache  # a module stays as it was loaded
def _lines(module: ModuleType) -> dict[str, int]:
    """Return the line of each name that the module or a class in it assigns."""
    lines: dict[str, int] = {}

    def note(body: list[ast.stmt], prefix: str) -> None:
        for statement in body:
            targets = (
                statement.targets
                if isinstance(statement, ast.Assign)
                else [statement.target]
                if isinstance(statement, ast.AnnAssign)
                else []
            )
            for target in targets:
                if isinstance(target, ast.Name):
                    lines[prefix + target.id] = statement.lineno
            if isinstance(statement, ast.ClassDef):
                note(statement.body, f"{prefix}{statement.name}.")

    with suppress(OSError, SyntaxError):
        note(ast.parse(Path(module.__file__ or "").read_text(encoding="utf-8")).body, "")
    return lines
