"""Inside the simulation of a player: plays long games, then the same cycles again without listening."""

from __future__ import annotations

import time
from typing import Any

import cocotb
from cocotb.triggers import ValueChange
from loopline.contract.game import Property, Subject
from loopline.simulation.channel import NullChannel
from loopline.simulation.line import SerialLine, Wave
from loopline.trial import Account
from loopline.trial.play import Trial
from loopline.trial.player import PlayerHardware

from speed.simulation import job_of_this_simulation, write

#: The host's lines in a game: so many that the player, at depth 2, thinks for tens of thousands of cycles about each.
LINES = 32


class Tape:
    """What a line plays from now on, to be played once more without listening."""

    def __init__(self, line: SerialLine) -> None:
        self._line, self._play = line, line._play
        self._played: list[tuple[Wave, int, int, int]] = []
        vars(line)["_play"] = self._noted

    async def _noted(self, wave: Wave, wanted: int, patience: int, tail: int | None) -> None:
        await self._play(wave, wanted, patience, tail)
        self._played.append((wave, wanted, patience, int(self._line._line.tail.value)))

    async def replay(self) -> None:
        """Play it once more without listening. Raise RuntimeError if the tape is empty."""
        if not self._played:
            raise RuntimeError("nothing of what the host said is on the tape")
        line = self._line._line
        for wave, wanted, patience, tail in self._played:
            self._line._said += 1
            self._line._write(wave)
            line.wanted.value, line.patience.value, line.tail.value = wanted, patience, tail
            line.go.value = self._line._said
            await ValueChange(line.done)


@cocotb.test()
async def player_parts(top: Any) -> None:
    job = job_of_this_simulation()
    player = PlayerHardware(top, job, Account(Subject.of(job.dut), NullChannel()))
    trial, tape = Trial(job, player), Tape(player.line)
    games = Property("thinking", "games in which the player thinks long", player.game.long_games(LINES))
    started = time.process_time()
    await trial.property(games, job)
    figures = {"cycles": trial.outcome.cycles, "turns": trial.outcome.turns, "verified": time.process_time() - started}
    if trial.outcome.state != "agrees":
        raise RuntimeError(f"the bundled player does not agree: {trial.outcome.says or trial.outcome.error}")
    if not job.dut.verification_port:  # the same once more, without listening
        started = time.process_time()
        await tape.replay()
        figures["alone"] = time.process_time() - started
    write("parts.json", figures)
