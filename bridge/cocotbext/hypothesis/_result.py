"""The result of a property, and what can go wrong with it besides an exception of its body."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Literal
from unittest import SkipTest

from cocotb.triggers import SimTimeoutError
from hypothesis.errors import Flaky, Unsatisfiable

Partial = Literal["seconds", "shrink_seconds", "enough"]


@dataclass
class Statistics:
    """Counts of examples that ran, not of values drawn: what a filter rejects does not reach the simulator."""

    examples: int = 0
    """Examples judged in the search, the first failing one included."""
    invalid: int = 0
    """Examples that do not count: `assume` did not hold, or a draw inside the body could not be made."""
    shrinks: int = 0
    """Examples run to find a smaller failing one."""
    seconds: float = 0.0
    """Wall-clock time in all."""
    events: Counter[str] = field(default_factory=Counter)
    """Of `hypothesis.event`: in how many judged examples of the search each occurred."""


@dataclass(frozen=True)
class Counterexample:
    """The smallest example found that fails, alone too."""

    values: tuple[Any, ...]
    """One for each strategy, as they were before the body touched them. For `st.data()`: a placeholder."""
    report: str
    """Hypothesis' account: the call or the steps that fail, draws, notes, and a line to paste."""


@dataclass(frozen=True)
class Result:
    """The result of a property.

    `error` is None if it passed; `counterexample` is None unless an example failed, and fails by itself.
    """

    name: str
    seed: int | None
    """None if Hypothesis derived it from the test (`derandomize`)."""
    statistics: Statistics
    error: BaseException | None
    """What `raise_error` raises: the body's own exception on the minimal example, or why a verdict is missing."""
    counterexample: Counterexample | None
    partial: Partial | None
    """What ended the run before Hypothesis was done. A counterexample may not be minimal then, and a pass rests on
    fewer examples than asked for."""

    @property
    def passed(self) -> bool:
        """Return whether all examples passed."""
        return self.error is None

    def raise_error(self) -> None:
        """Raise the error, if there is one."""
        __tracebackhide__ = True  # pytest shows the body only
        if self.error is not None:
            raise self.error

    def __str__(self) -> str:
        s = self.statistics
        if self.passed:
            verdict = f"passed {s.examples:,} examples"
        elif self.counterexample is None:
            verdict = f"{type(self.error).__name__} after {s.examples:,} examples"
        else:
            verdict = f"failed at example {s.examples:,}, {s.shrinks:,} more to shrink it"
        details = [f"{s.invalid:,} invalid"] if s.invalid else []
        if self.partial:
            details.append(f"stopped early: {self.partial}")
        details.append(f"{s.seconds:.2f} s")
        details.append("derandomized" if self.seed is None else f"seed {self.seed}")
        return f"{self.name}: {verdict}; {'; '.join(details)}"


class HungBody(SimTimeoutError):
    """An example exceeded its limit of simulated time. It shrinks like any failure."""


class NoExamples(Unsatisfiable):
    """No example was judged, or too few to call it a pass."""


class FlakyProperty(Flaky):
    """Whether the example fails does not depend on it alone.

    `__cause__` is the body's exception, or Hypothesis' own report.
    """

    examples: tuple[tuple[Any, ...], ...] = ()
    """The values of the examples that the text shows, if any. The last one fails by what others have left behind."""


class Stop(KeyboardInterrupt):
    """Ends Hypothesis' run.

    Hypothesis takes this exception neither for a failure of the example nor for a reason to keep the example in the
    database.
    """


def skips() -> tuple[type[BaseException], ...]:
    """Return the exceptions by which a body discards an example."""
    pytest = sys.modules.get("pytest")
    return (SkipTest,) if pytest is None else (SkipTest, pytest.skip.Exception)
