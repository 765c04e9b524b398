"""The golden model beside an engine in a cocotb test: the engine is driven from here, or by others and only watched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from cocotb.handle import HierarchyObject, LogicObject
from cocotb.triggers import Lock, NullTrigger, RisingEdge

from loopline.bench.buses import AnswerDriver, Port, RequestDriver, Sampler, clocked, signals
from loopline.bench.check import Check
from loopline.bench.failing import TurnRefused, checks, must_end
from loopline.contract.game import Subject
from loopline.design.dut import Dut, load
from loopline.errors import BadInput
from loopline.signals import Streams


def _described(description: str | Path | Dut) -> Subject:
    """Return an engine with its game. Raise BadInput."""
    if not isinstance(description, Dut):
        return _read(Path(description).resolve())
    if description.contract != "engine":
        raise BadInput(f"{description.place('contract')}: it describes a player, and this is for engines: use Player")
    return Subject.of(description)


@cache
def _read(file: Path) -> Subject:
    """Read a description once: a property makes an engine for each example."""
    return _described(load(file))


def ports(description: str | Path | Dut) -> tuple[Streams, Port]:
    """Return the streams of an engine, and what its design calls its ports, for drivers that are used alone.

    Raises BadInput if the description is of something other than an engine.
    """
    subject = _described(description)
    return subject.engine.streams, subject.dut.port


class Engine:
    """An engine beside its golden model, made by `start` or by `watch`."""

    def __init__(
        self, design: HierarchyObject, description: str | Path | Dut, out: str | Path, clock: LogicObject | None = None
    ) -> None:
        subject = _described(description)
        dut = subject.dut
        self._design, self._dut, self._game = design, dut, subject.engine
        names = {"clock": (dut.clock.signal, 1), "reset": (dut.reset.signal, 1)}
        signals(design, names)
        self._clock = getattr(design, dut.clock.signal) if clock is None else clock
        self._reset = getattr(design, dut.reset.signal)
        self._sampler = Sampler(design, self._clock, self._reset, dut, self._game.streams)
        #: Monitors of the ports, see loopline.bench.buses; None of a verification port that is not there.
        self.requests, self.answers, self.port = self._sampler.requests, self._sampler.answers, self._sampler.port
        self._asks: RequestDriver | None = None
        self._takes: AnswerDriver | None = None
        #: The background check.
        self.check = Check(subject, self._sampler, self._clock, Path(out))
        checks(self.requests.bus.valid, self.check.task)
        self.calls = self.check.calls
        #: One request after the other, also of several tasks.
        self._one = Lock()

    @classmethod
    async def start(
        cls, design: HierarchyObject, description: str | Path | Dut, *, out: str | Path = "out/bench"
    ) -> Engine:
        """Drive the engine: reset it, and wait until it takes requests.

        If its clock does not run, it is started.

        Args:
            design: The handle of the engine.
            description: The file that describes it, or what was read from it.
            out: The folder in which the game of a failure is saved.

        Raises:
            BadInput: The description does not fit the design.
        """
        engine = cls(design, description, out)
        try:
            await clocked(design, engine._clock, engine._dut, "Engine.start")
            await engine.reset()
        except BadInput as error:
            raise engine.check.fail_with(error) from None
        return engine

    @classmethod
    async def watch(
        cls,
        design: HierarchyObject,
        description: str | Path | Dut,
        *,
        clock: LogicObject | None = None,
        out: str | Path = "out/bench",
    ) -> Engine:
        """Watch an engine that something else resets, asks and answers.

        It is compared from the next reset on.

        Args:
            design: The handle of the engine.
            description: The file that describes it, or what was read from it.
            clock: The signal that the engine's clock comes from; without it, the engine's own. On Verilator it must be
                an input of the top.
            out: The folder in which the game of a failure is saved.

        Raises:
            BadInput: The description does not fit the design, or the edges of the clock are seen too late.
        """
        engine = cls(design, description, out, clock)
        await NullTrigger()  # the check begins: else a test that ends at once would end before it
        return engine

    async def reset(self) -> None:
        """Reset the engine, and begin a new game. Returns when it would take a request."""
        dut, edge = self._dut, RisingEdge(self._clock)
        self._drive()
        self.check.read_back = self._read_back
        self.check.cut()
        self._one = Lock()
        self._read = self._game.reading()
        active = int(dut.reset.active == "high")
        self._reset.value = active
        for _ in range(dut.reset.cycles + 1):
            await edge
        self._reset.value = 1 - active
        await edge
        if not self.check.compares:
            raise BadInput(f"{self._reset._path} does not keep what is written: it has a driver. Use Engine.watch")
        await self.check.ready()

    def _drive(self) -> None:
        """Begin to drive the ports; what is under way is forgotten."""
        for driver in (self._asks, self._takes):
            if driver:
                driver.stop()
        self._asks = RequestDriver(self._design, self._clock, self._game.streams, self._dut.port)
        self._takes = AnswerDriver(self._design, self._clock, self._dut.port)

    async def _read_back(self, requests: Sequence[Any], owed: bool, patience: int) -> list[list[int]]:
        """Return the answers to these requests after one that is owed, as far as they come: the test has failed."""
        taken: list[dict[str, int | None]] = []
        self._drive()
        self.answers.add_callback(taken.append)
        edge = RisingEdge(self._clock)
        for number, request in enumerate([None, *requests] if owed else requests, 1):
            assert self._asks
            assert self._takes
            self._takes.append(0)
            if request is not None:
                self._asks.append(request[:-1])
            left = patience
            while left and len(taken) < number:
                await edge
                left -= 1
            if len(taken) < number:
                break
        known = [[value for value in answer.values() if value is not None] for answer in taken[owed:]]
        return [values if len(values) == len(self._game.streams.response.fields) else [] for values in known]

    @must_end
    async def ask(self, text: str, *, gap: int = 0, stall: int = 0) -> dict[str, int]:
        """Ask for what these words of a script mean, one after the other: moves, `undo`, a new game, and others.

        Args:
            text: The words.
            gap: The cycles by which each request comes late.
            stall: The cycles for which its answer waits.

        Returns:
            The last answer, by the names of its fields; it agrees with the model's.

        Raises:
            Disagrees: The design disagrees with the model.
            BadInput: The game does not have these words.
        """
        return await self._ask(self._meant(text), gap, stall)

    async def _ask(self, requests: Sequence[Any], gap: int = 0, stall: int = 0) -> dict[str, int]:
        answer: dict[str, int] = {}
        async with self._one:
            for request in requests:
                assert self._asks
                assert self._takes
                self._takes.append(stall)
                self._asks.append(request[:-1], gap=gap)
                answer = await self.check.next_answer()
        return answer

    @must_end
    async def play(self, move: str, *, gap: int = 0, stall: int = 0) -> Any:
        """Play a move, in the notation of the game.

        Args:
            move: The move.
            gap: The cycles by which the request comes late.
            stall: The cycles for which its answer waits.

        Returns:
            The golden model's turn, or the answer if the model is not one of turns.

        Raises:
            Disagrees: The design disagrees with the model.
            Refused: The model refuses the move.
            BadInput: The text cannot be read as a move of the game.
        """
        requests = self._meant(move)
        if len(move.split()) != 1 or not self._game.turns(self._game.script_of(requests)):
            raise self.check.fail_with(BadInput(f"expected a move, got {move!r}: use `ask` for everything else"))
        answer = await self._ask(requests, gap, stall)
        self._allowed(move, answer)
        turns = getattr(self.position, "turns", None)
        return turns[-1] if turns and isinstance(turns, Sequence) else answer

    @must_end
    async def undo(self) -> None:
        """Take the last turn back. Raise Disagrees, or TurnRefused before the first turn."""
        word = self._game.take_back_word
        if not word:
            raise self.check.fail_with(BadInput(f"{self._dut.game} takes no turn back"))
        self._allowed(word, await self._ask(self._meant(word)))

    def _allowed(self, word: str, answer: dict[str, int]) -> None:
        if reason := answer.get("reason"):
            raise TurnRefused(word, self._reason(reason))

    def _reason(self, number: int) -> str:
        code, _, name = self._game.streams.describe("reason", number).partition(", ")
        return name or code

    @contextmanager
    def refused(self, reason: str) -> Iterator[None]:
        """Expect the model to refuse what is played in here, and for this reason.

        Raises BadInput for a reason that it never gives.
        """
        field = dict(self._game.streams.response.fields).get("reason")
        reasons = [self._reason(code) for code in field.values or () if code] if field else []
        if reasons and reason not in reasons:
            says = f"expected a reason for which {self._dut.game} refuses, got {reason!r}; it has: {', '.join(reasons)}"
            raise self.check.fail_with(BadInput(says))
        try:
            yield
        except TurnRefused as refusal:
            if refusal.reason != reason:
                raise AssertionError(f"refused, but not because: {reason}. {refusal}") from None
        else:
            raise AssertionError(f"nothing was refused; expected: {reason}")

    @property
    def position(self) -> Any:
        """The golden model's position, or a block's state, in step with the engine."""
        model = getattr(self.check.follower, "model", None)
        if model is None:
            raise BadInput(f"{self._dut.game}: `position` is the follower's `model`, and its follower keeps none")
        return getattr(model, "position", model)

    def _meant(self, text: str) -> Sequence[Any]:
        """Return the requests of these words, which come after all the others. Raise BadInput."""
        if self._asks is None:
            raise self.check.fail_with(BadInput("this engine is only watched: Engine.start drives one"))
        try:
            requests = self._read(text.split())
        except ValueError as error:
            raise self.check.fail_with(BadInput(f"{text!r} cannot be read: {error}")) from None
        if any(request[-1] for request in requests):
            raise self.check.fail_with(BadInput(f"{text!r}: use Engine.reset() for a reset"))
        return requests
