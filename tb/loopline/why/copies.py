"""Copies of a player's simulation: each makes a change in the middle of the failing game, and plays the rest of it.

A serial line is slow, and all that is said before a failure is the same with each change. So it is played once, up to
the words that show the failure, and there the process is copied for each change.
"""

from __future__ import annotations

import gc
import os
import signal
import time
from collections.abc import Awaitable, Callable, Generator
from pathlib import Path
from select import select
from typing import Any

from loopline.contract.checker import Mismatch
from loopline.contract.game import AnyScript
from loopline.simulation import RECORD, run_file
from loopline.simulation.channel import NullChannel, write_down_at_a_signal
from loopline.simulation.line import HIGH, Answers, Conversation, SerialLine, Transmit
from loopline.trial.player import PlayerHardware, Talk, patience
from loopline.why import WRITTEN

#: A copy that takes longer than this many times the one without a change counts as one that hangs; the least seconds,
#: and those that this one may take.
_TIMES, _LEAST, _MOST = 20, 2.0, 60.0

#: A failing game is short if all of it takes at most so many times as long as its end.
_SHORT = 3

#: The cycles of a long pause, and how many of them are left when the copies begin.
_LONG, _LEFT = 2_000, 32

#: What a copy says if its game agrees.
_AGREES = b"agrees"

#: A link to the record that was written until the copies begin.
_BEFORE = "record_before"


class Copies:
    """The simulation of a player that stops in the middle of its failing game, and the copies that go on from there."""

    def __init__(self, top: Any, hardware: PlayerHardware, patience: int) -> None:
        """Begin without a game.

        `patience`: cycles to wait for an answer in the failing game.
        """
        self._top, self._hardware, self._patience = top, hardware, patience
        self._talk = Talk(hardware.dut, hardware.game, hardware.line)
        self._record, self._limit = run_file(Path(), RECORD), _MOST
        #: The seconds that the end of the failing game takes.
        self._end = 0.0

    async def stop(self, script: AnyScript, delays: bytes, step: int, word: int = 0) -> bool:
        """Play the failing game as far as the words of the step in which it fails.

        Args:
            script: The failing game.
            delays: The delays of its lines.
            step: The index of the step whose words are not said yet.
            word: What is written to the register meanwhile.

        Returns:
            Whether the rest fails.
        """
        for cycles in (self._patience, patience(self._hardware.dut)):
            self._rest = _RestOfConversation(self._conversation(script, delays, cycles), step)
            getattr(self._top.dut, WRITTEN).value = word
            await self._talk.begin()
            try:
                if self._rest.is_there or not await self._talk.converse(self._rest, lambda _: self._rest.is_there):
                    break
            except Mismatch:  # an answer has taken longer
                continue
        else:
            return False
        await self._rest.pause(self._hardware.line)
        (before := self._record.with_name(_BEFORE)).unlink(missing_ok=True)
        before.hardlink_to(self._record)
        gc.freeze()  # so that a collection in a copy leaves the memory shared
        began = time.monotonic()
        fails = not await self.go_on(0)
        self._end = time.monotonic() - began
        self._limit = max(_LEAST, _TIMES * self._end)
        self._failing, self._patience = (script, delays), cycles
        return fails

    async def is_short(self) -> bool:
        """Return whether all of the failing game is played in little more time than its end."""
        began = time.monotonic()
        return not await self.again(0) and time.monotonic() - began <= _SHORT * self._end

    async def again(self, word: int) -> bool:
        """Play all of the failing game with this change: it may go wrong long before it shows that."""
        try:
            return await self._from_the_start(word, self._conversation(*self._failing, self._patience), self._limit)
        except TimeoutError:
            return False

    async def go_on(self, word: int) -> bool:
        """Play the rest of the failing game with this change."""

        async def rest() -> None:
            await self._talk.converse(self._rest)

        try:
            return await self._copied(word, rest, self._limit)
        except TimeoutError:
            return False

    async def play(self, word: int, script: AnyScript, delays: bytes, seconds: float) -> bool:
        """Play a whole game with this change.

        Args:
            word: The change.
            script: The game.
            delays: Its delays.
            seconds: The time for it.

        Raises:
            TimeoutError: It takes longer.
        """
        conversation = self._conversation(script, delays, patience(self._hardware.dut))
        return await self._from_the_start(word, conversation, seconds)

    async def _from_the_start(self, word: int, conversation: Conversation, seconds: float) -> bool:
        """Play a conversation in a copy, after a reset. Raise TimeoutError."""

        async def whole() -> None:
            self._record.unlink()
            await self._talk.begin()
            await self._talk.converse(conversation)

        return await self._copied(word, whole, seconds)

    def _conversation(self, script: AnyScript, delays: bytes, cycles: int) -> Conversation:
        dut = self._hardware.dut.model_copy(update={"patience": cycles})
        return self._hardware.game.host(dut).converse(script, delays)

    async def _copied(self, word: int, play: Callable[[], Awaitable[None]], seconds: float) -> bool:
        """Play in a copy of the process. Raise TimeoutError.

        It does not agree if the copy dies, or if an assertion of the design fails.

        Args:
            word: The change.
            play: Plays.
            seconds: The time for it.
        """
        hardware = self._hardware
        hardware.forget_printed()  # by what was played before the copy, and by other copies
        out, into = os.pipe()
        if copy := os.fork():
            os.close(into)
            try:
                return _told(out, seconds) == _AGREES
            finally:
                os.kill(copy, signal.SIGKILL)
                os.waitpid(copy, 0)  # noqa: ASYNC222 - nothing else is to happen
        try:
            write_down_at_a_signal(NullChannel())
            hardware.account.channel = NullChannel()
            self._record.unlink(missing_ok=True)
            self._record.hardlink_to(self._record.with_name(_BEFORE))
            hardware.line.go_on()
            getattr(self._top.dut, WRITTEN).value = word
            try:
                await play()
                agrees = hardware.asserted(self._talk.was_reset, lambda cycle: None) is None
            except Mismatch:
                agrees = False
            os.write(into, _AGREES if agrees else b"no")
        finally:
            os._exit(0)


