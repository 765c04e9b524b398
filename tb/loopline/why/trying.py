"""Inside the simulation: makes one change after the other, and plays games with each."""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

from loopline import numbers
from loopline.contract.checker import Mismatch
from loopline.contract.game import AnyScript, AnyScripts
from loopline.errors import BadInput
from loopline.simulation.channel import Channel
from loopline.simulation.delays import read_delays
from loopline.simulation.job import Draft, Outcome
from loopline.trial.engine import EngineHardware
from loopline.trial.play import hardware
from loopline.trial.player import PlayerHardware
from loopline.why import (
    DONE,
    LOOK,
    NO_CHANGE,
    WINDOW,
    WRITTEN,
    ChangeJob,
    ChangeOutcome,
    FlipJob,
    FlipOutcome,
    LookJob,
    TryJob,
    TryOutcome,
    change,
)
from loopline.why.copies import Copies
from loopline.why.effects import BEFORE, FAILING, OTHERS, rows_in

#: Of the failing game with something left out, and of others that begin like one that failed: the most that are tried.
_SHORTER, _BEGUN = 120, 24

#: Of the time, the share in which gates are inverted in all cycles, or the failing game is played with each change; and
#: the share in which its end is.
_FIRST, _FIRST_ENDS = 0.6, 0.75

#: Games that are played to find another one that fails.
_OTHERS = 16

#: The widest gate of which any bits are inverted in a single cycle.
_ANY = 2


@dataclass
class _AgreeingChange:
    """A change with which the failing game agrees, and how many other games have been played with it."""

    number: int
    word: int
    games: int = 0


#: Other games that are played at once with a change with which the failing game agrees; and the most changes of a
#: statement that are played with more.
_AT_ONCE, _OF_A_STATEMENT = 4, 8

#: A change that takes longer than this many times the failing game counts as one that hangs.
_TIMES, _LEAST = 2, 500

#: The least seconds that a player may take for a game.
_LEAST_SECONDS = 1.0


class TryDraft(TryOutcome, Draft, frozen=False):
    """The gate or the change that is being tried."""


class _Runner:
    """Plays the failing game with changes."""

    #: Of an engine: the cycles to wait for an answer of the failing game, and of any other, which may take longer.
    _patience: tuple[int, int] | None = None

    def __init__(self, top: Any, job: TryJob, channel: Channel) -> None:
        self._top, self._hardware, self._tried = top, hardware(top, job, channel), 0
        self._account = self._hardware.account
        #: Of a player: its simulation where the failing game goes on.
        self._copies: Copies | None = None

    @property
    def outcome(self) -> Draft:
        """What the run has found."""
        return self._account.outcome

    async def _begin(self, job: TryJob, word: int = 0) -> bool:
        """Play the failing game as it is. Returns whether it fails; if not, an outcome says so.

        `word`: what is written to the register until the words with which it fails.
        """
        self._seconds = job.seconds or 0.0
        self._until = time.monotonic() + self._seconds
        [(_, text, delays)] = job.scripts
        self._failing, self._waiting = self._account.game.read(text.split()), read_delays(delays)
        self._plan = self._hardware.plan(self._failing, self._waiting)
        if not await self._fails(job, word):
            self._report(Outcome(name=NO_CHANGE, state="agrees"))
            return False
        return True

    async def _fails(self, job: TryJob, word: int) -> bool:
        hardware = self._hardware
        if isinstance(hardware, PlayerHardware):
            self._copies = Copies(self._top, hardware, job.patience)
            return await self._copies.stop(self._failing, self._waiting, job.step, word)
        try:
            await hardware.play(self._plan)
        except Mismatch as mismatch:
            self._wrong, values = mismatch.cycle or 0, (mismatch.wrong.expected, mismatch.wrong.found)
            expected, found = map(numbers.leading, values)
            self._difference = 0 if expected is None or found is None else expected ^ found
            self._text = hardware.last.text
            self._patience = min(hardware.patience, _TIMES * self._wrong + _LEAST), hardware.patience
            self._wait(other=False)
            return True
        return False

    def _wait(self, other: bool) -> None:
        """Wait for answers as long as the failing game, or another one, may take."""
        if self._patience and isinstance(self._hardware, EngineHardware):
            self._hardware.patience = self._patience[other]

    async def _mends(self, word: int) -> bool:
        """Return whether the failing game agrees with a change; of a player, from the last words on before it fails."""
        if not self._copies:
            return await self._agrees(word, self._plan)
        return await self._copies.go_on(word)

    async def _agrees(self, word: int, plan: Any) -> bool:
        if self._copies:
            left = max(_LEAST_SECONDS, self._until - time.monotonic())
            script, delays = plan
            return await self._copies.play(word, script, delays, left)
        getattr(self._top.dut, WRITTEN).value = word
        try:
            return await self._hardware.agrees(plan)
        except BadInput:  # of the patience
            return False

    def _over(self, share: float = 1.0) -> bool:
        """Return whether this share of the time is over."""
        return self._account.channel.stopped or time.monotonic() > self._until - (1 - share) * self._seconds

    def _note(self, number: int) -> None:
        """Note the change that is tried, in case that the simulation ends with it."""
        self._tried += 1
        self._account.outcome = TryDraft(name="", number=number)
        self._account.report()

    def _done(self) -> None:
        self._report(TryOutcome(name=DONE, state="agrees", tried=self._tried))

    def _report(self, outcome: Outcome) -> None:
        self._account.channel.report(outcome)


