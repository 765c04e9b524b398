"""Checks of a game's golden model, run one after the other by `loopline verify-model`.

Each has a result, whatever happens in the others.
"""

from __future__ import annotations

import signal
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol, Self

from loopline.system import interruptible


class ModelRecord(Protocol):
    """A game that shows a mismatch. `str` gives its moves, as the game's reader reads them."""

    def __len__(self) -> int:
        """Return the number of turns."""

    @property
    def rules_text(self) -> str:
        """What `--rules` is given for its rules; empty for the usual ones."""


class ModelMismatch(Exception):
    """A mismatch of two things that should agree.

    The text says which; the record is the smallest game that shows it.
    """

    def __init__(self, text: str, record: ModelRecord | None = None, found: str = "") -> None:
        super().__init__(text)
        self.record = record
        #: How it was found: at which example, shrunk from what.
        self.found = found


@dataclass
class Tally:
    """The amount that a check has looked at so far."""

    examples: int = 0
    turns: int = 0
    #: The smallest failure so far. It is the result if shrinking is interrupted.
    failure: ModelMismatch | None = None

    def add(self, turns: int) -> None:
        """Count one more example of this many turns."""
        self.examples += 1
        self.turns += turns


@dataclass(frozen=True)
class Check:
    """A check of a golden model."""

    name: str
    #: Raises ModelMismatch.
    run: Callable[[Tally], None]
    #: How many examples it is going to look at.
    examples: int


#: Seconds after which Ctrl-C is raised once more.
_AGAIN = 0.3

State = Literal["agrees", "mismatch", "nothing ran", "interrupted", "not run"]


@dataclass
class CheckResult:
    """The result of a check."""

    check: str
    state: State = "not run"
    tally: Tally = field(default_factory=Tally)
    seconds: float = 0.0
    mismatch: ModelMismatch | None = None


def run(checks: Iterable[Check], on_start: Callable[[Check], None]) -> Iterator[CheckResult]:
    """Yield a result for each check. After Ctrl-C the rest is "not run"."""
    interrupted = False
    for check in checks:
        result = CheckResult(check.name)
        if not interrupted:
            on_start(check)
            interrupted = _run(check, result)
        yield result


def _run(check: Check, result: CheckResult) -> bool:
    """Run one check. Returns whether it was interrupted."""
    started = time.perf_counter()
    result.state = "interrupted"
    with _CtrlC() as ctrl_c:
        try:
            check.run(result.tally)
            result.state = "agrees" if result.tally.examples else "nothing ran"
        except ModelMismatch as mismatch:
            result.state, result.mismatch = "mismatch", mismatch
        except Exception as error:
            if not of_an_interrupt(error):
                result.state, result.mismatch = "mismatch", ModelMismatch(describe(error))
    if result.state == "interrupted" and result.tally.failure:
        result.state, result.mismatch = "mismatch", result.tally.failure
    result.seconds = time.perf_counter() - started
    return ctrl_c.pressed


class _CtrlC:
    """A context that Ctrl-C ends, again and again until it has ended.

    Once is not enough: Python drops what is raised where nothing can be raised, as in a callback of its garbage
    collector, and Hypothesis has one. What it knows of a failure stays known.
    """

    def __init__(self) -> None:
        self.pressed = self._over = False

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGALRM, self._end)
        self._heard = interruptible(self._end)
        self._heard.__enter__()
        return self

    def _end(self, *_: object) -> None:
        if not self._over:
            self.pressed = True
            signal.setitimer(signal.ITIMER_REAL, _AGAIN)
            raise KeyboardInterrupt

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        self._over = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._before)
        self._heard.__exit__(None, None, None)
        return kind is KeyboardInterrupt


def of_an_interrupt(error: BaseException | None) -> bool:
    """Return whether Ctrl-C has led to an exception.

    Where it comes in the middle of something, what should clean up may well fail: that is not a failure of the model's.
    """
    if error is None or isinstance(error, KeyboardInterrupt):
        return error is not None
    return of_an_interrupt(error.__cause__) or of_an_interrupt(error.__context__)


def describe(error: BaseException) -> str:
    """Return an exception in one line.

    An assertion's text says it all; of any other it matters what raised it, and where.
    """
    if isinstance(error, AssertionError) and error.args:
        return str(error)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {frame.name}, {Path(frame.filename).name}:{frame.lineno}: {error}"
