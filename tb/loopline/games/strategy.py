"""The parts of a strategy: what Hypothesis has drawn for it, and a session that writes requests down.

There are two draws, however long the script. A draw takes as long as one to five turns of a model, so a turn has a byte
instead of a draw of its own. The two draws are of different kinds, because Hypothesis likes to copy one draw over
another of the same kind; half of all examples would then be copies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Generic, NamedTuple, TypeAlias

from hypothesis import strategies as st

from loopline.contract.game import Request
from loopline.games.model import Model

#: The number of bytes that decide what kind of script it is. The bytes after them are turns, and may be removed.
HEAD = 16


class Digits:
    """Small decisions, a byte each, or two if there are many alternatives.

    When the bytes are used up, every decision is 0.
    """

    def __init__(self, data: bytes) -> None:
        self._bytes: Iterator[int] = iter(data)

    def __call__(self, base: int) -> int:
        """Return a number less than `base`. A smaller byte never gives a larger number."""
        number = next(self._bytes, 0)
        if base <= 256:
            return number * base >> 8
        return (number << 8 | next(self._bytes, 0)) * base >> 16


class Choices(NamedTuple):
    """What Hypothesis has drawn for a strategy."""

    #: `digits(base)` is one more decision, a number less than `base`; 0 when the sixteen bytes are used up.
    digits: Digits
    #: A byte for each turn, up to `longest` of them.
    turns: bytes

    def rounds(self) -> Iterator[Digits]:
        """Yield decisions for each round: a strategy does what it is for at least once, by the first choices."""
        yield self.digits
        for at in range(0, len(self.turns) - _ROUND + 1, _ROUND):
            yield Digits(self.turns[at : at + _ROUND])

    def split(self) -> tuple[bytes, bytes]:
        """Return turns of two kinds: five of eight byte values mean the first kind, the others the second.

        So each kind shrinks independently of the other.
        """
        before = bytes(choice * 256 // SPLIT for choice in self.turns if choice < SPLIT)
        after = bytes((choice - SPLIT) * 256 // (256 - SPLIT) for choice in self.turns if choice >= SPLIT)
        return before, after


SPLIT = 160

#: The number of bytes for one round.
_ROUND = 12


@cache  # Hypothesis looks at a strategy from all sides when it sees it first
@st.composite
def choices(draw: st.DrawFn, longest: int) -> Choices:
    """Draw up to `longest` turns; half of that on average, while `st.binary` would give about five.

    The trick is to draw the length first, where 0 means "any". When shrinking, Hypothesis sets the length to 0 at once,
    and the bytes stay valid; then it can delete and lower each of them. Besides, drawing a known number of bytes costs
    a third of drawing them one by one with a decision after each.
    """
    data = draw(_bytes(draw(_length(longest)), longest))
    return Choices(Digits(data[:HEAD]), data[HEAD:])


@cache
def _length(longest: int) -> st.SearchStrategy[int]:
    return st.integers(0, longest)


@cache
def _bytes(length: int, longest: int) -> st.SearchStrategy[bytes]:
    if length == 0:
        return st.binary(max_size=HEAD + longest)
    return st.binary(min_size=HEAD + length, max_size=HEAD + length)


class Session(Generic[Request, Model]):
    """The requests of a script in the making, and the model after them."""

    def __init__(self, model: Model) -> None:
        #: The model as it stands.
        self.model = model
        #: The requests that have been written down.
        self.steps: list[Request] = []
        #: Whether a game has come to its end.
        self.ended = False

    def ask(self, request: Request) -> Sequence[int]:
        """Write a request down and carry it out. Returns the answer."""
        self.steps.append(request)
        return self.model.carry_out(request)

    def forget(self, after: Callable[[Sequence[Request]], Model]) -> None:
        """Make the last request unasked. `after` returns a new model after the others."""
        self.steps.pop()
        self.model = after(self.steps)

    def changes(self, request: Request) -> bool:
        """Ask; return whether that has changed the state."""
        before = tuple(self.model.settled())
        self.ask(request)
        return tuple(self.model.settled()) != before

    def pick(self, requests: Sequence[Request], choice: int, order: Callable[[Request], Any] | None = None) -> None:
        """Ask for one of these requests, chosen by a byte; 0 means the first. Without requests, do nothing."""
        if requests:
            self.ask((sorted(requests, key=order) if order else requests)[choice * len(requests) >> 8])


#: A strategy writes a script down by asking a session; it chooses by bytes.
Strategy: TypeAlias = Callable[[Session[Any, Any], Choices], None]


def name_of(strategy: Callable[..., Any]) -> str:
    """Return the name of a strategy's property: the strategy's own, with blanks."""
    return strategy.__name__.replace("_", " ")


def about(strategy: Callable[..., Any]) -> str:
    """Return what a strategy is for: the first line of its docstring."""
    return (strategy.__doc__ or "").partition("\n")[0]