class LookRunner(_Runner):
    """Has modules write down what changes would do."""

    async def do(self, job: LookJob) -> None:
        """Play the failing game, and others for as long as there is time. Remove what a game that fails has written."""
        if not await self._begin(job, recording(BEFORE)):
            return
        await self._mends(recording(FAILING))
        hardware = self._hardware
        for window, (_, text, delays) in enumerate(job.deck, OTHERS):
            if self._over():
                break
            plan = hardware.plan(hardware.game.read(text.split()), read_delays(delays))
            try:
                agrees = await self._agrees(recording(window), plan)
            except TimeoutError:
                agrees = False
            for file in rows_in(Path(), window) if not agrees else ():
                file.unlink()
        self._done()


def recording(window: int) -> int:
    """Return what is written to the register so that modules write down what changes would do in a game."""
    return window << WINDOW | 1 << LOOK


class FlipRunner(_Runner):
    """Inverts one gate after the other.

    An outcome for each of which that changes anything tells with how many inversions the failing game agrees.
    """

    async def do(self, job: FlipJob) -> None:
        """Invert all bits of a gate in all cycles; then change those that matter in or before the first wrong cycle.

        Of a vector the bits are inverted in which the wrong signal is wrong, or, of a short one, any.
        """
        if not await self._begin(job):
            return
        always, once = dict[int, bool](), set[int]()
        second = await self._another(job)
        for number, width, _ in job.tries:
            if self._over(_FIRST):
                break
            self._note(number)
            word = change(number, mask=(1 << width) - 1)
            agrees = await self._mends(word)
            if agrees or self._differs() or (second and await self._moves(word, *second)):
                always[number] = agrees
                self._tell(number, agrees, once=False)
        for number, word in self._single([attempt for attempt in job.tries if attempt[0] in always]):
            if self._over():
                break
            if number not in once and await self._agrees(word, self._plan):
                once.add(number)
                self._tell(number, always[number], once=True)
        self._done()

    async def _another(self, job: FlipJob) -> tuple[Any, str] | None:
        """Return another game that fails, and its record.

        With one alone, an inversion may leave the record as it is by coincidence.
        """
        hardware = self._hardware
        if not isinstance(hardware, EngineHardware):
            return None
        for script, delays in islice(neighbours(hardware.game, self._failing, self._waiting, job.deck), _OTHERS):
            if not await self._agrees(0, plan := hardware.plan(script, delays)):
                return plan, hardware.last.text
        return None

    async def _moves(self, word: int, plan: Any, text: str) -> bool:
        """Return whether the record of that game is another one with a change."""
        await self._agrees(word, plan)
        hardware = self._hardware
        return isinstance(hardware, EngineHardware) and hardware.last.text != text

    def _tell(self, number: int, always: bool, once: bool) -> None:
        """Report a gate at once: the next one may end the simulation."""
        self._report(FlipOutcome(name="", state="agrees", number=number, always=always, once=once))

    def _single(self, gates: Sequence[tuple[int, int, int]]) -> Iterator[tuple[int, int]]:
        """Yield changes of these gates in one cycle, the last cycles first."""
        for back in range(self._wrong):
            for number, width, depth in gates:
                for mask in self._masks(width) if depth <= back else ():
                    yield number, change(number, mask=mask, at=self._wrong - back)

    def _masks(self, width: int) -> Sequence[int]:
        if width <= _ANY:
            return range(1, 1 << width)
        return [self._difference] if 0 < self._difference < 1 << width else []

    def _differs(self) -> bool:
        """Return whether the last record is another than that of no change."""
        hardware = self._hardware
        return isinstance(hardware, EngineHardware) and hardware.last.text != self._text


