"""What strategies for any game need to know of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeAlias

from loopline import resets
from loopline.contract.game import Request
from loopline.games.model import Model
from loopline.games.strategy import Choices, Digits, Session
from loopline.resets import Reset
from loopline.signals import Field, Layout

#: The number of latest requests from which one to be refused is taken.
_LATEST = 64


@dataclass(frozen=True)
class Toolkit(Generic[Request, Model]):
    """What the general strategies can do with an engine."""

    #: The fields of a request.
    layout: Layout
    #: Makes a request from its fields and the cycle of a reset.
    made: Callable[..., Request]
    #: Returns the request that a byte means in a position: worth asking for, mostly legal. None: the game is over.
    move: Callable[[Model, int], Request | None]
    #: Returns the request that begins a game, chosen by a number below 65,536; 0 is the simplest. None: only a reset
    #: begins a game.
    begin: Callable[[int], Request | None]
    take_back: Request | None
    #: Requests that look at the board.
    reads: Callable[[Model], Sequence[Request]]
    #: How much is on the board, as the engine counts it; None: turns are counted.
    count: Callable[[Model], int] | None = None
    #: Returns the request that a byte means, other than a move, that may change the game. None: only moves do.
    other: Callable[[Model, int], Request] | None = None
    #: Returns all requests for a position, legal or not. None: refused requests are taken from earlier moves.
    tries: Callable[[Model], Sequence[Request]] | None = None
    #: Carries a request out, and says how many cycles after it was taken the bundled engine answers. None: unknown.
    lasts: Callable[[Model, Request], int] | None = None
    #: The new game that the engine plays where these options are asked for: a value may be too large for it.
    ruled: Callable[[Request], Request] = lambda request: request
    #: Returns a new model after these requests. With it games are also made as long as they can be, such as one that
    #: only ends when the board is full. None: they are not.
    after: Callable[[Sequence[Request]], Model] | None = None
    #: Games of which the last request is something rare.
    rare: Sequence[Sequence[Request]] = ()

    @cached_property
    def options(self) -> list[tuple[int, Field]]:
        """The fields by which a new game says its rules, with their numbers."""
        begins = self.begin(0)
        fields = enumerate(field for _, field in self.layout.fields)
        return [(n, field) for n, field in fields if field.bits and begins is not None and begins[0] in field.of]

    def cut(self, request: Request, cut: int) -> Request:
        """Return the request with this reset, as its last value has it; 0: without one."""
        return self.made(*request[:-1], cut)

    def resets(self, session: Session[Request, Model], request: Request, number: int) -> None:
        """Ask for a request with a reset at the moment that a number below 65,536 means.

        After every fourth comes another reset, at once or some cycles later.
        """
        session.ask(self.cut(request, resets.drawn(number).cut))
        if number >> 4 & 3 == 3:
            session.ask(self.cut(request, Reset(number >> 6 & 15, "idle").cut))

    def flipped(self, request: Request) -> Iterator[Request]:
        """Yield the request with each single bit flipped in the fields that the operation uses.

        Left out are operations that do not exist, and those that begin a game.
        """
        (_, operation), *_ = self.layout.fields
        begins = self.begin(0)
        for number, (_, field) in enumerate(self.layout.fields):
            if field.of and request[0] not in field.of:
                continue
            for bit in range(field.bits):
                fields = [*request[:-1], 0]
                fields[number] ^= 1 << bit
                known = number or fields[0] in map(int, operation.values or ())
                if known and (number or begins is None or fields[0] != begins[0]):
                    yield self.made(*self._looked_at(fields))

    def _looked_at(self, request: Sequence[int]) -> list[int]:
        """Return the fields that the operation uses: the text of a request has only these."""
        fields = [
            number if not field.of or request[0] in field.of else 0
            for number, (_, field) in zip(request, self.layout.fields, strict=False)
        ]
        return [*fields, request[-1]]

    def in_vain(self, session: Session[Request, Model], choice: int) -> Request | None:
        """Return a request that is mostly refused; None if nothing has been asked yet.

        An even choice means a request asked before, the latest first; an odd one any that may be tried.
        """
        tries = self.tries(session.model) if self.tries and choice & 1 else ()
        tries = tries or self.latest(session)
        return self.cut(tries[choice * len(tries) >> 8], 0) if tries else None

    def latest(self, session: Session[Request, Model]) -> Sequence[Request]:
        """Return the latest requests other than take-backs, reads, and what begins a game; the latest first."""
        others = [self.begin(0), self.take_back, *self.reads(session.model)[:1]]
        operations = {request[0] for request in others if request is not None}
        return [request for request in reversed(session.steps[-_LATEST:]) if request[0] not in operations]

    def moves_on(self, session: Session[Request, Model], choice: int) -> None:
        """Make a move; if the game is over, begin another, or take back.

        The choice says how many turns are taken back, and whether a refused request comes before.
        """
        if move := self.move(session.model, choice):
            session.ask(move)
            return
        if choice & 2 and (refused := self.in_vain(session, choice)) is not None:
            self.tried(session, refused, choice)
        if self.take_back is not None and choice & 1:
            for number in range(1 + choice % 4):
                self.takes_back(session, choice + number)
        elif (begun := self.begin(choice << 8)) is not None:
            session.ask(begun)

    def takes_back(self, session: Session[Request, Model], choice: int) -> None:
        """Take a turn back, if that is possible.

        Every fourth take-back comes right after a read: the last one again, or any.
        """
        if self.take_back is None:
            return
        if choice & 3 == 3 and (reads := self.reads(session.model)):
            last = session.steps[-1:] or [self.take_back]
            near = max(reads, key=lambda read: sum(map(int.__eq__, read, last[0])))
            session.ask(near if choice & 4 else reads[(choice >> 3) % len(reads)])
        session.ask(self.take_back)

    def begins(self, session: Session[Request, Model], digits: Digits) -> None:
        """Begin a new game of some kind, or keep the one that the reset has left."""
        kind = digits(4) and digits(1 << 16)
        if kind and (begun := self.begin(kind)) is not None:
            session.ask(begun)

    def tried(self, session: Session[Request, Model], request: Request, choice: int = 0) -> None:
        """Ask; if that has changed anything, take it back."""
        if session.changes(request):
            self.takes_back(session, choice)


#: Of any game.
Strategy: TypeAlias = Callable[[Toolkit[Any, Any], Session[Any, Any], Choices], None]
