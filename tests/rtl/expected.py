"""What the bundled engine must do with a request: its answer, its events, and its cycles.

The answer is the reference engine's. Events and cycles follow from playing the turn step by step in the order that
docs/reference/engine.md promises: forced cells first come first served, the neighbours of a tile from north clockwise.
"""

from __future__ import annotations

from typing import NamedTuple

from goldenrules.errors import Refused
from goldenrules.trax import Cell
from goldenrules.trax.board import Placed
from loopline.games.trax.protocol import SYMBOL_OF, Event, Op, Request, Response
from loopline.games.trax.reference_engine import ReferenceEngine


class Happened(NamedTuple):
    """An event on the verification port; `at` is the cycle, counted from the one in which the request is accepted.

    `pending` is what the packed state says in that cycle: how many forced cells wait, a tile just being laid included.
    """

    at: int
    kind: int
    reason: int = 0
    x: int = 0
    y: int = 0
    tile: int = 0
    pending: int = 0


class Expected(NamedTuple):
    response: Response
    events: list[Happened]
    #: From the cycle in which the request is accepted to the first one in which the response is valid.
    cycles: int


class Engine(ReferenceEngine):
    """The reference engine, and the log of the bundled one: the tiles in the order in which that one lays them."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.log: list[Placed] = []


def expect(engine: Engine, request: Request) -> Expected:
    """Has `engine` carry out the request."""
    if request.op == Op.NEW:
        return _new(engine, request)
    if request.op == Op.PLAY:
        return _play(engine, request)
    if request.op == Op.TAKE_BACK:
        return _take_back(engine, request)
    return Expected(engine.answer(request), [], 4)


def _laid(engine: Engine, placed: list[Placed], pending: list[int]) -> list[Happened]:
    """The chosen tile is matched two cycles after its request is accepted, each other tile seven after the last."""
    return [
        Happened(2 + 7 * n, Event.FORCED if n else Event.CHOSEN, 0, *engine.address(cell), tile, pending[n])
        for n, (cell, tile, _) in enumerate(placed)
    ]


def _lifted(engine: Engine, placed: list[Placed], fetch: int) -> list[Happened]:
    """In reverse, six cycles each, after the cycle `fetch` in which the walk back begins."""
    return [
        Happened(fetch + 2 + 6 * n, Event.REMOVED, 0, *engine.address(cell), tile)
        for n, (cell, tile, _) in enumerate(reversed(placed))
    ]


def _new(engine: Engine, request: Request) -> Expected:
    swept = len(engine.log) >= engine.size**2 // 8
    events = [] if swept else _lifted(engine, engine.log, fetch=1)
    end = 2 + (engine.size**2 if swept else 6 * len(engine.log))
    engine.log = []
    return Expected(engine.answer(request), [*events, Happened(end, Event.NEW)], end + 1)


def _take_back(engine: Engine, request: Request) -> Expected:
    response = engine.answer(request)
    left = len(engine.log) - response.placed
    placed, engine.log = engine.log[left:], engine.log[:left]
    end = 2 + 6 * len(placed)
    cell = engine.address(placed[0].cell) if placed else (0, 0)
    kind = Event.REFUSED if response.reason else Event.TAKEN_BACK
    events = [*_lifted(engine, placed, fetch=1), Happened(end, kind, response.reason, *cell)]
    return Expected(response, events, end + 1)


def _play(engine: Engine, request: Request) -> Expected:
    placed, pending, trap = _steps(engine, request)
    events = _laid(engine, placed, pending)
    cell = request.x, request.y
    end = 1 + 7 * len(placed) if placed else 3
    if trap is None:
        engine.log += placed
    else:
        cell = engine.address(trap)
        events += _lifted(engine, placed, fetch=end)
        end += 1 + 6 * len(placed)
    response = engine.answer(request)
    kind = Event.REFUSED if response.reason else Event.END_OF_TURN
    events.append(Happened(end, kind, response.reason, *cell))
    return Expected(response, events, end + 1)


def _steps(engine: Engine, request: Request) -> tuple[list[Placed], list[int], Cell | None]:
    """The tiles of a turn in the engine's order, how many waited before each, and the trap that they make."""
    position = engine.position
    if engine.refusal(request) is not None:
        return [], [], None
    before = len(position.placed)
    try:
        position.begin(engine.cell(request.x, request.y), SYMBOL_OF[request.symbol])
    except Refused:
        return [], [], None
    pending = [0]
    while position.forced and position.trap is None:
        pending.append(len(position.forced))
        position.force(next(iter(position.forced)))
    result = position.placed[before:], pending, position.trap
    position.take_back()
    return result
