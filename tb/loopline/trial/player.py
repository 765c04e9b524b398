"""A player on trial: conversations over its serial line."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from loopline.contract.game import AnyPlayer, AnyScript
from loopline.simulation.channel import Detached
from loopline.simulation.job import Answer, TrialJob
from loopline.simulation.line import Conversation, Heard, Host, SerialLine
from loopline.simulation.runs import SCRIPT, ours
from loopline.trial.shrinking import Enough
from loopline.trial.talk import Talk, patience
from loopline.trial.trial import Trial

#: Once there is a failure: this many times the slowest answer, and this many cycles at least.
_TIMES, _LEAST = 20, 20_000


class PlayerTrial(Trial):
    """A player in its simulator."""

    game: AnyPlayer

    def __init__(self, top: Any, job: TrialJob, channel: Detached) -> None:
        super().__init__(job, channel)
        self.line = SerialLine(top, self.dut.bit, Path(), self._waiting)
        self._talk = Talk(self.dut, self.game, self.line)

    @property
    def began(self) -> int:
        """When the record of the last script began, in ns of simulated time."""
        return self.line.began

    def forget(self) -> None:
        """Forget the last failure, and how slow answers were."""
        super().forget()
        self._talk.slowest = 0

    async def try_out(self, script: AnyScript, delays: bytes) -> int:
        """Have the conversation of a script. Returns the number of cycles. Raises Mismatch."""
        self._note(script)
        await self._talk.begin()
        self._host = self.host()
        if not await self._talk.converse(self._host.converse(script, delays), self.spent):
            self.outcome.cut += 1
        self.outcome.figures = dict(Counter(self.outcome.figures) + self._host.figures)
        return self.line.now

    def _waiting(self) -> None:
        """How long to wait for an answer. With full patience for the final run; not at all after a request to stop."""
        self.pulse()
        if not self.in_a_hurry and self.channel.stopped:
            self.why_enough = "interrupted"
            raise Enough

    def host(self) -> TimedHost:
        """Return a new host for the next script."""
        return TimedHost(self.game.host(self.dut.model_copy(update={"patience": self._patience})))

    def timed(self) -> list[Answer]:
        """Return each line that was received in the last conversation, in cycles of its record."""
        host = self._host
        return [
            Answer(situation.kind, step, one.first - sent, one.last - sent, len(one.text) + 1, situation.facts)
            for (step, sent, one), situation in zip(host.heard, self.game.situations(host.transcript), strict=True)
        ]

    @property
    def _patience(self) -> int:
        """Cycles to wait for an answer. Fewer while a failure is shrunk: then it may often happen that none comes."""
        whole = patience(self.dut)
        return min(whole, max(_LEAST, _TIMES * self._talk.slowest)) if self._failed and self.in_a_hurry else whole

    def _note(self, script: AnyScript) -> None:
        """Write the script down, in case the simulator does not survive it."""
        ours(Path(), SCRIPT).write_text(self.game.write(script))

    @property
    def transcript(self) -> list[str]:
        """The transcript of the last conversation."""
        return list(self._host.transcript)

    def concrete(self, script: AnyScript) -> AnyScript:
        """Return the script of the last conversation, with the moves that were played."""
        return self._host.concrete

    async def board(self, script: AnyScript, request: int | None) -> list[tuple[list[int], list[int]]]:
        """A player cannot be asked what is on its board."""
        return []


class TimedHost:
    """Wraps a host, and notes the times of its lines."""

    def __init__(self, host: Host[AnyScript]) -> None:
        self._host = host
        self.transcript, self.figures = host.transcript, host.figures
        #: Each received line: the step that it answers, and the cycle in which the host had sent that.
        self.heard: list[tuple[int, int, Heard]] = []

    @property
    def concrete(self) -> AnyScript:
        """As the host has it."""
        return self._host.concrete

    def converse(self, script: AnyScript, delays: bytes) -> Conversation:
        """As the host does, noting when each line was sent and heard."""
        conversation, said, step, sent = self._host.converse(script, delays), 0, -1, 0
        say = next(conversation, None)
        while say is not None:
            heard = yield say
            step += sum(line[0] != "<" for line in self.transcript[said:])
            said = len(self.transcript)
            sent = heard.sent if say.wave else sent
            self.heard += [(step, sent, line) for line in heard.lines]
            try:
                say = conversation.send(heard)
            except StopIteration:
                return
