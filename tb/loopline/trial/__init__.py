"""A design on trial inside its simulator.

These are the parts of a trial: the hardware, on which scripts are played as its contract says (engine.py, player.py);
the limits of a search; and the account of its results. The trial is in play.py, and shrinking.py makes a
failing script smaller.

May import: contract, workers and below.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import strategies as st

from loopline import numbers, system
from loopline.contract.checker import Mismatch, Wrong
from loopline.contract.game import AnyScript, AnyScripts, EngineGame, Subject
from loopline.design.dut import Dut
from loopline.design.plugins import in_words, mistake
from loopline.design.waves import PREFIX
from loopline.errors import BadInput
from loopline.signals import Field
from loopline.simulation import LOG, MOST_KEPT, MOST_READ
from loopline.simulation.channel import NullChannel, write_down_at_a_signal
from loopline.simulation.delays import SHORT, drawn, write_delays
from loopline.simulation.job import AFTER, INSTEAD, Answer, Cause, Draft, Omission, Waveform
from loopline.simulation.printed import Assertion, Output, assertions, warnings
from loopline.simulation.recording import moments
from loopline.simulation.session import PERIOD, Timing

#: Seconds for a smaller script that shows what is wrong with something else than the design.
_TO_SHOW_IT = 5.0

#: The number of scripts before a failure that are remembered: one of them may have left something behind.
_EARLIER = 64

#: The last scripts since the simulation began are remembered with their delays, up to this many steps in all. At
#: 150 bytes each they take some 40 MB.
_HISTORY = 250_000

#: The most bits of a field with few values.
_FEW_BITS = 2

#: The share of the time for shrinking that Hypothesis gets. It lowers and removes what it has drawn, one byte after the
#: other; in a long script that takes long, and leaving out the turns that are not needed shortens it sooner.
_BY_HYPOTHESIS = 0.5

#: Cycles cannot be counted while an engine's session is played. Where they are limited, a script makes no more requests
#: than are left of them, with this number for each request.
_CYCLES = 20


#: From an edge of the clock on, in ns: when the player flips the design's inputs, within the same cycle.
_PROBED = (6, 7)

#: Of a design that prints too much.
_FLOODS = (
    f"{LOG}: the design prints more than {MOST_READ >> 20} MB in one game, too much to look for assertions that have "
    'failed. Have it print less, or say assertions = "off" in its description'
)

#: The most lines of an outcome that were printed.
_PRINTED = 20

#: Delays: a byte for each thing that can be delayed; in one example of six also long waits.
stalls = st.binary(max_size=SHORT).map(drawn)


class Limits:
    """The limits of a search; and, once something has failed, of making it smaller."""

    def __init__(self, channel: NullChannel) -> None:
        self._channel = channel
        #: While a failure is shrunk, an attempt need not always be waited for to its end.
        self.in_a_hurry = True
        self.begin()

    def begin(self, seconds: float | None = None, cycles: int | None = None, requests: int | None = None) -> None:
        """Begin a search that is over after one of these.

        Args:
            seconds: The seconds that it may take.
            cycles: The cycles that it may play.
            requests: The requests that it may make.
        """
        self._cycles, self._cycles_played = cycles, 0
        self._requests, self._requests_made = requests, 0
        self._until = None if seconds is None else time.monotonic() + seconds
        #: Whether something has failed: then scripts are played only to shrink it.
        self.shrinking = False
        #: The reason why it is over.
        self.why = ""
        self._channel.begin_search()

    def shrink(self, seconds: float) -> None:
        """End the search, as something has failed. Half of these seconds are for Hypothesis."""
        self.shrinking, self._since, self._seconds = True, time.monotonic(), seconds
        self.use(_BY_HYPOTHESIS)

    def use(self, share: float) -> None:
        """Shrink until this share of the time for it is over."""
        self._until, self.why = self._since + share * self._seconds, ""

    @property
    def left_to_shrink(self) -> float:
        """The seconds that are left for shrinking."""
        return max(0.0, self._since + self._seconds - time.monotonic())

    def show(self, seconds: float) -> None:
        """Set the time for a smaller script that shows what is wrong with something else than the design.

        It is short, as it shows nothing of the design.
        """
        self._until = time.monotonic() + min(seconds, _TO_SHOW_IT)

    def played(self, cycles: int) -> None:
        """Count cycles of the search, or of shrinking."""
        self._cycles_played += 0 if self.shrinking else cycles

    def enough(self) -> bool:
        """Return whether the search is over; after a failure, whether shrinking is."""
        if self._channel.stopped:
            self.why = "interrupted"
        elif self.shrinking and self._channel.finish:
            self.why = INSTEAD
        elif self.spent(0):
            self.why = f"{self._cycles:,} cycles were played"
        elif self._requests is not None and not self.shrinking and self._requests_made >= self._requests:
            self.why = f"{self._requests:,} requests were made"
        elif self._until is not None and time.monotonic() >= self._until:
            self.why = f"{self._seconds:g} s were over" if self.shrinking else "seconds"
        return bool(self.why)

    def spent(self, cycles: int) -> bool:
        """Return whether the search may play no more, after these cycles of the present script.

        Shrinking has limits of its own.
        """
        return self._cycles is not None and not self.shrinking and self._cycles_played + cycles >= self._cycles

    def allowed(self, requests: int) -> int:
        """Return how many of the requests of a script the search may still make. They count as made."""
        left = [requests]
        if self._requests is not None:
            left.append(self._requests - self._requests_made)
        if self._cycles is not None:
            left.append(max(1, (self._cycles - self._cycles_played) // _CYCLES))
        self._requests_made += min(left)
        return min(left)


class Failure(NamedTuple):
    """A failing script, and the one that was played before it."""

    before: AnyScript
    script: AnyScript
    delays: bytes


class Account:
    """The account of a job: its outcome, which is reported, and the scripts that were played."""

    #: The seconds between two signs of life to the reader.
    pulse_every = 0.2

    def __init__(self, subject: Subject, channel: NullChannel) -> None:
        self.subject, self.game = subject, subject.scripts
        self.channel, self.limits = channel, Limits(channel)
        self.outcome = Draft(name="")
        #: The smallest failure.
        self.failed: Failure | None = None
        #: The first failure of something else than the design.
        self.broken: BaseException | None = None
        #: Whether the examples that are played were kept by an earlier run.
        self.replaying = False
        #: The longest script of the search.
        self.longest: AnyScript = None
        self._last: AnyScript = None
        #: The last scripts played, attempts to shrink a failure apart.
        self._earlier: deque[AnyScript] = deque(maxlen=_EARLIER)
        self._history = deque[tuple[AnyScript, bytes]]()
        #: The steps of all scripts in the history.
        self._steps = 0
        self._last_pulse = 0.0

    def begin(
        self, outcome: Draft, seconds: float | None = None, cycles: int | None = None, requests: int | None = None
    ) -> None:
        """Begin an outcome, with these limits of the search.

        What was played last is still known: in a design that a reset does not clear, that may be why the first script
        fails.

        Args:
            outcome: The outcome.
            seconds: The seconds that the search may take.
            cycles: The cycles that it may play.
            requests: The requests that it may make.
        """
        self.limits.begin(seconds, cycles, requests)
        self.outcome, self.failed, self.broken = outcome, None, None
        self.report()

    def note(self, script: AnyScript, delays: bytes) -> AnyScript:
        """Note a script that is played next. Returns the one before it."""
        before, self._last = self._last, script
        if not self.limits.shrinking:
            self._earlier.append(script)
            self._history.append((script, delays))
            self._steps += self.game.length(script)
            while self._steps > _HISTORY and len(self._history) > 1:
                self._steps -= self.game.length(self._history.popleft()[0])
            self.longest = max(script, self.longest or script, key=self.game.turns)
        return before

    def count(self, script: AnyScript, cycles: int) -> None:
        """Count a script that was played."""
        outcome = self.outcome
        if self.limits.shrinking:
            outcome.shrinks += 1
        elif not self.broken:  # what shows a mistake that is not the design's is made smaller, too
            outcome.replayed += self.replaying
            outcome.examples += not self.replaying
            outcome.turns += self.game.turns(script)
            outcome.cycles += cycles
        self.limits.played(cycles)

    def agreed(self, script: AnyScript, delays: bytes, cycles: int) -> None:
        """Count a script of the search with which the hardware agrees."""
        self.count(script, cycles)

    def note_session(self, requests: Sequence[Sequence[int]], timings: Sequence[Timing], text: str) -> None:
        """Note when the resets of a session of the search came, how long it waited, and how long it was.

        Args:
            requests: The requests of the session; the last field of each is the cycle of a reset, or 0.
            timings: The gap before each request and the stall before its answer is taken, in cycles.
            text: The record of the design, in which resets have a place.
        """
        if self.limits.shrinking:
            return
        outcome = self.outcome
        ends = [number for number, request in enumerate(requests) if request[-1]]
        for moment in moments(text) if ends else ():
            outcome.resets[moment] = outcome.resets.get(moment, 0) + 1
        waits = (max(timing.gap, timing.stall) for timing in timings[: len(requests)])
        outcome.longest_wait = max(outcome.longest_wait, *waits, 0)
        longest = max(after - before for before, after in pairwise((-1, *ends, len(requests))))
        outcome.longest_session = max(outcome.longest_session, longest)

    def note_conversation(self, resets: Iterable[str], wait: int, lines: int) -> None:
        """Note when a conversation of the search was reset, how long its host waited, and how many lines it had.

        Args:
            resets: For each reset, the moment in which it came, in words.
            wait: The longest pause of the host, in cycles.
            lines: The lines that the host has sent.
        """
        outcome = self.outcome
        if not self.limits.shrinking:
            outcome.resets = dict(Counter(outcome.resets) + Counter(resets))
            outcome.longest_wait = max(outcome.longest_wait, wait)
            outcome.longest_session = max(outcome.longest_session, lines)

    def note_times(self, answers: Iterable[Answer]) -> None:
        """Count how long the answers to a script took.

        A line that has begun before the last one to the player ended is the answer to an earlier one: not timed.
        """
        for answer in answers:
            if answer.begins >= 0:
                counts = self.outcome.latency.setdefault(answer.kind, {})
                counts[answer.begins] = counts.get(answer.begins, 0) + 1

    def show(self, place: str, words: str) -> None:
        """Note what was printed, once for each place, and not too much of it."""
        printed = self.outcome.printed
        if len(printed) < _PRINTED and not any(line.startswith(f"{place}: ") for line in printed):
            printed.append(f"{place}: {words}")

    def report(self) -> None:
        """Send the outcome as it is."""
        self.channel.report(self.outcome, fails=self.outcome.state == "shrinking")

    def pulse(self) -> None:
        """Report what is known so far, if that was not done just now: a sign of life."""
        now = time.monotonic()
        if now - self._last_pulse > self.pulse_every:
            self._last_pulse = now
            if self.outcome.state == "shrinking":
                self.outcome.shrink_left = self.limits.left_to_shrink
            self.report()

    def describe(self, script: AnyScript, delays: bytes, mismatch: Mismatch, before: AnyScript = None) -> None:
        """Put a script into the outcome, and how it fails.

        Args:
            script: The script.
            delays: Its delays.
            mismatch: How it fails.
            before: The script that was played before it, if it fails only then.
        """
        outcome = self.outcome
        outcome.unwritten = ""
        outcome.script = self.written(script)
        outcome.before = "" if before is None else self.written(before)
        outcome.turns_left = self.game.turns(script)
        outcome.delays = write_delays(delays)
        mismatch.put_into(outcome)
        outcome.kind = self._kind(script, mismatch)
        outcome.says += AFTER if outcome.before else ""

    def _kind(self, script: AnyScript, mismatch: Mismatch) -> str:
        """Return what failures of one kind have in common: the signal, how it differs, and the operation."""
        wrong, operation = mismatch.wrong, ""
        if isinstance(self.game, EngineGame) and mismatch.request is not None:
            asked = self.game.requests(script)[mismatch.request : mismatch.request + 1]
            operation = str(int(asked[0][0])) if asked else ""
        return f"{wrong.signal}: {self._difference(wrong)} in {operation}"

    def _difference(self, wrong: Wrong) -> str:
        """Return how a signal differs.

        Of a field with few values or names, which value it has instead of which; two that are not 0 are the same two in
        either order, as where one player's win is the other's. Of another field, and of one that says which player,
        whether something is missing, is too much, or is another. In which cell, or whose win, say, does not matter.
        """
        field = self.game.streams.field(PREFIX.sub("", wrong.signal))
        values = [text.partition(",")[0] for text in (wrong.expected, wrong.found)]
        if field is None or not all(map(numbers.NUMBER.fullmatch, values)):
            return numbers.NUMBER.sub("0", f"{wrong.says}: {wrong.expected} → {wrong.found}")
        expected, found = map(numbers.read, values)
        few = field.values or field.bits <= _FEW_BITS
        if few and expected and found:
            return " ↔ ".join(map(str, sorted((expected, found))))
        if few and not _says_which_player(wrong.signal, field):
            return f"{expected} → {found}"
        return "missing" if not found else "too much" if not expected else "another"

    def written(self, script: AnyScript) -> str:
        """Return a script as text. If its game cannot write it, a failure is one nevertheless."""
        try:
            return self.game.write(script)
        except Exception as error:
            self.outcome.unwritten = in_words(error)
            return ""

    def history(self) -> list[str]:
        """Return all that was played, each with its delays; nothing, if the game cannot write some of it."""
        try:
            return [
                f"delays:{write_delays(delays)} " * bool(delays) + self.game.write(script)
                for script, delays in self._history
            ]
        except Exception:  # of the game's own code
            return []

    def earlier(self) -> list[str]:
        """Return what was played last, without what the game cannot write."""
        written = []
        for script in self._earlier:
            with suppress(Exception):
                written.append(self.game.write(script))
        return written


def _says_which_player(signal: str, field: Field) -> bool:
    """Return whether the values of a field with few of them seem to be 0, for neither, and two players."""
    if field.values is None:
        return field.bits == _FEW_BITS
    return {value.value for value in field.values} == {0, 1, 2} and PREFIX.sub("", signal) != "reason"


def could_not_test(outcome: Draft, error: BaseException) -> None:
    """Put into the outcome that the design could not be tested, and why."""
    if words := system.disk_full(Path()):
        error = system.DiskFull(words)
    outcome.state, outcome.set_up = "error", isinstance(error, BadInput) or bool(mistake(error))
    outcome.error = str(error) if isinstance(error, BadInput) else in_words(error)


#: Plays a script that may fail like a known failure, and returns how it does.
Again = Callable[[AnyScript, bytes], Awaitable[Mismatch | None]]


def earliest(asserted: Mismatch | None, rival: Mismatch | None) -> Mismatch | None:
    """Return what comes first: an assertion of the design that has failed, or another mismatch."""
    found = [mismatch for mismatch in (asserted, rival) if mismatch]
    return min(found, key=lambda mismatch: mismatch.cycle, default=None)


class Hardware(ABC):
    """A design in its simulator: how a script is played on it, and what can be said of the last one that was."""

    game: AnyScripts

    def __init__(self, dut: Dut, account: Account) -> None:
        self.dut, self.account, self.game = dut, account, account.game
        self._output = Output()
        #: Whether the design has been reset.
        self._was_reset = False
        #: The values without which scripts are played.
        self.spared = Omission()
        write_down_at_a_signal(account.channel)

    def plan(self, script: AnyScript, delays: bytes) -> Any:
        """Return what can be known of a script before it is played, once for all designs that it is played on."""
        return script, delays

    @abstractmethod
    async def play(self, plan: Any) -> int:
        """Play the script of a plan, and compare. Returns the number of cycles. Raises Mismatch."""

    async def agrees(self, plan: Any) -> bool:
        """Return whether a plan is carried out as it must be."""
        try:
            await self.play(plan)
        except Mismatch:
            return False
        return True

    def asserted(self, in_reset: Callable[[int], bool], request: Callable[[int], int | None]) -> Mismatch | None:
        """Return the first assertion of the design that has failed in the last script, if it has.

        Those in a reset, or between two scripts, do not count. What else was printed is noted.

        Args:
            in_reset: Tells whether the design was reset in a cycle.
            request: Returns the request that was carried out in a cycle.

        Raises:
            BadInput: A `$fatal` came before everything, or too much was printed to look for an assertion.
        """
        was_reset, self._was_reset = self._was_reset, True
        text = self._output.take()
        if self._output.too_much and self.dut.assertions != "off":
            raise BadInput(_FLOODS)
        if not text and not self._output.too_much:
            return None
        if self._output.cut:
            self.account.show(LOG, f"the design prints more than {MOST_KEPT >> 20} MB; what came before is not kept")
        text = text.replace(f"{self.dut.path.parent}/", "")
        for place, words in warnings(text):
            self.account.show(place, words)
        began, found = self.began, list[tuple[int, Assertion]]()
        for assertion in assertions(text) if self.dut.assertions != "off" else ():
            cycle, phase = divmod(assertion.time - began - 1, PERIOD)
            if cycle < 0 and was_reset:  # of a script that was played to read the board, and not to be compared
                continue
            if self.dut.assertions == "show":
                self.account.show(assertion.place, assertion.says)
            elif assertion.kind == "$fatal" and cycle < 0:
                raise BadInput(f"{assertion.place}: before its first reset the design calls {assertion.says}")
            elif cycle < 0 or in_reset(cycle):
                self.account.show(assertion.place, f"{assertion.says}; in a reset, where it does not count")
            elif phase + 1 not in _PROBED:
                found.append((cycle, assertion))
        if not found:
            return None
        cycle, first = min(found)
        says = f"{first.place}: {first.says} (the design's own assertion has failed)"
        return Mismatch(cycle, request(cycle), Wrong(first.place, f"no {first.kind}", first.text or first.kind, says))

    def forget_printed(self) -> None:
        """Forget what was printed: `asserted` looks at what is printed from now on."""
        self._was_reset = True
        self._output.take()

    def forget(self) -> None:  # noqa: B027  (most forget nothing)
        """Forget how fast scripts were answered: a search must not depend on what was tried before it."""

    def written(self, script: AnyScript, request: int | None) -> AnyScript:
        """Return the script as a file can have it. `request`: the one that fails."""
        return script

    def concrete(self, script: AnyScript) -> AnyScript:
        """Return the last script as it was played, with every choice replaced by what was chosen."""
        return script

    @property
    @abstractmethod
    def began(self) -> int:
        """When the record of the last script began, in ns of simulated time."""

    @property
    def transcript(self) -> list[str]:
        """The transcript of the last script, if it was a conversation."""
        return []

    @abstractmethod
    def timed(self) -> list[Answer]:
        """Return how long each answer to the last script took."""

    async def seen(self, script: AnyScript, delays: bytes, mismatch: Mismatch) -> int:
        """Return when the first wrong cycle of the last script begins in the waves, in ns.

        Args:
            script: The script.
            delays: Its delays.
            mismatch: How it fails.
        """
        return self.began + mismatch.cycle * PERIOD

    def waveform(
        self, script: AnyScript, delays: bytes, mismatch: Mismatch, *, whole_requests: bool = False
    ) -> Waveform | None:
        """Return the signals around the first wrong cycle of the last script; None if they are not recorded one by one.

        Args:
            script: The script.
            delays: Its delays.
            mismatch: How it fails.
            whole_requests: Whether to show what the ports carry between requests.
        """
        return None

    async def board(self, script: AnyScript, request: int | None) -> list[tuple[list[int], list[int]]]:
        """Return the hardware's board after a failure; empty if the hardware cannot be asked."""
        return []

    async def causes(
        self, script: AnyScript, delays: bytes, request: int | None, again: Again, before: AnyScript = None
    ) -> list[Cause]:
        """Return what must not matter and still makes a script fail in this request, as far as it shows here.

        Args:
            script: The script.
            delays: Its delays.
            request: The request.
            again: Plays a script again.
            before: The script that is played before it, if it fails only then.
        """
        return []
