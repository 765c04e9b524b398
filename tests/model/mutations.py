"""Breaking one line of the model for a moment, to see that a check notices."""

import inspect
import textwrap
from collections.abc import Callable
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest


class Mutation(NamedTuple):
    """In the source of `function`, `old` becomes `new`."""

    owner: Any
    function: str
    old: str
    new: str

    @contextmanager
    def applied(self):
        original = getattr(self.owner, self.function)
        whole = original.fget if isinstance(original, property) else original
        source = textwrap.dedent(inspect.getsource(whole))
        assert source.count(self.old) == 1, f"{self.old!r} is in {self.function} {source.count(self.old)} times"
        scope: dict[str, Callable] = {}
        exec("from __future__ import annotations\n" + source.replace(self.old, self.new), whole.__globals__, scope)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(self.owner, self.function, scope[self.function])
            yield

    def __str__(self):
        return f"{self.function}: {self.old} → {self.new}"


class NewValue(NamedTuple):
    """`name` of `owner`, usually a table, is another one."""

    owner: Any
    name: str
    value: Any
    what: str

    @contextmanager
    def applied(self):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(self.owner, self.name, self.value)
            yield

    def __str__(self):
        return self.what
