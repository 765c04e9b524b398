"""Trials that note how long every answer takes. A late answer is no mismatch here; all else is compared as usual."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from loopline.contract.checker import Mismatch
from loopline.contract.conversation import Conversation, Host
from loopline.contract.game import AnyRequest, AnyScript
from loopline.latency.answer import Answer, Played
from loopline.latency.job import NAME, LatencyJob, answers
from loopline.simulation.files import ours
from loopline.simulation.job import Outcome
from loopline.simulation.line import Heard
from loopline.simulation.recording import ASKED, EVENT, RESET, RESP_VALID, TAKEN, Recording
from loopline.trial.engine import EngineTrial
from loopline.trial.player import PlayerTrial
from loopline.trial.trial import Trial

_FOR_EVER = 1e9


class Stopwatch(Trial):
    """What the trials of both contracts share."""

    #: By kind, the slowest answer of the last script.
    latest: dict[str, int]

    def begin(self, job: LatencyJob) -> None:
        """Another job."""
        self.job, self.latest = job, {}
        self._file = ours(Path(), answers(job.number))
        self._file.write_text("")
        self._begin(Outcome(name=NAME, told=str(job.number)))

    def describe_failure(self, mismatch: Mismatch) -> None:
        """The script that has just failed."""
        assert self._failed is not None
        _, script, delays = self._failed
        self.describe(self.concrete(script), delays, mismatch)
        self.outcome.state = "mismatch"

    def note(self, script: AnyScript, timed: list[Answer]) -> None:
        """Note the answers of a script, in which every choice has been replaced by what was chosen."""
        self.latest = {}
        for one in timed:
            self.latest[one.kind] = max(one.begins, self.latest.get(one.kind, 0))
        with self._file.open("a") as file:
            file.write(Played(self.game.write(script), timed).line())


class EngineStopwatch(EngineTrial, Stopwatch):
    async def try_out(self, script: AnyScript, delays: bytes) -> int:
        cycles = await super().try_out(script, delays)
        timed = list(_operations(self.last))
        given = [(self.streams.response.unpack(one.answer), one.events) if one else ({}, 0) for one in timed]
        situations = self.game.situations(self.game.requests(script), given)
        self.note(
            script,
            [
                Answer(situation.kind, number, one.cycles, one.cycles, 0, situation.facts)
                for number, (one, situation) in enumerate(zip(timed, situations, strict=True))
                if one
            ],
        )
        return cycles

    def _compare(self, recording: Recording, requests: Sequence[AnyRequest], predicted: str) -> None:
        """Compare by the rules alone, without the predicted cycles."""
        super()._compare(recording, requests, "")


class _Operation(NamedTuple):
    cycles: int
    answer: int
    events: int


def _operations(recording: Recording) -> Iterator[_Operation | None]:
    """From the cycle in which each request is accepted to the first in which its answer is valid, as recorded. None, if
    nobody waits for that one because a reset comes."""
    accepted: int | None = None
    timed: _Operation | None = None
    events = 0
    for cycle, flag_text, answer, _, _ in recording.rows:
        flags = int(flag_text, 16)
        events += flags & EVENT
        if flags & RESP_VALID and accepted is not None and timed is None:
            timed = _Operation(cycle - accepted, int(answer, 16), events)
        if accepted is not None and (flags & RESET or flags & TAKEN == TAKEN):
            yield None if flags & RESET else timed
            accepted = timed = None
        if flags & ASKED == ASKED:
            accepted, events = cycle, 0


class PlayerStopwatch(PlayerTrial, Stopwatch):
    def __init__(self, top: Any, job: LatencyJob) -> None:
        super().__init__(top, job)
        awaited = round(job.limit * self.dut.clock.mhz * 1e6)
        patience = max(self.dut.patience or 0, awaited)
        self.dut = self.dut.model_copy(update={"limit": _FOR_EVER, "patience": patience})

    def host(self) -> Host[AnyScript]:
        self._timed = TimedHost(super().host())
        return self._timed

    async def try_out(self, script: AnyScript, delays: bytes) -> int:
        cycles = await super().try_out(script, delays)
        timed = self._timed
        situations = self.game.situations(timed.transcript)
        self.note(
            timed.concrete,
            [
                Answer(situation.kind, step, one.first - sent, one.last - sent, len(one.text) + 1, situation.facts)
                for (step, sent, one), situation in zip(timed.heard, situations, strict=True)
            ],
        )
        return cycles


class TimedHost:
    """Wraps a host, and notes the times of its lines."""

    def __init__(self, host: Host[AnyScript]) -> None:
        self._host = host
        self.transcript, self.figures = host.transcript, host.figures
        #: Each received line: the step that it answers, and the cycle in which the host had sent that.
        self.heard: list[tuple[int, int, Heard]] = []

    @property
    def concrete(self) -> AnyScript:
        return self._host.concrete

    def converse(self, script: AnyScript, delays: bytes) -> Conversation:
        conversation, sent = self._host.converse(script, delays), 0
        say = next(conversation, None)
        while say is not None:
            heard = yield say
            step = sum(line[0] != "<" for line in self.transcript) - 1
            sent = heard.sent if say.wave else sent
            self.heard += [(step, sent, line) for line in heard.lines]
            try:
                say = conversation.send(heard)
            except StopIteration:
                return
