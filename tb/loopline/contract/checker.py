"""The checker compares a record, cycle by cycle, with what a game's follower allows.

It knows streams and cycles, but no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from loopline import numbers
from loopline.contract import sentence
from loopline.design.plugins import NondeterministicModel
from loopline.signals import Layout, Streams
from loopline.simulation.job import Draft
from loopline.simulation.recording import (
    ASKED,
    EVENT,
    FLAGS,
    READY_MOVES,
    REQ_READY,
    REQ_VALID,
    RESET,
    RESP_VALID,
    TAKEN,
    VALID_MOVES,
    IncompleteRecord,
    Recording,
    RequestCounter,
    Row,
    numbered,
    passed_by,
)

if TYPE_CHECKING:
    from loopline.simulation.line import PortChange


class Wrong(Exception):
    """A follower's verdict: the signal, what it should have been, what it was, and why in the words of the game."""

    def __init__(
        self, signal: str, expected: object, found: object, says: str, lines: tuple[bytes, bytes] | None = None
    ) -> None:
        super().__init__(says)
        self.signal = signal
        self.expected, self.found = (
            numbers.written(value) if type(value) is int else str(value) for value in (expected, found)
        )
        self.says = says
        #: Of a serial line: what it has said, and the only thing that it should have, if that is known.
        self.lines = lines


class Mismatch(AssertionError):
    """The first divergence: its cycle, request and signal."""

    def __init__(self, cycle: int, request: int | None, wrong: Wrong) -> None:
        self.cycle = cycle
        self.request = request
        self.wrong = wrong
        super().__init__(
            f"cycle {cycle:,}: {wrong.says} ({wrong.signal}: expected {wrong.expected}, found {wrong.found})"
        )

    def put_into(self, outcome: Draft) -> None:
        """Make it what an outcome says."""
        wrong = self.wrong
        outcome.cycle, outcome.request, outcome.says = self.cycle, self.request, wrong.says
        outcome.signal, outcome.expected, outcome.found = wrong.signal, wrong.expected, wrong.found

    @property
    def verdict(self) -> tuple[object, ...]:
        """All but the words of the game."""
        return self.cycle, self.request, self.wrong.signal, self.wrong.expected, self.wrong.found


class PortFollower(Protocol):
    """A follower of a verification port: what it may show next, in one game."""

    def state(self, shown: int) -> None:
        """Compare the part of the state that changes by events only, as shown before the cycle's own event.

        Raise Wrong if it differs.
        """

    def event(self, event: tuple[int, ...]) -> None:
        """Follow an event on the verification port: its fields, without its number. Raise Wrong if none such is due."""


class PlayerPort(PortFollower, Protocol):
    """A follower of the port of the engine inside a player, which only the player asks. To be derived from."""

    def ahead(self, rows: Sequence[PortChange], start: int, order: int) -> tuple[int, int]:
        """Follow some of the rows from `start` on at once, if they are right.

        By default none, and the rows are followed one by one.

        Args:
            rows: The rows.
            start: The first row to follow.
            order: The number of the next event.

        Returns:
            The number of rows followed, and of events in them.
        """
        return 0, 0


Request_contra = TypeVar("Request_contra", bound=Sequence[int], contravariant=True)


class Follower(PortFollower, Protocol[Request_contra]):
    """The rules of one game as a checker needs them: which event, answer and state may come next."""

    def accept(self, request: Request_contra) -> None:
        """Take note that the design has taken this request."""

    def answer(self, packed: int) -> None:
        """Compare the answer to the request. Raise Wrong if it differs."""

    def reset(self) -> None:
        """Take note that the design has been reset."""


