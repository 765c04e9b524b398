"""`DUT.toml`: a design in a simulator, on its serial line. Its clock is the design's own: cycles, not seconds."""

from __future__ import annotations

import json
import os
import select
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

from loopline.contract import game as games
from loopline.design import simulators
from loopline.design.build import Build
from loopline.design.dut import Dut, load
from loopline.errors import BadInput
from loopline.players.endpoint import Endpoint, LinkLost, ReceivedLine
from loopline.players.simulation import ANSWERED, ASKED
from loopline.simulation import runs
from loopline.simulation.files import ours
from loopline.simulation.job import Job
from loopline.simulation.launch import launch
from loopline.simulation.pulse import Pulse
from loopline.system.processes import end

#: Seconds of processor time without progress after which a simulator counts as hung.
_TIMEOUT = 60.0

#: Bit times for which unsolicited lines are waited for at most: in a simulation silence costs time.
_OVERHEARD = 400


def open_player(path: Path, game: str, simulator: str, out: Path) -> Simulated:
    """A player of this game. Raises BadInput."""
    dut = load(path)
    if games.find(dut).name != game:
        raise BadInput(f"{dut.place('game')}: is for {games.find(dut).name}, and cannot play {game}")
    if dut.contract != "player":
        raise BadInput(f'{path}: is an engine and cannot play; a player has the key contract = "player"')
    found = simulators.find(simulator)
    return Simulated(str(path), Build(dut, games.scripts(dut).streams, found, out / "build"), out / "run")


class Simulated(Endpoint):
    def __init__(self, name: str, build: Build, runs: Path) -> None:
        super().__init__(name)
        self._build, self._runs = build, runs
        self._process: subprocess.Popen[bytes] | None = None
        self._unfinished = b""

    @property
    def _dut(self) -> Dut:
        return self._build.dut

    def open(self) -> None:
        self._build.run()
        runs.sweep(self._runs)
        self._folder = runs.new(self._runs, f"{self._build.folder.name}-")
        for name in (ASKED, ANSWERED):
            os.mkfifo(ours(self._folder, name))
        # Opened for both directions, so that neither side waits for the other here.
        self._asked, self._answered = (os.open(ours(self._folder, name), os.O_RDWR) for name in (ASKED, ANSWERED))
        with (self._folder / "simulator.log").open("w") as log:
            job, module = Job(dut=self._dut), "loopline.players.simulation"
            self._process = launch(self._build.simulator.name, self._build.folder, job, self._folder, module, log)
        self._pulse = Pulse(self._process.pid, self._folder, _TIMEOUT)
        self._rest = b""
        self._answer()

    def send(self, line: bytes) -> None:
        self._ask("send", line.hex())

    def receive(self, limit: float) -> ReceivedLine | None:
        return self._line(self._ask("receive", round(limit * self._dut.clock.mhz * 1e6)))

    def overhear(self, seconds: float) -> bytes | None:
        cycles = min(seconds * self._dut.clock.mhz * 1e6, _OVERHEARD * self._dut.bit)
        line = self._line(self._ask("overhear", round(cycles)))
        return line and line.data

    @property
    def unfinished(self) -> bytes:
        return self._unfinished

    def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        os.close(self._asked)  # at the end of its input it ends by itself
        with suppress(subprocess.TimeoutExpired):
            process.wait(2)
        end(process)
        os.close(self._answered)
        runs.remove(self._folder)

    def _line(self, answer: dict[str, Any]) -> ReceivedLine | None:
        self._unfinished = bytes.fromhex(answer.get("unfinished", ""))
        if "line" not in answer:
            return None
        data = bytes.fromhex(answer["line"])
        return ReceivedLine(data, self._dut.seconds(answer["last"], len(data) + 1))

    def _ask(self, *what: object) -> dict[str, Any]:
        if self._process is None:
            raise LinkLost("the simulation is over")
        os.write(self._asked, (json.dumps(what) + "\n").encode())
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        """The next answer. While it takes long, the simulation sends signs of life."""
        assert self._process
        self._pulse.beats(_TIMEOUT)
        while True:
            line, found, rest = self._rest.partition(b"\n")
            if found:
                self._rest = rest
                self._pulse.beats(_TIMEOUT)
                if not line:
                    continue
                answer: dict[str, Any] = json.loads(line)
                if "lost" in answer:
                    raise LinkLost(answer["lost"])
                return answer
            if select.select([self._answered], [], [], 0.05)[0]:
                self._rest += os.read(self._answered, 65536)
            elif self._process.poll() is not None:
                raise LinkLost(f"the simulation has ended by itself{self._last_words()}")
            elif why := self._pulse.stopped():
                raise LinkLost(f"the simulation is stuck: {why}")

    def _last_words(self) -> str:
        log = (self._folder / "simulator.log").read_text(errors="replace").split("\n")
        words = [line for line in log if line.strip() and "INFO" not in line][-1:]
        return f"; its last words: {words[0][:200]}" if words else ""
