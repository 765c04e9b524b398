"""Compares a record, cycle by cycle, with what a game's follower allows. Knows streams and cycles, but no game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from loopline.session import EVENT, REQ_READY, REQ_VALID, RESET, RESP_READY, RESP_VALID, Recording
from loopline.streams import Streams


class Wrong(Exception):
    """A follower's verdict: which signal, what it should have been, what it was, and why in the words of the game."""

    def __init__(self, signal: str, expected: object, found: object, says: str) -> None:
        super().__init__(says)
        self.signal = signal
        self.expected = str(expected)
        self.found = str(found)
        self.says = says


class Mismatch(AssertionError):
    """The first divergence: at which cycle, in which request, on which signal."""

    def __init__(self, cycle: int, request: int | None, wrong: Wrong) -> None:
        self.cycle = cycle
        self.request = request
        self.wrong = wrong
        super().__init__(
            f"cycle {cycle:,}: {wrong.says} ({wrong.signal}: expected {wrong.expected}, found {wrong.found})"
        )


class Follower(Protocol):
    """One game's knowledge of what may happen next."""

    def accept(self, request: Any) -> None:
        """The design has taken this request."""

    def event(self, event: dict[str, int]) -> None:
        """An event on the verification port. Raises Wrong."""

    def answer(self, packed: int) -> None:
        """The answer to the request. Raises Wrong."""

    def reset(self) -> None:
        """The design has been reset."""


class Checker:
    """Walks through one record."""

    def __init__(self, streams: Streams, follower: Follower, requests: Sequence[Any]) -> None:
        self._streams = streams
        self._follower = follower
        self._requests = requests
        self._cycle = 0
        self._accepted = 0
        self._answered = 0
        self._events = 0
        self._waiting: str | None = None  # an answer that has not been taken yet

    def check(self, recording: Recording) -> int:
        """Raises Mismatch at the first divergence; returns the number of cycles compared."""
        request: int | None = None
        try:
            for row in recording.rows:
                self._cycle = int(row[0], 16)
                request = self._accepted - 1 if self._accepted > self._answered else None
                self._row(*row[1:])
            request = self._accepted - 1 if self._accepted > self._answered else self._accepted
            self._end(recording.hung)
        except Wrong as wrong:
            raise Mismatch(self._cycle, request, wrong) from None
        return self._cycle

    def _row(self, flag_text: str, answer: str, event: str, state: str) -> None:
        try:
            flags = int(flag_text, 16)
        except ValueError:
            raise _unknown("req_ready, resp_valid or vp_valid", flag_text) from None
        if flags & RESET:
            self._reset()
            return
        if flags & EVENT:
            self._event(event)
        if flags & RESP_VALID:
            self._response(answer)
        elif self._waiting is not None:
            raise Wrong("resp_valid", 1, 0, "the answer is gone before it was taken")
        if flags & REQ_VALID and flags & REQ_READY:
            self._accept()
        if flags & RESP_VALID and flags & RESP_READY:
            self._answered += 1
            self._waiting = None
        if "x" in state or "z" in state or "X" in state or "Z" in state:
            raise _unknown("vp_state", state)

    def _reset(self) -> None:
        self._answered = self._accepted
        self._waiting = None
        self._events = 0
        self._follower.reset()

    def _accept(self) -> None:
        if self._accepted > self._answered:
            raise Wrong("req_ready", 0, 1, "a request is taken while another has no answer yet")
        self._follower.accept(self._requests[self._accepted])
        self._accepted += 1

    def _event(self, text: str) -> None:
        event = self._streams.event.unpack(_number("the event on the verification port", text))
        if event.pop("order") != self._events & 0xFFFF_FFFF:
            order = self._streams.event.unpack(int(text, 16))["order"]
            raise Wrong("vp_order", self._events, order, "an event is missing or repeated")
        self._events += 1
        if self._accepted == self._answered:
            raise Wrong("vp_valid", 0, 1, "an event although no request is being carried out")
        if self._waiting is not None:
            raise Wrong("vp_valid", 0, 1, "an event after the answer")
        self._follower.event(event)

    def _response(self, text: str) -> None:
        if self._accepted == self._answered:
            raise Wrong("resp_valid", 0, 1, "an answer although nothing was asked")
        if self._waiting is None:
            self._follower.answer(_number("the answer", text))
            self._waiting = text
        elif self._waiting != text:
            raise Wrong("resp", self._waiting, text, "the answer changes before it is taken")

    def _end(self, hung: bool) -> None:
        if not hung:
            return
        if self._accepted > self._answered:
            raise Wrong("resp_valid", 1, 0, f"no answer to request {self._accepted} of {len(self._requests)}")
        raise Wrong("req_ready", 1, 0, f"request {self._accepted + 1} of {len(self._requests)} is never taken")


def _number(what: str, text: str) -> int:
    try:
        return int(text, 16)
    except ValueError:
        raise _unknown(what, text) from None


def _unknown(what: str, text: str) -> Wrong:
    # Verilog writes X for a digit of which only some bits are unknown; in close-up nobody looks so closely.
    return Wrong(what, "0 or 1", text.lower(), "the hardware does not know either: some bits are X or Z")