class _RestOfConversation(Generator[Transmit, Answers, None]):
    """A conversation that begins again with the words that were to be said when it was left."""

    def __init__(self, conversation: Conversation, step: int) -> None:
        self._conversation, self._say, self._step = conversation, next(conversation), step

    @property
    def is_there(self) -> bool:
        """Whether the words of that step come next."""
        return bool(self._say.wave) and self._say.step >= self._step

    async def pause(self, line: SerialLine) -> None:
        """Play the next words as far as the end of their last long pause.

        A few cycles of it are left, of which some pass before the line goes on.
        """
        say = self._say
        long = [number for number, (level, cycles) in enumerate(say.wave) if level == HIGH and cycles > _LONG]
        if long:
            before, after = say.wave[: long[-1]], say.wave[long[-1] + 1 :]
            came = await line.say([*before, (HIGH, say.wave[long[-1]][1] - _LEFT)], wanted=0, patience=0, tail=1)
            left = _LEFT - (line.now - line.sent + 1)
            self._say = say._replace(wave=[(HIGH, left), *after], wanted=max(0, say.wanted - came))

    def __next__(self) -> Transmit:
        return self._say

    def send(self, answers: Answers) -> Transmit:
        self._say = self._conversation.send(answers)
        return self._say

    def throw(self, *error: Any) -> Transmit:
        return self._conversation.throw(*error)


def _told(end: int, seconds: float) -> bytes:
    """Return what is written into a pipe, all at once. Raise TimeoutError if it takes longer."""
    with os.fdopen(end, "rb") as pipe:
        if not select([pipe], [], [], seconds)[0]:
            raise TimeoutError
        return pipe.read()
