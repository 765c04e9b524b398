"""Games written out as a plain Verilog testbench, with what a design has to answer: no Python, any simulator.

The games and answers become numbers; hdl/loopline_deck.v plays them, and compares request by request.
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from importlib import resources
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from loopline.campaign.saved import Saved
from loopline.contract.game import AnyEngine, AnyRequest, AnyScript, Subject
from loopline.design import language, ports
from loopline.design.dut import Dut
from loopline.design.top import deck_top
from loopline.errors import BadInput, as_named
from loopline.games.model import EngineModel, Event
from loopline.games.requests import RequestGame
from loopline.signals import Streams, packed
from loopline.simulation.delays import read_delays
from loopline.simulation.recording import EVENT, RESET, TAKEN, rows
from loopline.simulation.session import Timing, endless, timings_of

TOP, PLAYER, DATA, SOURCES = "testbench", "loopline_deck", "deck.txt", "sources.f"


class WrittenFiles(NamedTuple):
    """The files that were written."""

    folder: Path
    files: list[Path]
    games: int
    requests: int


def about(dut: Dut, deck: Path, words: Sequence[str]) -> list[str]:
    """Return the head of the testbench.

    Args:
        dut: The design.
        deck: The file of the games.
        words: The command.
    """
    compared = "answers, events, and every signal in every cycle" if dut.cycle_exact else "answers"
    compared += " and events" if dut.verification_port and not dut.cycle_exact else ""
    return [
        f"Plays the games of {as_named(deck)} against {dut.top} and compares {compared}.",
        f"Game n is the n-th of that file. Written by loopline {version('loopline')}:",
        f"    {shlex.join(words)}",
    ]


def write(subject: Subject, scripts: Sequence[Saved], folder: Path, about: Sequence[str]) -> WrittenFiles:
    """Write everything that a simulator needs besides the design itself.

    Args:
        subject: The design, and its game.
        scripts: The games.
        folder: The folder to write to.
        about: Lines for the head of the testbench.

    Raises:
        BadInput: The design is a player, or its ports do not fit.
    """
    dut = subject.dut
    if dut.contract != "engine":
        raise BadInput(f"{dut.shown}: only an engine's games can be written out: a player decides itself what it says")
    game = subject.engine
    ports.check(dut, game.streams, "verilator")
    played = [
        expected(subject, game.read(text.split()), timings_of(read_delays(delays))) for _, text, delays in scripts
    ]
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / name for name in (f"{TOP}.v", f"{PLAYER}.v", DATA, SOURCES)]
    most = max((len(answer.events) for game in played for answer in game.expected), default=0)
    files[0].write_text(deck_top(TOP, dut, game.streams, max(1, most), dut.patience or game.patience, about))
    with resources.as_file(resources.files("loopline") / "hdl" / f"{PLAYER}.v") as player:
        shutil.copyfile(player, files[1])
    files[2].write_text("\n".join(_lines(played, game)) + "\n")
    files[3].write_text("\n".join(_sources(dut, folder.resolve())) + "\n")
    return WrittenFiles(folder, files, len(played), sum(len(game.requests) for game in played))


def _lines(played: Sequence[ExpectedGame], game: AnyEngine) -> Iterator[str]:
    """See hdl/loopline_deck.v."""
    stream, cut = game.streams.request, game.streams.reset_after
    yield f"{len(played):x}"
    for played_game in played:
        yield f"{len(played_game.requests):x}"
        for request, payload, (gap, stall, ahead, early, first), answer in zip(
            played_game.requests,
            packed(stream, played_game.requests),
            endless(played_game.timings),
            played_game.expected,
            strict=False,
        ):
            asked = first << 31 | gap, ahead, stall, early, request[cut], payload
            expected_ = answer.answer, answer.how, len(answer.events), *answer.events, answer.signature
            yield " ".join(f"{number:x}" for number in (*asked, *expected_))
        yield f"{played_game.signature:x}"


def _sources(dut: Dut, folder: Path) -> Iterable[str]:
    """Return the sources as simulators take them with -f (Icarus also with -c): include folders, macros, files."""
    yield from (f"+incdir+{folder}" for folder in dut.folders)
    yield from (f"+define+{name}={text}" for name, text in dut.macros.items())
    yield from map(str, language.readable(dut, folder))


# --- what is expected -------------------------------------------------------------------------------------------------


class Events(IntEnum):
    """The way in which the events of a request are compared."""

    NOT = 0
    IN_ANY_ORDER = 1
    IN_THIS_ORDER = 2


class ExpectedAnswer(NamedTuple):
    """The expected answer to one request, packed as on the ports."""

    answer: int
    #: The events without their numbers.
    events: Sequence[int]
    how: Events
    #: The signature of all signals in all cycles of the game up to here; 0: they are not known.
    signature: int = 0


class ExpectedGame(NamedTuple):
    """A script, request by request."""

    requests: Sequence[AnyRequest]
    timings: Sequence[Timing]
    expected: Sequence[ExpectedAnswer]
    #: The signature of the whole game.
    signature: int = 0


def expected(subject: Subject, script: AnyScript, timings: Sequence[Timing]) -> ExpectedGame:
    """Return the game with what is expected.

    Args:
        subject: The design: `cycle_exact` decides how much is expected.
        script: The game to play.
        timings: The delays of each request and its answer; without delays, for requests beyond them.

    Raises:
        BadInput: The game cannot say what is right, but only whether something is.
    """
    dut, game = subject.dut, subject.engine
    streams = game.streams
    if game.predicts:
        requests, record = game.plan(script, endless(timings), dut.reset.cycles)
        _, *answers, end = _of_record(record, streams)  # it begins with a reset
        if dut.cycle_exact:
            return ExpectedGame(requests, timings, answers, end.signature)
        return ExpectedGame(
            requests,
            timings,
            [_of_any_design(dut, *exchange, streams) for exchange in zip(requests, answers, strict=True)],
        )
    requests = game.requests(script)
    if isinstance(game, RequestGame):
        return ExpectedGame(requests, timings, list(_of_model(dut, game, requests)))
    raise BadInput(f"{dut.shown}: its game only judges answers: it cannot say what they should be")


def _of_model(dut: Dut, game: RequestGame[Any, Any], requests: Sequence[AnyRequest]) -> Iterator[ExpectedAnswer]:
    """Yield what is expected of a game that predicts no cycles. Events that depend on the order are not compared."""
    streams = game.streams
    orders = [(game.model(), 0), (game.model(), -1)]
    for model, _ in orders:
        model.reset()
    for request in requests:
        first, second = ([streams.event.pack((0, *event)) for event in _events(*order, request)] for order in orders)
        exact = ExpectedAnswer(streams.response.pack(orders[0][0].answer()), first, Events.IN_THIS_ORDER)
        yield _of_any_design(dut, request, exact, streams, sorted(first) == sorted(second))


def _events(model: EngineModel[Any], which: int, request: AnyRequest) -> Iterator[Event]:
    """Carry a request out, and yield its events; of those that are due always the same one comes next."""
    if request[-1]:
        model.reset()
        return
    model.begin(request)
    while due := model.due():
        event = [*due][which]
        yield event
        model.happen(event)


def _of_record(record: str, streams: Streams) -> Iterator[ExpectedAnswer]:
    """Yield what a cycle-exact design does, from its record; the end comes last."""
    signed, content = _Signature(streams), (1 << streams.event.width - streams.event.fields[0][1].bits) - 1
    events: list[int] = []
    for cycle, *parts in rows(record):
        flags, answer, event, state = (int(part, 16) for part in parts)
        if flags & RESET:
            yield ExpectedAnswer(0, events, Events.IN_THIS_ORDER, signed.value)
            signed.value, events = 0, []
            continue
        signed.add(cycle, flags, answer, event, state)
        if flags & EVENT:
            events.append(event & content)
        if flags & TAKEN == TAKEN:
            yield ExpectedAnswer(answer, events, Events.IN_THIS_ORDER, signed.value)
            events = []
    yield ExpectedAnswer(0, events, Events.IN_THIS_ORDER, signed.value)


def _of_any_design(
    dut: Dut, request: AnyRequest, exact: ExpectedAnswer, streams: Streams, known: bool = True
) -> ExpectedAnswer:
    """Return what every design must do alike.

    A request that is refused or cut short may have any events: an engine may find out early or late.
    """
    reason = streams.response.unpack(exact.answer).get("reason", 0)
    if reason or request[streams.reset_after] or not (dut.verification_port and known):
        return ExpectedAnswer(exact.answer, (), Events.NOT)
    return ExpectedAnswer(exact.answer, exact.events, Events.IN_ANY_ORDER)


class _Signature:
    """The signature, computed as in hdl/loopline_deck.v."""

    _FACTOR, _MASK, _TURN = 0x9E3779B97F4A7C15, (1 << 64) - 1, 29

    def __init__(self, streams: Streams) -> None:
        self.value = 0
        self._at_event = streams.state.width
        self._at_answer = self._at_event + streams.event.width
        self._at_flags = self._at_answer + streams.response.width
        self._at_cycle = self._at_flags + 8
        self._words = -(-(self._at_cycle + 32) // 64)

    def add(self, cycle: int, flags: int, answer: int, event: int, state: int) -> None:
        """Take one cycle into the signature.

        Args:
            cycle: The number of the cycle, as in the record.
            flags: Valid and ready bits of the ports.
            answer: The answer port, packed.
            event: The event port, packed.
            state: The state port, packed.
        """
        word = (
            cycle << self._at_cycle
            | flags << self._at_flags
            | answer << self._at_answer
            | event << self._at_event
            | state
        )
        value = self.value
        for _ in range(self._words):
            value = (value ^ word & self._MASK) * self._FACTOR & self._MASK
            value = (value << self._TURN | value >> 64 - self._TURN) & self._MASK
            word >>= 64
        self.value = value
