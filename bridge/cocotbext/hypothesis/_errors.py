"""What can go wrong with a property besides an exception of its body."""

from __future__ import annotations

from typing import Any


class HungBody(Exception):
    """An example exceeded its limit of simulated time. It shrinks like any failure."""


class NoExamples(Exception):
    """No example was judged, so nothing has been shown. This never counts as a pass."""


class FlakyProperty(Exception):
    """Whether the example fails does not depend on it alone, so no verdict on an example can be trusted. `__cause__` is
    the body's exception, or Hypothesis' own report."""

    examples: tuple[tuple[Any, ...], ...] = ()
    """If known, the values of two examples: the first leaves something behind, and the second fails by it."""


class Interrupted(Exception):
    """Ctrl-C came before the property was finished, and no example had failed until then."""


class Stop(KeyboardInterrupt):
    """Ends Hypothesis' run. Hypothesis takes this exception neither for a failure of the example nor for a reason to
    keep the example in the database."""