class Port:
    """A verification port from a reset on.

    Events are numbered without a gap, and in each cycle the state is the one to which the events before have led.
    """

    def __init__(self, streams: Streams, follower: PortFollower, layout: Layout | None = None) -> None:
        """Begin to check a port.

        `layout`: of the recorded state, if only a part of it was recorded.
        """
        self._streams, self._follower, self._layout = streams, follower, layout or streams.state
        self._settled = (1 << streams.settled.width) - 1
        self._digits = len(streams.settled.text(0))
        self.reset()

    def reset(self) -> None:
        """Forget what was counted and compared: the design was reset."""
        self.events = 0
        #: The digits of the state that have been compared since the last event.
        self._compared, self._length = "", 0

    def skip(self, events: int) -> None:
        """Take note of this many events that the follower has looked at by itself."""
        self.events += events
        self._compared = ""

    def state(self, text: str) -> None:
        """Compare the state of a cycle, before its event."""
        if text[-self._digits :] == self._compared and len(text) == self._length:
            return
        packed = self._layout.parse(text)
        if packed is None:
            raise unknown(self._layout, text, "vp_state.")
        self._follower.state(packed & self._settled)
        self._compared, self._length = text[-self._digits :], len(text)

    def event(self, text: str) -> None:
        """Take an event from the port: its number, then its fields. Raises Wrong."""
        layout = self._streams.event
        packed = layout.parse(text)
        if packed is None:
            raise unknown(layout, text, "vp_")
        happened = self._streams.happened
        order = packed >> happened.width
        if order != self.events & 0xFFFF_FFFF:
            how = "missing" if order > self.events else "repeated"
            says = f"An event is {how}" if self.events else "The first event since the reset is not number 0"
            raise Wrong("vp_order", self.events, order, f"{says}: vp_order is {order}, not {self.events}")
        self.events += 1
        self._compared = ""
        self._follower.event(happened.values(packed & (1 << happened.width) - 1))


_FLAGS = {FLAGS.text(flags): flags for flags in range(1 << FLAGS.width)}


class Checker:
    """A check of one record."""

    def __init__(self, streams: Streams, follower: Follower[Sequence[int]], requests: Sequence[Sequence[int]]) -> None:
        self._streams = streams
        self._follower = follower
        self._port = Port(streams, follower)
        self._requests = requests
        self._no_answer, self._no_event = (layout.text(0) for layout in (streams.response, streams.event))
        #: The parts of a line that are compared: all but the private part of the state.
        before = len(f"{FLAGS.text(0)} {self._no_answer} {self._no_event} ")
        self._ports, self._settled = slice(before), slice(-len(streams.settled.text(0)), None)
        self._accepted = self._answered = self._resets = 0
        self._waiting: str | None = None  # an answer that has not been taken yet
        self._cycle = 0

    def check(self, recording: Recording) -> int:
        """Compare the whole record.

        Args:
            recording: The record of one session, from its first reset on.

        Returns:
            The number of cycles compared.

        Raises:
            Mismatch: The first divergence.
            IncompleteRecord: All agrees, but less is on record than was to be asked.
        """
        request: int | None = None
        quiet = ""
        try:
            for self._cycle, line in numbered(recording.text):
                shown = line[self._ports] + line[self._settled]
                if shown == quiet:
                    continue
                request = self._last_accepted()
                quiet = "" if self._row(*line.split()) else shown
        except Wrong as wrong:
            raise Mismatch(self._cycle, request, wrong) from None
        self.end(recording.hung)
        return self._cycle

    @property
    def accepted(self) -> int:
        """How many requests have been taken."""
        return self._accepted

    def see(self, cycle: int, line: str) -> None:
        """Check one cycle of a record that is still being made. Raises Mismatch."""
        request, self._cycle = self._last_accepted(), cycle
        try:
            self._row(*line.split())
        except Wrong as wrong:
            raise Mismatch(cycle, request, wrong) from None

    def end(self, hung: int) -> None:
        """End the record, perhaps because the design has hung for this many cycles.

        Raise Mismatch for a divergence, and Incomplete if less is on record than was to be asked.
        """
        request = self._accepted - 1 if self._accepted > self._answered else self._accepted
        try:
            self._end(hung)
        except Wrong as wrong:
            raise Mismatch(self._cycle, request, wrong) from None

    def _last_accepted(self) -> int | None:
        return self._accepted - 1 if self._accepted else None

    def _row(self, flag_text: str, answer: str, event: str, state: str) -> bool:
        """Return whether anything happened in this cycle. If not, an identical line after it can be skipped."""
        flags = _FLAGS.get(flag_text)
        if flags is None:
            flags = FLAGS.parse(flag_text)  # in binary, as something else is unknown
        if flags is None:
            raise unknown(FLAGS, flag_text, "")
        if flags & RESET:
            self._reset()
            return True
        if flags & (READY_MOVES | VALID_MOVES):
            raise _sways("req_ready" if flags & READY_MOVES else "resp_valid")
        self._port.state(state)
        if flags & EVENT:
            self._event(event)
        elif event != self._no_event and event.strip("0"):
            raise unknown(self._streams.event, event, "vp_", " while vp_valid is low")
        if flags & RESP_VALID:
            self._response(answer)
        elif self._waiting is not None:
            raise Wrong("resp_valid", 1, 0, "The answer is withdrawn before it is taken")
        elif answer != self._no_answer and answer.strip("0"):
            raise unknown(self._streams.response, answer, "resp_", " while resp_valid is low")
        if flags & REQ_READY:
            if self._accepted > self._answered:
                raise self._ready_early()
            if flags & REQ_VALID:
                self._accept()
        if flags & TAKEN == TAKEN:
            self._answered += 1
            self._waiting = None
        return bool(flags & EVENT) or flags & ASKED == ASKED or flags & TAKEN == TAKEN

    def _reset(self) -> None:
        passed = passed_by(self._requests, self._accepted, self._accepted > self._answered or not self._resets)
        self._resets += 1
        self._accepted += passed
        self._answered = self._accepted
        self._waiting = None
        self._port.reset()
        self._follower.reset()

    def _accept(self) -> None:
        self._follower.accept(self._requests[self._accepted])
        self._accepted += 1

    def _ready_early(self) -> Wrong:
        """Return what is wrong: a request that came in this cycle would be accepted, whether or not one did."""
        number = f"request {self._accepted} of {len(self._requests)}"
        late = f"No answer to {number} yet" if self._waiting is None else f"The answer to {number} is not taken yet"
        return Wrong("req_ready", 0, 1, f"{late}, but the design is ready for another request")

    def _event(self, text: str) -> None:
        if self._accepted == self._answered:
            raise Wrong("vp_valid", 0, 1, "An event although no request is being carried out")
        if self._waiting is not None:
            raise Wrong("vp_valid", 0, 1, "An event after the answer")
        self._port.event(text)

    def _response(self, text: str) -> None:
        if self._accepted == self._answered:
            raise Wrong("resp_valid", 0, 1, "An answer although nothing was asked")
        layout = self._streams.response
        answer = layout.parse(text)
        if answer is None:
            raise unknown(layout, text, "resp_")
        if self._waiting is None:
            self._follower.answer(answer)
            self._waiting = text
        elif self._waiting != text:
            name, before, now = layout.differences(layout.parse(self._waiting) or 0, answer)[0]
            values = self._streams.describe(name, before), self._streams.describe(name, now)
            says = f"The answer changes before it is taken: resp_{name} from {values[0]} to {values[1]}"
            raise Wrong(f"resp_{name}", *values, says)

    def _end(self, hung: int) -> None:
        if not hung:
            self._count()
            return
        if self._accepted > self._answered:
            raise Wrong(
                "resp_valid", 1, 0, f"No answer to request {self._accepted} of {len(self._requests)} in {hung:,} cycles"
            )
        # A design that does nothing at all may never have left its reset.
        hint = "" if self._accepted else "; are clock.signal, reset.signal and reset.active as they should be?"
        number = f"Request {self._accepted + 1} of {len(self._requests)}"
        raise Wrong("req_ready", 1, 0, f"{number} is never accepted, in {hung:,} cycles{hint}")

    def _count(self) -> None:
        """Check that all was asked and answered, and reset where the script says so. Raise IncompleteRecord."""
        asked, reset_after = len(self._requests), self._streams.reset_after
        resets = 1 + sum(request[reset_after] > 0 for request in self._requests)
        if (self._accepted, self._answered, self._resets) != (asked, asked, resets):
            raise IncompleteRecord(
                f"of {asked} requests {self._accepted} are on record as taken and {self._answered} as answered or cut "
                f"short, and of {resets} resets {self._resets}"
            )


