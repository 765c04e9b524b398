"""The engine inside a player, seen through its verification port only: the requests follow from the events.

A search plays and takes back one turn after the other. While the port shows only such turns, whole and right, they are
followed by a short way; at the first row that is anything else the model is as it was before that turn, and the rows
are followed one by one, which also says what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldenrules.errors import Refused
from goldenrules.trax import SYMBOL, Tile
from goldenrules.trax.cells import NO_BOX, Cell
from goldenrules.trax.position import Turn

from loopline.contract import sentence
from loopline.contract.checker import PlayerPort, Wrong
from loopline.games.follower import ModelFollower
from loopline.games.model import Event as Fields
from loopline.games.trax.model import Engine, around
from loopline.games.trax.protocol import SYMBOL_CODE, SYMBOL_OF, Event, Op, Reason, Request, Response, streams
from loopline.games.trax.reference_engine import PortBox
from loopline.signals import Streams
from loopline.simulation.line import PortChange as Row

# As plain numbers, because this is a hot path: to look up a member of an enumeration takes as long as a call.
_NEW, _CHOSEN, _FORCED, _REMOVED, _END_OF_TURN, _REFUSED, _TAKEN_BACK = map(int, Event)
_KINDS = frozenset(map(int, Event))


class InnerEngine(PlayerPort):
    """The engine inside a player, followed through its verification port, request by request."""

    def __init__(self, size: int) -> None:
        self._streams = streams(size)
        self._model = Engine(size, self._streams)
        self._follower = ModelFollower(self._model, self._streams, port=True)
        self._told = self._streams.describe
        self._under_way = False
        #: Tiles that have come off while it is not yet clear whether a turn is taken back or a game begun.
        self._removed: list[Fields] = []
        self._gone: set[Cell] = set()

    def state(self, shown: int) -> None:
        """Compare the state that the port shows. Raise Wrong if it differs."""
        self._follower.state(shown)

    def event(self, event: Fields) -> None:
        """Follow an event. Raise Wrong if none such is due."""
        kind = event[0]
        if kind not in _KINDS:
            raise Wrong("vp_kind", "1 to 7", kind, sentence.of("vp_kind", str(kind), "1 to 7"))
        if kind == _REMOVED and (self._removed or not self._under_way):
            self._lift(event)
        elif self._removed or kind in (_TAKEN_BACK, _NEW):
            self._done(event)
        else:
            if not self._under_way:
                self._follower.accept(self._request(event))
            self._follower.event(event)
        self._under_way = kind in (_CHOSEN, _FORCED, _REMOVED)

    def ahead(self, rows: Sequence[Row], start: int, order: int) -> tuple[int, int]:
        """Follow whole turns that are played or taken back, as long as every row shows one.

        Args:
            rows: The rows of the port.
            start: The first of them that is looked at.
            order: The number of the next event.

        Returns:
            The numbers of rows and of events after which the last of the turns ends.
        """
        if self._under_way or self._removed:
            return 0, 0
        turns = _Turns(self._model, self._streams, rows, start, order)
        return turns.follow()

    def _lift(self, event: Fields) -> None:
        engine, (_, _, x, y, tile) = self._model.reference, event
        cell = engine.cell(x, y)
        lying = engine.position.tiles.get(cell, 0)
        if not lying or lying != tile:
            ours, theirs = self._told("tile", lying), self._told("tile", tile)
            says = f"A tile comes off that does not lie there: {sentence.of('vp_tile', theirs, ours)}"
            raise Wrong("vp_tile", ours, theirs, says)
        self._removed.append(event)
        self._gone.add(cell)
        self._model.lift(self._boxes)

    def _boxes(self) -> Iterator[PortBox]:
        """Yield the boxes that the board may have now: those of a take-back, and of a new game."""
        engine = self._model.reference
        position = engine.position
        yield engine.place(position.turns[-1].box_before)
        yield engine.place(NO_BOX)
        yield engine.place(around(position.tiles.keys() - self._gone))

    def _done(self, event: Fields) -> None:
        """Take a turn back, or begin a game: now the tiles that came off can be judged."""
        kind = event[0]
        if kind not in (_TAKEN_BACK, _NEW):
            found, due = self._told("kind", kind), "removed, taken back or new"
            raise Wrong("vp_kind", due, found, sentence.of("After tiles that come off vp_kind", found, due))
        self._follower.accept(_TAKE_BACK if kind == _TAKEN_BACK else _CONTEST)
        for earlier in [*self._removed, event]:
            self._follower.event(earlier)
        self._removed, self._gone = [], set()

    def _request(self, event: Fields) -> Request:
        """Return the request whose events begin like this."""
        kind, reason, x, y, tile = event
        if kind == _CHOSEN:
            if Tile(tile) not in SYMBOL:
                found = self._told("tile", tile)
                raise Wrong("vp_tile", "a tile", found, sentence.of("vp_tile", found, "a tile"))
            return Request(Op.PLAY, x, y, SYMBOL_CODE[SYMBOL[Tile(tile)]])
        if kind == _REFUSED:
            return self._refused(reason, x, y)
        found, due = self._told("kind", kind), "the beginning of an operation"
        raise Wrong("vp_kind", due, found, sentence.of("Between operations vp_kind", found, due))

    def _refused(self, given: int, x: int, y: int) -> Request:
        """Return any request that is refused for this reason. Raise Wrong if the position has none."""
        if given == Reason.NOTHING_TO_TAKE_BACK:
            return _TAKE_BACK
        engine = self._model.reference
        for symbol in SYMBOL_OF:
            request = Request(Op.PLAY, x, y, symbol)
            reason = engine.refusal(request)
            if reason is None:
                try:
                    engine.position.begin(engine.cell(x, y), SYMBOL_OF[symbol])
                    engine.position.take_back()
                    continue
                except Refused as refusal:
                    reason = Reason[refusal.reason.name]
            if reason == given:
                return request
        found = self._told("reason", given)
        raise Wrong("vp_reason", "another, or none", found, f"No play there is refused for {found}")


class _Turns:
    """The turns in the rows of a port, whole ones only.

    The model is never ahead of what is surely right. A player's port shows no answers, so only the state of the model
    is kept up to date.
    """

    def __init__(self, model: Engine, streams: Streams, rows: Sequence[Row], start: int, order: int) -> None:
        self._model, self._streams, self._rows, self._start, self._order = model, streams, rows, start, order
        #: The row that is looked at, and the events before it.
        self._row, self._events = start, 0
        #: The states that the port may show now: one, or one of two.
        self._right = self._other = model.settled()
        #: The last turn that was played, and what the model had answered before it.
        self._last: tuple[Turn | None, Response] = None, model.answer()

    def follow(self) -> tuple[int, int]:
        """Return after how many rows and events the last whole turn ends."""
        events, rows, count = self._agreeing(), 0, 0
        for event in events:
            kind = event[0]
            if not (kind == _CHOSEN and self._played(event, events)) and not (
                kind == _REMOVED and self._taken_back(event, events)
            ):
                break
            rows, count = self._row + 1 - self._start, self._events
            self._right = self._other = self._model.settled()
        return rows, count

    def _agreeing(self) -> Iterator[Fields]:
        """Yield the event of each row that has one, up to the first row in which anything else is not as it must be."""
        event, happened, order, agreed = self._streams.event, self._streams.happened, self._order, ""
        parse, values, nothing = self._streams.settled.parse, self._streams.settled.values, event.text(0)
        shift, low, fields = happened.width, (1 << happened.width) - 1, happened.values
        for number in range(self._start, len(self._rows)):
            self._row, (_, valid, text, state) = number, self._rows[number]
            if state != agreed:
                packed = parse(state)
                if packed is None or values(packed) not in (self._right, self._other):
                    return
                agreed = state
            if valid == "1":
                packed = event.parse(text)
                if packed is None or packed >> shift != order & 0xFFFF_FFFF:
                    return
                order, agreed = order + 1, ""
                self._events += 1
                yield fields(packed & low)
            elif valid != "0" or text != nothing:
                return

    def _played(self, chosen: Fields, events: Iterator[Fields]) -> bool:
        """Play a turn whose tiles are laid as the rules say, in any order that they allow.

        Return False, and leave all as it was, if the events differ.
        """
        model, engine, position = self._model, self._model.reference, self._model.position
        _, reason, x, y, tile = chosen
        if reason or tile not in SYMBOL or not position.tiles or position.rules.can_draw or engine.foul_winner:
            return False
        if position.longest >= engine.capacity:  # a tile may not fit
            return False
        try:
            position.begin(engine.cell(x, y), SYMBOL[Tile(tile)])
        except Refused:
            return False
        count, _, _, _, _, *rest = model.settled()
        box = engine.place(position.box)
        agrees = position.placed[-1].tile == tile
        while agrees:
            count += 1
            self._right = self._other = (count, *box, *rest)
            kind, *event = next(events, _END)
            if kind == _FORCED and position.trap is None:
                reason, to_x, to_y, tile = event
                cell = engine.cell(to_x, to_y)
                agrees = not reason and position.forced.get(cell) == tile
                if agrees:
                    position.force(cell)
            elif kind == _END_OF_TURN and position.trap is None and not position.forced:
                agrees = event == [0, x, y, 0]
                break
            else:
                agrees = False
        if agrees:
            self._last = position.finish(), model.answer()
            model.settle(engine.response())
        else:
            position.take_back()
        return agrees

    def _taken_back(self, event: Fields, events: Iterator[Fields]) -> bool:
        """Take back the last turn, whose tiles come off in any order.

        Return False, and leave all as it was, if the events differ.
        """
        model, engine, position = self._model, self._model.reference, self._model.position
        turn = position.turns[-1] if position.turns else None
        if turn is None or not turn.tiles_before or engine.foul_winner:
            return False
        left = {(_REMOVED, 0, *engine.address(cell), tile) for cell, tile, _ in turn.tiles}
        count, *rest = model.settled()
        before = engine.place(turn.box_before)
        while left:
            if event not in left:
                return False
            left.remove(event)
            count -= 1
            self._right, self._other = (count, *rest), (count, *before, *rest[4:])
            event = next(events, _END)
        if event != (_TAKEN_BACK, 0, *engine.address(turn.move.cell), 0):
            return False
        position.take_back()
        last, answer = self._last
        model.settle(answer if last is turn else engine.response())
        return True


#: The end of the events: a kind that events do not have.
_END: Fields = (0,)

#: A player's games follow the contest's rules, but its search must be able to take back what would be a foul.
_CONTEST = Request(Op.NEW, 0, 0, 0, 0, 1, 0)

_TAKE_BACK = Request(Op.TAKE_BACK)