class ChangeRunner(_Runner):
    """Makes one change after the other.

    Those with which the failing game agrees have outcomes that tell with how many other games they agree, one after the
    other.
    """

    async def do(self, job: ChangeJob) -> None:
        """Play the failing game with each change of the job, and if it agrees, the first of the other games at once.

        Then, of each statement, play the rest of the games with a change that has agreed with all of these, until one
        does not agree: then it is the turn of the statement's next change that agrees with that game.
        """
        if not await self._begin(job):
            return
        self._is_short = self._copies is not None and await self._copies.is_short()
        hardware, good = self._hardware, defaultdict[int, deque[_AgreeingChange]](deque)
        others = (
            hardware.plan(*change) for change in neighbours(hardware.game, self._failing, self._waiting, job.deck)
        )
        first = [*islice(others, _AT_ONCE)]
        failed = set[int]()
        for number, text, statement, group in job.tries:
            if self._over(_FIRST_ENDS if self._copies else _FIRST):
                break
            if group in failed or len(good[statement]) == _OF_A_STATEMENT:
                continue
            self._note(number)
            word = int(text, 16)
            self._wait(other=False)
            if not await self._mends_from_the_start(word):
                failed.add(group)
                continue
            if await self._agrees_with(change := _AgreeingChange(number, word), first):
                good[statement].append(change)
        plans = first
        for plan in others:
            plans.append(plan)
            for changes in good.values():
                while changes and not await self._agrees_with(changes[0], plans):
                    changes.popleft()
            if self._over():
                break
        self._done()

    async def _mends_from_the_start(self, word: int) -> bool:
        """Return whether all of the failing game agrees with a change; of a long one, its end is played first."""
        if not self._copies:
            return await self._mends(word)
        if self._is_short:
            return await self._copies.again(word)
        with suppress(TimeoutError):
            return await self._mends(word) and await self._agrees(word, self._plan)
        return False

    async def _agrees_with(self, candidate: _AgreeingChange, plans: Sequence[Any]) -> bool:
        """Return whether a change agrees with the games that it has not played, as far as there is time.

        The last comes first: that is the one with which another change of the statement has not agreed.
        """
        self._wait(other=True)
        for plan in reversed(plans[candidate.games :]):
            if candidate.games and self._over():
                break
            try:
                agrees = await self._agrees(candidate.word, plan)
            except TimeoutError:
                break
            candidate.games += 1
            self._tell(candidate.number, candidate.games - (not agrees), candidate.games)
            if not agrees:
                return False
        return True

    def _tell(self, number: int, agreed: int, games: int) -> None:
        self._report(ChangeOutcome(name="", state="agrees", number=number, agreed=agreed, games=games))


def neighbours(
    game: AnyScripts, failing: AnyScript, delays: bytes, others: Sequence[tuple[str, str, str]]
) -> Iterator[tuple[AnyScript, bytes]]:
    """Yield other games in turn: a failing game with something left out or its beginning, and other games.

    Each comes once, and the failing one not at all.

    Args:
        game: The game.
        failing: The script that fails.
        delays: Its delays.
        others: Other games: name, text, delays.
    """
    small = [(shorter, delays) for shorter in islice(game.shorter(failing), _SHORTER)]
    small += [(game.until(failing, number), delays) for number in range(_BEGUN)]
    large = ((game.read(text.split()), read_delays(waiting)) for _, text, waiting in others)
    known = {(game.write(failing), delays)}
    for pair in zip_longest(small, large):
        for script, waiting in filter(None, pair):
            if (key := (game.write(script), waiting)) not in known:
                known.add(key)
                yield script, waiting
