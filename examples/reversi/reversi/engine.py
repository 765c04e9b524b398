"""What passes over the ports of a Reversi engine, and the model of one, event by event."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from loopline.games.model import EngineModel
from loopline.signals.fields import Code, Field
from loopline.signals.layout import Layout
from loopline.signals.streams import Streams

from reversi.rules import BLACK, WHITE, Cell, Disc, Position, Reason, Refused, Turn, label


class Op(Code):
    NEW = 0
    PLAY = 1
    PASS = 2
    TAKE_BACK = 3
    READ = 4


class Kind(Code):
    NEW = 1
    PLACED = 2
    FLIPPED = 3
    REMOVED = 4
    END_OF_TURN = 5
    REFUSED = 6
    TAKEN_BACK = 7


class Request(NamedTuple):
    op: Op
    x: int = 0
    y: int = 0
    #: After so many cycles of the operation comes a reset; 0: it is carried out.
    cut: int = 0

    @property
    def cell(self) -> Cell:
        return self.x, self.y


class Event(NamedTuple):
    kind: Kind
    reason: int = 0
    x: int = 0
    y: int = 0
    disc: Disc = 0


def _disc(value: int) -> str:
    return f"{value}, {['none', 'black', 'white', 'which means nothing'][value]}"


_REASON, _DISC = Field(3, values=Reason), Field(2, shows=_disc)

#: A column or row. No other operation looks at them, so whatever is there must not matter.
_OF_A_CELL = Field(5, of=(Op.PLAY, Op.READ))

#: What changes by events only; answers and state have it.
_GAME = {
    "black": Field(9),
    "white": Field(9),
    "to_move": _DISC,
    "must_pass": Field(1),
    "over": Field(1),
    "winner": _DISC,
}

STREAMS = Streams(
    request=Layout.of(op=Field(3, values=Op), x=_OF_A_CELL, y=_OF_A_CELL),
    response=Layout.of(reason=_REASON, disc=_DISC, flipped=7, **_GAME),
    event=Layout.of(order=32, kind=Field(3, values=Kind), reason=_REASON, x=5, y=5, disc=_DISC),
    state=Layout.of(fsm=4, **_GAME),
    private=1,
)


class Engine(EngineModel[Request]):
    def __init__(self, size: int) -> None:
        self._size = size
        self.reset()

    def reset(self) -> None:
        self.position = Position(self._size)
        self._finish()

    def _finish(self, reason: Reason = Reason.DONE, disc: Disc = 0, flipped: int = 0) -> None:
        """An operation is over, or all but its events."""
        self._due: list[set[tuple[int, ...]]] = []
        self._answer = [reason, disc, flipped, *self._game()]
        self._state = self._game()

    def _game(self) -> list[int]:
        now = self.position
        return [now.count(BLACK), now.count(WHITE), now.to_move, now.must_pass, now.over, now.winner]

    def begin(self, request: Request) -> None:
        before, turn, (op, x, y, _) = self._state, None, request
        try:
            if op == Op.READ:
                self._finish(disc=self.position.disc(request.cell))
                return
            if op == Op.NEW:
                self.position = Position(self._size)
            elif op == Op.TAKE_BACK:
                turn = self.position.take_back()
            else:
                turn = self.position.play(request.cell if op == Op.PLAY else None)
        except Refused as refused:
            self._finish(refused.reason)
            self._due = [{Event(Kind.REFUSED, refused.reason, x, y)}]
            return
        self._finish(flipped=len(turn.flipped) if turn else 0)
        self._state = before
        self._due = list(self._groups(turn, op == Op.TAKE_BACK)) if turn else [{Event(Kind.NEW)}]

    def _groups(self, turn: Turn, taken_back: bool) -> Iterator[set[tuple[int, ...]]]:
        """The events of a turn: those of a group in any order."""
        now = self.position.to_move
        if turn.cell:
            disc, colour = (Kind.REMOVED, now) if taken_back else (Kind.PLACED, 3 - now)
            flips = {Event(Kind.FLIPPED, 0, *cell, 3 - now) for cell in turn.flipped}
            yield flips | {Event(disc, 0, *turn.cell, colour)}
        yield {Event(Kind.TAKEN_BACK if taken_back else Kind.END_OF_TURN, 0, *(turn.cell or (0, 0)))}

    def due(self) -> list[tuple[int, ...]]:
        return sorted(self._due[0]) if self._due else []

    def happen(self, event: tuple[int, ...]) -> None:
        kind, *_, disc = event
        self._due[0] -= {event}
        self._due = [group for group in self._due if group]
        change = list(self._state)
        if disc:
            change[disc - 1] += -1 if kind == Kind.REMOVED else 1
        if kind == Kind.FLIPPED:
            change[2 - disc] -= 1
        self._state = change if self._due else self._game()

    def told(self, event: tuple[int, ...]) -> str:
        kind, reason, x, y, disc = event
        values = {"kind": kind} | ({"disc": disc} if disc else {}) | ({"reason": reason} if reason else {})
        return " ".join(STREAMS.told(*one).rpartition(", ")[2] for one in values.items()) + f" at {label((x, y))}"

    def answer(self) -> list[int]:
        return self._answer

    def settled(self) -> list[int]:
        return self._state
