"""An engine on trial: a session of requests, every cycle of it compared."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from functools import cached_property
from itertools import islice, takewhile
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from loopline.contract.checker import (
    AGAIN,
    Checker,
    Follower,
    Mismatch,
    first_difference,
    first_of,
    judge_again,
    under_way,
)
from loopline.contract.game import AnyEngine, AnyRequest, AnyScript
from loopline.design import waves
from loopline.design.plugins import GameMistake
from loopline.errors import BadInput
from loopline.signals import Layout, UnusedField, carried, in_resets, packed
from loopline.simulation.job import Answer, Cause, Omission, TrialJob, Waveform
from loopline.simulation.recording import ASKED, FLAGS, RESET, RESP_VALID, Recording, rows
from loopline.simulation.session import IN_RESETS, Session, Timing, endless, timings_of
from loopline.trial import Account, Again, Hardware, earliest
from loopline.trial.waveform import IdlePort, as_followed, as_predicted, waveform

#: The values on the ports in resets, which must not matter either.
_IN_RESETS = UnusedField(IN_RESETS, "", 1, 1)

#: The attempts to find the few fields that a failure takes, of those that must not matter.
_ATTEMPTS = 200

One = TypeVar("One")


class Plan(NamedTuple):
    """A script, ready to be played: requests, the record that a cycle-exact engine makes of them or "", timings."""

    requests: Sequence[AnyRequest]
    predicted: str
    timings: Sequence[Timing]


class EngineHardware(Hardware):
    """An engine in its simulator."""

    game: AnyEngine
    #: Whether the cycles of a cycle-exact design are compared, too; otherwise only what the rules say.
    exactly = True

    def __init__(self, top: Any, job: TrialJob, account: Account) -> None:
        super().__init__(job.dut, account)
        self.streams, self._waves = self.game.streams, job.waves
        self.session = Session(top, self.streams, Path())
        self.patience = self.dut.patience or self.game.patience
        self.last = Recording("", 0)
        self._requests: Sequence[AnyRequest] = ()
        #: The first assertion of the design that has failed in the last script.
        self._asserted: Mismatch | None = None

    @cached_property
    def _layout(self) -> Layout:
        """How waves read what is expected."""
        return waves.expected(self.dut, self.streams)

    @property
    def began(self) -> int:
        """When the record of the last script began, in ns of simulated time."""
        return self.session.began

    def plan(self, script: AnyScript, delays: bytes) -> Plan:
        """Return the requests of a script and, of a cycle-exact engine, the record that it must make."""
        timings, dut = timings_of(delays), self.dut
        if dut.cycle_exact:
            requests, predicted = self.game.plan(script, endless(timings), dut.reset.cycles)
            return Plan(requests, predicted, timings)
        return Plan(self.game.requests(script), "", timings)

    async def play(self, plan: Plan) -> int:
        """Play the script of a plan and compare every cycle. Returns the number of cycles. Raises Mismatch."""
        requests, predicted, timings = plan
        recording = await self._recorded(plan)
        self.account.note_session(requests, timings, recording.text)
        if not predicted or recording.text != predicted or self._asserted:
            if recording.hung and recording.begins(predicted):
                raise self._too_soon(predicted)
            self._compare(recording, requests, predicted if self.exactly else "")
        return recording.cycles

    async def agrees(self, plan: Plan) -> bool:
        """Return whether a plan is carried out as it must be.

        If a record is predicted, the two are compared as text, which is faster than to find what is wrong.
        """
        if not plan.predicted:
            return await super().agrees(plan)
        return (await self._recorded(plan)).text == plan.predicted and not self._asserted

    async def _recorded(self, plan: Plan, expected: str = "") -> Recording:
        """Play a plan. In a close-up the waves show what is expected: of a cycle-exact design its prediction."""
        self._check(plan.requests)
        self._requests = plan.requests
        if plan.predicted and self._waves:
            expected = as_predicted(self.streams, self._layout, plan.predicted)
        self.last = await self.session.play(
            plan.requests,
            plan.timings,
            reset_cycles=self.dut.reset.cycles,
            patience=self.patience,
            cleared=self.spared.cleared,
            held=self.spared.held,
            expected=expected if self._waves else None,
        )
        self._asserted = self.asserted(self._in_reset, self._request)
        return self.last

    def _in_reset(self, cycle: int) -> bool:
        """Return whether the design was reset in this cycle of the last script."""
        flags = "0"
        for row in takewhile(lambda row: row.cycle <= cycle, rows(self.last.text)):
            flags = row.flags
        return bool((FLAGS.parse(flags) or 0) & RESET)

    def _request(self, cycle: int) -> int | None:
        """Return the request of the last script that was carried out, or taken, in this cycle."""
        return under_way(self.last.rows, cycle + 1, self._requests)

    def _too_soon(self, predicted: str) -> BadInput:
        """Return an error: the design has done all that it must, but its patience is too short."""
        longest, since = 0, 0
        for cycle, flag_text, *_ in rows(predicted):
            flags = int(flag_text, 16)
            if flags & RESET or flags & RESP_VALID or flags & ASKED == ASKED:
                longest, since = max(longest, cycle - since), cycle
        return BadInput(
            f"{self.dut.place('patience')}: patience = {self.patience} is too little for a correct design, which may "
            f"take {longest:,} cycles or more: leave it out, or give it more"
        )

    def _check(self, requests: Sequence[AnyRequest]) -> None:
        """Raise GameMistake if the ports lack room for a request: the design was asked something else."""
        asked = self.streams.asked
        for request in requests:
            if not asked.fits(request) and (misfit := asked.misfit(request, "a request")):
                raise GameMistake(self.game, f"its request {request!r}: {misfit}")

    def _compare(self, recording: Recording, requests: Sequence[AnyRequest], predicted: str) -> None:
        """Raise the first divergence, in the words of the rules where they are broken."""
        difference = first_difference(rows(predicted), recording.rows, self.streams, requests) if predicted else None
        mismatch = self._judged(recording, requests, self.game.follower(self.dut.verification_port))
        if mismatch and not difference:
            self._judge_again(recording, requests, mismatch)
        if worst := earliest(self._asserted, first_of(mismatch, difference)):
            raise worst

    def _judged(
        self, recording: Recording, requests: Sequence[AnyRequest], follower: Follower[AnyRequest]
    ) -> Mismatch | None:
        try:
            Checker(self.streams, follower, requests).check(recording)
        except Mismatch as mismatch:
            return mismatch
        return None

    def _judge_again(self, recording: Recording, requests: Sequence[AnyRequest], mismatch: Mismatch) -> None:
        """Raise NondeterministicModel unless other followers judge the record alike."""
        judge_again(
            self.game,
            self.dut.verification_port,
            lambda follower: self._judged(recording, requests, follower),
            mismatch,
            requests=requests,
            times=1 if self.account.limits.shrinking else AGAIN,
        )

    def concrete(self, script: AnyScript) -> AnyScript:
        """Return the script as a file can have it."""
        return self.written(script, self.account.outcome.request)

    def written(self, script: AnyScript, request: int | None) -> AnyScript:
        """Return the script; if it is empty, what is read back up to the request that fails.

        A file cannot have an empty game.
        """
        asks = self.game.turns(script) or self.account.written(script)
        return script if asks else self.game.script_of(self.game.requests(script)[: (request or 0) + 1])

    async def causes(
        self, script: AnyScript, delays: bytes, request: int | None, again: Again, before: AnyScript = None
    ) -> list[Cause]:
        """Return what makes the script fail although it must not matter.

        These are fields that have to carry something for the failure, and signals of the request that have to change
        after it was accepted.

        Args:
            script: The script.
            delays: Its delays.
            request: The request that fails.
            again: Plays a script again.
            before: The script that is played before it, if it fails only then.
        """
        requests = list(self.game.requests(script))
        requests = requests if request is None else requests[: request + 2]
        layout = self.streams.request
        shown = in_resets(layout, requests, [*packed(layout, requests)])
        fields = [*carried(layout, requests), *([_IN_RESETS] if any(map(any, shown)) else [])]

        async def fails(spared: Omission) -> bool:
            if before is not None:
                await again(before, b"")
            self.spared = spared
            try:
                return await again(script, delays) is not None
            finally:
                self.spared = Omission()

        def cleared_but(kept: Sequence[UnusedField]) -> Omission:
            bits: dict[int, int] = {}
            for field in fields:
                bits[field.number] = bits.get(field.number, 0) | field.bits * (field not in kept)
            return Omission(cleared=bits)

        def held_but(names: Sequence[str]) -> Omission:
            return Omission(held=sum(mask << at for name, (at, mask) in layout.shifts.items() if name not in names))

        found = list[Cause]()
        if needed_fields := await needed(fields, lambda kept: fails(cleared_but(kept))):
            words = [self._told(requests, field) for field in needed_fields]
            found.append(Cause(fails=cleared_but(needed_fields), agrees=cleared_but([]), carried=words))
        ports = [name for name, _ in layout.ports]
        if names := await needed(ports, lambda names: fails(held_but(names))):
            words = [f"req_{name}" for name in names]
            found.append(Cause(fails=held_but(names), agrees=held_but([]), late=words))
        return found

    def _told(self, requests: Sequence[AnyRequest], field: UnusedField) -> str:
        if field is _IN_RESETS:
            return "in a reset, the ports of requests and resp_ready are not all 0"
        word = self.game.write(self.game.script_of(requests[: field.number + 1])).split()[-1]
        return (
            f"request {field.number + 1} ({word}): req_{field.name} is {self.streams.describe(field.name, field.value)}"
        )

    async def board(self, script: AnyScript, request: int | None) -> list[tuple[list[int], list[int]]]:
        """Return every answer that the design still gives."""
        requests = self.game.requests(self.game.until(script, request))
        recording = await self.session.play(
            requests,
            [],
            reset_cycles=self.dut.reset.cycles,
            patience=self.patience,
            expected="" if self._waves else None,
        )
        answers = self.answers(recording)
        return [(list(map(int, request)), answer) for request, answer in zip(requests, answers, strict=False)]

    async def seen(self, script: AnyScript, delays: bytes, mismatch: Mismatch) -> int:
        """Return when the first wrong cycle begins in the waves.

        What is expected of a design that is not cycle-exact is known only now: the script is played again to show it.

        Args:
            script: The script.
            delays: Its delays.
            mismatch: How it fails.
        """
        first, at = self.last, await super().seen(script, delays, mismatch)
        if self.dut.cycle_exact:
            return at
        expected = as_followed(self.streams, self._layout, first.text, mismatch)
        again = await self._recorded(self.plan(script, delays), expected)
        self.last = first
        if again.text == first.text:
            return await super().seen(script, delays, mismatch)
        self.account.outcome.close_up = "without what the model expects: played twice, the design has not done the same"
        return at

    def waveform(
        self, script: AnyScript, delays: bytes, mismatch: Mismatch, *, whole_requests: bool = False
    ) -> Waveform:
        """Return the signals around the first wrong cycle of the last script.

        Args:
            script: The script.
            delays: Its delays.
            mismatch: How it fails.
            whole_requests: Whether to show what the ports carry between requests.
        """
        requests, predicted, timings = self.plan(script, delays)
        port, between = self.dut.verification_port, None
        if whole_requests:
            between = IdlePort([*packed(self.streams.request, requests)], list(islice(endless(timings), len(requests))))
        return waveform(self.streams, requests, self.last.text, predicted, mismatch, port=port, between=between)

    def timed(self) -> list[Answer]:
        """Return each answer to the last script, in the cycles of the record."""
        timed, layout = list(self.last.operations()), self.streams.response
        given = [
            (layout.unpack(_known(layout, operation.answer)), operation.events) if operation else ({}, 0)
            for operation in timed
        ]
        situations = self.game.situations(self._requests, given)
        return [
            Answer(situation.kind, number, operation.cycles, operation.cycles, 0, situation.facts)
            for number, (operation, situation) in enumerate(zip(timed, situations, strict=False))
            if operation
        ]

    def answers(self, recording: Recording) -> list[list[int]]:
        """Return the answer to each request; empty if it has unknown bits, or if a reset came first."""
        layout = self.streams.response
        packed = [layout.parse(operation.answer) if operation else None for operation in recording.operations()]
        return [[] if answer is None else list(layout.unpack(answer).values()) for answer in packed]


def _known(layout: Layout, answer: str) -> int:
    """Return an answer, with 0 for bits that are X or Z."""
    packed = layout.parse(answer)
    return int(re.sub("[^01]", "0", answer), 2) if packed is None else packed


async def needed(things: Sequence[One], fails: Callable[[Sequence[One]], Awaitable[bool]]) -> Sequence[One]:
    """Return the things that a failure takes: few, if not the fewest; empty if it fails without all of them.

    `fails` tells whether it fails with some of them alone. A failing game does not show what fields that must not
    matter have carried.
    """
    if not things or await fails([]):
        return []
    size, left = len(things) // 2, _ATTEMPTS
    while size:
        for start in range(len(things) - size, -1, -size):
            if not left:
                return things
            left -= 1
            fewer = [*things[:start], *things[start + size :]]
            things = fewer if await fails(fewer) else things
        size //= 2
    return things
