"""A player on trial: a conversation over its serial line, every byte of which is checked, and every cycle of the engine
inside it, if there is a verification port."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from loopline.checker import Mismatch, Wrong
from loopline.conversation import Answers, Host
from loopline.job import SCRIPT, Job
from loopline.line import BadByte, Event, Line
from loopline.trial import Trial
from loopline.uart import HIGH, IN_RESET

#: Bit times of an idle line before the first word: long enough to end whatever was heard of a byte.
_IDLE = 12

#: Cycles to wait for an answer, if the description does not say. A simulator takes seconds for them.
PATIENCE = 2_000_000

#: Once there is a failure: so many times the slowest answer, and so many cycles at least.
_TIMES, _LEAST = 20, 20_000


class PlayerTrial(Trial):
    def __init__(self, top: Any, job: Job) -> None:
        super().__init__(job)
        self.line = Line(top, self.dut.bit, Path(), self.pulse)
        #: The cycles of the slowest answer until now.
        self._slowest = 0
        self.settled = self.game.streams(self.dut.size).settled

    @property
    def began(self) -> float:
        return self.line.began

    def forget(self) -> None:
        super().forget()
        self._slowest = 0

    async def try_out(self, script: Any, waits: bytes) -> int:
        self._note(script)
        line, dut = self.line, self.dut
        line.begin()
        if dut.reset.signal:
            await line.say([(HIGH + IN_RESET, dut.reset.cycles)], wanted=0, patience=0, tail=1)
            line.begin()  # what is on the line before that is nobody's concern
        await line.say([(HIGH, round(_IDLE * dut.bit))], wanted=0, patience=0, tail=1)
        port = Port(self) if dut.verification_port else None
        self._host = self.host()
        conversation = self._host.converse(script, waits)
        say = next(conversation, None)
        while say is not None:
            await line.say(say.wave, wanted=say.wanted, patience=say.patience, tail=say.listen)
            if say.resets and port:
                port = Port(self)
                line.events.clear()
            if port:
                port.follow(line.events, say.step)
            try:
                answers = Answers(line.lines(), line.rest(), line.sent, line.now)
            except BadByte as bad:
                wrong = Wrong("tx", "a byte", f"{bad.byte.value:#04x}", f"what comes back is no byte: {bad}")
                raise Mismatch(bad.byte.start, say.step, wrong) from None
            self._slowest = max([self._slowest, *(one.first - line.sent for one in answers.lines)])
            try:
                say = conversation.send(answers)
            except StopIteration:
                break
        self.outcome.figures = dict(Counter(self.outcome.figures) + self._host.figures)
        return line.now

    def host(self) -> Host:
        """A new one, for the next script."""
        host: Host = self.game.host(self.dut.model_copy(update={"patience": self._patience}))
        return host

    @property
    def _patience(self) -> int:
        """Cycles to wait for an answer. While a failure is made smaller, it may be that none comes, time and again."""
        whole = self.dut.patience or min(PATIENCE, round(self.dut.limit * self.dut.clock.mhz * 1e6))
        return whole if self._failed is None else min(whole, max(_LEAST, _TIMES * self._slowest))

    def _note(self, script: Any) -> None:
        """Should the simulator not survive it."""
        Path(SCRIPT).write_text(self.game.write(script, self.dut.size))

    @property
    def transcript(self) -> list[str]:
        return list(self._host.transcript)

    def concrete(self, script: Any) -> Any:
        return self._host.concrete

    async def board(self, script: Any, request: int | None) -> list[tuple[list[int], list[int]]]:
        """A player cannot be asked."""
        return []


class Port:
    """Compares a verification port with what may happen in an engine."""

    def __init__(self, trial: PlayerTrial) -> None:
        streams = trial.game.streams(trial.dut.size)
        self._event, self._settled = streams.event, streams.settled
        self._follower = trial.game.port(trial.dut)
        self._events = 0
        #: Of the state, until the next event: the bits that are sure, and their values.
        self._sure = self._value = 0

    def follow(self, events: list[Event], step: int) -> None:
        """Compare, and forget them. Raises Mismatch."""
        for event in events:
            try:
                self._one(event)
            except Wrong as wrong:
                raise Mismatch(event.cycle, step, wrong) from None
        events.clear()

    def _one(self, event: Event) -> None:
        if event.valid not in "01":
            raise Wrong("vp_valid", "0 or 1", event.valid, "the hardware does not know whether there is an event")
        try:
            state = int(event.state, 16)
        except ValueError:
            if self._events == 0:
                return  # not reset yet
            raise Wrong("vp_state", "0 or 1", event.state, "some bits of the state are X or Z") from None
        if (state ^ self._value) & self._sure:
            self._name_what_differs(state)
        if event.valid == "1":
            try:
                fields = self._event.unpack(int(event.event, 16))
            except ValueError:
                raise Wrong("vp", "0 or 1", event.event, "some bits of the event are X or Z") from None
            order = fields.pop("order")
            if order != self._events & 0xFFFF_FFFF:
                raise Wrong("vp_order", self._events, order, "an event is missing or repeated")
            self._events += 1
            self._follower.event(fields)
            self._sure, self._value = self._settled.part(self._follower.settled)

    def _name_what_differs(self, state: int) -> None:
        found = self._settled.unpack(state)
        for name, expected in self._follower.settled.items():
            if found[name] != expected:
                raise Wrong(f"vp_state.{name}", expected, found[name], f"the state's {name} is wrong")
