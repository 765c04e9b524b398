"""The golden rules behind the request and response streams, event by event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from goldenrules.evening import BLACK, WHITE, Cell, Colour, Group, Position, Protocol, Refused, Rule, RuleSet

from loopline.games.evening.protocol import ColourCode, Event, Op, ProtocolCode, Reason, Request, RuleCode, streams
from loopline.games.model import EngineModel
from loopline.games.model import Event as Fields

_COLOURS = (WHITE, BLACK)
#: The index of each field in the state.
_STONES, _CELLS, _VERDICT = 0, 2, 4


def colour_of(request: Request) -> Colour:
    """Return the colour of the stone in a request."""
    return BLACK if request.black else WHITE


def rules_of(request: Request, side: int) -> RuleSet:
    """Return the rules that a request for a new game asks for."""
    rule = Rule.ODD_EVEN if request.rule == RuleCode.ODD_EVEN else Rule.BASE
    protocol = Protocol.FREE if request.protocol == ProtocolCode.FREE else Protocol.LOSER_MOVES
    return RuleSet(side, rule, protocol)


class Engine(EngineModel[Request]):
    """The golden model of an Evening engine: a position, and what its port has still to show."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.reset()

    def reset(self) -> None:
        """Begin as after a reset: with an empty board, by the base rule, the loser moving."""
        self.position = Position(RuleSet(self.side))
        #: By the last stone, in the order of its neighbours.
        self.joined: Sequence[Group] = ()
        self._due: list[list[Fields]] = []
        self._finish()

    def _finish(self) -> None:
        """End an operation that may have changed the game, except for its events."""
        self._state = self._game()
        self._answers()

    def _answers(self, reason: Reason = Reason.DONE, found: tuple[int, int, int, int] = (0, 0, 0, 0)) -> None:
        """Answer with the game as it is shown."""
        self._answer = [int(reason), *found, *self._state]

    def _game(self) -> list[int]:
        """Return the fields of the state that show the game."""
        now, owners = self.position, self._owners()
        sizes = [sum(now.sizes(colour)) for colour in _COLOURS]
        cells = [sum(1 << cell for cell, owner in enumerate(owners) if owner is colour) for colour in _COLOURS]
        over = now.over
        winner = (now.winner or 0) if over else 0
        return [*sizes, *cells, int(now.loser), int(now.identical), int(over), int(winner), sum(now.declined)]

    # --- a request ----------------------------------------------------------------------------------------------------

    def begin(self, request: Request) -> None:
        before = self._state
        self._due = [group for group in self._carried_out(request) if group]
        if self._due:
            self._state = before

    def at_once(self, request: Request) -> None:
        self._carried_out(request)

    def _carried_out(self, request: Request) -> Iterable[list[Fields]]:
        """Carry a request out. Return its events, which then show it: in groups, those of a group in any order."""
        self._due = []
        if request.op in (Op.READ, Op.LISTS, Op.CELLS):
            self._read(request)
            return ()
        try:
            events = _OPERATIONS[request.op](self, request)
        except (Refused, _Refused) as refused:
            reason = Reason[refused.reason.name]
            self._answers(reason)
            return [[self._refusal(request, reason)]]
        self._finish()
        return events

    def _read(self, request: Request) -> None:
        cells, position = len(self.position.hexagon), self.position
        if request.op == Op.CELLS:
            self._answers()
        elif request.op == Op.LISTS and 0 < request.cell <= cells:
            white, black = (position.sizes(colour).count(request.cell) for colour in _COLOURS)
            self._answers(found=(0, 0, white, black))
        elif request.op == Op.READ and request.cell < cells:
            group = position.group(Cell(request.cell))
            self._answers(found=(group.colour, len(group), 0, 0) if group else (0, 0, 0, 0))
        else:
            self._answers(Reason.RANGE)

    def _refusal(self, request: Request, reason: Reason) -> Fields:
        placing = request.op in (Op.LOAD, Op.PLACE)
        who = 0 if request.op == Op.TAKE_BACK else colour_of(request)
        return Event.REFUSED, reason, request.cell if placing else 0, who, 0

    def _new(self, request: Request) -> Iterable[list[Fields]]:
        self.position = Position(rules_of(request, self.side))
        return [[_event(Event.NEW)]]

    def _place(self, request: Request) -> Iterable[list[Fields]]:
        owners = self._owners()
        turn = self.position.place(colour_of(request), Cell(request.cell))
        return self._stone(request, turn.joined, owners)

    def _load(self, request: Request) -> Iterable[list[Fields]]:
        owners = self._owners()
        return self._stone(request, self.position.add(colour_of(request), Cell(request.cell)).joined, owners)

    def _stone(
        self, request: Request, joined: Sequence[Group], owners: Sequence[Colour | None]
    ) -> Iterator[list[Fields]]:
        self.joined, cell, colour = joined, request.cell, colour_of(request)
        yield [_event(Event.STONE, cell, colour)]
        yield [_event(Event.JOINED, cell, colour, len(group)) for group in joined]
        yield [_event(Event.GROUP, cell, colour, 1 + sum(map(len, joined)))]
        yield from self._judged(owners)

    def _judged(self, owners: Sequence[Colour | None]) -> Iterator[list[Fields]]:
        yield list(self._changes(owners))
        yield [_event(Event.VERDICT, 0, self.position.leader)]

    def _decline(self, request: Request) -> Iterable[list[Fields]]:
        self.position.decline(colour_of(request))
        return [[_event(Event.DECLINED, 0, colour_of(request))]]

    def _take_back(self, request: Request) -> Iterable[list[Fields]]:
        if not self.position.turns:
            raise _Refused(Reason.NOTHING)
        owners = self._owners()
        move = self.position.take_back().move
        if move.cell is None:
            return [[_event(Event.RETRACTED, 0, move.colour)]]
        return chain([[_event(Event.REMOVED, move.cell, move.colour)]], self._judged(owners))

    def _owners(self) -> Sequence[Colour | None]:
        """Return who may place on each cell."""
        if self.position.empty:
            return [WHITE] * len(self.position.hexagon)
        return self.position.owners.copy()

    def _changes(self, before: Sequence[Colour | None]) -> Iterator[Fields]:
        for cell, (then, now) in enumerate(zip(before, self._owners(), strict=True)):
            if then is not now:
                yield _event(Event.OWNER, cell, now or 0)

    # --- its events ---------------------------------------------------------------------------------------------------

    def due(self) -> list[Fields]:
        return self._due[0] if self._due else []

    def happen(self, event: Fields) -> None:
        self._due[0].remove(event)
        if not self._due[0]:
            del self._due[0]
        kind, _, cell, colour, _ = event
        if not self._due:
            self._state = self._answer[-len(self._state) :]
        elif kind == Event.OWNER:
            state = self._state = self._state.copy()
            for place, owner in enumerate(_COLOURS, _CELLS):
                state[place] = state[place] & ~(1 << cell) | (colour == owner) << cell
        elif kind in (Event.STONE, Event.REMOVED):
            state = self._state = self._state.copy()
            state[_STONES + colour - 1] += 1 if kind == Event.STONE else -1

    def answer(self) -> list[int]:
        return self._answer

    def settled(self) -> list[int]:
        return self._state

    def describe(self, event: Fields) -> str:
        kind, reason, cell, colour, size = event
        names = self.position.hexagon.names
        at = f" on {names[cell] if cell < len(names) else cell}"
        who = str(ColourCode(colour)) if colour in [*ColourCode] else f"colour {colour}"
        what = str(Event(kind)) if kind in [*Event] else f"event {kind}"
        texts = {
            Event.NEW: "a new game",
            Event.STONE: f"a stone{at}, {who}",
            Event.JOINED: f"a group of {size} joined by the stone{at}, {who}",
            Event.GROUP: f"the new group{at} has {size}, {who}",
            Event.OWNER: f"{who} may place{at}",
            Event.VERDICT: f"{who} leads",
            Event.REFUSED: f"refused, {streams(self.side).describe('reason', reason)}{at}, {who}",
            Event.DECLINED: f"{who} declines",
            Event.REMOVED: f"the stone{at} is taken back, {who}",
            Event.RETRACTED: f"the decline of {who} is taken back",
        }
        return texts.get(Event(kind), what) if kind in [*Event] else what


class _Refused(Exception):
    def __init__(self, reason: Reason) -> None:
        super().__init__()
        self.reason = reason


def _event(kind: Event, cell: int = 0, colour: int = 0, size: int = 0) -> Fields:
    return kind, 0, cell, colour, size


_OPERATIONS: dict[int, Callable[[Engine, Request], Iterable[list[Fields]]]] = {
    Op.NEW: Engine._new,
    Op.LOAD: Engine._load,
    Op.PLACE: Engine._place,
    Op.DECLINE: Engine._decline,
    Op.TAKE_BACK: Engine._take_back,
}
