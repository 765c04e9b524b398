"""Inside the simulator: selects one mutant after the other, and plays against it until an example kills it."""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import time
import traceback
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

from loopline.contract.checker import Mismatch
from loopline.errors import BadInput
from loopline.mutate.examples import Example, Examples
from loopline.mutate.job import MutantJob
from loopline.mutate.netlist import SELECT
from loopline.simulation.channel import Channel
from loopline.simulation.delays import read_delays
from loopline.simulation.job import DECK, Outcome
from loopline.system import disk
from loopline.trial.play import trial
from loopline.trial.trial import write_down_at_a_signal

#: The exit code of a copy that has come to the end of what it was to do.
_DONE = 67


async def apart(play: Coroutine[Any, Any, None], channel: Channel) -> None:
    """Wait until a copy has played. If it ends in any other way, as a simulation may, this one ends in the same way."""
    gc.freeze()  # so that a collection in the copy leaves the memory shared
    if copy := os.fork():
        _, status = os.waitpid(copy, 0)  # noqa: ASYNC222 - nothing else is to happen
        write_down_at_a_signal(channel)
        if (code := os.waitstatus_to_exitcode(status)) != _DONE:
            _end_as(code)
        play.close()
        return
    channel.is_copy = True
    write_down_at_a_signal(channel)
    _end_at_once()
    await play
    os._exit(_DONE)


def _end_at_once() -> None:
    """A simulator that ends by itself cleans up, and would wait for threads that its copy does not have. What it has
    said is written first: what is registered last is called first."""
    library = ctypes.CDLL(None)
    for function, argument in ((library._exit, 1), (library.fflush, None)):
        library.__cxa_atexit(ctypes.cast(function, ctypes.c_void_p), ctypes.c_void_p(argument), None)


def _end_as(code: int) -> None:
    """A copy that was killed, by whomever: so is this one."""
    if code < 0:
        with suppress(OSError):  # of some it cannot be said what they do
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


class Killer:
    """Does jobs of `mutate`. What can be known of the examples beforehand is found out here, once; each mutant is
    played apart from all others."""

    def __init__(self, top: Any, job: MutantJob, channel: Channel) -> None:
        self._top, self._channel = top, channel
        self._trial = trial(top, job, channel)
        self._deck = job.deck
        #: The examples for all mutants, by the number of turns that they should have together.
        self._drawn: dict[int | None, Examples] = {}

    @property
    def outcome(self) -> Outcome:
        return self._trial.outcome

    async def do(self, job: MutantJob) -> None:
        self._trial.job = job
        examples = await self._examples(job)
        await apart(self._do(job, examples), self._channel)

    async def _do(self, job: MutantJob, examples: Examples) -> None:
        getattr(self._top.dut, SELECT).value = job.mutant
        await (self._shrink(job) if job.scripts else self._try(job, examples))

    async def _examples(self, job: MutantJob) -> Examples:
        trial, new = self._trial, job.turns not in self._drawn
        trial.outcome = Outcome(name="drawing")
        examples = self._drawn.setdefault(job.turns, Examples(trial, job.seed))
        if job.turns is None:
            properties = [one for one in trial.game.properties() if one.name in job.properties]
            await examples.share(properties, job.examples, job.shared)
            if DECK in job.properties:
                examples.deal(self._deck)
        elif new:
            await examples.draw(trial.game.baseline(), job.examples, job.turns)
            for example in examples.order(job.properties, (), job.first, job.last):
                examples.plan(example)
                trial.pulse()
        return examples

    async def _try(self, job: MutantJob, examples: Examples) -> None:
        """Play the examples of the job until one kills the mutant."""
        trial, started, turns = self._trial, time.monotonic(), 0
        outcome = trial.outcome = Outcome(name="", figures={"mutant": job.mutant, "example": 0})
        for example in examples.order(job.properties, job.kills, job.first, job.last):
            outcome.name, outcome.figures["example"], outcome.turns = example.property, example.number, turns
            trial.report(outcome)
            try:
                outcome.cycles += await trial.carry_out(examples.plan(example))
            except BadInput:
                raise
            except Exception as error:
                disk.check(Path())  # what was recorded may not be all there was
                self._describe(example, error)
                turns += trial.game.turns(trial.game.until(example.script, outcome.request))
                break
            finally:
                outcome.figures = {"mutant": job.mutant, "example": example.number}  # a trial has its own
            turns += example.turns
            if self._channel.stopped:
                return  # without a verdict
        else:
            outcome.state = "agrees"
        outcome.turns, outcome.seconds = turns, time.monotonic() - started
        trial.report(outcome)

    def _describe(self, example: Example, error: Exception) -> None:
        outcome, trial = self._trial.outcome, self._trial
        if isinstance(error, Mismatch):
            trial.describe(example.script, example.delays, error)
            outcome.state = "mismatch"
        else:  # any output of a mutant must be judged: this is a fault of the harness, and no kill
            outcome.state, outcome.error = "error", f"{type(error).__name__}: {error}"
            outcome.script, outcome.delays = trial.game.write(example.script), example.delays.hex()
            outcome.told = "".join(traceback.format_exception(error))

    async def _shrink(self, job: MutantJob) -> None:
        trial, started = self._trial, time.monotonic()
        [(name, text, delays)] = job.scripts
        script = trial.game.read(text.split())
        outcome = trial.outcome = Outcome(name=name, figures={"mutant": job.mutant})
        outcome.turns_before = trial.game.turns(script)
        trial.report(outcome)
        await trial.minimise(script, read_delays(delays), outcome)
        outcome.figures = {"mutant": job.mutant}
        outcome.state = "mismatch" if outcome.script else "agrees"
        outcome.seconds = time.monotonic() - started
        trial.report(outcome)
