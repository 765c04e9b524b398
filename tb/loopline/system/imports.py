"""Most of a start is importing modules, and some of that can be spared."""

from __future__ import annotations

import gc
import sys
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Any


def spare() -> None:
    """Import less from now on, and look less often for garbage among what is imported."""
    gc.set_threshold(50_000, 20, 100)
    sys.modules.setdefault("pytest", _Pytest("pytest"))


class _Pytest(ModuleType):
    """As much of pytest as cocotb needs, which imports it for three exceptions. Who asks for more gets all of it."""

    def __init__(self, name: str) -> None:
        from _pytest.outcomes import fail, skip, xfail

        super().__init__(name)
        vars(self).update(skip=skip, xfail=xfail, raises=SimpleNamespace(Exception=fail.Exception))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name in ("RaisesExc", "RaisesGroup"):  # cocotb goes without, if need be
            raise AttributeError(name)
        del sys.modules["pytest"]
        vars(self).update(vars(import_module("pytest")))
        return getattr(self, name)
