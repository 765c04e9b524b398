"""Inside the simulation of a player: plays long games, then the same cycles again without listening."""

from __future__ import annotations

import time
from typing import Any

import cocotb
from cocotb.triggers import ValueChange
from loopline.contract.game import Property
from loopline.signals.uart import Wave
from loopline.simulation.channel import Detached
from loopline.simulation.line import SerialLine
from loopline.trial.player import PlayerTrial

from speed.simulation import job_of_this_simulation, write

#: The host's lines in a game: so many that the player, at depth 2, thinks for tens of thousands of cycles about each.
LINES = 32


class Tape(SerialLine):
    """A line that can play everything once more without listening."""

    def __init__(self, line: SerialLine) -> None:
        vars(self).update(vars(line))
        self._played: list[tuple[Wave, int, int, int]] = []

    async def _play(self, wave: Wave, wanted: int, patience: int, tail: int | None) -> None:
        await super()._play(wave, wanted, patience, tail)
        self._played.append((wave, wanted, patience, int(self._line.tail.value)))

    async def replay(self) -> None:
        line = self._line
        for wave, wanted, patience, tail in self._played:
            self._said += 1
            self._write(wave)
            line.wanted.value, line.patience.value, line.tail.value = wanted, patience, tail
            line.go.value = self._said
            await ValueChange(line.done)


@cocotb.test()
async def player_parts(top: Any) -> None:
    job = job_of_this_simulation()
    trial = PlayerTrial(top, job, Detached())
    trial.line = tape = Tape(trial.line)
    games = Property("thinking", "games in which the player thinks long", trial.game.long_games(LINES))
    started = time.process_time()
    await trial.property(games)
    figures = {"cycles": trial.outcome.cycles, "turns": trial.outcome.turns, "verified": time.process_time() - started}
    if trial.outcome.state != "agrees":
        raise RuntimeError(f"the bundled player does not agree: {trial.outcome.says or trial.outcome.error}")
    if not job.dut.verification_port:  # the same once more, without listening
        started = time.process_time()
        await tape.replay()
        figures["alone"] = time.process_time() - started
    write("parts.json", figures)
