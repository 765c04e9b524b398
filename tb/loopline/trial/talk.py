"""A conversation over a player's serial line, every byte of which is checked, and every cycle of the engine inside the
player, if there is a verification port."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from string import hexdigits

from loopline.contract.checker import Mismatch, Port, Wrong, unknown
from loopline.contract.game import AnyPlayer
from loopline.design.dut import Dut
from loopline.simulation.line import Answers, BadByte, Conversation, Event, SerialLine

_DIGITS = frozenset(hexdigits)

#: Cycles to wait for an answer, if the description does not say. A simulator takes seconds for them.
PATIENCE = 2_000_000


def patience(dut: Dut) -> int:
    """The cycles to wait for an answer of this player."""
    return dut.patience or min(PATIENCE, round(dut.limit * dut.clock.mhz * 1e6))


class Talk:
    """The line, and the verification port of the engine behind it, from a reset on."""

    def __init__(self, dut: Dut, game: AnyPlayer, line: SerialLine) -> None:
        self._dut, self._game, self._line = dut, game, line
        self._port: Port | None = None
        #: The cycles of the slowest answer until now.
        self.slowest = 0

    async def begin(self) -> None:
        """Reset the design, if it has a reset, and leave the line idle for a while."""
        dut = self._dut
        await self._line.reset(dut.reset.cycles if dut.reset.signal else 0)
        self._port = self._new_port() if dut.verification_port else None

    async def converse(
        self, conversation: Conversation, spent: Callable[[int], bool] = lambda cycles: False, first: int = 0
    ) -> bool:
        """Carry the conversation out. Returns False if it was cut, as `spent` has said so after a number of cycles.
        Raises Mismatch. `first`: the number of its first step."""
        line, say = self._line, next(conversation, None)
        while say is not None:
            step = first + say.step
            await line.say(say.wave, wanted=say.wanted, patience=say.patience, tail=say.listen)
            for since in say.resets:
                self._after_reset(line.sent - since, step)
            self._follow(line.events, step)
            line.events.clear()
            try:
                answers = Answers(line.lines(), line.rest(), line.sent, line.now, line.lamps)
            except BadByte as bad:
                wrong = Wrong("tx", "a byte", f"{bad.byte.value:#04x}", f"the line does not carry a valid byte: {bad}")
                raise Mismatch(bad.byte.start, step, wrong) from None
            line.lamps = []
            self.slowest = max([self.slowest, *(one.first - line.sent for one in answers.lines)])
            try:
                say = conversation.send(answers)
            except StopIteration:
                break
            except Mismatch as mismatch:
                if mismatch.request is not None:
                    mismatch.request += first
                raise
            if spent(line.now):
                return False
        return True

    def _new_port(self) -> Port:
        """The checker of the inner engine's verification port, from now on."""
        streams = self._game.streams
        return Port(streams, self._game.port(), streams.settled)

    def _after_reset(self, reset: int, step: int) -> None:
        """Whatever was before that cycle comes to its end; then all is new."""
        events, over = self._line.events, reset + self._dut.reset.cycles + 1
        self._line.forget(over)
        if self._port:
            self._follow([event for event in events if event.cycle <= reset], step)
            self._line.events = [event for event in events if event.cycle > over]
            self._port = self._new_port()

    def _follow(self, events: Sequence[Event], step: int) -> None:
        """Compare what the verification port has shown. Raises Mismatch."""
        port = self._port
        if port is None:
            return
        cycle = 0
        has_reset = bool(self._dut.reset.signal)
        try:
            for one in events:
                cycle, valid, event, state = one
                is_reset = has_reset or port.events > 0
                if valid not in "01":
                    raise Wrong("vp_valid", "0 or 1", valid, "some bits are X or Z: vp_valid")
                if is_reset or set(state) <= _DIGITS:
                    port.state(state)
                if valid == "1":
                    port.event(event)
                elif is_reset and event.strip("0"):  # the recorder blanks what is known
                    raise unknown(self._game.streams.event, event, "vp_", "while vp_valid is low ")
        except Wrong as wrong:
            raise Mismatch(cycle, step, wrong) from None
