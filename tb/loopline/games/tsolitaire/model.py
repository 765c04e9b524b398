"""The engine that every engine is compared with: the golden rules behind the request and response streams.

Stones may run in any order, also interleaved: the next step of each stone is due.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

from goldenrules.tsolitaire import (
    CELLS,
    TILES,
    Cell,
    Leaves,
    Placement,
    Position,
    Refused,
    Rotation,
    Stone,
    StoneRun,
    Tile,
    Turn,
)
from goldenrules.tsolitaire import Reason as RuleReason

from loopline.games.model import EngineModel
from loopline.games.model import Event as FieldValues
from loopline.games.tsolitaire.protocol import NO_TILE, STREAMS, Event, Op, PortEvent, Reason, Request, Response, packed


class Engine(EngineModel[Request]):
    """The golden model of a Tsolitaire engine: a position, and what its port has still to show."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Begin as after a reset: with an empty board and no tile in hand."""
        self.position = Position()
        #: Whether the tile in hand cannot be placed; this is known when it is drawn.
        self.stuck = False
        #: The refusal of the last request, if it was refused.
        self.refused: Refused | None = None
        self._runs: list[deque[PortEvent]] = []
        self._end: PortEvent | None = None
        self._finish()
        self._state = self._game

    @property
    def over(self) -> bool:
        """The tile in hand fits nowhere, or the board is cleared."""
        return self.stuck or self.position.cleared

    @property
    def reason(self) -> int:
        """Why the last request was refused, if it was."""
        return self._answer.reason

    def begin(self, request: Request) -> None:
        self._runs, self._end = [], None
        self.refused = None
        try:
            _OPERATIONS[request.op](self, request)
        except Refused as refused:
            self.refused = refused
            self._refuse(request, refused)

    def _finish(self, moved: int = 0) -> None:
        """End an operation that may have changed the game, except for its events."""
        now = self.position
        tile = now.next_tile
        self._game: tuple[int, ...] = (
            NO_TILE if tile is None else tile,
            len(now.turns),
            len(now.taken_back),
            int(self.over),
            int(now.cleared),
            sum([1 << placement.tile for placement in now.placed.values()]),
            packed(now.stones),
        )
        self._answers(moved=moved)

    def _answers(self, reason: int = 0, leaving: int = 0, moved: int = 0, fits: int = 0, content: int = 0) -> None:
        """Answer with these fields and how the game stands."""
        self._answer = Response(reason, leaving, moved, fits, content, *self._game)

    def _refuse(self, request: Request, refused: Refused) -> None:
        reason = Reason[refused.reason.name]
        leaving = _mask(refused.stones) if isinstance(refused, Leaves) else 0
        self._answers(reason, leaving)
        if isinstance(refused, Leaves):
            self._runs = [deque(_run(run)) for run in refused.runs]
        if request.op not in (Op.READ, Op.LIST):
            cell = request.cell if request.op == Op.PLACE else 0
            tile = request.tile if request.op == Op.NEXT else 0
            self._end = _event(Event.REFUSED, reason=reason, cell=cell, tile=tile)

    def moves(self) -> list[Request]:
        """Return requests worth making: any tile first, then where it fits; none if the game is over."""
        now = self.position
        if self.over:
            return []
        if now.next_tile is None:
            used = {placement.tile for placement in now.placed.values()}
            return [Request(Op.NEXT, tile) for tile in TILES if tile not in used]
        return [Request(Op.PLACE, 0, cell, rotation) for cell, _, rotation in now.legal_moves()]

    # --- operations ---------------------------------------------------------------------------------------------------

    def _new(self, request: Request) -> None:
        self.position, self.stuck = Position(), False
        self._finish()
        self._end = _event(Event.NEW)

    def _next(self, request: Request) -> None:
        self._check_over()
        self.position.offer(Tile(request.tile))
        self.stuck = self.position.over
        self._finish()
        self._end = _event(Event.NEXT, tile=request.tile)

    def _place(self, request: Request) -> None:
        tile = self._in_hand()
        self._moved(self.position.play(Cell(request.cell), tile, Rotation(request.rotation)), Event.PLACED)

    def _list(self, request: Request) -> None:
        self._in_hand()
        legal: dict[Cell, int] = {}
        for cell, _, rotation in self.position.legal_moves():
            legal[cell] = legal.get(cell, 0) | 1 << rotation
        fits = (legal.get(place.cell, 0) << 4 * stone for stone, place in enumerate(self.position.stones))
        self._answers(fits=sum(fits))

    def _undo(self, request: Request) -> None:
        turn = self.position.take_back()
        self.stuck = False
        self._finish()
        self._end = _end(Event.TAKEN_BACK, turn.move)

    def _redo(self, request: Request) -> None:
        self._moved(self.position.redo(), Event.RESTORED)

    def _read(self, request: Request) -> None:
        if request.cell >= len(CELLS):
            raise Refused(RuleReason.RANGE, "no such cell")
        self._answers(content=content(self.position.placed.get(Cell(request.cell))))

    def _moved(self, turn: Turn, kind: Event) -> None:
        self.stuck = False
        self._finish(moved=_mask(turn.moved))
        self._runs = [deque(_run(run)) for run in turn.runs]
        self._end = _end(kind, turn.move)

    def _in_hand(self) -> Tile:
        self._check_over()
        tile = self.position.next_tile
        if tile is None:
            raise Refused(RuleReason.NO_TILE, "no tile has been drawn")
        return tile

    def _check_over(self) -> None:
        if self.over:
            raise Refused(RuleReason.OVER, "nothing can be placed")

    # --- events -------------------------------------------------------------------------------------------------------

    def due(self) -> Sequence[FieldValues]:
        if self._runs:
            return [run[0][1:] for run in self._runs]
        return [self._end[1:]] if self._end else []

    def happen(self, event: FieldValues) -> None:
        if not self._runs:
            self._end = None
            self._settle()
            return
        run = next(run for run in self._runs if run[0][1:] == event)
        done = run.popleft()
        if not run:
            self._runs.remove(run)
        if done.kind == Event.RESTS:
            self._rest(done)

    def _rest(self, done: PortEvent) -> None:
        right = 9 * done.stone
        *others, stones = self._state
        moved = stones & ~(511 << right) | (done.cell << 3 | done.enter) << right
        self._state = (*others, moved)

    def _settle(self) -> None:
        self._state = self._game

    def at_once(self, request: Request) -> None:
        self.begin(request)
        self._runs, self._end = [], None
        self._settle()

    def describe(self, event: FieldValues) -> str:
        fields = PortEvent(0, *event)
        said = STREAMS.describe
        kind, cell = (
            str(Event(fields.kind)) if fields.kind in [*Event] else "an unknown event",
            said("cell", fields.cell),
        )
        if fields.kind in (Event.PASSED, Event.RESTS, Event.LEAVES):
            ways = {Event.PASSED: f"passed {cell} from port {fields.enter} to {fields.exit}"}
            ways[Event.RESTS], ways[Event.LEAVES] = (
                f"rests at {cell}/{fields.enter}",
                f"leaves from {cell}/{fields.exit}",
            )
            return f"stone {fields.stone} {ways[Event(fields.kind)]}"
        if fields.kind in (Event.PLACED, Event.TAKEN_BACK, Event.RESTORED):
            return f"{kind} {cell}{said('tile', fields.tile)}{said('rotation', fields.rotation)}"
        if fields.kind == Event.REFUSED:
            return f"{kind}: {said('reason', fields.reason).rpartition(', ')[2]}"
        return f"{kind} tile {said('tile', fields.tile)}" if fields.kind == Event.NEXT else kind

    def answer(self) -> Response:
        return self._answer

    def settled(self) -> Sequence[int]:
        return self._state