def _sways(signal: str) -> Wrong:
    says = f"{signal} changes when req_valid and resp_ready do, in the same cycle: it must depend on registers alone"
    return Wrong(signal, "unchanged", "changed", says)


def unknown(layout: Layout, text: str, prefix: str, when: str = "") -> Wrong:
    """Return what is wrong with bits that are X or Z.

    Args:
        layout: The fields.
        text: The bits of the fields.
        prefix: The beginning of the names of these ports.
        when: Where the bits were seen, in words.
    """
    fields = {f"{prefix}{name}": bits for name, bits in layout.unknown(text).items()}
    names = ", ".join(fields)
    name, bits = next(iter(fields.items()))
    expected = "0 or 1" if len(bits) == 1 else "0 or 1 in each bit"
    return Wrong(name, expected, bits, f"Some bits are X or Z{when}: {names}")


#: After the last cycle.
_END = Row(1 << 32, "", "", "", "")


def first_of(mismatch: Mismatch | None, difference: Mismatch | None) -> Mismatch | None:
    """Return the first: where the rules are broken, or where the record differs from the prediction."""
    if mismatch and difference and difference.cycle < mismatch.cycle:
        first = difference.wrong
        seen = f"first seen in cycle {difference.cycle:,}: {first.signal} is {first.found}, not {first.expected}"
        first.says = f"{mismatch.wrong.says} (cycle {mismatch.cycle:,}; {seen})"
        return difference
    return mismatch or difference


