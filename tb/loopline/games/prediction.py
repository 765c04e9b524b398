"""The whole record of a session, predicted before it is played, for a cycle-exact engine.

One comparison of two texts then stands for comparing every signal in every cycle.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, NamedTuple

from loopline.contract.game import Request
from loopline.design.plugins import GameMistake
from loopline.games.model import Event, Model
from loopline.games.returned import ReturnChecks
from loopline.resets import Reset
from loopline.signals import Streams
from loopline.simulation.recording import (
    EVENT,
    REQ_READY,
    REQ_VALID,
    RESET,
    RESP_READY,
    RESP_VALID,
    Lines,
    also_asked,
)
from loopline.simulation.session import AT_ONCE, Timing


class Cycle(NamedTuple):
    """What an engine does in a cycle of an operation."""

    #: The private fields of the state.
    private: Sequence[int]
    #: An event that is due, without its number; the state shows it from the next cycle on.
    event: Event | None = None
    #: How many cycles are like this one; with an event, 1.
    times: int = 1


class PredictedRecord(ABC, Generic[Request]):
    """The record of a session, predicted request by request."""

    def __init__(self, reset_cycles: int) -> None:
        self._lines, self._reset_cycles = Lines(), reset_cycles
        #: The first cycle after the last reset in which a request is taken.
        self._ready = 0
        #: Whether nothing was asked since that reset.
        self._is_fresh = True

    @abstractmethod
    def request(self, request: Request, timing: Timing) -> None:
        """Ask, carry out, answer; or reset, when the request says."""

    @abstractmethod
    def _boots(self, flags: int) -> None:
        """Add a cycle in which the engine boots, and takes no request yet."""

    @abstractmethod
    def _rests(self, flags: int) -> None:
        """Add a cycle in which the engine waits for a request, or takes one."""

    @abstractmethod
    def _carry_out(self, request: Request, stall: int) -> None:
        """Add the cycles of an operation, up to the one in which its answer is taken."""

    @abstractmethod
    def _reset(self, longer: int = 0) -> None:
        """Add a whole reset, which lasts `longer` cycles more than usual, and the first cycle after it."""

    def _wait(self, asks: int) -> None:
        """Add the cycles before the one in which the request is taken.

        It is made in cycle `asks`, when the engine may still be booting.
        """
        ready, lines = self._ready, self._lines
        if lines.now < ready and asks != ready:
            lines.skip(min(asks, ready) - 1 - lines.now)
            if asks < ready:
                self._boots(REQ_VALID)
            else:
                self._rests(REQ_READY)
        lines.skip(max(asks, ready) - 1 - lines.now)

    def _asks(self, timing: Timing) -> Timing:
        """Return the timing of a request, from the cycle after the last one on.

        That cycle is the first after a reset, which already has a line, for a request that does not wait behind one.
        """
        if not timing.first:
            return timing
        if self._is_fresh:
            self._lines.take_back_one()
            timing = timing._replace(gap=0)
        return timing._replace(first=False)

    def _cut_short(self, request: Request, timing: Timing, reset: Reset) -> None:
        """Add the cycles of a request with a reset."""
        lines = self._lines
        if reset.kind == "idle":
            self._idle(max(reset.cycles, self._is_fresh))
        elif reset.kind == "held":
            timing, lines.ahead = self._asks(timing), None
            made = lines.now + 1 + timing.gap
            until = made + reset.cycles - 1
            if until < self._ready:
                lines.skip(made - 1 - lines.now)
                self._boots(REQ_VALID)
                lines.skip(until - made)
            else:
                self._wait(made)
                self._begins(request, timing, until - max(made, self._ready))
        else:
            timing = self._asks(timing)
            self._wait(lines.asks(timing.gap))
            self._begins(request, timing, reset.cycles, held=reset.kind == "early")
        self._reset(reset.longer)
        self._is_fresh = True

    def _idle(self, cycles: int) -> None:
        """Add idle cycles, of which there already is the first."""
        lines = self._lines
        lines.ahead, last = None, lines.now + cycles - 1
        if not cycles:
            lines.take_back_one()
        elif lines.now < self._ready <= last:
            lines.skip(self._ready - 1 - lines.now)
            self._rests(REQ_READY)
        lines.skip(last - lines.now)

    def _begins(self, request: Request, timing: Timing, cycles: int, held: bool = False) -> None:
        """Take a request, and add the first `cycles` of its operation. `held`: another request is made meanwhile."""
        lines = self._lines
        self._rests(REQ_VALID | REQ_READY)
        parts, taken = len(lines.parts), lines.now
        self._carry_out(request, max(1, cycles))
        if timing.early:
            lines.ready_before(parts, taken, timing.early)
        begun = [line for line in lines.taken_out(parts, taken) if line[0] <= taken + cycles]
        lines.put_back(also_asked(begun, taken + 1) if held else begun)
        lines.skip(taken + cycles - lines.now)

    def session(self, requests: Iterable[Request], timings: Iterable[Timing]) -> tuple[list[Request], str]:
        """Ask for all requests. Return them, and the record.

        Requests beyond the last timing come at once.
        """
        asked, delays = list[Request](), iter(timings)
        for request in requests:
            self.request(request, next(delays, AT_ONCE))
            asked.append(request)
        return asked, self.text()

    def text(self) -> str:
        """Return the record up to here."""
        return self._lines.text()

    def take(self) -> str:
        """Return the record since this was last called."""
        return self._lines.take()


class Prediction(PredictedRecord[Request], Generic[Request, Model]):
    """A prediction of one session: call `request` for each request, then `text`. `model` moves along."""

    def __init__(
        self,
        model: Model,
        streams: Streams,
        cycles: Callable[[Model, Request], Iterable[Cycle]],
        resting: tuple[Sequence[int], Sequence[int]],
        reset_cycles: int,
        booting: Cycle | None = None,
    ) -> None:
        """Begin a session.

        Args:
            model: The model, as after a reset.
            streams: The streams of the game.
            cycles: Yields the cycles of an operation that the model has begun, up to its answer.
            resting: The private fields while the engine waits for a request, and while its answer waits.
            reset_cycles: How long a reset lasts.
            booting: The cycles from a reset until requests are accepted.
        """
        super().__init__(reset_cycles)
        self.model, self._cycles = model, cycles
        self._streams = streams
        self._returned = ReturnChecks(model, streams)
        self._private = streams.own
        self._no_answer, self._no_event, no_state = (
            layout.text(0) for layout in (streams.response, streams.event, streams.state)
        )
        #: A state is written in two parts, of which one changes by events only, and so is written once for many lines.
        self._high_digits = max(1, len(no_state) - streams.settled.width // 4)
        self._low_digits = len(no_state) - self._high_digits
        self._above = streams.settled.width - 4 * self._low_digits
        #: By its flags and the high part of its state: all of a line before the low part, without an event.
        self._heads: dict[tuple[int, int], str] = {}
        self._packs: dict[tuple[int, ...], int] = {}
        #: The settled part of the state as it was packed last: nothing yet.
        self._settled: object = object()
        self._resting, self._responding = (self._packed(fields) for fields in resting)
        boot = booting or Cycle(resting[0], times=0)
        self._booting, self._boot_cycles = self._packed(boot.private), boot.times
        self._in_reset = f"{RESET:02x} {self._no_answer} {self._no_event} {no_state}\n"
        self._reset()

    def request(self, request: Request, timing: Timing) -> None:
        """Ask, carry out, answer; or reset, when the request says."""
        if request[-1]:
            self._cut_short(request, timing, Reset.of(request[-1]))
            return
        lines, timing = self._lines, self._asks(timing)
        self._is_fresh = False
        self._wait(lines.asks(timing.gap))
        self._rests(REQ_VALID | REQ_READY)
        parts, taken = len(lines.parts), lines.now
        self._carry_out(request, timing.stall)
        if timing.early and timing.stall:
            lines.ready_before(parts, taken, timing.early)
        self._rests(REQ_READY)
        if timing.ahead:
            lines.ahead = parts, taken, taken + timing.ahead

    def _boots(self, flags: int) -> None:
        self._line(flags, self._booting)

    def _rests(self, flags: int) -> None:
        self._line(flags, self._resting)

    def _reset(self, longer: int = 0) -> None:
        self.model.reset()
        self._events = 0
        self._show()
        self._lines.add(self._in_reset)
        self._lines.skip(self._reset_cycles - 1 + longer)
        self._ready = self._lines.now + 1 + self._boot_cycles
        self._line(0 if self._boot_cycles else REQ_READY, self._booting)

    def _carry_out(self, request: Request, stall: int) -> None:
        self.model.begin(request)
        taking = 0 if stall else RESP_READY
        before: Sequence[int] | None = None
        for private, event, times in self._cycles(self.model, request):
            if event is not None:
                self._line(taking | EVENT, self._packed(private), event=self._numbered(event))
                self.model.happen(event)
                self._show()
                before = None
            elif private == before:
                self._lines.skip(times)
            else:
                self._line(taking, self._packed(private))
                if times != 1:
                    self._lines.skip(times - 1)
                before = private
        self._show()
        answer = self._streams.response.text(self._returned.answer(self.model.answer()))
        self._line(RESP_VALID | taking, self._responding, answer)
        if stall:
            self._lines.skip(stall - 1)
            self._line(RESP_VALID | RESP_READY, self._responding, answer)

    def _numbered(self, event: Event) -> str:
        layout = self._streams.event
        self._events += 1
        return layout.text(layout.pack(((self._events - 1) & 0xFFFF_FFFF, *event)))

    def _packed(self, private: Sequence[int]) -> int:
        """Return the private fields where the high part of a state has them."""
        if (known := self._packs.get(private := tuple(private))) is not None:
            return known
        layout = self._private
        packed = layout.pack(private)
        if len(private) != len(layout.fields) or packed >> layout.width:
            raise GameMistake(self._cycles, layout.misfit(private, "the state's private part"))
        return self._packs.setdefault(private, packed << self._above)

    def _show(self) -> None:
        settled = self.model.settled()
        if settled == self._settled:  # many an event changes nothing that is shown
            return
        shown, above = self._returned.state(settled), 1 << 4 * self._low_digits
        self._settled = settled[:]
        self._high = shown // above
        self._low = f"{shown % above + above:x}\n"[1:]  # without the 1 that keeps its zeros

    def _line(self, flags: int, private: int, answer: str = "", event: str = "") -> None:
        high = private | self._high
        if answer or event:
            head = f"{flags:02x} {answer or self._no_answer} {event or self._no_event} {high:0{self._high_digits}x}"
        elif (flags, high) in self._heads:
            head = self._heads[flags, high]
        else:
            head = f"{flags:02x} {self._no_answer} {self._no_event} {high:0{self._high_digits}x}"
            self._heads[flags, high] = head
        self._lines.add(head + self._low)
