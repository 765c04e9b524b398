"""Running checks one after the other: whatever happens in one, there is a result for each."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from loopline.games.trax.record import Record

State = Literal["agrees", "mismatch", "nothing ran", "interrupted", "not run"]


class Mismatch(Exception):
    """Two things that should agree do not. The text says which; the record is the smallest game that shows it."""

    def __init__(self, text: str, record: Record | None = None, found: str = "") -> None:
        super().__init__(text)
        self.record = record
        #: How it was found: at which example, shrunk from what.
        self.found = found


@dataclass
class Tally:
    """What a check has looked at so far."""

    examples: int = 0
    turns: int = 0
    on_example: Callable[[], None] = lambda: None

    def add(self, turns: int) -> None:
        self.examples += 1
        self.turns += turns
        self.on_example()


@dataclass(frozen=True)
class Check:
    name: str
    #: Raises Mismatch.
    run: Callable[[Tally], None]
    #: How many examples it is going to look at.
    examples: int


@dataclass
class Result:
    check: str
    state: State = "not run"
    tally: Tally = field(default_factory=Tally)
    seconds: float = 0.0
    mismatch: Mismatch | None = None


def run(checks: Iterable[Check], on_start: Callable[[Check], Callable[[], None]]) -> Iterator[Result]:
    """One result a check. After Ctrl-C the rest is "not run"."""
    interrupted = False
    for check in checks:
        result = Result(check.name)
        if not interrupted:
            result.tally.on_example = on_start(check)
            _run(check, result)
            interrupted = result.state == "interrupted"
        yield result


def _run(check: Check, result: Result) -> None:
    started = time.perf_counter()
    try:
        check.run(result.tally)
        result.state = "agrees" if result.tally.examples else "nothing ran"
    except Mismatch as mismatch:
        result.state, result.mismatch = "mismatch", mismatch
    except KeyboardInterrupt:
        result.state = "interrupted"
    except Exception as error:
        result.state, result.mismatch = "mismatch", Mismatch(describe(error))
    result.seconds = time.perf_counter() - started


def describe(error: BaseException) -> str:
    """An exception in one line. An assertion's text says it all; of any other it matters what raised it, and where."""
    if isinstance(error, AssertionError) and error.args:
        return str(error)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {frame.name}, {Path(frame.filename).name}:{frame.lineno}: {error}"
