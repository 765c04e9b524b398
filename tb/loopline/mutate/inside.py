"""Inside the simulator, with all mutants in it: plays against one after the other, each in a copy of the simulation.

`Examples` are what all mutants are tried with. They are drawn once, as the model's answers do not depend on the mutant,
and shared by all simulations of a run, in a folder. `Killer` plays them until one kills the mutant. `GameSelector`
finds out which games kill given mutants, and how small a game can become that kills them.
"""

from __future__ import annotations

import ctypes
import gc
import os
import pickle
import signal
import time
import traceback
from collections.abc import Coroutine, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

from cocotbext.hypothesis import check

from loopline import system
from loopline.contract.checker import Mismatch, Wrong
from loopline.contract.coverage import Coverage
from loopline.contract.game import AnyScript, Property, Subject
from loopline.drawing import property_of
from loopline.errors import BadInput
from loopline.mutate.netlist import SELECT
from loopline.mutate.verdict import DistilJob, DistilOutcome, MutantJob, MutantOutcome, bins_of
from loopline.simulation.channel import Channel, write_down_at_a_signal
from loopline.simulation.delays import read_delays, write_delays
from loopline.simulation.job import DECK, Draft, Job, TrialJob
from loopline.trial import Account, Hardware, stalls
from loopline.trial.engine import EngineHardware, Plan
from loopline.trial.play import trial
from loopline.trial.shrinking import reduced

#: What an attempt costs besides being played, and each game besides its cycles: in cycles that take as long.
_ATTEMPT, _PLAY = 5_000, 1_000

#: The exit code of a copy that has done its job.
_DONE = 67


@dataclass
class Example:
    """One example of a property, or a game of the deck."""

    property: str
    number: int
    script: AnyScript
    delays: bytes
    turns: int
    plan: Any = field(default=None, repr=False)


class Examples:
    """Examples by property, each as a property's own run with this seed would have drawn them."""

    def __init__(self, hardware: Hardware, seed: int) -> None:
        self._hardware, self._account = hardware, hardware.account
        self._seed = seed
        self._examples: dict[str, list[Example]] = {}

    def deal(self, deck: Iterable[tuple[str, str, str]]) -> None:
        """Add the games of the deck."""
        if DECK in self._examples:
            return
        game, games = self._account.game, self._examples.setdefault(DECK, [])
        for number, (_, text, delays) in enumerate(deck, 1):
            script = game.read(text.split())
            games.append(Example(DECK, number, script, read_delays(delays), game.turns(script)))
            self.plan(games[-1])
            self._account.pulse()

    async def share(self, properties: Iterable[Property], examples: int, folder: Path) -> None:
        """Get this many examples of each property, drawn here or by another simulation.

        Args:
            properties: The properties.
            examples: The number of examples.
            folder: The folder in which simulations share examples.
        """
        missing = [property for property in properties if property.name not in self._examples]
        for wait in (False, True):  # first those that no other simulation is drawing
            for property in missing:
                file = folder / f"{property.name}.pickle"
                with system.locked(file.with_suffix(".lock"), wait=wait) as ours:
                    if ours and property.name not in self._examples:
                        self._examples[property.name] = _read(file) or await self._written(file, property, examples)

    async def _written(self, file: Path, property: Property, examples: int) -> list[Example]:
        drawn = await self.draw(property, examples)
        for example in drawn:
            self.plan(example)
            self._account.pulse()
        draft = file.with_suffix(".draft")
        with suppress(OSError, pickle.PicklingError, TypeError, AttributeError):  # then each draws them itself
            draft.write_bytes(pickle.dumps(drawn, pickle.HIGHEST_PROTOCOL))
            draft.replace(file)
        return drawn

    async def draw(self, property: Property, examples: int) -> list[Example]:
        """Return this many examples of a property."""
        drawn: list[Example] = []

        async def take(account: Account, script: AnyScript, delays: bytes) -> None:
            drawn.append(Example(property.name, len(drawn) + 1, script, delays, account.game.turns(script)))
            account.pulse()

        test = property_of(take, property.scripts, stalls, examples=examples, seed=self._seed)
        (await check(test, self._account, reset=None, timeout=None)).raise_error()
        return drawn

    def order(
        self, properties: Sequence[str], kills: Iterable[tuple[str, int, int]], first: int, last: int
    ) -> list[Example]:
        """Return the examples from `first` to before `last`, and with the very first ones the deck.

        First come those that have killed most for each of their turns, then the rest of the deck, then the first
        example of each property, the second of each, and so on.

        Args:
            properties: The names of the properties.
            kills: How many mutants examples have killed: property, number, mutants.
            first: The first number.
            last: The number behind the last.
        """
        asked = list(self._examples[DECK]) if DECK in properties and first == 0 else []
        drawn = [self._examples[name] for name in properties if name != DECK]
        for number in range(first, min(last, max(map(len, drawn), default=0))):
            asked += [examples[number] for examples in drawn if number < len(examples)]
        counts = {(name, number): count for name, number, count in kills}
        return sorted(
            asked, key=lambda example: -counts.get((example.property, example.number), 0) / (example.turns + 1)
        )

    def plan(self, example: Example) -> Any:
        """Return what is predicted of an example."""
        if example.plan is None:
            example.plan = self._hardware.plan(example.script, example.delays)
        return example.plan


