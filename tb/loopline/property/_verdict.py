"""From what a run ended with to what its result says."""

from __future__ import annotations

from collections.abc import Sequence
from unittest import SkipTest

from hypothesis.errors import Flaky

from ._errors import FlakyProperty, Interrupted, NoExamples
from ._property import Property
from ._replay import Replay
from ._result import Counterexample, Partial, Statistics
from ._stack import on_a_stack_of_its_own
from ._trial import Trial
from ._words import FLAKY, NO_EXAMPLES, users


def flaky(property: Property, what: str) -> FlakyProperty:
    return FlakyProperty(f"{property.name}: {FLAKY}\n{what}")


def verdict_of(
    property: Property, error: BaseException | None, statistics: Statistics, partial: Partial | None
) -> BaseException | None:
    """The error of the result, given what the search ended with."""
    if isinstance(error, Flaky):
        error, cause = flaky(property, str(error)), error
        error.__cause__ = cause.with_traceback(None)
        for each in getattr(cause, "exceptions", ()):
            each.__traceback__ = users(each.__traceback__)
    elif statistics.examples == 0 and (error is None or isinstance(error, SkipTest)):
        error = NoExamples(f"{property.name}: not one example was judged; {NO_EXAMPLES[partial]}")
    elif error is None and partial == "interrupted":
        error = Interrupted(f"{property.name}: Ctrl-C after {statistics.examples:,} examples, none of which failed")
    return error and error.with_traceback(users(error.__traceback__))


def counterexample_of(property: Property, trial: Trial, reported: Sequence[str], replay: Replay) -> Counterexample:
    return Counterexample(
        tuple(trial.values.values()),
        tuple(trial.draws),
        "\n".join([*reported, *getattr(trial.error, "__notes__", ())]),
        lambda body: on_a_stack_of_its_own(replay.run_again, trial, body or property.body),
    )
