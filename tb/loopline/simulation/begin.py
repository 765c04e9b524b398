"""What runs first in a simulation, before cocotb: most of a start is importing, and some of that can be spared."""

from __future__ import annotations

import gc
import os
import sys
from types import ModuleType, SimpleNamespace

from _pytest.outcomes import fail, skip, xfail
from pygpi.entry import load_entry

#: For cocotb: where to begin.
ENTRY = {"PYGPI_USERS": "loopline.simulation.begin:begin"}


def begin() -> None:
    gc.set_threshold(50_000, 20, 100)  # to look at modules and libraries again and again took a sixth of all the time
    _import_cocotb()
    del os.environ["PYGPI_USERS"]
    load_entry()


def _import_cocotb() -> None:
    """Without all of pytest, of which cocotb needs three exceptions, and what rewrites assertions: not ours."""
    pytest = ModuleType("pytest")
    vars(pytest).update(skip=skip, xfail=xfail, raises=SimpleNamespace(Exception=fail.Exception))
    sys.modules["pytest"] = pytest
    from cocotb.regression import RegressionManager

    del sys.modules["pytest"]
    RegressionManager.setup_pytest_assertion_rewriting = staticmethod(lambda: None)  # type: ignore[method-assign]