def _read(file: Path) -> list[Example]:
    return pickle.loads(file.read_bytes()) if file.is_file() else []


async def run_in_fork(play: Coroutine[Any, Any, None], channel: Channel) -> None:
    """Have a copy of this process play, and wait for it.

    If it ends in any other way, as a simulation may, this process ends in the same way.
    """
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
    """Have the copy end without cleaning up.

    A simulator that ends by itself would wait for threads that its copy does not have. What it has said is written
    first: what is registered last is called first.
    """
    library = ctypes.CDLL(None)
    for function, argument in ((library._exit, 1), (library.fflush, None)):
        library.__cxa_atexit(ctypes.cast(function, ctypes.c_void_p), ctypes.c_void_p(argument), None)


def _end_as(code: int) -> None:
    """End with the exit code of a copy; if it was killed, by the same signal."""
    if code < 0:
        with suppress(OSError):  # of some it cannot be said what they do
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


AnyHardware = TypeVar("AnyHardware", bound=Hardware)


class MutantDraft(MutantOutcome, Draft, frozen=False):
    """The outcome of the present mutant."""


class DistilDraft(DistilOutcome, Draft, frozen=False):
    """The outcome of the present games."""


class _MutantRunner(Generic[AnyHardware]):
    """A simulation with all mutants in it."""

    def __init__(self, top: Any, hardware: AnyHardware, channel: Channel) -> None:
        self._top, self._hardware, self._channel = top, hardware, channel
        self._account, self._game = hardware.account, hardware.account.game

    @property
    def outcome(self) -> Draft:
        """The outcome of the present job."""
        return self._account.outcome

    def _select(self, mutant: int) -> None:
        getattr(self._top.dut, SELECT).value = mutant

    async def _play(self, plan: Any) -> int:
        """Play a script against the mutant that is selected, and return the cycles.

        Raises Mismatch if it is killed, BadInput if nothing can be said, and any other exception if the harness cannot
        judge what the mutant does.
        """
        try:
            return await self._hardware.play(plan)
        except BadInput:
            raise
        except Exception:
            system.check_disk(Path())  # what was recorded may not be all there was
            raise


def _nothing(job: Job) -> TrialJob:
    """Return a job that asks for nothing, for the trial itself."""
    return TrialJob(dut=job.dut, seed=job.seed)


class Killer(_MutantRunner[Hardware]):
    """Does jobs of `mutate`. The examples are drawn and predicted here, once; each mutant is played in a copy."""

    def __init__(self, top: Any, job: MutantJob, channel: Channel) -> None:
        self._trial = trial(top, _nothing(job), channel)
        super().__init__(top, self._trial.hardware, channel)
        self._deck = job.deck
        #: The examples for all mutants.
        self._examples = Examples(self._hardware, job.seed)

    async def do(self, job: MutantJob) -> None:
        """Play the examples of the job against its mutant."""
        self._account.outcome = Draft(name="drawing")
        properties = [property for property in self._game.properties() if property.name in job.properties]
        await self._examples.share(properties, job.examples, job.shared)
        if DECK in job.properties:
            self._examples.deal(self._deck)
        await run_in_fork(self._try(job), self._channel)

    async def _try(self, job: MutantJob) -> None:
        """Play the examples of the job until one kills the mutant."""
        account, examples, started, turns = self._account, self._examples, time.monotonic(), 0
        self._select(job.mutant)
        outcome = account.outcome = MutantDraft(name="", mutant=job.mutant)
        for example in examples.order(job.properties, job.kills, job.first, job.last):
            outcome.name, outcome.example, outcome.turns = example.property, example.number, turns
            account.report()
            try:
                outcome.cycles += await self._play(examples.plan(example))
            except BadInput:
                raise
            except Exception as error:
                self._describe(outcome, example, error)
                turns += self._game.turns(self._game.until(example.script, outcome.request))
                break
            turns += example.turns
            if self._channel.stopped:
                return  # without a verdict
        else:
            outcome.state = "agrees"
        outcome.turns, outcome.seconds = turns, time.monotonic() - started
        account.report()

    def _describe(self, outcome: MutantDraft, example: Example, error: Exception) -> None:
        if isinstance(error, Mismatch):
            self._trial.describe(example.script, example.delays, error)
            outcome.state = "mismatch"
        else:  # any output of a mutant must be judged: this is a fault of the harness, and no kill
            outcome.state, outcome.error = "error", f"{type(error).__name__}: {error}"
            outcome.script, outcome.delays = self._game.write(example.script), write_delays(example.delays)
            outcome.trace = "".join(traceback.format_exception(error))


