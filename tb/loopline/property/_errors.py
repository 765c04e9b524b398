"""What can go wrong with a property besides an exception of its body."""

from __future__ import annotations

from typing import Any


class HungBody(Exception):
    """An example was not over within its budget of simulated time. Shrinks like any failure."""


class NoExamples(Exception):
    """Not one example was judged, so nothing has been shown: never a pass."""


class FlakyProperty(Exception):
    """It depends on more than the example whether it fails, so no verdict on an example can be trusted. `__cause__` is
    what the body failed with, or what Hypothesis says about it."""

    examples: tuple[tuple[Any, ...], ...] = ()
    """If known, the values of two examples: the first leaves something behind, and the second fails by it."""


class Interrupted(Exception):
    """Ctrl-C came before the property was through, and no example had failed until then."""
