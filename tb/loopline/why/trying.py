"""Inside the simulation: makes one change after the other, and plays games with each."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest
from typing import Any

from loopline.contract.checker import Mismatch
from loopline.contract.game import AnyScript, AnyScripts
from loopline.errors import BadInput
from loopline.simulation.channel import Channel
from loopline.simulation.delays import read_delays
from loopline.simulation.job import Outcome
from loopline.trial.engine import EngineTrial
from loopline.trial.play import trial
from loopline.why import (
    CHANGE,
    DONE,
    NO_CHANGE,
    ChangeJob,
    ChangeOutcome,
    FlipJob,
    FlipOutcome,
    TriedOutcome,
    TryJob,
    change,
)

#: Of the failing game with something left out, and of others that begin like one that failed: the most that are tried.
_SHORTER, _BEGUN = 120, 24

#: Of the time, the share in which gates are inverted in all cycles, or the failing game is played with each change.
_FIRST = 0.6

#: Other games that are played at once with a change with which the failing game agrees; and the most changes of a
#: statement that are played with more.
_AT_ONCE, _OF_A_STATEMENT = 4, 8

#: A change that takes longer than this many times the failing game counts as one that hangs.
_TIMES, _LEAST = 2, 500


class _Changing:
    """Plays the failing game with changes."""

    def __init__(self, top: Any, job: TryJob, channel: Channel) -> None:
        self._top, self._trial, self._tried = top, trial(top, job, channel), 0

    @property
    def outcome(self) -> Outcome:
        """What the run has found."""
        return self._trial.outcome

    async def _begin(self, job: TryJob) -> bool:
        """Play the failing game as it is. Returns whether it fails; if not, an outcome says so."""
        trial, self._seconds = self._trial, job.seconds or 0.0
        self._until = time.monotonic() + self._seconds
        [(_, text, delays)] = job.scripts
        self._failing, self._waiting = trial.game.read(text.split()), read_delays(delays)
        self._plan = trial.plan(self._failing, self._waiting)
        try:
            await trial.carry_out(self._plan)
        except Mismatch as mismatch:
            self._wrong = mismatch.cycle or 0
        else:
            trial.report(Outcome(name=NO_CHANGE, state="agrees"))
            return False
        if isinstance(trial, EngineTrial):
            self._text = trial.last.text
            trial.patience = min(trial.patience, _TIMES * self._wrong + _LEAST)
        return True

    async def _agrees(self, word: int, plan: Any) -> bool:
        getattr(self._top.dut, CHANGE).value = word
        try:
            return await self._trial.agrees(plan)
        except BadInput:  # of the patience
            return False

    def _over(self, share: float = 1.0) -> bool:
        """Whether this share of the time is."""
        return self._trial.channel.stopped or time.monotonic() > self._until - (1 - share) * self._seconds

    def _note(self, number: int) -> None:
        """In case that the simulation ends with this change."""
        self._tried += 1
        self._trial.outcome = TriedOutcome(name="", number=number)
        self._trial.report(self._trial.outcome)

    def _done(self) -> None:
        self._trial.report(TriedOutcome(name=DONE, state="agrees", tried=self._tried))


class Flipping(_Changing):
    """Inverts one gate after the other. An outcome for each of which that changes anything tells with how many
    inversions the failing game agrees."""

    async def do(self, job: FlipJob) -> None:
        """Invert all bits of a gate in all cycles; then, of those that matter and have one bit, in one cycle, the first
        wrong one and those before it."""
        if not await self._begin(job):
            return
        always, once = dict[int, bool](), Counter[int]()
        for number, width in job.tries:
            if self._over(_FIRST):
                break
            self._note(number)
            agrees = await self._agrees(change(number, mask=(1 << width) - 1), self._plan)
            if agrees or self._differs():
                always[number] = agrees
        narrow = [number for number, width in job.tries if number in always and width == 1]
        for cycle in range(self._wrong if isinstance(self._trial, EngineTrial) else 0, 0, -1):
            for number in narrow:
                if self._over():
                    break
                once[number] += await self._agrees(change(number, mask=1, at=cycle), self._plan)
        for number, agrees in always.items():
            self._trial.report(FlipOutcome(name="", state="agrees", number=number, always=agrees, once=once[number]))
        self._done()

    def _differs(self) -> bool:
        """Whether the last record is another than that of no change."""
        return not isinstance(self._trial, EngineTrial) or self._trial.last.text != self._text


class Trying(_Changing):
    """Makes one change after the other. Those with which the failing game agrees have outcomes that tell with how many
    other games they agree, one after the other."""

    async def do(self, job: ChangeJob) -> None:
        """Play the failing game with each change of the job, and those that it agrees with the first of the other games
        at once; then, of those that have agreed with all, a few of each statement with the rest of the games."""
        if not await self._begin(job):
            return
        trial, good, of = self._trial, dict[int, tuple[int, int]](), Counter[int]()
        others = (trial.plan(*one) for one in neighbours(trial.game, self._failing, self._waiting, job.deck))
        first = [*islice(others, _AT_ONCE)]
        for number, text, statement in job.tries:
            if self._over(_FIRST):
                break
            self._note(number)
            word = int(text, 16)
            if of[statement] == _OF_A_STATEMENT or not await self._agrees(word, self._plan):
                continue
            agreed, games = 0, 0
            while agreed == games < len(first):
                agreed, games = agreed + await self._agrees(word, first[games]), games + 1
            self._tell(number, agreed, games)
            if agreed == games:
                good[number] = word, games
                of[statement] += 1
        for at, plan in enumerate(others, len(first)):
            for number, (word, games) in list(good.items()):
                if self._over():
                    break
                agrees = await self._agrees(word, plan)
                self._tell(number, games + agrees, at + 1)
                good[number] = word, games + 1
                if not agrees:
                    del good[number]
        self._done()

    def _tell(self, number: int, agreed: int, games: int) -> None:
        self._trial.report(ChangeOutcome(name="", state="agrees", number=number, agreed=agreed, games=games))


def neighbours(
    game: AnyScripts, failing: AnyScript, delays: bytes, others: Sequence[tuple[str, str, str]]
) -> Iterator[tuple[AnyScript, bytes]]:
    """A failing game with something left out or its beginning, and other games, in turn."""
    small = [(shorter, delays) for shorter in islice(game.shorter(failing), _SHORTER)]
    small += [(game.until(failing, number), delays) for number in range(_BEGUN)]
    large = ((game.read(text.split()), read_delays(waiting)) for _, text, waiting in others)
    for two in zip_longest(small, large):
        yield from filter(None, two)
