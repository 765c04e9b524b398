"""Runs inside the simulator: plays the games of one job after the other, and notes how long every answer takes.

A late answer is no mismatch here; all else is compared as usual.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cocotbext.hypothesis import check

from loopline.contract.checker import Mismatch
from loopline.contract.conversation import Conversation, Host
from loopline.contract.game import AnyRequest, AnyScript
from loopline.drawing import property_of
from loopline.latency.answers import NAME, Answer, LatencyJob, Played, answers_file
from loopline.simulation.channel import Channel
from loopline.simulation.job import Job, Outcome
from loopline.simulation.line import Heard
from loopline.simulation.recording import ASKED, EVENT, RESET, RESP_VALID, TAKEN, Recording
from loopline.simulation.runs import ours
from loopline.trial.engine import EngineTrial
from loopline.trial.player import PlayerTrial
from loopline.trial.trial import Trial, could_not_test

_FOR_EVER = 1e9


def stopwatch(top: Any, job: LatencyJob, channel: Channel) -> _Stopwatch:
    """The stopwatch for the design in this simulation, according to its contract."""
    return _STOPWATCHES[job.dut.contract](top, job, channel)


async def measure(stopwatch: _Stopwatch, job: LatencyJob) -> None:
    """Play the games of the job, and report what came of it."""
    started = time.monotonic()
    stopwatch.begin(job)
    outcome = stopwatch.outcome
    stopwatch.report(outcome)
    error: BaseException | None = None
    try:
        error = await _generated(stopwatch, job) if job.examples else None
        if error is None:
            for _, text, _ in job.scripts:
                if not stopwatch.channel.stopped:
                    await stopwatch.play(stopwatch.game.read(text.split()))
    except Mismatch as mismatch:
        error = mismatch
    if isinstance(error, Mismatch):
        stopwatch.describe_failure(error)
    elif error is not None and not outcome.partial:
        could_not_test(outcome, error)
    else:
        outcome.state = "agrees"
    outcome.seconds = time.monotonic() - started
    stopwatch.report(outcome)


async def _generated(stopwatch: _Stopwatch, job: LatencyJob) -> BaseException | None:
    """Play generated games, and return what they failed with."""
    test = property_of(_play, stopwatch.game.long_games(job.turns), examples=job.examples, seed=job.seed)
    result = await check(test, stopwatch, reset=None, enough=stopwatch.enough)
    stopwatch.outcome.partial = stopwatch.why_enough or result.partial
    return result.error


async def _play(stopwatch: _Stopwatch, script: AnyScript) -> None:
    await stopwatch.play(script)


class _Stopwatch(Trial):
    """A trial that notes how long every answer takes: what is the same for both contracts."""

    async def do(self, job: Job) -> None:
        """Play the games of a job, and report what came of it."""
        assert isinstance(job, LatencyJob)
        await measure(self, job)

    def begin(self, job: LatencyJob) -> None:
        """Begin another job."""
        self.job = job
        self._file = ours(Path(), answers_file(job.number))
        self._file.write_text("")
        self._begin(Outcome(name=NAME, told=str(job.number)))

    def describe_failure(self, mismatch: Mismatch) -> None:
        """Put the script that has just failed into the outcome."""
        assert self._failed is not None
        _, script, delays = self._failed
        self.describe(self.concrete(script), delays, mismatch)
        self.outcome.state = "mismatch"

    def note(self, script: AnyScript, timed: list[Answer]) -> None:
        """Write the answers of a script, in which every choice has been replaced by what was chosen."""
        with self._file.open("a") as file:
            file.write(Played(self.game.write(script), timed).line())


class _EngineStopwatch(EngineTrial, _Stopwatch):
    """Times an engine, from the recorded cycles."""

    async def try_out(self, script: AnyScript, delays: bytes) -> int:
        """Play a script, and note how long each answer took. Returns the number of cycles."""
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
    """From the cycle in which each request is accepted to the first in which its answer is valid, as recorded. None: a
    reset came before the answer was taken."""
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


class _PlayerStopwatch(PlayerTrial, _Stopwatch):
    """Times a player, from the characters on its line."""

    def __init__(self, top: Any, job: LatencyJob, channel: Channel) -> None:
        super().__init__(top, job, channel)
        awaited = round(job.limit * self.dut.clock.mhz * 1e6)
        patience = max(self.dut.patience or 0, awaited)
        self.dut = self.dut.model_copy(update={"limit": _FOR_EVER, "patience": patience})

    def host(self) -> Host[AnyScript]:
        self._timed = _TimedHost(super().host())
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


class _TimedHost:
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


_STOPWATCHES: dict[str, type[_EngineStopwatch] | type[_PlayerStopwatch]] = {
    "engine": _EngineStopwatch,
    "player": _PlayerStopwatch,
}
