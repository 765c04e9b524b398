"""A player on trial: a conversation over its serial line, every byte of which is checked, and every cycle of the engine
inside it, if there is a verification port."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from string import hexdigits
from typing import Any

from loopline.contract.checker import Mismatch, Port, Wrong, unknown
from loopline.contract.conversation import Answers, Host
from loopline.contract.game import AnyPlayer, AnyScript
from loopline.signals.uart import HIGH, IN_RESET
from loopline.simulation.channel import Detached
from loopline.simulation.files import SCRIPT, ours
from loopline.simulation.job import Job
from loopline.simulation.line import BadByte, Event, SerialLine
from loopline.trial.shrinking import Enough
from loopline.trial.trial import Trial

#: Bit times of an idle line before the first word: long enough to end any byte that a receiver believes to have begun.
_IDLE = 12

#: Cycles to wait for an answer, if the description does not say. A simulator takes seconds for them.
PATIENCE = 2_000_000

#: Once there is a failure: this many times the slowest answer, and this many cycles at least.
_TIMES, _LEAST = 20, 20_000

_DIGITS = frozenset(hexdigits)


class PlayerTrial(Trial):
    game: AnyPlayer

    def __init__(self, top: Any, job: Job, channel: Detached) -> None:
        super().__init__(job, channel)
        self.line = SerialLine(top, self.dut.bit, Path(), self._waiting)
        #: The cycles of the slowest answer until now.
        self._slowest = 0

    @property
    def began(self) -> int:
        return self.line.began

    def forget(self) -> None:
        super().forget()
        self._slowest = 0

    async def try_out(self, script: AnyScript, delays: bytes) -> int:
        self._note(script)
        line, dut = self.line, self.dut
        line.begin()
        if dut.reset.signal:
            await line.say([(HIGH + IN_RESET, dut.reset.cycles)], wanted=0, patience=0, tail=1)
            line.begin()  # what is on the line before that does not matter
        await line.say([(HIGH, round(_IDLE * dut.bit))], wanted=0, patience=0, tail=1)
        port = self._port() if dut.verification_port else None
        self._host = self.host()
        conversation = self._host.converse(script, delays)
        say = next(conversation, None)
        while say is not None:
            await line.say(say.wave, wanted=say.wanted, patience=say.patience, tail=say.listen)
            for since in say.resets:
                port = self._after_reset(port, line.sent - since, say.step)
            if port:
                self._follow(port, line.events, say.step)
            line.events.clear()
            try:
                answers = Answers(line.lines(), line.rest(), line.sent, line.now, line.lamps)
            except BadByte as bad:
                wrong = Wrong("tx", "a byte", f"{bad.byte.value:#04x}", f"the line does not carry a valid byte: {bad}")
                raise Mismatch(bad.byte.start, say.step, wrong) from None
            line.lamps = []
            self._slowest = max([self._slowest, *(one.first - line.sent for one in answers.lines)])
            try:
                say = conversation.send(answers)
            except StopIteration:
                break
            if self.spent(line.now):
                self.outcome.cut += 1
                break
        self.outcome.figures = dict(Counter(self.outcome.figures) + self._host.figures)
        return line.now

    def _waiting(self) -> None:
        """How long to wait for an answer. With full patience for the final run; not at all after a request to stop."""
        self.pulse()
        if not self.in_a_hurry and self.channel.stopped:
            self.why_enough = "interrupted"
            raise Enough

    def _port(self) -> Port:
        """The checker of the inner engine's verification port, from now on."""
        streams = self.game.streams
        return Port(streams, self.game.port(), streams.settled)

    def _after_reset(self, port: Port | None, reset: int, step: int) -> Port | None:
        """Whatever was before that cycle comes to its end; then all is new."""
        events, over = self.line.events, reset + self.dut.reset.cycles + 1
        self.line.forget(over)
        if port:
            self._follow(port, [event for event in events if event.cycle <= reset], step)
            self.line.events = [event for event in events if event.cycle > over]
            return self._port()
        return None

    def _follow(self, port: Port, events: Sequence[Event], step: int) -> None:
        """Compare what the verification port has shown. Raises Mismatch."""
        cycle = 0
        has_reset = bool(self.dut.reset.signal)
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
                    raise unknown(self.game.streams.event, event, "vp_", "while vp_valid is low ")
        except Wrong as wrong:
            raise Mismatch(cycle, step, wrong) from None

    def host(self) -> Host[AnyScript]:
        """A new host for the next script."""
        return self.game.host(self.dut.model_copy(update={"patience": self._patience}))

    @property
    def _patience(self) -> int:
        """Cycles to wait for an answer. Fewer while a failure is shrunk: then it may often happen that none comes."""
        whole = self.dut.patience or min(PATIENCE, round(self.dut.limit * self.dut.clock.mhz * 1e6))
        return min(whole, max(_LEAST, _TIMES * self._slowest)) if self._failed and self.in_a_hurry else whole

    def _note(self, script: AnyScript) -> None:
        """Write the script down, in case the simulator does not survive it."""
        ours(Path(), SCRIPT).write_text(self.game.write(script))

    @property
    def transcript(self) -> list[str]:
        return list(self._host.transcript)

    def concrete(self, script: AnyScript) -> AnyScript:
        return self._host.concrete

    async def board(self, script: AnyScript, request: int | None) -> list[tuple[list[int], list[int]]]:
        """A player cannot be asked what is on its board."""
        return []
