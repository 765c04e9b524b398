"""A player on trial: conversations over its serial line, every byte of which is checked.

Every cycle of the engine inside the player is checked, too, if there is a verification port.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from string import hexdigits
from typing import Any

from loopline.contract.checker import Mismatch, Port, Wrong, unknown
from loopline.contract.game import AnyPlayer, AnyScript
from loopline.design.dut import Dut
from loopline.design.waves import expected
from loopline.simulation import MODEL, RECORD, SCRIPT, run_file
from loopline.simulation.job import Answer, TrialJob
from loopline.simulation.line import (
    ANSWERING,
    HIGH,
    THINKING,
    Answers,
    BadByte,
    Conversation,
    Host,
    LineReset,
    PortChange,
    RxLine,
    SerialLine,
    Transmit,
)
from loopline.trial import Account, Hardware, earliest
from loopline.trial.shrinking import ShrinkingOver
from loopline.trial.waveform import FollowedConversation, as_heard

_DIGITS = frozenset(hexdigits)

#: Cycles to wait for an answer, if the description does not say. A simulator takes seconds for them.
PATIENCE = 2_000_000


def patience(dut: Dut) -> int:
    """Return the cycles to wait for an answer of this player."""
    return dut.patience or min(PATIENCE, round(dut.limit * dut.clock.mhz * 1e6))


class Talk:
    """The line, and the verification port of the engine behind it, from a reset on."""

    def __init__(self, dut: Dut, game: AnyPlayer, line: SerialLine) -> None:
        self._dut, self._game, self._line = dut, game, line
        self._port: Port | None = None
        #: The resets of the last conversation: the first and the last cycle in which nothing counts, and their moments.
        self.resets: list[tuple[int, int, str]] = []
        #: The most cycles that the host has left the line high.
        self.longest_wait = 0
        #: The cycles of the slowest answer until now.
        self.slowest = 0

    async def begin(self) -> None:
        """Reset the design, if it has a reset, and leave the line idle for a while."""
        dut = self._dut
        await self._line.reset(dut.reset.cycles if dut.reset.signal else 0)
        self._port = self._new_port() if dut.verification_port else None
        self.resets = [(0, dut.reset.cycles + 1, "")]
        self.longest_wait = 0

    async def converse(
        self, conversation: Conversation, spent: Callable[[int], bool] = lambda cycles: False, first: int = 0
    ) -> bool:
        """Carry the conversation out.

        Args:
            conversation: The conversation.
            spent: Tells, after a number of cycles, whether to cut it.
            first: The number of its first step.

        Returns:
            False if it was cut.

        Raises:
            Mismatch: An answer is wrong.
        """
        line, say = self._line, next(conversation, None)
        if self._dut.reset.signal and line.unknown:  # what it does not say would be waited for
            cycle, level = line.unknown
            wrong = Wrong("tx", "1", level, f"After the reset tx is {level}: the line is neither high nor low")
            raise Mismatch(cycle, first, wrong)
        while say is not None:
            step = first + say.step
            self.longest_wait = max([self.longest_wait, *(lasts for level, lasts in say.wave if level == HIGH)])
            look, lines = self._looking(say, step)
            await line.say(say.wave, wanted=say.wanted, patience=say.patience, tail=say.listen, look=look)
            answers = Answers(lines, line.rest(), line.sent, line.now, line.lamps)
            line.lamps = []
            self.slowest = max([self.slowest, *(answer.first - line.sent for answer in answers.lines)])
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

    def was_reset(self, cycle: int) -> bool:
        """Return whether the design was reset in this cycle of the last conversation."""
        return any(since <= cycle <= until for since, until, _ in self.resets)

    def _looking(self, say: Transmit, step: int) -> tuple[Callable[[], None], list[RxLine]]:
        """Return what looks at what has come, and the lines that it finds: once one is wrong, nothing is waited for."""
        line, lines, resets = self._line, list[RxLine](), [*say.resets]

        def look() -> None:
            for reset in resets:
                self._after_reset(reset, line.sent - reset.left, step)
            resets.clear()
            self._follow(line.events, step)
            line.events.clear()
            try:
                lines.extend(line.lines())
            except BadByte as bad:
                wrong = Wrong("tx", "a byte", f"{bad.byte.value:#04x}", f"the line does not carry a valid byte: {bad}")
                raise Mismatch(bad.byte.start, step, wrong) from None

        return look, lines

    def _new_port(self) -> Port:
        """Return a checker of the inner engine's verification port, from now on."""
        streams, self._inner = self._game.streams, self._game.port()
        return Port(streams, self._inner, streams.settled)

    def _after_reset(self, reset: LineReset, begins: int, step: int) -> None:
        """Bring to its end whatever was before that cycle; then all is new."""
        events, over, moment = self._line.events, begins + reset.cycles + 1, reset.moment
        if moment == THINKING and self._line.has_changed(begins):
            moment = ANSWERING
        self.resets.append((begins, over, moment))
        self._line.forget(over)
        if self._port:
            self._follow([event for event in events if event.cycle <= begins], step)
            self._line.events = [event for event in events if event.cycle > over]
            self._port = self._new_port()

    def _follow(self, events: Sequence[PortChange], step: int) -> None:
        """Compare what the verification port has shown. Raises Mismatch."""
        port = self._port
        if port is None:
            return
        cycle = number = 0
        has_reset = bool(self._dut.reset.signal)
        try:
            while number < len(events):
                rows, happened = self._inner.ahead(events, number, port.events)
                if rows:
                    port.skip(happened)
                    number += rows
                    continue
                cycle, valid, event, state = events[number]
                number += 1
                is_reset = has_reset or port.events > 0
                if valid not in "01":
                    raise Wrong("vp_valid", "0 or 1", valid, "Some bits are X or Z: vp_valid")
                if is_reset or set(state) <= _DIGITS:
                    port.state(state)
                if valid == "1":
                    port.event(event)
                elif is_reset and event.strip("0"):  # the recorder blanks what is known
                    raise unknown(self._game.streams.event, event, "vp_", " while vp_valid is low")
        except Wrong as wrong:
            raise Mismatch(cycle, step, wrong) from None


