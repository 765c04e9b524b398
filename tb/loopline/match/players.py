"""The player that a user names on the command line.

`DUT.toml` is a design in a simulator, on its serial line: its clock is the design's own, in cycles and not in seconds.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import SystemRandom
from shutil import get_terminal_size
from textwrap import fill
from typing import Any

from pydantic import BaseModel, ValidationError

from loopline.contract.contest import LINES, Chooser, ContestGame, GoldenPlayer, Messages
from loopline.contract.game import Subject
from loopline.design import simulators
from loopline.design.build import Build
from loopline.design.dut import Dut, load
from loopline.errors import BadInput
from loopline.match.inside import BeginRequest, LineAnswer, OverhearRequest, PlayerJob, ReceiveRequest, SendRequest
from loopline.match.referee import LONGEST_LINE, Endpoint, LinkLost, ReceivedLine
from loopline.match.stream import ConnectingPlayer, ListeningPlayer, Program, Serial
from loopline.simulation.job import Outcome
from loopline.simulation.simulate import Simulation, SimulationLost, last_words, set_up

#: Names in the handshake: of a model, and of a person.
_IDENTITY, _PERSON = b"GM", b"ME"


class ModelEndpoint(Endpoint):
    """A player inside this process."""

    def __init__(self, name: str, new: Callable[[], Chooser]) -> None:
        super().__init__(name)
        self._new = new

    def open(self) -> None:
        """Begin a new player."""
        self._choose, self._said = self._new(), deque[bytes]()

    def attend(self, game: ContestGame) -> None:
        """Take note of the game that begins."""
        self._game = game

    def send(self, line: bytes) -> None:
        """Take a line; the answer of the model is ready at once."""
        if line == self.messages.identify:
            self._said.append(_IDENTITY)
        elif line != self.messages.roles[1] and self._game.outcome is None:
            self._said.append(self._choose(self._game).encode("ascii"))

    def receive(self, limit: float) -> ReceivedLine | None:
        """Return the answer that is ready, or None."""
        return ReceivedLine(self._said.popleft(), None) if self._said else None

    def overhear(self, seconds: float) -> bytes | None:
        """Return an answer that was not asked for, or None."""
        return self._said.popleft() if self._said else None

    def close(self) -> None:
        """Do nothing."""


FORMS = "exec:COMMAND, tcp:HOST:PORT, tcp-listen:[HOST:]PORT, serial:DEVICE[@BAUD]"

_LINKS: dict[str, Callable[[str, str], Endpoint]] = {
    "exec": Program,
    "tcp": ListeningPlayer,
    "tcp-listen": ConnectingPlayer,
    "serial": Serial,
}


class HumanEndpoint(Endpoint):
    """A person at this terminal, `human`, who takes as long as it takes, and may mend a mistake."""

    forgiven = True

    def attend(self, game: ContestGame) -> None:
        """Take note of the game that begins."""
        self._game = game

    def open(self) -> None:
        """Begin a conversation."""
        self._identify = False

    def send(self, line: bytes) -> None:
        """Take note of a line; the referee has it on the screen."""
        self._identify = line == self.messages.identify  # everything else is on the screen already

    def receive(self, limit: float) -> ReceivedLine | None:
        """Return what the person types, however long that takes. Raises LinkLost if the terminal is closed."""
        if self._identify:
            return ReceivedLine(_PERSON, None)
        while True:
            print("your move: ", end="", flush=True)
            line = sys.stdin.buffer.readline(LONGEST_LINE)
            if not line:
                print()
                raise LinkLost("the terminal has been closed")
            if line.strip() != b"?":
                return ReceivedLine(line.strip(), None)
            print(fill(" ".join(self._game.moves()), get_terminal_size().columns, break_on_hyphens=False))

    def overhear(self, seconds: float) -> bytes | None:
        """Return nothing: a person says nothing unasked."""
        return None

    def close(self) -> None:
        """Do nothing."""


def with_seed(name: str, golden: Mapping[str, GoldenPlayer]) -> str:
    """Return the name of a player, with a new seed if it draws and lacks one: the name plays the same games again."""
    draws = name in golden and golden[name].numbers is None
    return f"{name}:{SystemRandom().randrange(1 << 32)}" if draws else name


def player(
    name: str,
    golden: Mapping[str, GoldenPlayer],
    simulated: Callable[[str], Endpoint],
    designs: Callable[[], Sequence[str]] = tuple,
    messages: Messages = LINES,
) -> Endpoint:
    """Return the player that a user names.

    Args:
        name: The name.
        golden: The game's own players.
        simulated: Makes one of a design.
        designs: Returns the designs that are bundled; others are files.
        messages: What the host says.

    Raises:
        BadInput: The name means nothing, or the player cannot be used.
    """
    found = _player(name, golden, simulated, designs)
    found.messages = messages
    return found


def _player(
    name: str,
    golden: Mapping[str, GoldenPlayer],
    simulated: Callable[[str], Endpoint],
    designs: Callable[[], Sequence[str]],
) -> Endpoint:
    kind, _, rest = name.partition(":")
    if kind in _LINKS and rest:
        return _LINKS[kind](name, rest)
    if kind in golden:
        return _golden(name, golden[kind], rest)
    if name == "human":
        return HumanEndpoint(name)
    if name.endswith(".toml") or name in designs():
        return simulated(name)
    own = [player.form(name) for name, player in golden.items()]
    raise BadInput(f"{name!r} is not a player; there are {', '.join([FORMS, *own, 'human', 'DUT.toml', *designs()])}")


def _golden(name: str, player: GoldenPlayer, number: str) -> ModelEndpoint:
    digits = number.isascii() and number.isdigit()
    numbers = player.numbers
    if not number and ":" not in name:
        chosen = numbers[0] if numbers else 0
    elif digits and (numbers is None or (len(numbers) > 1 and int(number) in numbers)):
        chosen = int(number)
    else:
        raise BadInput(f"{name!r} is not a player; there is {player.form(name.partition(':')[0])}")
    return ModelEndpoint(name, partial(player.chooser, chosen))


#: Seconds of processor time without progress after which a simulator counts as hung.
_TIMEOUT = 60.0

#: Bit times for which unsolicited lines are waited for at most: in a simulation silence costs time.
_OVERHEARD = 400


def open_player(path: Path, game: str, simulator: str, out: Path) -> SimulatedEndpoint:
    """Return a player of this game.

    Args:
        path: The design.
        game: The name of the game.
        simulator: The simulator.
        out: The folder for what is written.

    Raises:
        BadInput: The design is for another game, or is an engine.
    """
    dut = load(path).model_copy(update={"out": out})
    subject = Subject.of(dut)
    if subject.game.name != game:
        raise BadInput(f"{dut.place('game')}: is for {subject.game.name}, and cannot play {game}")
    if dut.contract != "player":
        raise BadInput(f'{path}: is an engine and cannot play; a player has the key contract = "player"')
    found = simulators.find(simulator)
    return SimulatedEndpoint(str(path), Build(dut, subject.scripts.streams, found, out / "build"), out / "run")


class SimulatedEndpoint(Endpoint):
    """A player's design in a simulation."""

    def __init__(self, name: str, build: Build, runs: Path) -> None:
        super().__init__(name)
        self._build, self._runs = build, runs
        self._simulation: Simulation | None = None
        self._unfinished = b""

    @property
    def _dut(self) -> Dut:
        return self._build.dut

    def open(self) -> None:
        """Build the design, start a simulation and reset the player. Raises BadInput."""
        self._build.run()
        idle = PlayerJob(dut=self._dut, timeout=_TIMEOUT, length=self.messages.length)
        self._simulation = Simulation(set_up(self._build, self._runs, idle))
        self._ask(BeginRequest())

    def send(self, line: bytes) -> None:
        """Send a line on the serial line."""
        self._ask(SendRequest(line=line.hex()))

    def receive(self, limit: float) -> ReceivedLine | None:
        """Return the line that ends within this many seconds of simulated time, or None."""
        return self._line(self._ask(ReceiveRequest(cycles=round(limit * self._dut.clock.mhz * 1e6))))

    def overhear(self, seconds: float) -> bytes | None:
        """Return a line that was not asked for, or None."""
        cycles = min(seconds * self._dut.clock.mhz * 1e6, _OVERHEARD * self._dut.bit)
        line = self._line(self._ask(OverhearRequest(cycles=round(cycles))))
        return line and line.data

    @property
    def unfinished(self) -> bytes:
        """The beginning of a line whose end is still missing."""
        return self._unfinished

    def close(self) -> None:
        """End the simulation and remove its folder."""
        simulation, self._simulation = self._simulation, None
        if simulation is None:
            return
        simulation.interrupt()
        simulation.end()
        simulation.dismiss()

    def _line(self, answer: LineAnswer) -> ReceivedLine | None:
        self._unfinished = bytes.fromhex(answer.unfinished)
        if answer.line is None:
            return None
        data = bytes.fromhex(answer.line)
        return ReceivedLine(data, self._dut.seconds(answer.last, len(data + self.messages.end)))

    def _ask(self, what: BaseModel) -> LineAnswer:
        """Return the answer.

        Raise LinkLost, and BadInput if the simulator has failed: the design is not to blame.
        """
        if self._simulation is None:
            raise LinkLost("the simulation is over")
        try:
            answers = [self._answer(result) for result in self._simulation.results(what)]
        except SimulationLost as gone:
            words = last_words(self._simulation.folder)[-1:]
            ended = "; its last words: ".join(["has ended by itself", *(line[:200] for line in words)])
            raise LinkLost(f"the simulation {f'is stuck: {gone}' if gone.state == 'hung' else ended}") from None
        if answers[0].lost:
            raise LinkLost(answers[0].lost)
        return answers[0]

    def _answer(self, result: Any) -> LineAnswer:
        try:
            return LineAnswer.model_validate(result)
        except ValidationError:  # then it is the outcome that says why
            error = Outcome.model_validate(result).error
        raise BadInput(f"{self.name}: its simulation has failed: {error}")
