"""Co-verification of hardware that plays games: a golden model beside your Verilog, on every clock cycle.

`loopline.verify` is the command `loopline verify` as a function: see loopline.api.
"""

from importlib import import_module
from typing import Any


def __getattr__(name: str) -> Any:
    """Return the function `verify`, which takes long to import, when it is asked for."""
    if name != "verify":
        raise AttributeError(f"module 'loopline' has no attribute {name!r}")
    return import_module("loopline.api").verify