class _AttemptsSpent(Exception):
    """No more attempts."""


class GameSelector(_MutantRunner[EngineHardware]):
    """Does jobs of `mutate --write-deck`, each in a copy."""

    def __init__(self, top: Any, job: DistilJob, channel: Channel) -> None:
        super().__init__(top, EngineHardware(top, _nothing(job), Account(Subject.of(job.dut), channel)), channel)
        read = self._game.read
        #: The candidates: script, waiting; and what of them has been predicted.
        self._games = [(read(text.split()), read_delays(delays)) for _, text, delays in job.scripts]
        self._plans: dict[int, Plan] = {}
        #: Where the harness failed last.
        self._trace = ""

    async def do(self, job: DistilJob) -> None:
        """Judge the games of the job, or reduce its game."""
        self._account.outcome = Draft(name="planning")
        for number in job.which:
            self._plan(number)
            self._account.pulse()
        await run_in_fork(self._do(job), self._channel)

    async def _do(self, job: DistilJob) -> None:
        with suppress(_AttemptsSpent):  # without a verdict
            await (self._reduce(job) if job.reduce else self._judge(job))

    async def _judge(self, job: DistilJob) -> None:
        """Find out which of the games kill the mutant. One that hangs in each of them is not worth the wait."""
        (mutant,) = job.mutants
        outcome = self._account.outcome = DistilDraft(name="judged")
        self._select(mutant)
        effort = job.effort
        self._trace = ""
        for number in job.which:
            if self._channel.stopped:
                raise _AttemptsSpent
            if effort <= 0:
                break
            if await self._killed(self._plan(number)):
                outcome.kills.append(number)
            effort -= self.cost
            self._account.pulse()
        outcome.state, outcome.trace = "agrees", self._trace
        self._account.report()

    async def _reduce(self, job: DistilJob) -> None:
        (number,) = job.which
        account, (script, delays) = self._account, self._games[number]
        outcome = account.outcome = DistilDraft(name="reduced")
        self._trace = ""
        account.report()
        for waiting in dict.fromkeys((b"", delays)):
            smaller = _Reduction(self, job, waiting)
            if found := await smaller.keeps(script):
                try:
                    await reduced(self._game, script, found, smaller.keeps)
                except _AttemptsSpent:
                    if self._channel.stopped:
                        raise
                outcome.script, outcome.delays = self._game.write(smaller.best), write_delays(waiting)
                break
        outcome.state, outcome.trace = "agrees", self._trace
        account.report()

    async def _killed(self, plan: Plan) -> Mismatch | None:
        """Return what kills the mutant that is selected, if this does. Where the harness fails it is not killed."""
        try:
            await self._play(plan)
        except Mismatch as mismatch:
            return mismatch
        except BadInput:
            raise
        except Exception as error:
            self._trace = "".join(traceback.format_exception(error))
        return None

    @property
    def cost(self) -> int:
        """The cost of the game that was played last, in cycles: waiting for one that hangs is the most expensive."""
        last = self._hardware.last
        return _PLAY + (last.cycles if last.text else 0) + (self._hardware.patience if last.hung else 0)

    def _plan(self, number: int) -> Plan:
        if number not in self._plans:
            self._plans[number] = self._hardware.plan(*self._games[number])
        return self._plans[number]


class _Reduction:
    """Attempts at one game, with one way of waiting."""

    def __init__(self, judge: GameSelector, job: DistilJob, delays: bytes) -> None:
        self._judge, self._delays, self._effort = judge, delays, job.effort
        self._hardware, self._account = judge._hardware, judge._account
        #: Those that were not killed last come first: what cannot be left out is soon noticed.
        self._mutants = list(job.mutants)
        self._bins = {(group, name) for group, name in job.bins}
        self.best: AnyScript = None

    @cached_property
    def _coverage(self) -> Coverage[AnyScript] | None:
        return self._hardware.game.coverage()

    async def keeps(self, script: AnyScript) -> Mismatch | None:
        """Return up to which request the script needs to go; None if it misses a mutant or a situation."""
        if self._effort <= 0 or self._judge._channel.stopped:
            raise _AttemptsSpent
        self._effort -= _ATTEMPT
        self._account.pulse()
        if self._coverage and not self._bins <= bins_of(self._coverage, script, self._delays):
            return None
        plan, last = self._hardware.plan(script, self._delays), 0
        for mutant in self._mutants:
            self._judge._select(mutant)
            mismatch = await self._judge._killed(plan)
            self._effort -= self._judge.cost
            if mismatch is None:
                self._mutants.remove(mutant)
                self._mutants.insert(0, mutant)
                return None
            last = max(last, mismatch.request or 0)
        self.best = script
        return Mismatch(0, last if self._mutants else None, Wrong("", "", "", "kept"))
