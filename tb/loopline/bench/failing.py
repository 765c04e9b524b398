"""How a bench fails: by a mismatch, reported as `verify` does, with the game saved; or as nothing was checked."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Callable, Coroutine, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import cocotb
from cocotb.task import Task

from loopline.campaign import Campaign
from loopline.campaign.failures import game_file, slug
from loopline.campaign.findings import finding_of
from loopline.campaign.plan import Plan
from loopline.contract.checker import Mismatch
from loopline.contract.game import Subject
from loopline.design import simulators
from loopline.errors import BadInput
from loopline.report.findings import failure_text
from loopline.simulation.delays import EVERY, FIRST, MOST, SHORT, Wait, joined, write_delays
from loopline.simulation.job import Draft, Outcome
from loopline.system import replace_file

#: A request, and its answer by its fields; empty: the answer is unknown.
Answered = tuple[list[int], list[int]]

#: The most cycles of a short delay.
_SHORTEST = 7


class Disagrees(AssertionError):
    """The design and the golden model disagree. The text is the report; `game` is the file with the game so far."""

    def __init__(self, mismatch: Mismatch, report: str, game: Path) -> None:
        super().__init__(f"\n{report}")
        self.mismatch, self.game = mismatch, game


class NothingChecked(AssertionError):
    """The test has ended before anything was compared: a pass would mean nothing."""


class TurnRefused(Exception):
    """The golden model refuses a turn, and so does the design."""

    def __init__(self, word: str, reason: str) -> None:
        super().__init__(f"{word}: {reason}")
        self.reason = reason


class _Bench(Protocol):
    #: What was called and has not come to its end, as it was written.
    calls: dict[object, str]


_B = TypeVar("_B", bound=_Bench)
_P = ParamSpec("_P")
_R = TypeVar("_R")
_Method = Callable[Concatenate[_B, _P], Coroutine[Any, Any, _R]]


def must_end(method: _Method[_B, _P, _R]) -> _Method[_B, _P, _R]:
    """Wrap a method of a bench. While a call of it has not come to its end, or was never awaited, `calls` has it."""

    @wraps(method)
    def called(bench: _B, /, *args: _P.args, **options: _P.kwargs) -> Coroutine[Any, Any, _R]:
        shown = [*map(repr, args), *(f"{name}={value!r}" for name, value in options.items())]
        call = object()
        bench.calls[call] = f"{method.__name__}({', '.join(shown)})"

        async def run() -> _R:
            try:
                result = await method(bench, *args, **options)
            except Exception:  # of a task that is cancelled the call stays
                bench.calls.pop(call, None)
                raise
            bench.calls.pop(call, None)
            return result

        return run()

    return called


def unfinished(name: str, calls: dict[object, str]) -> NothingChecked:
    """Return the failure of a test that has ended before these calls."""
    call, *_ = calls.values()
    return NothingChecked(
        f"{name}: the test has ended before {call} did: write `await` before it, if no other failure is told"
    )


#: The tasks that check a design, by the path of the signal by which it is asked.
_checking: dict[str, Task[None]] = {}


def checks(signal: Any, task: Task[None]) -> None:
    """Note that this task checks the design that is asked by this signal. Raises BadInput if another one does."""
    checking = _checking.get(signal._path)
    if checking is not None and not checking.done():
        task.cancel()
        raise BadInput(f"{signal._path} has a bench in this test already: use that one; its reset() begins a new game")
    _checking[signal._path] = task


def disagrees(
    mismatch: Mismatch,
    subject: Subject,
    requests: Sequence[Any],
    waits: Sequence[tuple[int, int]],
    first: bool,
    out: Path,
    read: Sequence[Answered] = (),
    unread: str = "",
) -> Disagrees:
    """Return the failure after these requests.

    Args:
        mismatch: What is wrong.
        subject: The design, and its game.
        requests: The requests.
        waits: By how many cycles each was late, and its answer left waiting.
        first: Whether a request was made in the first cycle after a reset.
        out: The folder in which the game is saved.
        read: What the hardware has on its board.
        unread: Why that is not known.
    """
    game = subject.engine
    asked = list(requests) or game.requests(game.script_of([]))[:1]  # no file can have an empty game
    outcome = Draft(name=f"bench of {subject.dut.name}", state="mismatch", script=game.write(game.script_of(asked)))
    delays, unwritten = delays_of(waits, first)
    outcome.delays = write_delays(delays)
    if read:
        outcome.board = [*((list(map(int, request)), []) for request in asked), *read]
    mismatch.put_into(outcome)
    notes = [unread and f"the hardware's board was not read: {unread}", unwritten]
    return disagreement(mismatch, outcome.done(), subject, out, notes)


def disagreement(
    mismatch: Mismatch, outcome: Outcome, subject: Subject, out: Path, notes: Sequence[str] = ()
) -> Disagrees:
    """Return the failure with this outcome, whose script is saved.

    Args:
        mismatch: What is wrong.
        outcome: The outcome.
        subject: The design, and its game.
        out: The folder in which the script is saved.
        notes: What is to be said behind the report.
    """
    dut, seed = subject.dut, int(cocotb.RANDOM_SEED)
    text = game_file(outcome, dut, seed)
    file = out / f"{slug(dut.name)}-{hashlib.sha256(text.encode()).hexdigest()[:8]}{subject.game.suffix}"
    out.mkdir(parents=True, exist_ok=True)
    replace_file(file, text)
    simulator = simulators.find("icarus" if "icarus" in cocotb.SIM_NAME.lower() else "verilator")
    campaign, finding = Campaign(Plan(subject, Path("out"), seed)), finding_of(simulator, outcome)
    campaign.findings.append(finding)
    report = failure_text(campaign, finding).strip()
    # A simulation runs in a folder of its own, so these paths are absolute.
    command = ["loopline", "replay", str(file.resolve()), "--dut", str(dut.path), "--sim", simulator.name]
    lines = [f"  replay    {shlex.join(command)}", *(f"  note      {note}" for note in notes if note)]
    return Disagrees(mismatch, "\n".join([report, *lines, ""]), file)


def delays_of(waits: Sequence[tuple[int, int]], first: bool = False) -> tuple[bytes, str]:
    """Return the delays of a script that is late where these requests and their answers were.

    `first`: whether a request was made in the first cycle after a reset. If part of them cannot be written, a sentence
    says so.
    """
    late = [number for number, both in enumerate(waits) if any(both)]
    hasty = [FIRST] if first else []
    if not late:
        return joined(b"", hasty), ""
    short = {number for number in late if number < SHORT and max(waits[number]) <= _SHORTEST}
    if len(waits) > SHORT and len(short) == len(late):
        short.discard(late[-1])  # short delays alone would come again after the last
    long = [
        Wait(number, kind, cycles)
        for number in late
        if number not in short
        for kind, cycles in zip(("request", "answer"), waits[number], strict=True)
        if cycles
    ]
    fit = [wait for wait in long if wait.request < EVERY and wait.cycles <= MOST]
    data = bytes(_short(*waits[number]) if number in short else 0 for number in range(min(len(waits), SHORT)))
    unfit = [wait for wait in long if wait not in fit]
    says = f"a saved game cannot say that {unfit[0].describe('request')}: its replay may agree" if unfit else ""
    return joined(data if short else b"", [*fit, *hasty]), says


def _short(gap: int, stall: int) -> int:
    return 192 | stall << 3 | gap


def said(error: AssertionError) -> AssertionError:
    """Log a failure and return it.

    cocotb fails the test, but does not tell what a task raises when it is cancelled at the end of its test.
    """
    cocotb.log.warning("%s: %s", type(error).__name__, error)
    return error
