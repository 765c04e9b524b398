"""What strategies for any game need to know of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias

from loopline.contract.game import Request
from loopline.games.choices import Choices, Digits
from loopline.games.model import Model
from loopline.games.session import Session
from loopline.signals.layout import Layout


@dataclass(frozen=True)
class Means(Generic[Request, Model]):
    #: The fields of a request.
    layout: Layout
    #: Makes a request from its fields and the cycle of a reset.
    made: Callable[..., Request]
    #: What a byte means in a position: something worth asking for, most of it legal. None: the game is over.
    move: Callable[[Model, int], Request | None]
    #: The request that begins a game, chosen by a number below 65,536; 0 is the simplest. None: only a reset begins
    #: one.
    begin: Callable[[int], Request | None]
    take_back: Request | None
    #: Requests that look at the board.
    reads: Callable[[Model], Sequence[Request]]
    #: How much is on the board, as the engine counts it; None: turns are counted.
    count: Callable[[Model], int] | None = None
    #: What a byte means among the requests that are no move and yet may change the game. None: there are none.
    other: Callable[[Model, int], Request] | None = None
    #: Carries a request out, and says how many cycles after it was taken the bundled engine answers. None: unknown.
    lasts: Callable[[Model, Request], int] | None = None

    def cut(self, request: Request, cycles: int) -> Request:
        """The same request, with a reset after this many cycles."""
        return self.made(*request[:-1], cycles)

    def flipped(self, request: Request) -> Iterator[Request]:
        """The request with each single bit flipped in the fields that the operation uses. Left out: operations that do
        not exist, and those that begin a game."""
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
        """The fields that its operation uses: the text of a request has no others."""
        fields = [
            number if not one.of or request[0] in one.of else 0
            for number, (_, one) in zip(request, self.layout.fields, strict=False)
        ]
        return [*fields, request[-1]]

    def moves_on(self, session: Session[Request, Model], choice: int) -> None:
        """A move; if the game is over, another game, or as many take-backs as the choice says."""
        if move := self.move(session.model, choice):
            session.ask(move)
        elif self.take_back is not None and choice & 1:
            for _ in range(1 + choice % 4):
                session.ask(self.take_back)
        elif (begun := self.begin(choice << 8)) is not None:
            session.ask(begun)

    def begins(self, session: Session[Request, Model], digits: Digits) -> None:
        """A new game of some kind, or the one that the reset has left."""
        kind = digits(4) and digits(1 << 16)
        if kind and (begun := self.begin(kind)) is not None:
            session.ask(begun)

    def tried(self, session: Session[Request, Model], request: Request) -> None:
        """Ask; if that has changed anything, take it back."""
        before = tuple(session.model.settled())
        session.ask(request)
        if self.take_back is not None and tuple(session.model.settled()) != before:
            session.ask(self.take_back)


#: Of any game.
Strategy: TypeAlias = Callable[[Means[Any, Any], Session[Any, Any], Choices], None]
