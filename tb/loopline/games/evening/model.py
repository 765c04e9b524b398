"""The golden rules behind the request and response streams, event by event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

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
        self._finish()

    def _finish(self, reason: Reason = Reason.DONE, found: tuple[int, int, int, int] = (0, 0, 0, 0)) -> None:
        """End an operation, except for its events."""
        self._due: list[list[Fields]] = []
        self._state = self._game()
        self._answer = [int(reason), *found, *self._state]

    def _game(self) -> list[int]:
        """Return the fields of the state that show the game."""
        now = self.position
        sizes = [sum(now.sizes(colour)) for colour in _COLOURS]
        declined = sum(colour for colour in now.declined)
        verdict = [now.loser, now.identical, now.over, now.winner or 0, declined]
        return [*sizes, *(_mask(now.cells(colour)) for colour in _COLOURS), *map(int, verdict)]

    # --- a request ----------------------------------------------------------------------------------------------------

    def begin(self, request: Request) -> None:
        before = self._state
        if request.op in (Op.READ, Op.LISTS, Op.CELLS):
            self._read(request)
            return
        try:
            groups = _OPERATIONS[Op(request.op)](self, request)
        except (Refused, _Refused) as refused:
            reason = Reason[refused.reason.name]
            self._finish(reason)
            self._due = [[self._refusal(request, reason)]]
            return
        self._finish()
        self._state, self._due = before, [group for group in groups if group]

    def _read(self, request: Request) -> None:
        cells, position = len(self.position.hexagon), self.position
        if request.op == Op.CELLS:
            self._finish()
        elif request.op == Op.LISTS and 0 < request.cell <= cells:
            white, black = (position.sizes(colour).count(request.cell) for colour in _COLOURS)
            self._finish(found=(0, 0, white, black))
        elif request.op == Op.READ and request.cell < cells:
            group = position.group(Cell(request.cell))
            self._finish(found=(group.colour, len(group), 0, 0) if group else (0, 0, 0, 0))
        else:
            self._finish(Reason.RANGE)

    def _refusal(self, request: Request, reason: Reason) -> Fields:
        placing = request.op in (Op.LOAD, Op.PLACE)
        who = 0 if request.op == Op.TAKE_BACK else colour_of(request)
        return Event.REFUSED, reason, request.cell if placing else 0, who, 0

    def _new(self, request: Request) -> list[list[Fields]]:
        self.position = Position(rules_of(request, self.side))
        return [[_event(Event.NEW)]]

    def _place(self, request: Request) -> list[list[Fields]]:
        owners = self._owners()
        turn = self.position.place(colour_of(request), Cell(request.cell))
        return self._stone(request, turn.joined, owners)

    def _load(self, request: Request) -> list[list[Fields]]:
        owners = self._owners()
        return self._stone(request, self.position.add(colour_of(request), Cell(request.cell)).joined, owners)

    def _stone(self, request: Request, joined: Sequence[Group], owners: list[int]) -> list[list[Fields]]:
        self.joined, cell, colour = joined, request.cell, colour_of(request)
        return [
            [_event(Event.STONE, cell, colour)],
            [_event(Event.JOINED, cell, colour, len(group)) for group in joined],
            [_event(Event.GROUP, cell, colour, 1 + sum(map(len, joined)))],
            list(self._changes(owners)),
            [_event(Event.VERDICT, 0, self.position.leader)],
        ]

    def _decline(self, request: Request) -> list[list[Fields]]:
        self.position.decline(colour_of(request))
        return [[_event(Event.DECLINED, 0, colour_of(request))]]

    def _take_back(self, request: Request) -> list[list[Fields]]:
        if not self.position.turns:
            raise _Refused(Reason.NOTHING)
        owners = self._owners()
        move = self.position.take_back().move
        if move.cell is None:
            return [[_event(Event.RETRACTED, 0, move.colour)]]
        return [
            [_event(Event.REMOVED, move.cell, move.colour)],
            list(self._changes(owners)),
            [_event(Event.VERDICT, 0, self.position.leader)],
        ]

    def _owners(self) -> list[int]:
        """Return who may place on each cell."""
        white, black = (self.position.cells(colour) for colour in _COLOURS)
        owners = [0] * len(self.position.hexagon)
        for cells, colour in ((white, WHITE), (black, BLACK)):
            for cell in cells:
                owners[cell] = colour
        return owners

    def _changes(self, before: list[int]) -> Iterator[Fields]:
        for cell, (then, now) in enumerate(zip(before, self._owners(), strict=True)):
            if then != now:
                yield _event(Event.OWNER, cell, now)

    # --- its events ---------------------------------------------------------------------------------------------------

    def due(self) -> list[Fields]:
        return self._due[0] if self._due else []

    def happen(self, event: Fields) -> None:
        self._due[0].remove(event)
        if not self._due[0]:
            del self._due[0]
        kind, _, cell, colour, _ = event
        state = self._state = list(self._state)
        if kind in (Event.STONE, Event.REMOVED):
            state[_STONES + colour - 1] += 1 if kind == Event.STONE else -1
        elif kind == Event.OWNER:
            for place, owner in enumerate(_COLOURS, _CELLS):
                state[place] = state[place] & ~(1 << cell) | (colour == owner) << cell
        if not self._due:
            self._state = self._answer[-len(state) :]

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


def _mask(cells: Iterable[Cell]) -> int:
    return sum(1 << cell for cell in cells)


_OPERATIONS = {
    Op.NEW: Engine._new,
    Op.LOAD: Engine._load,
    Op.PLACE: Engine._place,
    Op.DECLINE: Engine._decline,
    Op.TAKE_BACK: Engine._take_back,
}
