"""Follows a Trax engine, event by event.

Any order of forced play is right; a tile that is missing, extra, early, late or repeated is wrong, and so is an answer
that is not the model's."""

from __future__ import annotations

from collections.abc import Iterator

from goldenrules.trax import Cell, Position, label
from goldenrules.trax.cells import NO_BOX
from goldenrules.trax.errors import Refused, Trap
from goldenrules.trax.tiles import FORCED, TRAP

from loopline.contract.checker import Wrong
from loopline.games.trax.protocol import REASONS, SYMBOL_OF, Event, Op, Reason, Request, Response
from loopline.games.trax.reference_engine import Place, ReferenceEngine, rules_of
from loopline.games.trax.state import EngineState, around
from loopline.signals.streams import Streams


class EngineFollower:
    def __init__(self, size: int, streams: Streams, port: bool) -> None:
        self.engine = ReferenceEngine(size)
        self._response, self._told = streams.response, streams.told
        self._port = port
        #: What the verification port shows, if there is one.
        self.shown = EngineState(self.engine, streams)
        self._begin(Request(Op.READ))

    def _begin(self, request: Request) -> None:
        """Nothing of the operation before this one counts any more. (That a reset will come is not known to the design
        either, so until then the request is like any other.)"""
        self._request = request._replace(cut=0)
        #: What the answer must be; None while events are still to come.
        self.expected: Response | None = None
        #: The cells of tiles that have to come off, or may if a new game begins.
        self._to_remove: dict[Cell, int] = {}
        #: Why the turn is refused, and the cells that may be named with it.
        self._refused: tuple[Reason, set[Cell]] | None = None
        self._chosen_due = False

    @property
    def position(self) -> Position:
        return self.engine.position

    def reset(self) -> None:
        self.engine.reset()
        self._begin(Request(Op.READ))
        self.shown.settle(self.engine.response())

    def accept(self, request: Request) -> None:
        self._begin(request)
        request = self._request
        if request.op == Op.READ or not self._port:
            self.expected = self.engine.answer(request)
        elif request.op == Op.PLAY:
            self._begin_turn()
        elif request.op == Op.NEW:
            self._to_remove = dict(self.position.tiles)
        elif not self.engine.foul_winner:
            if self.position.turns:
                turn = self.position.turns[-1]
                self._to_remove = {cell: tile for cell, tile, _ in self.position.placed[turn.tiles_before :]}
            else:
                self._refused = Reason.NOTHING_TO_TAKE_BACK, set()

    def _begin_turn(self) -> None:
        request, position = self._request, self.position
        reason = self.engine.refusal(request)
        cell = self.engine.cell(request.x, request.y)
        if reason is None:
            try:
                position.begin(cell, SYMBOL_OF[request.symbol])
                self._chosen_due = True
                return
            except Refused as refusal:
                reason = REASONS[type(refusal)]
                self.engine.foul(type(refusal))
        self._refused = reason, {cell}

    # --- events -----------------------------------------------------------------------------------------------------

    def state(self, shown: int) -> None:
        if self._port:
            self.shown.check(shown)

    def event(self, event: dict[str, int]) -> None:
        kind = event["kind"]
        if self.expected is not None:
            raise Wrong("vp_kind", "no event", self._told("kind", kind), "an event after the last one of the operation")
        if kind == Event.CHOSEN:
            self._chosen(event)
        elif kind == Event.FORCED:
            self._forced(event)
        elif kind == Event.REMOVED:
            self._removed(event)
        elif kind == Event.END_OF_TURN:
            self._end_of_turn(event)
        elif kind == Event.REFUSED:
            self._refusal(event)
        elif kind in (Event.NEW, Event.TAKEN_BACK):
            self._done(event)
        else:
            raise Wrong("vp_kind", "1 to 7", kind, "no event has this kind")
        self._nothing_else(event)
        if self.expected is not None:
            self.shown.settle(self.expected)
        elif kind == Event.REMOVED:
            self.shown.lift(self._boxes)
        elif kind == Event.CHOSEN:
            self.shown.lay_chosen(self.position.box)
        else:
            self.shown.lay_forced()

    def _nothing_else(self, event: dict[str, int]) -> None:
        """A tile where one is laid or lifted, a reason where a turn is refused, otherwise neither."""
        if event["tile"] and event["kind"] not in (Event.CHOSEN, Event.FORCED, Event.REMOVED):
            self._same_tile(event, 0)
        if event["reason"] and event["kind"] != Event.REFUSED:
            says = f"{_kind(event['kind'])} is not a refusal, and has no reason"
            raise Wrong("vp_reason", 0, self._told("reason", event["reason"]), says)

    def _boxes(self) -> Iterator[Place]:
        """Where tiles come off: what the box may be besides that from before."""
        place = self.engine.place
        if self._request.op == Op.NEW:
            yield place(NO_BOX, rules_of(self._request))
            yield place(around(self._to_remove))
        else:
            yield place(self.position.turns[-1].box_before)

    def _cell(self, event: dict[str, int]) -> Cell:
        return self.engine.cell(event["x"], event["y"])

    def _chosen(self, event: dict[str, int]) -> None:
        if not self._chosen_due:
            raise Wrong("vp_kind", self._due(), self._told("kind", event["kind"]), self._not_now("a chosen tile"))
        self._chosen_due = False
        cell, tile, _ = self.position.placed[-1]
        self._same_cell(event, {cell}, "the chosen tile")
        self._same_tile(event, tile)

    def _forced(self, event: dict[str, int]) -> None:
        cell, forced = self._cell(event), self.position.forced
        if self._chosen_due or self._to_remove or self._refused or cell not in forced:
            what = f"a tile forced at {self._name(cell)}"
            due = ", ".join(map(self._name, forced)) if forced and not self._chosen_due else self._due()
            raise Wrong("vp_x, vp_y", due, self._name(cell), self._not_now(what))
        self._same_tile(event, forced[cell])
        self.position.force(cell)

    def _removed(self, event: dict[str, int]) -> None:
        if self._goes_wrong() and not self._to_remove and not self._refused and not self._chosen_due:
            self._begin_roll_back()
        cell = self._cell(event)
        if cell not in self._to_remove:
            raise Wrong("vp_x, vp_y", self._due(), self._name(cell), self._not_now(f"taking {self._name(cell)} off"))
        self._same_tile(event, self._to_remove.pop(cell))

    def _goes_wrong(self) -> bool:
        """The turn cannot end: there is a trap, or all is laid and it was too much."""
        position = self.position
        return position.trap is not None or (not position.forced and self._too_many())

    def _too_many(self) -> bool:
        tiles = self.position.rules.tiles
        return tiles is not None and len(self.position.placed) > tiles

    def _begin_roll_back(self) -> None:
        position = self.position
        traps = {cell for cell, entries in position.entries.items() if FORCED[entries] == TRAP}
        self._to_remove = {cell: tile for cell, tile, _ in position.placed[position.turns[-1].tiles_before :]}
        self._refused = (Reason.TRAP, traps) if traps else (Reason.SUPPLY, set())

    def _end_of_turn(self, event: dict[str, int]) -> None:
        position = self.position
        early = self._chosen_due or self._refused or position.forced
        if self._request.op != Op.PLAY or early or position.trap or self._too_many():
            raise Wrong("vp_kind", self._due(), self._told("kind", event["kind"]), self._not_now("the end of the turn"))
        turn = position.finish()
        self._same_cell(event, {turn.move.cell}, "the end of the turn")
        self.expected = self.engine.response(placed=turn.tiles_after - turn.tiles_before)

    def _refusal(self, event: dict[str, int]) -> None:
        if not self._refused or self._to_remove:
            found = Reason(event["reason"]) if event["reason"] in Reason.__members__.values() else event["reason"]
            raise Wrong("vp_kind", self._due(), f"refused, {found}", self._not_now(f"refusing the turn ({found})"))
        reason, cells = self._refused
        if event["reason"] != reason:
            raise Wrong("vp_reason", f"{reason:d}, {reason}", event["reason"], f"the turn is refused, but for {reason}")
        if reason == Reason.TRAP:
            self._same_cell(event, cells, "the trap")
            self.position.take_back()
            self.engine.foul(Trap)
        else:
            if reason == Reason.SUPPLY:
                self.position.take_back()
            request = self._request
            address = (request.x, request.y) if request.op == Op.PLAY else (0, 0)
            self._same_address(event, address, "a refusal")
        self.expected = self.engine.response(reason)

    def _done(self, event: dict[str, int]) -> None:
        """A new game has begun, or the last turn is gone."""
        kind = event["kind"]
        op = Op.NEW if kind == Event.NEW else Op.TAKE_BACK
        if self._request.op != op or self._refused or (op == Op.TAKE_BACK and self._to_remove):
            raise Wrong("vp_kind", self._due(), _kind(kind), self._not_now(_kind(kind)))
        undoes_turn = op == Op.TAKE_BACK and not self.engine.foul_winner
        chosen = self.engine.address(self.position.turns[-1].move.cell) if undoes_turn else (0, 0)
        self._same_address(event, chosen, _kind(kind))
        self.expected = self.engine.answer(self._request)

    # --- the answer -------------------------------------------------------------------------------------------------

    def answer(self, packed: int) -> None:
        if self.expected is None:
            raise Wrong("resp_valid", 0, 1, self._not_now("the answer"))
        expected = self._response.pack(self.expected)
        if expected == packed:
            return
        for name, want, got in self._response.differences(expected, packed):
            told = self._told(name, want), self._told(name, got)
            raise Wrong(f"resp_{name}", *told, self._answer_says(name, want, got))

    def _answer_says(self, name: str, want: int, got: int) -> str:
        if name == "reason" and want:
            return f"the model refuses it ({Reason(want)}), the hardware does not or for another reason"
        if name == "reason":
            return f"the model allows it, the hardware refuses it ({self._told(name, got)})"
        if self._request.op == Op.READ and name in ("tile", "entries"):
            x, y = self._request.x, self._request.y
            place = f"{self._name(self.engine.cell(x, y))} (column {x}, row {y} of the torus)"
            return f"{'the tile' if name == 'tile' else 'what enters'} at {place} differs when it is read back"
        return f"the answer's {name} is wrong"

    # --- words ------------------------------------------------------------------------------------------------------

    def _due(self) -> str:
        """What should come now."""
        if self._chosen_due:
            return "the chosen tile"
        if self._to_remove and self._request.op != Op.NEW:
            return "taking off " + ", ".join(map(self._name, self._to_remove))
        if self._refused:
            return f"refused, {self._refused[0]}"
        if self._request.op == Op.PLAY:
            if self.position.trap is not None:
                return f"a trap at {self._name(self.position.trap)}"
            forced = self.position.forced
            if not forced and self._too_many():
                return "taking the tiles off again, as there are not so many"
            return "forced tiles at " + ", ".join(map(self._name, forced)) if forced else "the end of the turn"
        return _kind(Event.NEW if self._request.op == Op.NEW else Event.TAKEN_BACK)

    def _not_now(self, what: str) -> str:
        return f"{what}, but the model expects: {self._due()}"

    def _same_cell(self, event: dict[str, int], cells: set[Cell], what: str) -> None:
        found = self._cell(event)
        if found not in cells:
            names = " or ".join(map(self._name, cells))
            raise Wrong("vp_x, vp_y", names, self._name(found), f"{what} is at {names}, not at {self._name(found)}")

    def _same_address(self, event: dict[str, int], address: tuple[int, int], what: str) -> None:
        found = event["x"], event["y"]
        if found != address:
            says = f"{what} names column {address[0]}, row {address[1]} of the torus, not {found[0]}, {found[1]}"
            raise Wrong("vp_x, vp_y", "{}, {}".format(*address), "{}, {}".format(*found), says)

    def _same_tile(self, event: dict[str, int], tile: int) -> None:
        if event["tile"] != tile:
            says = f"the wrong tile at {self._name(self._cell(event))}"
            raise Wrong("vp_tile", self._told("tile", tile), self._told("tile", event["tile"]), says)

    def _name(self, cell: Cell) -> str:
        return label(self.position, cell)


def _kind(kind: int) -> str:
    return str(Event(kind)) if kind in Event.__members__.values() else str(kind)