#: Once there is a failure: this many times the slowest answer, and this many cycles at least.
_TIMES, _LEAST = 20, 20_000


class PlayerHardware(Hardware):
    """A player in its simulator."""

    game: AnyPlayer

    def __init__(self, top: Any, job: TrialJob, account: Account) -> None:
        super().__init__(job.dut, account)
        self.line = SerialLine(top, self.dut.bit, Path(), self._waiting, self.game.messages.length)
        self._talk = Talk(self.dut, self.game, self.line)

    @property
    def began(self) -> int:
        """When the record of the last script began, in ns of simulated time."""
        return self.line.began

    def forget(self) -> None:
        """Forget how slow answers were."""
        self._talk.slowest = 0

    async def play(self, plan: tuple[AnyScript, bytes]) -> int:
        """Have the conversation of a script. Returns the number of cycles. Raises Mismatch."""
        (script, delays), outcome = plan, self.account.outcome
        run_file(Path(), SCRIPT).write_text(self.game.write(script))  # in case the simulator does not survive it
        await self._talk.begin()
        self._host = self.host()
        heard: Mismatch | None = None
        try:
            if not await self._talk.converse(self._host.converse(script, delays), self.account.limits.spent):
                outcome.cut += 1
        except Mismatch as mismatch:
            heard = mismatch
        self.account.note_conversation(
            [moment for *_, moment in self._talk.resets[1:]], self._talk.longest_wait, self.game.turns(script)
        )
        if worst := earliest(self.asserted(self._talk.was_reset, self._host.step_at), heard):
            raise worst
        outcome.figures = dict(Counter(outcome.figures) + self._host.figures)
        return self.line.now

    def _waiting(self) -> None:
        """Take care of limits while waiting for an answer.

        With full patience for the final run; not at all after a request to stop.
        """
        account, limits = self.account, self.account.limits
        account.pulse()
        if not limits.in_a_hurry and account.channel.stopped:
            limits.why = "interrupted"
            raise ShrinkingOver

    def host(self) -> TimedHost:
        """Return a new host for the next script."""
        return TimedHost(self.game.host(self.dut.model_copy(update={"patience": self._patience})))

    async def seen(self, script: AnyScript, delays: bytes, mismatch: Mismatch) -> int:
        """Return when the first wrong cycle begins in the waves.

        What is expected is known only now: the conversation is had again to show it.

        Args:
            script: The script.
            delays: Its delays.
            mismatch: How it fails.
        """
        at, first, file = await super().seen(script, delays, mismatch), self._host, run_file(Path(), MODEL)
        file.write_text(
            as_heard(
                self.game.streams,
                expected(self.dut, self.game.streams),
                run_file(Path(), RECORD).read_text(),
                self.dut.bit,
                self.dut.reset.cycles + 2,
                first.followed,
                mismatch,
            )
        )
        self.account.limits.in_a_hurry = False
        try:
            await self.play((script, delays))
        except Mismatch as again:
            same = (again.cycle, str(again.wrong), self.transcript) == (
                mismatch.cycle,
                str(mismatch.wrong),
                first.transcript,
            )
            if same:
                return await super().seen(script, delays, mismatch)
        finally:
            self.account.limits.in_a_hurry = True
            file.unlink()
        self.account.outcome.close_up = "without what the model expects: played twice, the design has not done the same"
        return at

    def timed(self) -> list[Answer]:
        """Return each line that was received in the last conversation, in cycles of its record."""
        host, end = self._host, self.game.messages.end
        return [
            Answer(situation.kind, step, line.first - sent, line.last - sent, len(line.text + end), situation.facts)
            for (step, sent, line), situation in zip(host.heard, self.game.situations(host.transcript), strict=True)
        ]

    @property
    def _patience(self) -> int:
        """Cycles to wait for an answer. Fewer while a failure is shrunk: then it may often happen that none comes."""
        whole, limits = patience(self.dut), self.account.limits
        hasty = limits.shrinking and limits.in_a_hurry
        return min(whole, max(_LEAST, _TIMES * self._talk.slowest)) if hasty else whole

    @property
    def transcript(self) -> list[str]:
        """The transcript of the last conversation."""
        return list(self._host.transcript)

    def concrete(self, script: AnyScript) -> AnyScript:
        """Return the script of the last conversation, with the moves that were played."""
        return self._host.concrete


