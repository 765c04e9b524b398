"""The reference engine, event by event: what may come next, and what the state shows meanwhile.

Any order of forced play is right. The tiles of a turn that is refused or taken back are removed one by one, in any
order: docs/reference/verification-port.md.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from operator import itemgetter

from goldenrules.trax import Box, Cell, Position, label
from goldenrules.trax.board import PlacedTile
from goldenrules.trax.cells import NO_BOX, column_of, row_of
from goldenrules.trax.tiles import FORCED, TRAP

from loopline.games.model import EngineModel
from loopline.games.model import Event as Fields
from loopline.games.trax.protocol import Event, Op, Reason, Request, Response
from loopline.games.trax.reference_engine import PortBox, ReferenceEngine, rules_of
from loopline.signals import Streams

# As plain numbers, because this is a hot path: to look up a member of an enumeration takes as long as a call.
_NEW, _CHOSEN, _FORCED, _REMOVED, _END_OF_TURN, _REFUSED, _TAKEN_BACK = map(int, Event)


class Engine(EngineModel[Request]):
    """The golden model of an engine with a verification port: a `ReferenceEngine` whose events come one by one."""

    def __init__(self, size: int, streams: Streams) -> None:
        self.reference = ReferenceEngine(size)
        self._told = streams.describe
        self._of_answer = itemgetter(*map(streams.response.names.index, streams.settled.names))
        self.reset()

    @property
    def position(self) -> Position:
        """The position after the last request."""
        return self.reference.position

    def reset(self) -> None:
        self.reference.reset()
        self._request = Request(Op.READ)
        self.settle(self.reference.response())

    def settle(self, answer: Response) -> None:
        """End an operation: the state shows what the answer says."""
        self._answer = answer
        self._due: dict[Fields, None] = {}
        #: The events that are due when all tiles that must come off have come off.
        self._then: list[Fields] = []
        #: Count of tiles, box (left, top, columns, rows), and what only the end of an operation changes.
        self._state: tuple[int, ...] = self._of_answer(answer)
        #: While tiles come off, the box may be what it was before, or one of these.
        self._boxes: Callable[[], Iterable[PortBox]] | None = None

    # --- a request ----------------------------------------------------------------------------------------------------

    def begin(self, request: Request) -> None:
        self._request = _whole(request)
        if request.op == Op.READ:
            self._answer = self.reference.answer(self._request)
        elif request.op == Op.PLAY:
            self._play()
        elif request.op == Op.NEW:
            # The tiles may come off one by one before it, but need not.
            self._due = dict.fromkeys([_event(_NEW), *self._coming_off(self.position.placed)])
        else:
            self._take_back()

    def at_once(self, request: Request) -> None:
        self._request = _whole(request)
        self.settle(self.reference.answer(self._request))

    def _play(self) -> None:
        request, engine = self._request, self.reference
        reason = engine.begin(request)
        self._due = {self._laid(_CHOSEN) if reason is None else self._refusal(reason): None}

    def _take_back(self) -> None:
        if self.reference.foul_winner:
            self._take_off([], [_event(_TAKEN_BACK)])
        elif not self.position.turns:
            self._due = {_event(_REFUSED, Reason.NOTHING_TO_TAKE_BACK): None}
        else:
            chosen = self.reference.address(self.position.turns[-1].move.cell)
            self._take_off(self._of_this_turn(), [_event(_TAKEN_BACK, 0, chosen)])

    def _refusal(self, reason: Reason) -> Fields:
        return _event(_REFUSED, reason, (self._request.x, self._request.y))

    def _take_off(self, tiles: Iterable[PlacedTile], then: list[Fields]) -> None:
        self._due = dict.fromkeys(self._coming_off(tiles) or then)
        self._then = then

    def _coming_off(self, tiles: Iterable[PlacedTile]) -> list[Fields]:
        return [_event(_REMOVED, 0, self.reference.address(cell), tile) for cell, tile, _ in tiles]

    def _of_this_turn(self) -> Sequence[PlacedTile]:
        """Return the tiles of the last turn, which may be under way."""
        return self.position.placed[self.position.turns[-1].tiles_before :]

    def _laid(self, kind: int) -> Fields:
        cell, tile, _ = self.position.placed[-1]
        return _event(kind, 0, self.reference.address(cell), tile)

    # --- its events ---------------------------------------------------------------------------------------------------

    def due(self) -> Collection[Fields]:
        return self._due

    def happen(self, event: Fields) -> None:
        kind, reason, x, y, _ = event
        if kind == _CHOSEN:
            self._lay()
        elif kind == _FORCED:
            self.position.force(self.reference.cell(x, y))
            self._lay()
        elif kind == _REMOVED:
            self._remove(event)
        elif kind == _END_OF_TURN:
            turn = self.position.finish()
            self.settle(self.reference.response(placed=turn.tiles_after - turn.tiles_before))
        elif kind == _REFUSED:
            self._refuse(Reason(reason))
        else:
            self.settle(self.reference.answer(self._request))

    def _lay(self) -> None:
        """Lay one tile more; a chosen one may have made the box larger."""
        count, _, _, _, _, *rest = self._state
        self._state = (count + 1, *self.reference.place(self.position.box), *rest)
        forced = self.position.forced
        due = [_event(_FORCED, 0, self.reference.address(cell), tile) for cell, tile in forced.items()]
        if self.position.trap is not None or (not due and self._too_many()):
            due += self._coming_off(self._of_this_turn())
        self._due = dict.fromkeys(due or [self._end_of_turn()])

    def _too_many(self) -> bool:
        tiles = self.position.rules.tiles
        return tiles is not None and len(self.position.placed) > tiles

    def _end_of_turn(self) -> Fields:
        return _event(_END_OF_TURN, 0, self.reference.address(self.position.turns[-1].move.cell))

    def _remove(self, event: Fields) -> None:
        if self._request.op == Op.PLAY and not self._then:
            self._roll_back()
        del self._due[event]
        if not self._due:
            self._due = dict.fromkeys(self._then)
        self.lift(self._boxes_while_off)

    def _roll_back(self) -> None:
        """Refuse the turn. Any cell that is trapped may be named."""
        traps = [cell for cell, entries in self.position.entries.items() if FORCED[entries] == TRAP]
        named = [_event(_REFUSED, Reason.TRAP, self.reference.address(cell)) for cell in traps]
        self._take_off(self._of_this_turn(), named or [self._refusal(Reason.SUPPLY)])

    def lift(self, boxes: Callable[[], Iterable[PortBox]]) -> None:
        """Lift one tile. From now until the operation ends the box may be one of these."""
        count, *rest = self._state
        self._state = (count - 1, *rest)
        self._boxes = boxes

    def _boxes_while_off(self) -> Iterable[PortBox]:
        place = self.reference.place
        if self._request.op != Op.NEW:
            return [place(self.position.turns[-1].box_before)]
        left = (self.reference.cell(x, y) for kind, _, x, y, _ in self._due if kind == _REMOVED)
        return [place(NO_BOX, rules_of(self._request)), place(around(left))]

    def _refuse(self, reason: Reason) -> None:
        if reason in (Reason.TRAP, Reason.SUPPLY):
            self.position.take_back()
        if reason == Reason.TRAP:
            self.reference.foul(Reason.TRAP)
        self.settle(self.reference.response(reason))

    # --- what it shows ------------------------------------------------------------------------------------------------

    def answer(self) -> Response:
        return self._answer

    def settled(self) -> Sequence[int]:
        return self._state

    def or_settled(self) -> Iterable[Sequence[int]]:
        count, _, _, _, _, *rest = self._state
        return ((count, *box, *rest) for box in self._boxes()) if self._boxes else ()

    # --- in words -----------------------------------------------------------------------------------------------------

    def describe(self, event: Fields) -> str:
        """Empty if the event has a field that its kind does not use: then all its fields are named."""
        kind, reason, x, y, tile = event
        where = f"at {self._name(x, y)}"
        if kind == _REFUSED and not tile:
            return f"refused, {self._told('reason', reason)}, {where}"
        if kind in (_CHOSEN, _FORCED, _REMOVED) and not reason:
            return f"{Event(kind)} {self._told('tile', tile).partition(', ')[2]} {where}"
        if kind in (_END_OF_TURN, _TAKEN_BACK) and not reason and not tile:
            return f"{Event(kind)} {where}"
        return "a new game" if event == _event(_NEW) else ""

    def about(self, field: str) -> str:
        if self._request.op != Op.READ or field not in ("tile", "entries"):
            return ""
        x, y = self._request.x, self._request.y
        what = "the tile" if field == "tile" else "what enters"
        return f"{what} at {self._name(x, y)} (column {x}, row {y} of the torus)"

    def _name(self, x: int, y: int) -> str:
        return label(self.position, self.reference.cell(x, y))


def _whole(request: Request) -> Request:
    """Begin as the design does, which does not know either that a reset will cut it short."""
    return request._replace(cut=0) if request.cut else request


def _event(kind: int, reason: int = 0, address: tuple[int, int] = (0, 0), tile: int = 0) -> Fields:
    return kind, reason, *address, tile


def around(cells: Iterable[Cell]) -> Box:
    """Return the smallest box with all these cells."""
    found = list(cells)
    if not found:
        return NO_BOX
    columns = [column_of(cell) for cell in found]
    return Box(min(columns), row_of(min(found)), max(columns), row_of(max(found)))
