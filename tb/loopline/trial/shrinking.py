"""Shrinking: a failing script is made smaller, until it cannot be or the time is over.

Hypothesis shrinks what it drew; the script that was made of it only the game can reduce.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from functools import partial
from itertools import chain, count, groupby, product, takewhile, zip_longest

from cocotbext.hypothesis import check

from loopline.contract.checker import Mismatch
from loopline.contract.game import AnyRequest, AnyScript, AnyScripts, EngineGame, Property
from loopline.contract.known import OmittedRequests
from loopline.drawing import property_of
from loopline.simulation.delays import shorter, simpler, without_later
from loopline.simulation.job import Draft, ScriptsJob, TrialJob
from loopline.trial import Hardware

#: When a failure's game is not very short: the number of others that are made up for each of its turns, and of those
#: among them that fail and are made smaller.
_OTHERS, _TRIES = 60, 4

#: Of each kind of games that may fail as well, this many turns are tried; in another order, this many altogether.
_TURNS, _REORDERED = 80_000, 20_000


#: Plays a script, and returns the mismatch if it fails.
Fails = Callable[[AnyScript], Awaitable[Mismatch | None]]

#: All games of up to this many turns are tried when a failing one is longer, as far as the effort for them goes.
FEW = 4


class ShrinkingOver(Exception):
    """The exception that ends shrinking. The trial says why."""


class Attempts:
    """The scripts played for one job, with how the smallest known one fails."""

    def __init__(self, job: TrialJob, hardware: Hardware) -> None:
        self.job, self.hardware, self.account = job, hardware, hardware.account
        self.game, self.limits = self.account.game, self.account.limits
        self._not_asked = OmittedRequests(self.account.subject) if job.dut.contract == "engine" else None
        #: Whether what was played last is to be kept for the next run.
        self.keeps = False

    def asked(self, script: AnyScript) -> AnyScript:
        """Return the script without what is not asked because of a known bug. Saved games are played as they are."""
        if self._not_asked is None or isinstance(self.job, ScriptsJob):
            return script
        kept = self._not_asked.of(script)
        self.outcome.left_out += 0 if self.limits.shrinking else kept.left_out
        return kept.script

    @property
    def outcome(self) -> Draft:
        """What is known of the present job."""
        return self.account.outcome

    async def again(self, script: AnyScript, delays: bytes) -> Mismatch | None:
        """Play a script that may fail like a known failure. It counts as an attempt to shrink that one."""
        hardware = self.hardware
        if self.asked(script) is not script:
            return None
        try:
            cycles, found = await hardware.play(hardware.plan(script, delays)), None
        except Mismatch as mismatch:
            cycles, found = mismatch.cycle, mismatch
        self.account.count(script, cycles)
        self.account.pulse()
        return found

    def learn(self, script: AnyScript, delays: bytes, mismatch: Mismatch, before: AnyScript = None) -> bool:
        """Take note that a script has failed.

        Args:
            script: The script.
            delays: Its delays.
            mismatch: How it fails.
            before: The script that was played before it, if it fails only then.

        Returns:
            Whether it is the first, or no larger than what is known.
        """
        outcome, turns = self.outcome, self.game.turns(script)
        is_first = outcome.turns_before is None
        if is_first:
            outcome.found_at, outcome.turns_before = 0 if self.account.replaying else outcome.examples, turns
            self.limits.shrink(self.job.shrink)
        elif outcome.turns_left is not None and turns > outcome.turns_left:
            return False
        self.describe(script, delays, mismatch, before)
        outcome.state = "shrinking"
        self.account.report()
        if is_first:
            self.account.channel.wait_for_answer()
        return True

    def describe(self, script: AnyScript, delays: bytes, mismatch: Mismatch, before: AnyScript = None) -> None:
        """Put this script, the last one played, into the outcome, and how it fails.

        Args:
            script: The script.
            delays: Its delays.
            mismatch: How it fails.
            before: The script that was played before it, if it fails only then.
        """
        self.account.describe(self.hardware.written(script, mismatch.request), delays, mismatch, before)
        self.outcome.transcript = self.hardware.transcript


class ShrunkFailure:
    """A failure while it is shrunk.

    Each smaller script goes into the trial's outcome at once, so it can end at any moment.
    """

    def __init__(self, trial: Attempts, source: Property | None) -> None:
        self._trial, self._source = trial, source
        #: How often the failing script agreed when it was played again, and whether it has failed again.
        self._agreed, self._fails_again = 0, False
        #: The script to play before each attempt, if it fails only then, and its delays.
        self._first: AnyScript = None
        self._delays = b""
        self._best: tuple[AnyScript, Mismatch] | None = None
        self._found: AnyScript = None

    async def run(self, script: AnyScript, delays: bytes, before: Sequence[AnyScript]) -> None:
        """Make a script smaller that has failed after those `before` it.

        Args:
            script: The script.
            delays: Its delays.
            before: The scripts that were played before it.
        """
        self._found, self._delays = script, delays
        try:
            if await self._can_be_repeated(script, delays, before):
                await self._make_smaller(script)
        except ShrinkingOver:
            self._trial.outcome.unshrunk = self._trial.limits.why
        if not self._fails_again:
            self._trial.outcome.agreed_again = self._agreed
        if self._trial.limits.why != "interrupted" and not self._trial.outcome.agreed_again:
            try:
                await self._describe(self._best[0] if self._best else script)
            except ShrinkingOver:
                self._trial.outcome.unshrunk = self._trial.limits.why

    async def _can_be_repeated(self, script: AnyScript, delays: bytes, before: Sequence[AnyScript]) -> bool:
        """Find a way to reproduce the failure: alone, or after one of `before`.

        A reset may have left something of an earlier script.
        """
        async for first, waiting in self._ways(delays, before):
            if await self._fails_twice(first, script, waiting):
                self._first, self._delays = first, waiting
                return True
        return False

    async def _make_smaller(self, script: AnyScript) -> None:
        game, source = self._trial.game, self._source
        mismatch = await self._smaller(script)
        if mismatch is None:
            return
        script, mismatch = await reduced(game, script, mismatch, self._smaller)
        if game.turns(script) > FEW:
            script, mismatch = await self._fewer_of_each(script, mismatch)
        for others in (earlier_ends, known_games, all_short_games):
            script = await self._one_of(others(game, script), script)
        if source is not None and game.turns(script) > FEW:
            script = await self._among_others(source, script)
        if game.turns(script) > FEW:
            await self._in_another_order(script)
        if self._best:
            await self._wait_less(*self._best)
            script = self._best[0]
        if self._first is not None:
            fails = partial(self._fails_after, script=script, delays=self._delays)
            self._first, _ = await reduced(game, self._first, mismatch, fails)

    async def _wait_less(self, script: AnyScript, mismatch: Mismatch) -> None:
        """Find the simplest delays with which the script fails, and the shortest long wait.

        Delays of removed requests go.
        """
        met = self._trial.game.length(script) if mismatch.request is None else mismatch.request + 1
        await self._wait_as(script, simpler(without_later(self._delays, met)))
        await self._wait_as(script, shorter(self._delays))

    async def _wait_as(self, script: AnyScript, ways: Iterator[bytes]) -> None:
        """Keep the first of these delays with which the script fails, unless it is known already."""
        for delays in takewhile(self._delays.__ne__, ways):
            if mismatch := await self._fails_after(self._first, script, delays):
                self._delays = delays
                self._trial.learn(script, delays, mismatch, self._first)
                return

    async def _smaller(self, script: AnyScript) -> Mismatch | None:
        """Play this script. If it fails, it is the best so far."""
        turns = self._trial.game.turns
        mismatch = await self._fails_after(self._first, script, self._delays)
        if mismatch is not None and (self._best is None or turns(script) <= turns(self._best[0])):
            self._best = script, mismatch
            self._trial.learn(script, self._delays, mismatch, self._first)
        return mismatch

    async def _one_of(self, others: Iterator[AnyScript], script: AnyScript) -> AnyScript:
        """Return the first candidate that fails as well, made smaller, if it becomes smaller than the script."""
        game, left = self._trial.game, _TURNS
        for candidate in others:
            if found := await self._smaller(candidate):
                candidate, _ = await reduced(game, candidate, found, self._smaller)
                return min(script, candidate, key=game.turns)
            left -= game.turns(candidate)
            if left <= 0:
                break
        return script

    async def _fewer_of_each(self, script: AnyScript, mismatch: Mismatch) -> tuple[AnyScript, Mismatch]:
        """Leave out as many turns of one player as of the other, many at first, as long as the script still fails."""
        game, size = self._trial.game, self._trial.game.turns(script) // 4
        while size:
            ours = 0
            while 2 * ours < game.turns(script):
                theirs = 0
                while (less := without_of_each(game, script, ours, theirs, size)) is not None:
                    if (found := await self._smaller(less)) and game.turns(less) < game.turns(script):
                        script, mismatch = less, found
                    else:
                        theirs += size
                ours += size
            size //= 2
        return await reduced(game, script, mismatch, self._smaller)

    async def _in_another_order(self, script: AnyScript) -> None:
        """Leave a turn out and move another request, as long as the script still fails."""
        game, left, others = self._trial.game, _REORDERED, reordered(self._trial.game, script)
        while left > 0 and (candidate := next(others, None)) is not None:
            left -= game.turns(candidate)
            if found := await self._smaller(candidate):
                script, _ = await reduced(game, candidate, found, self._smaller)
                others = reordered(game, script)

    async def _describe(self, script: AnyScript) -> None:
        """Describe the best script, in a run like its replay, and read the hardware's board.

        Nothing is left to choose, and patience is full. A script that has failed by haste only gives way to the one
        that was found.
        """
        trial, outcome = self._trial, self._trial.outcome
        await self._after(self._first, script, self._delays)
        trial.limits.in_a_hurry = False
        try:
            for candidate in (trial.hardware.concrete(script), self._found):
                if mismatch := await self._after(self._first, candidate, self._delays):
                    trial.describe(candidate, self._delays, mismatch, self._first)
                    if self._first is not None:
                        await trial.again(self._first, b"")
                    outcome.board = await trial.hardware.board(candidate, mismatch.request)
                    outcome.causes = await trial.hardware.causes(
                        candidate, self._delays, mismatch.request, trial.again, self._first
                    )
                    break
        finally:
            trial.limits.in_a_hurry = True

    async def _ways(self, delays: bytes, before: Sequence[AnyScript]) -> AsyncIterator[tuple[AnyScript, bytes]]:
        """Yield ways in which a script may fail: with other waiting, or after another script.

        That is one of those that were before it; or, if they do not leave the same behind when they are played again,
        any that the property makes up.
        """
        for way in (*((None, variant) for variant in simpler(delays)), *((earlier, delays) for earlier in before)):
            yield way
        for invented in await self._others(self._source, _OTHERS) if self._source else []:
            yield invented, delays

    async def _among_others(self, source: Property, script: AnyScript) -> AnyScript:
        """Begin again with scripts that are shorter from the start. Return the smallest.

        A script that can do without none of its turns need not be the smallest, if the first one was unlucky.
        """
        game = self._trial.game
        tries = 0
        for candidate in sorted([candidate async for candidate in self._fewer_turns(source, script)], key=game.turns):
            if game.turns(candidate) >= game.turns(script) or tries == _TRIES:
                break
            if found := await self._smaller(candidate):
                tries += 1
                candidate, found = await reduced(game, candidate, found, self._smaller)
                if game.turns(candidate) < game.turns(script):
                    script = candidate
        return script

    async def _fewer_turns(self, source: Property, script: AnyScript) -> AsyncIterator[AnyScript]:
        """Yield scripts of the property with fewer turns: lot after lot, while there are any among this many."""
        turns = self._trial.game.turns
        for lot in range(turns(script)):
            fewer = [
                candidate for candidate in await self._others(source, _OTHERS, lot) if turns(candidate) < turns(script)
            ]
            if not fewer:
                return
            for candidate in fewer:
                yield candidate

    async def _others(self, source: Property, examples: int, lot: int = 0) -> list[AnyScript]:
        """Return this many more scripts of a property, without playing them."""
        others: list[AnyScript] = []

        async def note(trial: Attempts, drawn: AnyScript) -> None:
            others.append(drawn)
            trial.account.pulse()

        trial = self._trial
        test = property_of(note, source.scripts, examples=examples, seed=trial.job.seed + 1 + lot)
        await check(test, trial, reset=None, timeout=None, enough=trial.limits.enough)
        return others

    async def _fails_twice(self, first: AnyScript, script: AnyScript, delays: bytes) -> bool:
        """Return whether it also fails when played after itself."""
        for _ in range(2):
            if not await self._fails_after(first, script, delays):
                self._agreed += delays == self._delays  # otherwise it was another failure
                return False
            self._fails_again = True
        return True

    async def _fails_after(self, first: AnyScript, script: AnyScript, delays: bytes) -> Mismatch | None:
        if self._trial.limits.enough():
            raise ShrinkingOver
        return await self._after(first, script, delays)

    async def _after(self, first: AnyScript, script: AnyScript, delays: bytes) -> Mismatch | None:
        if first is not None:
            await self._trial.again(first, b"")
        return await self._trial.again(script, delays)


async def reduced(game: AnyScripts, script: AnyScript, mismatch: Mismatch, fails: Fails) -> tuple[AnyScript, Mismatch]:
    """Return the script without anything that the failure does not take, and how it fails.

    Args:
        game: The game.
        script: The script.
        mismatch: How it fails.
        fails: Plays a script, and returns how it fails.
    """
    while True:
        smaller: AnyScript = game.until(script, mismatch.request)
        if smaller != script and (found := await fails(smaller)):
            script, mismatch = smaller, found
        for smaller in game.shorter(script):
            if found := await fails(smaller):
                script, mismatch = smaller, found
                break
        else:
            return script, mismatch


def earlier_ends(game: AnyScripts, script: AnyScript) -> Iterator[AnyScript]:
    """Yield all that can be asked after a part of the turns: something may fail that was not asked so early."""
    end = game.turns(script) - 1
    parts = takewhile(lambda part: game.turns(part) < end, (game.until(script, number) for number in count()))
    for turns, parts_of_turns in groupby(chain(game.beginnings(0), parts), game.turns):
        if turns < end:
            *_, longest = parts_of_turns
            yield from game.asked_after(longest, script)


def short_games(game: AnyScripts, turns: int, like: AnyScript) -> Iterator[AnyScript]:
    """Yield scripts that together ask all that can be asked after one turn less, legal or not.

    Args:
        game: The game, which lists beginnings and what can be asked after them.
        turns: The turns of each script.
        like: A script that fails; the game decides by it what is worth asking.
    """
    for beginning in game.beginnings(turns - 1):
        yield from game.asked_after(beginning, like)


def reordered(game: AnyScripts, script: AnyScript) -> Iterator[AnyScript]:
    """Yield scripts without one of the turns and with another request elsewhere, each once, and moved far at first.

    Without a turn, those after it are the other player's. A player's scripts are left out: their steps are not
    requests.
    """
    if not isinstance(game, EngineGame):
        return
    known: set[tuple[AnyRequest, ...]] = set()
    steps = game.requests(script)[: game.length(script)]
    shorter = [[*steps[:gone], *steps[gone + 1 :]] for gone in range(len(steps))]
    shorter = [left for left in shorter if game.turns(game.script_of(left)) < game.turns(script)]
    for far in range(len(steps) - 2, 0, -1):
        for left, near in product(shorter, range(len(steps) - 1 - far)):
            for origin, target in ((near, near + far), (near + far, near)):
                others = [*left[:origin], *left[origin + 1 :]]
                moved = (*others[:target], left[origin], *others[target:])
                if moved not in known:
                    known.add(moved)
                    yield game.script_of(moved)


def without_of_each(game: AnyScripts, script: AnyScript, ours: int, theirs: int, size: int) -> AnyScript:
    """Return the script without some of every other turn, and some of those in between.

    Whoever takes turns with another has the same turns left in the same order. None if there are no such turns, or it
    is a player's script, whose steps are not requests.

    Args:
        game: The game.
        script: The script.
        ours: The first that is left out of every other turn.
        theirs: The first that is left out of those in between.
        size: How many of each.
    """
    if not isinstance(game, EngineGame):
        return None
    steps = game.requests(script)[: game.length(script)]
    turns = [number for number, step in enumerate(steps) if game.turns(game.script_of([step]))]
    halves = [turns[::2], turns[1::2]]
    if ours >= len(halves[0]) or theirs >= len(halves[1]):
        return None
    kept = [[*of[:start], *of[start + size :]] for of, start in zip(halves, (ours, theirs), strict=True)]
    left = [steps[number] for pair in zip_longest(*kept) for number in pair if number is not None]
    return game.script_of([*steps[: turns[0]], *left, *steps[turns[-1] + 1 :]])


def known_games(game: AnyScripts, script: AnyScript) -> Iterator[AnyScript]:
    """Return the games of as many turns that are known to find much."""
    return game.known_games(game.turns(script))


def all_short_games(game: AnyScripts, script: AnyScript) -> Iterator[AnyScript]:
    """Yield short games of fewer turns than the script has; the shortest first."""
    for turns in range(1, min(game.turns(script), FEW + 1)):
        yield from short_games(game, turns, script)
