"""The engine inside a player, seen through its verification port only: the requests follow from the events."""

from __future__ import annotations

from collections.abc import Iterator

from goldenrules.errors import Refused
from goldenrules.trax import SYMBOL, Tile
from goldenrules.trax.cells import NO_BOX

from loopline.contract.checker import Wrong
from loopline.games.model import Event as Fields
from loopline.games.model import ModelFollower
from loopline.games.trax.model import Engine, around
from loopline.games.trax.protocol import SYMBOL_CODE, SYMBOL_OF, Event, Op, Reason, Request, streams
from loopline.games.trax.reference_engine import PortBox

# As plain numbers, because this is a hot path: to look up a member of an enumeration takes as long as a call.
_NEW, _CHOSEN, _FORCED, _REMOVED, _, _REFUSED, _TAKEN_BACK = map(int, Event)
_KINDS = frozenset(map(int, Event))


class InnerEngine:
    """Follows the verification port of the engine inside a player, request by request."""

    def __init__(self, size: int) -> None:
        self._model = Engine(size, streams(size))
        self._follower = ModelFollower(self._model, streams(size), port=True)
        self._told = streams(size).describe
        self._under_way = False
        #: Tiles that have come off while it is not yet clear whether a turn is taken back or a game begun.
        self._removed: list[Fields] = []

    def state(self, shown: int) -> None:
        """Raises Wrong."""
        self._follower.state(shown)

    def event(self, event: Fields) -> None:
        """Raises Wrong."""
        kind = event[0]
        if kind not in _KINDS:
            raise Wrong("vp_kind", "1 to 7", kind, "no event has this kind")
        if kind == _REMOVED and (self._removed or not self._under_way):
            self._lift(event)
        elif self._removed or kind in (_TAKEN_BACK, _NEW):
            self._done(event)
        else:
            if not self._under_way:
                self._follower.accept(self._request(event))
            self._follower.event(event)
        self._under_way = kind in (_CHOSEN, _FORCED, _REMOVED)

    def _lift(self, event: Fields) -> None:
        engine, (_, _, x, y, tile) = self._model.reference, event
        there = engine.position.tiles.get(engine.cell(x, y), 0)
        if not there or there != tile:
            told = self._told("tile", there), self._told("tile", tile)
            raise Wrong("vp_tile", *told, "a tile comes off that does not lie there")
        self._removed.append(event)
        self._model.lift(self._boxes)

    def _boxes(self) -> Iterator[PortBox]:
        """Yield the boxes that the board may have now: those of a take-back, and of a new game."""
        engine = self._model.reference
        position, gone = engine.position, {engine.cell(x, y) for _, _, x, y, _ in self._removed}
        yield engine.place(position.turns[-1].box_before)
        yield engine.place(NO_BOX)
        yield engine.place(around(position.tiles.keys() - gone))

    def _done(self, event: Fields) -> None:
        """A turn is taken back, or a game has begun: now the tiles that came off can be judged."""
        kind = event[0]
        if kind not in (_TAKEN_BACK, _NEW):
            found = self._told("kind", kind)
            raise Wrong("vp_kind", "removed, taken back or new", found, "tiles come off, and then this")
        self._follower.accept(_TAKE_BACK if kind == _TAKEN_BACK else _CONTEST)
        for one in [*self._removed, event]:
            self._follower.event(one)
        self._removed = []

    def _request(self, event: Fields) -> Request:
        """The request, if its events begin like this."""
        kind, reason, x, y, tile = event
        if kind == _CHOSEN:
            if Tile(tile) not in SYMBOL:
                raise Wrong("vp_tile", "a tile", self._told("tile", tile), "there is no such tile")
            return Request(Op.PLAY, x, y, SYMBOL_CODE[SYMBOL[Tile(tile)]])
        if kind == _REFUSED:
            return self._refused(reason, x, y)
        found = self._told("kind", kind)
        raise Wrong("vp_kind", "the beginning of an operation", found, "no operation is under way")

    def _refused(self, given: int, x: int, y: int) -> Request:
        """Any request that is refused for this reason, if there is one."""
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
        raise Wrong("vp_reason", "another, or none", found, f"no play there is refused for {found}")


#: A player's games follow the contest's rules, but its search must be able to take back what would be a foul.
_CONTEST = Request(Op.NEW, 0, 0, 0, 0, 1, 0)

_TAKE_BACK = Request(Op.TAKE_BACK)
