"""Attributes of a game's models that are set and never read, because their names are misspelt.

Such a field keeps its old value, so a right design would be blamed. A name is taken for misspelt only if nothing else
can be meant: it is set outside of `__init__`, no code of the game reads it, no class declares it, and it is like one
that a class does declare.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from loopline.design.plugins import GameMistake, Line, modules

#: Methods that declare attributes.
_DECLARING = {"__init__", "__new__", "__post_init__", "__setstate__"}

#: What reads attributes by names that are not in the code.
_BY_ANY_NAME = {"__dict__", "vars", "getattr", "attrgetter", "asdict", "astuple", "__getstate__", "__getattr__"}

#: How alike two names are, from 0 to 1; and the characters that a name must have to be compared.
_ALIKE, _SHORTEST = 0.8, 4


class _Set(NamedTuple):
    """An attribute that a function sets."""

    module: ModuleType
    line: int
    function: str
    name: str


class _Names:
    """What the code of some modules does with attributes."""

    def __init__(self, parsed: Iterable[tuple[ModuleType, ast.Module]]) -> None:
        self.set: list[_Set] = []
        #: Names that are read, or that a text has, and names that classes declare.
        self.read, self.declared = set[str](), set[str]()
        #: Names that classes have from others, whose code is not looked at.
        self.inherited = set[str]()
        for module, tree in parsed:
            self.inherited |= _inherited(module)
            for node in ast.walk(tree):
                if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Store):
                    self.read.add(node.attr)
                elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Attribute):
                    self.read.add(node.target.attr)
                elif isinstance(node, ast.Name):
                    self.read |= {node.id} & _BY_ANY_NAME
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    self.read |= {*re.findall(r"\w+", node.value)}
                elif isinstance(node, ast.keyword | ast.MatchClass):
                    self.read |= {node.arg or ""} if isinstance(node, ast.keyword) else {*node.kwd_attrs}
                elif isinstance(node, ast.ClassDef):
                    self._class(module, node)

    def _class(self, module: ModuleType, of: ast.ClassDef) -> None:
        methods = [node for node in of.body if isinstance(node, ast.FunctionDef)]
        calls = [_called(node) for node in methods if node.name in _DECLARING]
        declaring = _DECLARING.union(*calls)
        for statement in of.body:
            if isinstance(statement, ast.Assign | ast.AnnAssign):
                self.declared |= {name.id for name in ast.walk(statement) if isinstance(name, ast.Name)}
        for method in methods:
            self.declared.add(method.name)
            for node in ast.walk(method):
                if not (isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)):
                    continue
                if method.name in declaring:
                    self.declared.add(node.attr)
                else:
                    self.set.append(_Set(module, node.lineno, method.name, node.attr))


def _inherited(module: ModuleType) -> set[str]:
    """Return the names of attributes that the classes of a module have from others, whose code is not looked at."""
    classes = [value for value in vars(module).values() if isinstance(value, type)]
    return {
        name for kind in classes for base in kind.__mro__ if base.__module__ != module.__name__ for name in vars(base)
    }


def _called(method: ast.FunctionDef) -> set[str]:
    """Return the names of methods that a method calls."""
    calls = (node.func for node in ast.walk(method) if isinstance(node, ast.Call))
    return {function.attr for function in calls if isinstance(function, ast.Attribute)}


def check(of: Sequence[ModuleType] | None = None) -> None:
    """Raise GameMistake for the first attribute that is misspelt where it is set.

    Args:
        of: The modules of the game; by default those of all games that are not loopline's own.
    """
    if found := _first(tuple(modules() if of is None else of)):
        raise GameMistake(*found)


@cache  # modules stay as they were loaded, and each board of a game is checked
def _first(of: tuple[ModuleType, ...]) -> tuple[Line, str] | None:
    """Return the place of the first such attribute, and what is wrong with it."""
    names = _Names(_parsed(of))
    if not _BY_ANY_NAME.isdisjoint(names.read):
        return None
    for module, line, function, name in names.set:
        if name in names.read | names.declared | names.inherited or len(name) < _SHORTEST:
            continue
        if alike := get_close_matches(name, names.declared - _DECLARING, 1, _ALIKE):
            says = f"it sets {name}, which nothing reads, and which __init__ does not set: is {alike[0]} meant?"
            return Line(module, line, function), says
    return None


def _parsed(of: Iterable[ModuleType]) -> Iterator[tuple[ModuleType, ast.Module]]:
    for module in of:
        try:
            yield module, ast.parse(Path(str(module.__file__)).read_bytes())
        except (OSError, SyntaxError, ValueError):  # it was imported, and has changed meanwhile
            continue
