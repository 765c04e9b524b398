"""What can go wrong with a property besides an exception of its body."""

from __future__ import annotations


class HungBody(Exception):
    """An example was not over within its budget of simulated time. Shrinks like any failure."""


class NoExamples(Exception):
    """Not one example was judged, so nothing has been shown: never a pass."""


class FlakyProperty(Exception):
    """One example got two verdicts, so either may be wrong. `__cause__` is what Hypothesis says about it."""


class Interrupted(Exception):
    """Ctrl-C came before the property was through, and no example had failed until then."""