def first_difference(
    predicted: Iterable[Row], recorded: Sequence[Row], streams: Streams, requests: Sequence[Sequence[int]] = ()
) -> Mismatch:
    """Return the first cycle, and the signal in it, that differ from the prediction.

    Args:
        predicted: The rows that the model expects; a row stands for all cycles up to the next.
        recorded: The rows of the design, written in the same way.
        streams: The layouts of the columns.
        requests: The requests of the session, to say which one was under way.
    """
    before = _END
    for want, got in zip([*predicted, _END], [*recorded, _END], strict=False):
        if want != got:
            break
        before = want
    cycle = min(want.cycle, got.cycle)
    request = under_way(recorded, cycle, requests)
    at, found_at = (f"in cycle {row.cycle:,}" if row != _END else "never" for row in (want, got))
    late = Wrong("timing", at, found_at, sentence.of("The next change", found_at, at, is_="comes"))
    if before == _END and at != found_at:
        return Mismatch(cycle, request, late)
    # where one of them has no line for this cycle, nothing changes in it
    want, got = (row if row.cycle == cycle else before for row in (want, got))
    for (prefix, layout), wanted, found in zip(_parts(streams), want[1:], got[1:], strict=True):
        expected, packed = layout.parse(wanted) or 0, layout.parse(found)
        if packed is None:
            return Mismatch(cycle, request, unknown(layout, found, prefix))
        if expected != packed:  # where something else is unknown, the same bits are written in another way
            return Mismatch(cycle, request, Wrong(*sentence.of_ports(streams, prefix, layout, expected, packed, cycle)))
    return Mismatch(cycle, request, late)


def under_way(recorded: Sequence[Row], cycle: int, requests: Sequence[Sequence[int]]) -> int | None:
    """Return the last request accepted before that cycle, or that a reset came instead of.

    Args:
        recorded: The rows of the design.
        cycle: The cycle of a difference.
        requests: The requests of the session, packed field by field.
    """
    taken = RequestCounter(requests)
    for row in recorded:
        if row.cycle >= cycle:
            break
        taken.see(FLAGS.parse(row.flags) or 0)
    return taken.count - 1 if taken.count else None


def _parts(streams: Streams) -> list[tuple[str, Layout]]:
    """Return the parts of a line after its cycle: the prefix of the ports' names, and the layout."""
    return [("", FLAGS), ("resp_", streams.response), ("vp_", streams.event), ("vp_state.", streams.state)]


#: How often a model is asked again before a design is blamed: a nondeterministic one may say the same by chance.
AGAIN = 8

_Follower = Follower[Sequence[int]]


class FreshAfterReset:
    """A follower that nothing from before a reset can reach: each reset makes another."""

    def __init__(self, new: Callable[[], _Follower]) -> None:
        self._new = new
        self.reset()

    def reset(self) -> None:
        """Make another follower."""
        now = self._new()
        self.accept, self.state, self.event, self.answer = now.accept, now.state, now.event, now.answer


class JudgingGame(Protocol):
    """A game, as far as its model judges a design."""

    def follower(self, port: bool) -> Follower[Any]:
        """Return a new follower. `port`: whether it sees the verification port."""


def judge_again(
    game: JudgingGame,
    port: bool,
    judged: Callable[[_Follower], Mismatch | None],
    mismatch: Mismatch,
    *,
    requests: Sequence[Any],
    times: int = AGAIN,
    otherwise: str = "says something else when it is asked again",
) -> None:
    """Have the record of a mismatch judged by new followers, and by one that is new after each reset.

    Args:
        game: The game.
        port: Whether there is a verification port.
        judged: Has a follower judge the record.
        mismatch: What the first follower found.
        requests: The requests of the session.
        times: The number of new followers.
        otherwise: What is said of the game if a new follower differs.

    Raises:
        NondeterministicModel: A follower judges the record in another way.
    """

    def new() -> _Follower:
        return game.follower(port)

    for _ in range(times):
        _same(game, judged(new()), mismatch, otherwise)
    if any(request[-1] for request in requests):
        _same(game, judged(FreshAfterReset(new)), mismatch, "after reset() is not like a new one")


def _same(game: JudgingGame, again: Mismatch | None, mismatch: Mismatch, otherwise: str) -> None:
    if again is None or again.verdict != mismatch.verdict:
        then = again or "the design agrees with it"
        raise NondeterministicModel(game, f"its model {otherwise}. First {mismatch}; then {then}")
