"""The same seed gives the same examples, whatever else is in the code."""

from __future__ import annotations

from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants


def ignore_the_source() -> None:
    """Hypothesis sometimes draws a number or text that occurs in the source of modules that it takes for the user's.
    So the same seed would give other examples after an unrelated change, or with an installed loopline instead of a
    checkout."""
    nothing = Constants()
    providers._get_local_constants = lambda: nothing