class TimedHost:
    """A host whose lines are timed."""

    def __init__(self, host: Host[AnyScript]) -> None:
        self._host = host
        self.transcript, self.figures = host.transcript, host.figures
        #: Each received line: the step that it answers, and the cycle in which the host had sent that.
        self.heard: list[tuple[int, int, RxLine]] = []
        self._lines: list[tuple[int, int]] = []
        self._until, self._last = 0, list[RxLine]()
        #: The steps, each with the cycle up to which the host has heard.
        self._steps: list[tuple[int, int]] = []

    @property
    def concrete(self) -> AnyScript:
        """As the host has it."""
        return self._host.concrete

    def step_at(self, cycle: int) -> int | None:
        """Return the step in which this cycle was."""
        later = (step for until, step in self._steps if until >= cycle)
        return next(later, self._steps[-1][1] if self._steps else None)

    @property
    def followed(self) -> FollowedConversation:
        """What the model has followed until now."""
        return FollowedConversation(self._lines, self._until, self._last)

    def converse(self, script: AnyScript, delays: bytes) -> Conversation:
        """Converse as the host does, noting when each line was sent and heard."""
        conversation, said, step, sent = self._host.converse(script, delays), 0, -1, 0
        say = next(conversation, None)
        while say is not None:
            heard = yield say
            step += sum(line[0] != "<" for line in self.transcript[said:])
            said = len(self.transcript)
            sent = heard.sent if say.wave else sent
            self.heard += [(step, sent, line) for line in heard.lines]
            self._steps.append((heard.now, step))
            self._lines.append((heard.sent, said))
            self._last = heard.lines
            try:
                say = conversation.send(heard)
            except StopIteration:
                return
            for number, line in enumerate(heard.lines, said + 1):
                self._until = line.last
                self._lines.append((line.last, min(number, len(self.transcript))))
