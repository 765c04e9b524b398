"""The same seed gives the same examples, whatever else is in the code."""

from __future__ import annotations

from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants


def ignore_the_source() -> None:
    """Hypothesis now and then draws a number or a text that stands in the source of the modules it takes for the
    user's own. So a seed would play other games after a change somewhere else, or where loopline is not run from a
    checkout but installed."""
    nothing = Constants()
    providers._get_local_constants = lambda: nothing