_OPERATIONS: dict[int, Callable[[Engine, Request], None]] = {
    Op.NEW: Engine._new,
    Op.NEXT: Engine._next,
    Op.PLACE: Engine._place,
    Op.LIST: Engine._list,
    Op.UNDO: Engine._undo,
    Op.REDO: Engine._redo,
    Op.READ: Engine._read,
}


def content(placement: Placement | None) -> int:
    """Return what lies on a cell, as the answer to read says it."""
    return 1 << 8 | placement.tile << 2 | placement.rotation if placement else 0


def _mask(stones: Iterable[Stone]) -> int:
    return sum(1 << stone for stone in stones)


def _event(kind: Event, **fields: int) -> PortEvent:
    return PortEvent(0, kind, **fields)


def _end(kind: Event, placement: Placement) -> PortEvent:
    return _event(kind, cell=placement.cell, tile=placement.tile, rotation=placement.rotation)


def _run(run: StoneRun) -> Iterator[PortEvent]:
    """Yield all that one stone does."""
    for cell, enter, exit in run.passes:
        yield _event(Event.PASSED, stone=run.stone, cell=cell, enter=enter, exit=exit)
    if run.end is None:
        cell, _, exit = run.passes[-1]
        yield _event(Event.LEAVES, stone=run.stone, cell=cell, exit=exit)
    else:
        yield _event(Event.RESTS, stone=run.stone, cell=run.end.cell, enter=run.end.port)
